/** The way to the first short link, right after connecting. */
import { beforeEach, expect, it } from 'vitest';
import { draw, find, textsOf } from '../../support/dom.ts';
import { NextStep } from '../../../entrypoints/options/next-step.tsx';
import { speak } from '../../support/speak.ts';
import { msg } from '../../support/texts.ts';
import { settled } from '../../support/flush.ts';

beforeEach(async () => {
  speak();
  await draw(null);
});

it('names the popup’s shortcut as it is really bound', async () => {
  const other = { name: 'shorten-page', keys: 'Alt+Shift+S' };
  await draw(<NextStep boundShortcuts={async () => [other, { name: '_execute_action', keys: 'Ctrl+Y' }]} />);
  await settled();
  expect(textsOf('li')[1]).toBe(`${msg('nextStepOpen')}${msg('nextStepOpenKeysHint')} Ctrl+Y`);
});

it('names only the toolbar if there is no shortcut', async () => {
  for (const read of [
    async () => [{ name: '_execute_action', keys: '' }],
    async () => Promise.reject(new Error('not readable')),
  ]) {
    await draw(<NextStep boundShortcuts={read} />);
    await settled();
    expect(textsOf('li')[1]).toBe(`${msg('nextStepOpen')}${msg('nextStepOpenHint')} `);
  }
});

it('says where the button is if the toolbar has none', async () => {
  await draw(<NextStep boundShortcuts={async () => []} />);
  expect(find('.pin').textContent).toBe(msg('nextStepPin'));
});
