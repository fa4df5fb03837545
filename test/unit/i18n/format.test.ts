/** Times of the service, which have no zone, and shares. */
import { beforeEach, describe, expect, it } from 'vitest';
import { formatList, formatNumber, formatPercent } from '../../../lib/i18n/format.ts';
import { formatServiceDay, formatServiceTime } from '../../../lib/i18n/service-time.ts';
import { speak } from '../../support/speak.ts';

beforeEach(() => speak());
const now = Date.UTC(2026, 5, 1);

describe('a time of the service', () => {
  it.each([
    ['2026-01-12 08:57:00', 'Jan 12', 'Jan 12, 2026, 8:57 AM'],
    ['2025-12-31 23:59:59', 'Dec 31, 2025', 'Dec 31, 2025, 11:59 PM'],
    ['2026-01-12T08:57:00Z', 'Jan 12', 'Jan 12, 2026, 8:57 AM'],
    ['2026-01-12', 'Jan 12', 'Jan 12, 2026'],
  ])('%s is the same day and hour in every zone', (text, day, time) => {
    expect([formatServiceDay(text, now), formatServiceTime(text).replaceAll('\u202f', ' ')]).toEqual([
      day,
      time,
    ]);
  });

  it.each(['', 'yesterday', '2026-13-45 99:00:00', '12/01/2026'])(
    'in another form stays as it is: %j',
    (text) => {
      expect([formatServiceDay(text, now), formatServiceTime(text)]).toEqual([text, text]);
    },
  );

  it('is written in the language of the texts', () => {
    speak('de');
    expect(formatServiceDay('2026-01-12 08:57:00', now)).toBe('12. Jan.');
  });
});

describe('a list of separate facts', () => {
  it.each([
    ['en', 'a, b, c', 'a, b'],
    ['en-GB', 'a, b, c', 'a, b'],
    ['de', 'a, b und c', 'a und b'],
    ['ru', 'a, b, c', 'a, b'],
    ['ja', 'a、b、c', 'a、b'],
    ['zh-CN', 'a、b、c', 'a、b'],
    ['tr', 'a, b, c', 'a, b'],
  ])('%s: %s', (language, three, two) => {
    speak(language);
    expect([formatList(['a', 'b', 'c']), formatList(['a', 'b']), formatList(['a']), formatList([])]).toEqual([
      three,
      two,
      'a',
      '',
    ]);
  });
});

it('a share is a percentage', () => {
  expect([0, 0.005, 0.48, 1].map(formatPercent)).toEqual(['0%', '1%', '48%', '100%']);
});

it.each(['en', 'de', 'fr', 'fa', 'ar-EG', 'mr'])('a number is as Intl writes it in %s', (language) => {
  speak(language);
  const numbers = [0, 7, 42, 999, 1000, 1_234_567, -3, 2.5];
  expect(numbers.map(formatNumber)).toEqual(numbers.map((number) => number.toLocaleString(language)));
});
