/** Texts for the user: sentences, counts, times, and long texts truncated in the middle. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { formatWait } from '../../../lib/i18n/format-wait.ts';
import { truncateMiddle, displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { formatAge } from '../../../lib/i18n/relative-time.ts';
import { withoutIsolates } from '../../../lib/text/isolate.ts';
import { failures } from '../../support/samples.ts';
import { catalog, speak } from '../../support/speak.ts';
import { fill, msg, msgCount, msgPattern, translations } from '../../support/texts.ts';

beforeEach(() => speak());

it('the fake catalog fills in substitutions as Chrome does', () => {
  expect(fill('$1 of $2, $$1 and $$', ['a$2', 'b'])).toBe('a$2 of b, $1 and $');
  expect(fill('[$3]', ['a'])).toBe('[]');
});

describe('a failure is one sentence', () => {
  it.each(failures)('%j', (failure) => {
    const { sentence, next } = describeFailure(failure, 0);
    expect(sentence).toMatch(/^\S.{10,}[.”]$/u);
    expect(sentence).not.toMatch(/\$|undefined|null|NaN|\[object/u);
    expect(['retry', 'key', 'service-url', 'permission', 'open-site', 'none']).toContain(next);
  });

  it.each(failures.filter((failure) => 'message' in failure && failure.kind !== 'limit'))(
    'with the service’s own words, when it has any: %j',
    (failure) => {
      const words = 'message' in failure ? failure.message : null;
      const { sentence } = describeFailure(failure, 0);
      if (words === null) expect(sentence).not.toMatch(msgPattern('failureWithServiceMessage'));
      else if (failure.kind === 'refused') expect(sentence).toBe(msg('failureRejectedBecause', words));
      else expect(sentence).toMatch(msgPattern('failureWithServiceMessage', undefined, words));
    },
  );

  it('an empty message adds no empty quotes, and text like a placeholder is not filled in', () => {
    expect(describeFailure({ kind: 'key', status: 401, message: '' }, 0).sentence).toBe(msg('failureKey'));
    expect(describeFailure({ kind: 'refused', status: 400, message: 'costs $1' }, 0).sentence).toBe(
      msg('failureRejectedBecause', 'costs $1'),
    );
  });

  it('every kind has its own text', () => {
    const sentences = failures.map((failure) => describeFailure(failure, 0).sentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it('numbers, hosts and times are in it', () => {
    const sentences = (kind: string) =>
      failures
        .filter((failure) => failure.kind === kind)
        .map((failure) => describeFailure(failure, 0).sentence);
    expect(sentences('limit')[0]).toContain(msgCount('seconds', 1));
    expect(sentences('unreachable')[1]).toContain('502');
    expect(sentences('no-permission')[0]).toContain('links.example.com');
    expect(sentences('no-permission')[0]).not.toContain('https:');
    // A redirect that is not followed hides its status.
    expect(sentences('moved')[0]).not.toMatch(/\d/u);
    expect(sentences('not-an-api')[0]).toBe(msg('failureNotAnApi', 'links.example.com', '404'));
  });
});

describe('durations', () => {
  it.each([
    [-5_000, msgCount('seconds', 1)],
    [0, msgCount('seconds', 1)],
    [1, msgCount('seconds', 1)],
    [1_000, msgCount('seconds', 1)],
    [1_001, msgCount('seconds', 2)],
    [59_999.5, msgCount('seconds', 60)],
    [119_000, msgCount('seconds', 119)],
    [119_001, msgCount('minutes', 2)],
    [120_001, msgCount('minutes', 3)],
    [3_600_000, msgCount('minutes', 60)],
    [7_199_001, '2 hr'],
    [26 * 3_600_000, '26 hr'],
    [47 * 3_600_000 + 1, '2 days'],
    [31 * 86_400_000, '31 days'],
  ])('%d ms: %s', (ms, text) => {
    expect(formatWait(ms)).toBe(text);
  });

  it('of hours and days are short in every language', () => {
    const waits = translations().map(({ lang }) => {
      speak(lang);
      return [26, 72].map((hours) => formatWait(hours * 3_600_000).replaceAll(/\s/gu, ' '));
    });
    expect(waits).toEqual([
      ['26 Std.', '3 Tg.'],
      ['26 h', '3 d'],
      ['26 h', '3 j'],
    ]);
  });
});

describe('counts by the language’s rules', () => {
  const forms = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [`minutes_${name}`, { message: `${name} $1` }]));

  it.each([
    ['en', 1, 'one 1'],
    ['en', 0, 'other 0'],
    ['en', 1_234, 'other 1,234'],
    ['ru', 1, 'one 1'],
    ['ru', 3, 'few 3'],
    ['ru', 5, 'many 5'],
    ['ru', 21, 'one 21'],
    ['ar-EG', 3, 'few ٣'],
    ['ar-EG', 11, 'many ١١'],
    ['ar-EG', 100, 'other ١٠٠'],
  ])('%s %d: %s', (language, count, text) => {
    speak(language, forms('one', 'few', 'many', 'other'));
    expect(formatCount('minutes', count)).toBe(text);
  });

  it.each([
    ['ru', 3, 'other 3'],
    ['ru', 5, 'other 5'],
    ['ar-EG', 0, 'other ٠'],
    ['ar-EG', 2, 'other ٢'],
  ])('%s %d without a form of its own: %s', (language, count, text) => {
    speak(language, forms('one', 'other'));
    expect(formatCount('minutes', count)).toBe(text);
  });
});

describe('relative times', () => {
  const minute = 60_000;
  it.each([
    [-10 * minute, msg('justNow')],
    [0, msg('justNow')],
    [minute - 1, msg('justNow')],
    [minute, msg('minutesAgo', '1')],
    [59 * minute, msg('minutesAgo', '59')],
    [60 * minute, msg('hoursAgo', '1')],
    [47 * 60 * minute, msg('daysAgo', '1')],
    [30 * 24 * 60 * minute, msg('daysAgo', '30')],
    [400 * 24 * 60 * minute, 'Aug 5, 2000'],
  ])('%d ms: %s', (passed, text) => {
    expect(formatAge(1_000_000_000_000 - passed, 1_000_000_000_000)).toBe(text);
  });
});

describe('an age has the digits of its language', () => {
  const ago = (language: string): string => {
    speak(language, { minutesAgo: { message: '$1' } });
    return formatAge(0, 42 * 60_000);
  };

  it.each([
    ['ar-EG', '٤٢'],
    ['ar-MA', '42'],
    ['fa', '۴۲'],
    ['bn', '৪২'],
    ['mr', '४२'],
    ['de', '42'],
  ])('%s: %s', (language, text) => {
    expect(ago(language)).toBe(text);
  });

  it('in hours and days, too', () => {
    speak('fa', { hoursAgo: { message: '$1' }, daysAgo: { message: '$1' } });
    expect([5, 24 * 30].map((hours) => formatAge(0, hours * 3_600_000))).toEqual(['۵', '۳۰']);
  });

  it('in every language of Chromium and Firefox', () => {
    const languages =
      `ach af am an ar ast az be bg bn br bs ca cak cs cy da de dsb el en eo es et eu fa ff fi fil fr fur fy ga gd gl gn gu
       gv he hi hr hsb hu hy ia id is it ja ka kab kk km kn ko lb lij lo lt ltg lv mk ml mr ms my nb ne nl nn oc pa pl pt
       rm ro ru sat sc sco si sk skr sl son sq sr sv sw szl ta te tg th tl tr trs uk ur uz vi wo xh zh`.split(
        /\s+/u,
      );
    const wrong = languages
      .flatMap((language) => [language, `${language}-IN`, `${language}-EG`])
      .filter((tag) => withoutIsolates(ago(tag)) !== new Intl.NumberFormat(tag).format(42));
    expect(wrong).toEqual([]);
  });

  it('needs no formatter in a language with the digits 0 to 9', () => {
    const format = vi.spyOn(Intl, 'NumberFormat');
    expect(ago('en')).toBe('42');
    expect(format).not.toHaveBeenCalled();
    format.mockRestore();
  });
});

describe('long texts are truncated in the middle', () => {
  /** Half a character. */
  const torn = /\p{Surrogate}/u;

  it.each([
    ['short', 10, 'short'],
    ['exactly 10', 10, 'exactly 10'],
    ['https://example.com/a/long/path', 20, 'https://exam…ng/path'],
    ['abcdef', 3, 'ab…'],
    ['abcdef', 2, 'a…'],
    ['abcdef', 1, '…'],
    ['😀'.repeat(10), 10, '😀'.repeat(10)],
    ['😀'.repeat(11), 10, `${'😀'.repeat(6)}…${'😀'.repeat(3)}`],
    ['עברית ארוכה מאוד', 10, 'עברית …אוד'],
    // Beside the ellipsis is a letter.
    ['brightloaf.co/journal/s-in-a-very-small-kitchen', 26, 'brightloaf.co/j…ll-kitchen'],
    ['example.com/one-two/three-four', 17, 'example.co…e-four'],
    ['example.com/one--two---three', 15, 'example.c…three'],
    ['-----------', 5, '…'],
  ])('%j at %d: %j', (text, length, shown) => {
    expect(truncateMiddle(text, length)).toBe(shown);
  });

  it('to that many code points at most, with the same start and end, and no character split', () => {
    const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, length) => {
        const shown = truncateMiddle(text, length);
        const points = Array.from(text);
        if (points.length <= length) {
          expect(shown).toBe(text);
          return;
        }
        expect(Array.from(shown).length).toBeLessThanOrEqual(length);
        expect(torn.test(shown)).toBe(torn.test(text));
        const ends = [...shown.matchAll(/…/gu)].map(({ index }) => [
          shown.slice(0, index),
          shown.slice(index + 1),
        ]);
        expect(ends.some(([head = '', tail = '']) => text.startsWith(head) && text.endsWith(tail))).toBe(
          true,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('a megabyte is truncated, too', () => {
    expect(truncateMiddle('x'.repeat(1024 * 1024), 20)).toHaveLength(20);
  });
});

describe('an address as people read it', () => {
  it.each([
    ['https://sho.rt/abc', 'sho.rt/abc'],
    ['HTTP://sho.rt/', 'sho.rt'],
    ['https://sho.rt/a/', 'sho.rt/a/'],
    ['https://sho.rt/?a=/', 'sho.rt/?a=/'],
    ['https://sho.rt#/', 'sho.rt#/'],
    ['ftp://sho.rt/', 'ftp://sho.rt/'],
    ['', ''],
  ])('%j: %j', (address, shown) => {
    expect(displayUrl(address)).toBe(shown);
  });
});

it('t fills in its substitutions', () => {
  expect(t('failureNotAnApi', 'h', '404')).toBe(
    fill(catalog['failureNotAnApi']?.message ?? '', ['h', '404']),
  );
});

describe('a substitution of the other direction', () => {
  const sentence = { addedNamed: { message: '$1!' }, clicks_other: { message: '$1 $2' } };
  it.each([
    ['en', 'Spring', 'Spring!'],
    ['en', 'אביב', '\u2068אביב\u2069!'],
    ['en', '\u2066אביב\u2069', '\u2066אביב\u2069!'],
    ['he', 'אביב', 'אביב!'],
    ['he', 'example.com/a', '\u2068example.com/a\u2069!'],
    ['ar', '42', '42!'],
  ])('in %s, %s is isolated where it has to be', (language, name, said) => {
    speak(language, sentence);
    expect(t('addedNamed', name)).toBe(said);
  });

  it('is isolated beside a count, too', () => {
    speak('he', sentence);
    expect(formatCount('clicks', 2, 'sho.rt')).toBe('2 \u2068sho.rt\u2069');
  });

  it('is plain in a name that is stored', () => {
    expect(withoutIsolates('\u2068a\u2069 \u2066b\u2069')).toBe('a b');
  });
});
