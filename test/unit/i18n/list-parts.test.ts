/** Parts of a URL in a sentence: a list of the language that stays short for any URL. */
import { beforeEach, describe, expect, it } from 'vitest';
import { applyUtm } from '../../../lib/draft/utm-parameters.ts';
import { listParts } from '../../../lib/i18n/list-parts.ts';
import { isolateLeftToRight, withoutIsolates } from '../../../lib/text/isolate.ts';
import { speak } from '../../support/speak.ts';

beforeEach(() => speak());
const plain = (parts: readonly string[]): string => withoutIsolates(listParts(parts));

it.each([
  [[], ''],
  [['fbclid=1'], 'fbclid=1'],
  [['fbclid=1', 'gclid=2'], 'fbclid=1, gclid=2'],
  [['a', 'a'], 'a'],
  [['a', 'b', 'c'], 'a, b, c'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c, …'],
])('%j: %s', (parts, list) => {
  expect(plain(parts)).toBe(list);
});

it('each part has a direction of its own', () => {
  expect(listParts(['a', 'ב'])).toBe('\u2068a\u2069, \u2068ב\u2069');
  expect(listParts(['a', 'b'], isolateLeftToRight)).toBe('\u2066a\u2069, \u2066b\u2069');
});

it('is short for any number of long parts', () => {
  const parts = Array.from({ length: 1_000 }, (_, at) => `${at}${'x'.repeat(1_000)}`);
  expect(plain(parts.slice(0, 1))).toHaveLength(60);
  expect(plain(parts).length).toBeLessThan(85);
});

describe('the values that a URL already has', () => {
  const conflict = (address: string) =>
    applyUtm(address, {
      parameters: [{ name: 'utm_source', value: 'mail' }],
      parametersIn: 'address',
      parameterConflict: 'keep',
    }).conflicts.map(({ inUrl }) => inUrl);

  it.each([
    ['en', 'a, b'],
    ['ja', 'a、b'],
  ])('are a list in %s: %s', (language, list) => {
    speak(language);
    const [inUrl = []] = conflict('https://example.com/?utm_source=a&utm_source=b');
    expect([inUrl, plain(inUrl)]).toEqual([['a', 'b'], list]);
  });
});
