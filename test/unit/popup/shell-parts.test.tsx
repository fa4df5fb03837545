/** The first paint: the shell's parts draw nothing, and presses are replayed once the real parts have loaded. */
import { signal } from '@preact/signals';
import { act } from 'preact/test-utils';
import { expect, it } from 'vitest';
import { draw, find, fire, root, textsOf } from '../../support/dom.ts';
import { shellParts, type PopupParts } from '../../../entrypoints/popup/shell-parts.tsx';
import { parts as loaded } from './render-popup.tsx';
import { openPopup } from './open-popup.ts';

const { Popup } = await import('../../../entrypoints/popup/popup.tsx');

async function open() {
  await draw(null);
  const calls: string[] = [];
  const deferred: PopupParts = {
    ...loaded.value,
    openManage: () => calls.push('manage'),
    allowPageMetadata: () => calls.push('allow'),
  };
  let resolve = (_module: { readonly parts: PopupParts }): void => undefined;
  const loading = new Promise<{ readonly parts: PopupParts }>((done) => (resolve = done));
  const parts = signal(shellParts((run) => loading.then(run)));
  const { model } = openPopup();
  await draw(<Popup model={model} parts={parts} />);
  const load = () =>
    act(async () => {
      resolve({ parts: deferred });
      parts.value = deferred;
      await loading;
    });
  return { calls, load };
}

it('replays what was pressed before the parts have loaded, in order', async () => {
  const { calls, load } = await open();
  await fire(find('footer button'), 'click');
  await fire(find('button.more'), 'click');
  expect(calls).toEqual([]);
  await load();
  expect(calls).toEqual(['manage', 'allow']);
});

it('renders the form immediately, and the rest in the same elements', async () => {
  const { load } = await open();
  const main = find('button.main');
  expect([textsOf('.when'), root.querySelector('[role=status]')]).toEqual([[], null]);
  await load();
  expect(textsOf('.when').join()).not.toBe('');
  expect(find('button.main')).toBe(main);
});
