/** The popup's texts: asked of the browser once, then from what is kept, as long as that is true. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openMessageCache } from '../../../lib/browser/message-cache.ts';
import { catalogue, fill } from '../i18n/catalogue.ts';

const asked = vi.hoisted(() => ({ names: [] as string[], language: 'en' }));
vi.mock('../../../lib/browser/native.ts', () => ({
  native: {
    i18n: {
      getMessage(name: string, places: string[]) {
        asked.names.push(name);
        const { message = '' } = catalogue[name] ?? {};
        return asked.language + fill(message, places);
      },
    },
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(asked, { names: [], language: 'en' });
});

function opening(kept?: unknown, language = 'en') {
  const news: object[] = [];
  const getMessage = openMessageCache(kept, language, (words) => news.push(structuredClone(words)));
  return { getMessage, news };
}

/** What an opening that asked for these texts has kept. */
function keptOf(...names: string[]): unknown {
  const { getMessage, news } = opening();
  for (const name of names) getMessage(name);
  vi.advanceTimersByTime(300);
  asked.names.length = 0;
  return news.at(-1);
}

describe('a text', () => {
  it('is asked for once, and told to be kept with the others of its moment', () => {
    const { getMessage, news } = opening();
    expect([getMessage('shorten'), getMessage('copy'), getMessage('shorten')]).toEqual([
      'enShorten',
      'enCopy',
      'enShorten',
    ]);
    expect(asked.names).toEqual(['shorten', 'copy']);
    vi.advanceTimersByTime(300);
    expect(news).toEqual([expect.objectContaining({ shorten: 'enShorten', copy: 'enCopy' })]);
    getMessage('settings');
    vi.advanceTimersByTime(300);
    // All of it: what is kept is replaced by it.
    expect(news[1]).toMatchObject({ shorten: 'enShorten', settings: 'enSettings' });
  });

  it('that is kept is not asked for, and nothing is news', () => {
    const { getMessage, news } = opening(keptOf('shorten', 'copyLink'));
    expect(getMessage('shorten')).toBe('enShorten');
    expect(getMessage('copyLink', ['sho.rt/a'])).toBe('enCopy sho.rt/a');
    vi.advanceTimersByTime(1_000);
    expect([asked.names, news]).toEqual([[], []]);
  });

  it('that the catalogue lacks is as empty as it is there', () => {
    const kept = keptOf('clicks_few');
    expect(opening(kept).getMessage('clicks_few', ['3'])).toBe('en');
    expect(asked.names).toEqual([]);
  });

  it('takes every text for what it is, in its own place', () => {
    const kept = keptOf(...Object.keys(catalogue));
    const { getMessage } = opening(kept);
    const given = ['$2', '$$', '{a}\n<b>', '$&'];
    for (const [name, { message }] of Object.entries(catalogue))
      expect(getMessage(name, given)).toBe('en' + fill(message, given));
    expect(asked.names).toEqual([]);
  });
});

it('what is kept in another language is asked for anew', () => {
  const kept = keptOf('shorten');
  asked.language = 'de';
  const { getMessage, news } = opening(kept, 'de');
  expect(getMessage('shorten')).toBe('deShorten');
  vi.advanceTimersByTime(300);
  expect(news).toEqual([expect.objectContaining({ shorten: 'deShorten' })]);
});

it.each([null, undefined, 'x', 7, [], ['x'], { shorten: 'stale' }, { '': 'other en', shorten: 'stale' }])(
  'kept as %j, it is asked for',
  (kept) => expect(opening(kept).getMessage('shorten')).toBe('enShorten'),
);

it('a value that is no text is asked for', () => {
  const kept = { ...Object(keptOf('shorten', 'copy')), shorten: 7, copy: null };
  expect(opening(kept).getMessage('shorten')).toBe('enShorten');
  expect(opening(kept).getMessage('copy')).toBe('enCopy');
});
