/** A text with marks, shortened where it is too long: what is marked stays in sight. */
import { describe, expect, it } from 'vitest';
import { highlight } from '../../../lib/i18n/highlight.ts';
import type { TextRange } from '../../../lib/text/normalize-text.ts';
import { hostileTexts } from '../../fixtures/hostile.ts';

const formatted = (text: string, places: readonly TextRange[], length: number): string =>
  highlight(text, places, length)
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('');

const at = (text: string, word: string): TextRange => {
  const from = text.indexOf(word);
  return { from, to: from + word.length };
};

describe('a short text', () => {
  it('is shown whole, with its marks', () => {
    expect(formatted('night trains', [], 20)).toBe('night trains');
    expect(formatted('night trains', [at('night trains', 'train')], 12)).toBe('night [train]s');
    expect(
      formatted(
        'abc',
        [
          { from: 0, to: 1 },
          { from: 2, to: 3 },
        ],
        3,
      ),
    ).toBe('[a]b[c]');
    expect(formatted('', [], 3)).toBe('');
  });
});

describe('a long text', () => {
  const long = `example.com/${'section/'.repeat(20)}the-end`;

  it('without marks is truncated in the middle', () => {
    expect(formatted(long, [], 30)).toBe('example.com/sectio…ion/the-end');
  });

  it('keeps marks at its beginning and its end', () => {
    expect(formatted(long, [at(long, 'example'), at(long, 'the-end')], 30)).toBe(
      '[example].com/sectio…ion/[the-end]',
    );
  });

  it('shows the first hidden range with its context', () => {
    const text = `${'a'.repeat(100)}needle${'b'.repeat(100)}needle${'c'.repeat(100)}`;
    const places = [at(text, 'needle'), { from: 206, to: 212 }];
    expect(formatted(text, places, 40)).toBe('aaaaaaaaaaaa…aaa[needle]bbb…cccccccccccc');
  });

  it('a range longer than the available space is cut', () => {
    const text = `${'a'.repeat(50)}${'x'.repeat(50)}${'b'.repeat(50)}`;
    expect(formatted(text, [{ from: 50, to: 100 }], 32)).toBe('aaaaaaaaaa…[xxxxxxxxxx]…bbbbbbbbbb');
  });

  it('never splits a character', () => {
    for (let length = 4; length < 40; length++) {
      const pieces = highlight('😀'.repeat(50), [{ from: 40, to: 44 }], length);
      expect(pieces.map(({ text }) => text).join('')).toMatch(/^[😀…]*$/u);
    }
  });

  it('exceeds the requested length by at most one character', () => {
    for (const text of hostileTexts) {
      const short = text.slice(0, 3_000);
      const places =
        short.length > 60
          ? [
              { from: 30, to: 33 },
              { from: 50, to: 55 },
            ]
          : [];
      const shown = highlight(short, places, 24)
        .map(({ text }) => text)
        .join('');
      expect(shown.length).toBeLessThanOrEqual(25);
    }
  });
});
