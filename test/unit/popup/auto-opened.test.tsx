/** A popup that has opened automatically, for a result of the context menu: it shows that, and Enter presses nothing. */
import { expect, it, vi } from 'vitest';
import type { AutoOpened } from '../../../lib/views/popup-view.ts';
import { draw, find, settle, textsOf } from '../../support/dom.ts';
import { fullView } from '../../support/sample-views.ts';
import { msg } from '../../support/texts.ts';
import { openPopup } from './open-popup.ts';
import { drawPopup } from './render-popup.tsx';

vi.mock('../../../lib/browser/native.ts', () => ({ native: {} }));

const copied: AutoOpened = { at: 4_000, copied: 'https://sho.rt/2' };

/** What was focused, and the banners. */
async function open(autoOpened?: AutoOpened) {
  await draw(null);
  const { model } = openPopup({ view: fullView(autoOpened && { autoOpened }) });
  const taken: unknown[] = [];
  model.focus.take = (control) => void taken.push(control);
  await drawPopup(model);
  await settle();
  return { model, taken, banners: () => textsOf('.stage > [role=status] .banner p') };
}

it('shows the copied link, with how to get the button whose badge would show it, and focuses no control', async () => {
  const { taken, banners, model } = await open(copied);
  expect(banners()).toEqual([msg('copied'), 'sho.rt/2', msg('nextStepPin')]);
  expect(taken).toEqual([]);
  // The background says that a popup has opened.
  model.view.value = fullView();
  await settle();
  expect(banners()).toHaveLength(3);
});

it('focuses no control either where it shows a job', async () => {
  const { taken, banners } = await open({ ...copied, copied: null });
  expect([taken, banners()]).toEqual([[], []]);
});

it('opened by the user has the focus on “Shorten”, also soon after', async () => {
  for (const before of [undefined, { ...copied, at: -5_001 }]) {
    const { taken, banners } = await open(before);
    expect(taken).toContain(find('.main'));
    expect(banners()).toEqual([]);
  }
});
