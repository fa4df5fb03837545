/** The section that the sidebar marks as current, by what is scrolled. */
import { expect, it } from 'vitest';
import { indexAt, sectionInUse, sectionOf } from '../../../entrypoints/options/current-section.ts';
import { draw, find } from '../../support/dom.ts';

/** Three sections of a page of 2,000 px in a window of 800 px; the last one is short. */
const at = (scrolled: number) =>
  indexAt({ tops: [60, 900, 1_700].map((top) => top - scrolled), scrolled, end: 1_200, height: 800 });

it('is the first at the top, the last at the end, and each in between for a while', () => {
  expect([0, 300, 599].map(at)).toEqual([0, 0, 1]);
  expect([700, 1_000, 1_020, 1_200].map(at)).toEqual([1, 1, 2, 2]);
});

it('never goes back while the page is scrolled down', () => {
  const indexes = Array.from({ length: 121 }, (_, step) => at(step * 10));
  expect(indexes).toEqual([...indexes].sort((a, b) => a - b));
});

it('is the first where nothing can be scrolled', () => {
  expect(indexAt({ tops: [60, 300], scrolled: 0, end: 0, height: 800 })).toBe(0);
});

it('is the one that the URL leads to, or that has the field it leads to', async () => {
  await draw(
    <section aria-labelledby="connection">
      <h2 id="connection">Connection</h2>
      <input id="api-key" />
    </section>,
  );
  expect(['#appearance', '#api-key', '#connection', '#other', '', '#constructor'].map(sectionOf)).toEqual([
    'appearance',
    'connection',
    'connection',
    null,
    null,
    null,
  ]);
});

it('is the one with the focus, while the focus can be seen', async () => {
  await draw(
    <>
      <section aria-labelledby="presets">
        <h2 id="presets">Presets</h2>
        <button type="button">Rename</button>
      </section>
      <a href="#privacy">Privacy</a>
    </>,
  );
  const at = (selector: string, top: number) => {
    Object.assign(find(selector), { getBoundingClientRect: () => ({ top, bottom: top + 32 }) });
    return sectionInUse(find(selector), 800);
  };
  expect([-20, 400, 790].map((top) => at('button', top))).toEqual(['presets', 'presets', 'presets']);
  // Scrolled away.
  expect([-32, 800].map((top) => at('button', top))).toEqual([null, null]);
  expect([at('a', 100), sectionInUse(null, 800)]).toEqual([null, null]);
});
