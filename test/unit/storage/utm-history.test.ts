/** UTM parameters used before: the newest first, each once, and never many. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseUtmHistory } from '../../../lib/storage/parse-utm-history.ts';
import { utmHistoryItem, addToUtmHistory } from '../../../lib/storage/utm-history.ts';

const one = (name: string, value: string) => ({ name, value });

it('has the newest first, each once', () => {
  const used = [one('a', '1'), one('b', '2')];
  expect(addToUtmHistory(used, [one('b', '2'), one('a', '3')])).toEqual([
    one('b', '2'),
    one('a', '3'),
    one('a', '1'),
  ]);
  expect(addToUtmHistory(used, [])).toEqual(used);
});

it('does not store empty and long values', () => {
  expect(addToUtmHistory([], [one('', '1'), one('a', ''), one('a', 'x'.repeat(200))])).toEqual([]);
});

it('stores twelve values a name and two hundred in all, and drops the oldest', () => {
  let used = [one('other', 'kept')];
  for (let n = 1; n <= 30; n++) used = addToUtmHistory(used, [one('a', String(n))]);
  expect(used.filter(({ name }) => name === 'a').map(({ value }) => value)).toEqual(
    Array.from({ length: 12 }, (_, n) => String(30 - n)),
  );
  expect(used.at(-1)).toEqual(one('other', 'kept'));
  for (let n = 1; n <= 300; n++) used = addToUtmHistory(used, [one(`name${n}`, '1')]);
  expect(used).toHaveLength(200);
});

it('is read by a page as the background has written it, by name', () => {
  const data = addToUtmHistory([], [one('a', '1'), one('b', '2'), one('a', '3'), one('__proto__', '4')]);
  const stored: unknown = structuredClone({ version: utmHistoryItem.version, data });
  expect([...parseUtmHistory(stored)]).toEqual([
    ['a', ['1', '3']],
    ['b', ['2']],
    ['__proto__', ['4']],
  ]);
});

it('is empty when it is damaged', () => {
  for (const raw of [
    undefined,
    null,
    1,
    [],
    {},
    { version: 2, data: [one('a', '1')] },
    { version: 1, data: {} },
  ])
    expect(parseUtmHistory(raw).size).toBe(0);
  expect(parseUtmHistory({ version: 1, data: [null, 1, {}, { name: 1, value: 2 }] }).size).toBe(0);
  fc.assert(fc.property(fc.anything(), (raw) => void parseUtmHistory(raw)));
});
