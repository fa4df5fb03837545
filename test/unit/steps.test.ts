// The counter itself: what is linear by nature counts linearly, what is known to be quadratic does not.
import { expect, it } from 'vitest';
import { stepsOf } from './steps.ts';

const growth = (act: (length: number) => unknown): number => {
  const [one, two] = [stepsOf(() => act(1_000)), stepsOf(() => act(2_000))];
  return two / one;
};

it.each<[string, RegExp, string, boolean]>([
  ['a run of one kind', /-+/gu, '-', true],
  ['the end of a text, anchored at its begin', /^-*$/u, '-', true],
  ['a run that must end the text and does not', /-+$/u, '-', false],
  ['two runs of the same', /^\s+\s+$/u, ' ', false],
  ['a tag that has no end', /<[a-z][^>]*>/giu, '<a', false],
  ['a tag that may end with the text', /<[a-z][^>]*(?:>|$)/giu, '<a', true],
])('%s takes a linear number of steps: %s', (_, expression, unit, linear) => {
  const ratio = growth((length) => `${unit.repeat(length)}!`.replace(expression, ''));
  if (linear) expect(ratio).toBeLessThan(2.2);
  else expect(ratio).toBeGreaterThan(3.5);
});

it('the counting functions give the results of the native ones', () => {
  let found: unknown;
  stepsOf(() => (found = ['a-b--c'.split(/-+/u), 'x1y22'.match(/\d+/gu), 'aBc'.replace(/b/iu, '_')]));
  expect(found).toEqual([['a', 'b', 'c'], ['1', '22'], 'a_c']);
  const nested = new RegExp('[x[[\\p{Lu}\\d]--[B-Y]]]+', 'gv');
  stepsOf(() => (found = 'AB1xZ]'.match(nested)));
  expect(found).toEqual(['A', '1xZ']);
});

it('more steps than the limit are an error', () => {
  expect(() => stepsOf(() => '-'.repeat(100_000).concat('!').replace(/-+$/u, ''), 1_000_000)).toThrow(
    'steps',
  );
});
