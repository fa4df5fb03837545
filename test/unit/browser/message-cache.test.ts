/** The popup's texts: requested from the browser once, then from the cache, as long as that is valid. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openMessageCache } from '../../../lib/browser/message-cache.ts';
import { catalog } from '../../support/speak.ts';
import { fill, msg } from '../../support/texts.ts';

const asked = vi.hoisted(() => ({ names: [] as string[], language: 'en' }));
vi.mock('../../../lib/browser/native.ts', () => ({
  native: {
    i18n: {
      getMessage(name: string, places: string[]) {
        asked.names.push(name);
        const { message = '' } = catalog[name] ?? {};
        return asked.language + fill(message, places);
      },
    },
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(asked, { names: [], language: 'en' });
});

function opening(stored?: unknown, language = 'en') {
  const news: object[] = [];
  const getMessage = openMessageCache(stored, language, (words) => news.push(structuredClone(words)));
  return { getMessage, news };
}

/** The cache after these texts were used. */
function storedTexts(...names: string[]): unknown {
  const { getMessage, news } = opening();
  for (const name of names) getMessage(name);
  vi.advanceTimersByTime(300);
  asked.names.length = 0;
  return news.at(-1);
}

describe('a text', () => {
  it('is requested once, and saved together with others of the same moment', () => {
    const { getMessage, news } = opening();
    expect([getMessage('shorten'), getMessage('copy'), getMessage('shorten')]).toEqual([
      `en${msg('shorten')}`,
      `en${msg('copy')}`,
      `en${msg('shorten')}`,
    ]);
    expect(asked.names).toEqual(['shorten', 'copy']);
    vi.advanceTimersByTime(300);
    expect(news).toEqual([
      expect.objectContaining({ shorten: `en${msg('shorten')}`, copy: `en${msg('copy')}` }),
    ]);
    getMessage('settings');
    vi.advanceTimersByTime(300);
    // The whole cache: it replaces the stored one.
    expect(news[1]).toMatchObject({ shorten: `en${msg('shorten')}`, settings: `en${msg('settings')}` });
  });

  it('that is cached is not requested, and nothing is saved', () => {
    const { getMessage, news } = opening(storedTexts('shorten', 'copyLink'));
    expect(getMessage('shorten')).toBe(`en${msg('shorten')}`);
    expect(getMessage('copyLink', ['sho.rt/a'])).toBe(`en${msg('copyLink', 'sho.rt/a')}`);
    vi.advanceTimersByTime(1_000);
    expect([asked.names, news]).toEqual([[], []]);
  });

  it('that the catalog lacks is cached, too', () => {
    const stored = storedTexts('clicks_few');
    expect(opening(stored).getMessage('clicks_few', ['3'])).toBe('en');
    expect(asked.names).toEqual([]);
  });

  it('inserts every text literally, at its own placeholder', () => {
    const stored = storedTexts(...Object.keys(catalog));
    const { getMessage } = opening(stored);
    const given = ['$2', '$$', '{a}\n<b>', '$&'];
    for (const [name, { message }] of Object.entries(catalog))
      expect(getMessage(name, given)).toBe('en' + fill(message, given));
    expect(asked.names).toEqual([]);
  });
});

it('a cache in another language is discarded', () => {
  const stored = storedTexts('shorten');
  asked.language = 'de';
  const { getMessage, news } = opening(stored, 'de');
  expect(getMessage('shorten')).toBe(`de${msg('shorten')}`);
  vi.advanceTimersByTime(300);
  expect(news).toEqual([expect.objectContaining({ shorten: `de${msg('shorten')}` })]);
});

it.each([null, undefined, 'x', 7, [], ['x'], { shorten: 'stale' }, { '': 'other en', shorten: 'stale' }])(
  'stored as %j, it is requested',
  (stored) => expect(opening(stored).getMessage('shorten')).toBe(`en${msg('shorten')}`),
);

it('a value that is no text is requested', () => {
  const stored = { ...Object(storedTexts('shorten', 'copy')), shorten: 7, copy: null };
  expect(opening(stored).getMessage('shorten')).toBe(`en${msg('shorten')}`);
  expect(opening(stored).getMessage('copy')).toBe(`en${msg('copy')}`);
});
