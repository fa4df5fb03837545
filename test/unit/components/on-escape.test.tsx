/** Escape in nested elements: the innermost alone handles it. */
import { beforeEach, expect, it } from 'vitest';
import { Confirmation } from '../../../components/confirmation.tsx';
import { onEscape } from '../../../components/on-escape.ts';
import { draw, find, press } from '../../support/dom.ts';
import { speak } from '../../support/speak.ts';

beforeEach(() => speak());

it('keeps what is asked about, and leaves the panel around the question open', async () => {
  const handled: string[] = [];
  await draw(
    <div class="outer" onKeyDown={onEscape(() => handled.push('panel'))}>
      <Confirmation
        label="Delete"
        confirm="Delete"
        keep="Keep"
        onConfirm={() => handled.push('deleted')}
        onKeep={() => handled.push('kept')}
      >
        <p>Delete it?</p>
      </Confirmation>
    </div>,
  );
  expect((await press(find('.banner button'), 'Escape')).defaultPrevented).toBe(true);
  expect(handled).toEqual(['kept']);
  expect((await press(find('.banner button'), 'Enter')).defaultPrevented).toBe(false);
  expect((await press(find('.outer'), 'Escape')).defaultPrevented).toBe(true);
  expect(handled).toEqual(['kept', 'panel']);
});
