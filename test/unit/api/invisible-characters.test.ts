/** What can't be seen in a URL: refused where a service gives it, encoded where it is copied, cut off where it is pasted. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { copyInBackground, copyInPage } from '../../../lib/browser/clipboard.ts';
import { OffscreenDocument } from '../../../lib/browser/offscreen.ts';
import { copyMarkup } from '../../../lib/browser/share.ts';
import { hasInvalidCharacters } from '../../../lib/forms/alias-characters.ts';
import { normalizeText } from '../../../lib/text/normalize-text.ts';
import { cleanAddress } from '../../../lib/api/base-url.ts';
import { toWebAddress } from '../../../lib/api/coerce.ts';
import { hasInvisible, trimInvisible } from '../../../lib/api/invisible-characters.ts';
import { encodeInvisibleInUrls } from '../../../lib/api/encode-invisible.ts';
import { readMessage } from '../../../lib/api/error-message.ts';
import { parseUserUrl } from '../../../lib/url/parse-user-url.ts';

const invisible: readonly (readonly [string, number])[] = [
  ['soft hyphen', 0xad],
  ['combining grapheme joiner', 0x34f],
  ['Arabic letter mark', 0x61c],
  ['Mongolian vowel separator', 0x180e],
  ['zero width space', 0x200b],
  ['zero width non-joiner', 0x200c],
  ['zero width joiner', 0x200d],
  ['left-to-right mark', 0x200e],
  ['right-to-left override', 0x202e],
  ['word joiner', 0x2060],
  ['invisible separator', 0x2063],
  ['right-to-left isolate', 0x2067],
  ['Hangul filler', 0x3164],
  ['byte order mark', 0xfeff],
  ['interlinear annotation', 0xfff9],
  ['tag space', 0xe0020],
  ['cancel tag', 0xe007f],
  ['language tag', 0xe0001],
];

const copied: string[] = [];
beforeEach(() => {
  copied.length = 0;
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: async (text: string) => void copied.push(text),
      async write([item]: readonly { readonly types: Readonly<Record<string, Blob>> }[]) {
        for (const blob of Object.values(item?.types ?? {})) copied.push(await blob.text());
      },
    },
  });
  vi.stubGlobal(
    'ClipboardItem',
    class {
      readonly types: unknown;
      constructor(types: unknown) {
        this.types = types;
      }
    },
  );
  return () => void vi.unstubAllGlobals();
});

describe.each(invisible)('%s', (_, code) => {
  const character = String.fromCodePoint(code);
  const short = `https://sho.rt/a${character}b`;

  it('in a short URL of the service: the URL is none', () => {
    expect(hasInvisible(short)).toBe(true);
    expect(toWebAddress(short)).toBeNull();
    expect(toWebAddress(`https://sho${character}.rt/ab`)).toBeNull();
    expect(toWebAddress('https://sho.rt/ab')).toBe('https://sho.rt/ab');
  });

  it('in a URL that was stored before are copied encoded, in every format', async () => {
    await copyInPage(short);
    await copyInBackground(new OffscreenDocument(), `${short}\n${short}`);
    await copyMarkup(`<a href="${short}">A page</a>`, `A page (${short})`);
    expect(copied).toHaveLength(4);
    for (const text of copied) {
      expect(text).not.toContain(character);
      expect(text).toContain(`https://sho.rt/a${encodeURIComponent(character)}b`);
    }
  });

  it('beside a URL, in a title, it stays', () => {
    const text = `a${character}b https://sho.rt/ab`;
    expect(encodeInvisibleInUrls(text)).toBe(text);
    const url = 'https://sho.rt/ab';
    for (const [before, after] of [
      ['<a href="', '">'],
      ['', '|\u0645'],
      ['', ',\u0645'],
      ['', '\t'],
    ] as const) {
      const composed = `${before}${url}${after}a${character}b</a>`;
      expect(encodeInvisibleInUrls(composed)).toBe(composed);
    }
  });

  it('in a URL behind a separator, it is encoded', () => {
    const encoded = encodeURIComponent(character);
    expect(encodeInvisibleInUrls(`https://a.example/b,${character}c|d${character}`)).toBe(
      `https://a.example/b,${encoded}c|d${encoded}`,
    );
  });

  it('in a long URL: encoded within it, and cut off at its ends', () => {
    const read = parseUserUrl(`${character} https://example.com/a${character}b?q=${character}c${character}`);
    const encoded = encodeURIComponent(character);
    expect(read).toEqual({ ok: true, address: `https://example.com/a${encoded}b?q=${encoded}c` });
    expect(parseUserUrl(`${character}example.com/x${character}`)).toEqual({
      ok: true,
      address: 'https://example.com/x',
    });
  });

  it('around a pasted service URL, in a search, in an alias', () => {
    expect(cleanAddress(`${character}sho.rt/api${character} `)).toMatchObject({ address: 'https://sho.rt' });
    expect(normalizeText(`in${character}visible`)).toBe('invisible');
    expect(readMessage({ error: 1, message: `No${character}thing` }, String)).toMatch(/^No ?thing$/u);
    expect(hasInvalidCharacters(`a${character}b`)).toBe(true);
    expect(trimInvisible(`${character}a${character}b${character}`)).toBe(`a${character}b`);
  });
});

it('joined emoji keep their invisible joiners', () => {
  const heart = 'https://sho.rt/\u2764\ufe0f';
  expect(toWebAddress(heart)).toBe(heart);
  expect(encodeInvisibleInUrls(heart)).toBe(heart);
});

it('a text of invisible characters is empty, and surrogate pairs stay whole', () => {
  expect(trimInvisible('\u200b\u{e0020}\u200b \ufeff')).toBe('');
  expect(trimInvisible('😀\u{e0020}')).toBe('😀');
  expect(trimInvisible('\udc00')).toBe('\udc00');
  expect(parseUserUrl('\u200b\u2060')).toEqual({ ok: false, problem: 'empty' });
});
