/** The recent list of the popup: three rows, and all of them on request. */
import { expect, it } from 'vitest';
import { drawPopup } from './render-popup.tsx';
import { draw, find, fire, root, settle, textsOf } from '../../support/dom.ts';
import { fullView } from '../../support/sample-views.ts';
import { recentLink } from '../../support/samples.ts';
import { msg } from '../../support/texts.ts';
import { openPopup } from './open-popup.ts';

async function open(count: number): Promise<void> {
  await draw(null);
  const recents = Array.from({ length: count }, (_, n) => recentLink(n + 1));
  await drawPopup(openPopup({ view: fullView({ recents }) }).model);
  await settle();
}
const rows = () => textsOf('.recent li').length;
const more = () => textsOf('.recents > button');

it('shows three links, and the others after a press', async () => {
  await open(5);
  expect([rows(), more()]).toEqual([3, [msg('showMore', '2')]]);
  await fire(find('.recents > button'), 'click');
  await settle();
  expect([rows(), more()]).toEqual([5, []]);
});

it.each([0, 1, 3])('offers no others where there are %i', async (count) => {
  await open(count);
  expect([rows(), root.querySelector('.recents > button')]).toEqual([count, null]);
});
