/** The recent links in the popup: as many as its window shows whole. */
import { drawPopup } from './render-popup.tsx';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { act } from 'preact/test-utils';
import { fitRecents } from '../../../entrypoints/popup/fit-recents.ts';
import { draw, find, root, settle, textsOf } from '../../support/dom.ts';
import { fullView } from '../../support/sample-views.ts';
import { openPopup } from './open-popup.ts';
import { msg } from '../../support/texts.ts';

/** In px, of a row and of the heading above them. */
const [row, heading] = [44, 30];
const recents = [1, 2, 3, 4, 5].map((at) => ({
  id: null,
  shortUrl: `https://sho.rt/${at}`,
  address: `https://example.com/${at}`,
  title: '',
  at,
}));
const shown = () => textsOf('.recent li').length;
let resized = (): void => undefined;

beforeEach(() => {
  vi.stubGlobal('innerHeight', 600);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        resized = listener;
      }
      observe(): void {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const layOut = (element: HTMLElement, height: number, top = 0) =>
  Object.assign(element, {
    getBoundingClientRect: () => ({ top, height, bottom: top + height }),
  });

/** @param space below the stage, above the footer */
async function resizeTo(space: number): Promise<void> {
  const list = root.querySelector<HTMLElement>('.recents');
  if (list) {
    layOut(list, 0);
    const rows = find('.recent');
    Object.defineProperty(rows, 'offsetHeight', { value: row * shown(), configurable: true });
    layOut(rows, row * shown(), heading);
    for (const one of root.querySelectorAll<HTMLElement>('.recent li')) layOut(one, row);
  }
  const sizes = { offsetTop: 100, offsetHeight: 600 - 100 - 39 - space };
  for (const [name, value] of Object.entries(sizes))
    Object.defineProperty(find('.stage'), name, { value, configurable: true });
  Object.defineProperty(find('footer'), 'offsetHeight', { value: 39, configurable: true });
  await act(() => resized());
}

it('are as many as fit, at most three; none where a part of one would be shown', async () => {
  await draw(null);
  const { model } = openPopup({ view: fullView({ recents }) });
  await drawPopup(model);
  await settle();
  expect(shown()).toBe(3);
  fitRecents(model);
  await resizeTo(500);
  expect(shown()).toBe(3);
  await resizeTo(heading + 2 * row + 10);
  expect([shown(), textsOf('.recents > button')]).toEqual([2, [msg('showMore', '3')]]);
  await resizeTo(heading + row - 1);
  expect(root.querySelector('.recents')).toBeNull();
  await resizeTo(heading + row);
  expect(shown()).toBe(1);
});
