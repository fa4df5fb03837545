/** The largest page that a service gives: found in few steps, regardless of how it answers requests for more. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  learnFromPage,
  shrink,
  initialPageSize,
  type PageSizeState,
} from '../../../../lib/mirror/sync/page-size.ts';

type Response = (limit: number) => number | null;

/** Asks until nothing more is to be learned. */
function found(response: Response): { readonly sizing: PageSizeState; readonly asked: number[] } {
  let sizing = initialPageSize;
  const asked: number[] = [];
  while (!sizing.settled || (sizing.limit === 0 && sizing.low === 0)) {
    asked.push(sizing.limit);
    const given = response(sizing.limit);
    const next = given === null ? shrink(sizing, 2) : learnFromPage(sizing, given, true);
    if (next === null) break;
    sizing = next;
    if (asked.length > 30) throw new Error(`without an end: ${asked.join()}`);
  }
  return { sizing, asked };
}

const cut =
  (most: number): Response =>
  (limit) =>
    limit === 0 ? 15 : Math.min(limit, most);
const own =
  (most: number): Response =>
  (limit) =>
    limit === 0 || limit > most ? Math.min(15, most) : limit;
const refusing =
  (most: number): Response =>
  (limit) =>
    limit > most ? null : limit || 15;

it.each<[string, Response, number, number]>([
  ['honors all', cut(5_000), 1_000, 1],
  ['cuts at 100', cut(100), 100, 2],
  ['cuts at 25', cut(25), 25, 2],
  ['takes no notice', () => 15, 15, 2],
  ['answers its own number beyond 100', own(100), 100, 6],
  ['refuses more than 100', refusing(100), 100, 5],
  ['refuses any', (limit) => (limit === 0 ? 15 : null), 15, 8],
])('of a service that %s', (_name, response, most, steps) => {
  const { sizing, asked } = found(response);
  expect(sizing).toMatchObject({ limit: most, size: most, settled: true });
  expect(asked.length).toBeLessThanOrEqual(steps);
});

it('is never more than the service returns, and at least half of its limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 15, max: 1_000 }), fc.constantFrom(cut, own, refusing), (most, kind) => {
      const { sizing } = found(kind(most));
      expect(sizing.size).toBeLessThanOrEqual(most);
      expect(sizing.size).toBeGreaterThanOrEqual(most / 2.5);
    }),
  );
});

it('is not learned from a page that contains the whole list', () => {
  expect(learnFromPage(initialPageSize, 12, false)).toEqual(initialPageSize);
  expect(learnFromPage(initialPageSize, 0, true)).toEqual(initialPageSize);
});

it('shrinks when answers fail, down to the service’s default', () => {
  let sizing: PageSizeState | null = learnFromPage(initialPageSize, 1_000, true);
  const limits: number[] = [];
  for (; sizing !== null; sizing = shrink(sizing, 2)) limits.push(sizing.limit);
  expect(limits).toEqual([1_000, 500, 250, 100, 50, 25, 0]);
});

it('grows with a service that gives more than it did', () => {
  const settled = found(cut(100)).sizing;
  expect(learnFromPage(settled, 120, true)).toMatchObject({ limit: 120, size: 120, settled: true });
  expect(learnFromPage(settled, 97, true)).toEqual(settled);
});
