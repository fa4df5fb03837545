/** A word with one slip, against a plain reckoning of what one slip is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTypo } from '../../../../lib/mirror/search/typo-match.ts';

const word = fc.string({ unit: fc.constantFrom(...'abcé'), minLength: 5, maxLength: 9 });

/** Everything that is one slip away, but for the first letter. */
function slips(of: string): Set<string> {
  const all = new Set<string>();
  for (let at = 1; at < of.length; at++) {
    const [head, rest] = [of.slice(0, at), of.slice(at)];
    all.add(head + rest.slice(1));
    for (const letter of 'abcéx') all.add(head + letter + rest).add(head + letter + rest.slice(1));
    if (rest.length > 1) all.add(head + (rest[1] ?? '') + (rest[0] ?? '') + rest.slice(2));
  }
  return all;
}

describe('a word with a typo', () => {
  it('is found at its position, with its length', () => {
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom('', 'z', 'z z'), (right, pick, before) => {
        const all = [...slips(right)];
        const slip = all[pick % all.length] ?? '';
        const found = findTypo(`${before}${slip} z`, right);
        expect(found?.from).toBe(before.length);
        // What is missing at the end, or too much there, is no part of it.
        expect(Math.abs((found?.to ?? 0) - before.length - slip.length)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('nothing else is found', () => {
    fc.assert(
      fc.property(word, fc.string({ unit: fc.constantFrom(...'abcé '), maxLength: 14 }), (right, text) => {
        const found = findTypo(text, right);
        if (found === null) {
          for (const slip of slips(right))
            if (slip.length >= right.length) expect(text.includes(slip)).toBe(false);
          return;
        }
        const match = text.slice(found.from, found.to);
        expect(match === right || slips(right).has(match)).toBe(true);
      }),
      { numRuns: 2_000, examples: [['aabéa', 'aabé a']] },
    );
  });

  it.each([
    ['newsletter', 'newsleter'],
    ['the newspaper', 'newspapre'],
    ['übermut', 'überrmut'],
    ['日本語の案内板', '日本語案内板'],
  ])('%s holds %s', (text, typed) => {
    expect(findTypo(text, typed)).not.toBeNull();
  });

  it('a space is no typo, not even before the last letter', () => {
    expect(findTypo('newslette r', 'newsletter')).toEqual({ from: 0, to: 9 });
  });

  it.each([
    ['news letter', 'newsletter'],
    ['news-letter', 'newsletter'],
    ['news\nletter', 'newsletter'],
    ['bewsletter', 'newsletter'],
    ['newslettr', 'newsleter'.replace('news', 'nwes')],
    ['', 'newsletter'],
  ])('%j does not hold %s', (text, typed) => {
    expect(findTypo(text, typed)).toBeNull();
  });
});
