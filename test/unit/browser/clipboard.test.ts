/** The clipboard counts as written only when the write has returned, and the offscreen page hears only what is meant for it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activeTab } from '../../../lib/browser/active-tab.ts';
import { copyInBackground, copyInPage } from '../../../lib/browser/clipboard.ts';
import { OffscreenDocument, isForOffscreen } from '../../../lib/browser/offscreen.ts';
import { browser, calls, contexts, fresh } from '../../support/fake-browser.ts';

const tabs = vi.hoisted(() => ({ found: [] as object[] }));
vi.mock('../../../lib/browser/native.ts', async () => {
  const { browser: native } = await import('../../support/fake-browser.ts');
  return { native: { ...native, tabs: { query: async () => tabs.found } } };
});

beforeEach(() => fresh());
afterEach(() => vi.unstubAllGlobals());

const clipboard = (writeText: (text: string) => Promise<void>) =>
  vi.stubGlobal('navigator', { clipboard: { writeText } });

describe('in a page', () => {
  it('reports if the text was copied', async () => {
    const written: string[] = [];
    clipboard(async (text) => void written.push(text));
    expect(await copyInPage('a')).toBe(true);
    clipboard(() => Promise.reject(new Error('not focused')));
    expect(await copyInPage('b')).toBe(false);
    vi.stubGlobal('navigator', {});
    expect(await copyInPage('c')).toBe(false);
    expect(written).toEqual(['a']);
  });
});

describe('in a background', () => {
  const offscreen = new OffscreenDocument();
  const copy = (text: string) => copyInBackground(offscreen, text);

  it('that has a clipboard copies by itself', async () => {
    const written: string[] = [];
    clipboard(async (text) => void written.push(text));
    expect(await copy('a')).toBe(true);
    expect([written, calls]).toEqual([['a'], []]);
  });

  it('without a clipboard opens one offscreen page for many copies', async () => {
    vi.stubGlobal('navigator', {});
    expect(await Promise.all(['a', 'b', 'c'].map(copy))).toEqual([true, true, true]);
    expect(calls.filter((call) => call.startsWith('offscreen'))).toHaveLength(1);
    contexts.push({});
    await copy('d');
    expect(calls.filter((call) => call.startsWith('offscreen'))).toHaveLength(1);
  });

  it('that reports a failure is no copy', async () => {
    vi.stubGlobal('navigator', {});
    vi.spyOn(browser.runtime, 'sendMessage').mockResolvedValueOnce(false);
    expect(await copy('a')).toBe(false);
  });

  it.each([
    ['undefined', async () => undefined],
    ['text', async () => 'true'],
    ['null', async () => null],
    ['no receiver', () => Promise.reject(new Error('Receiving end does not exist.'))],
  ])('a page that answers %s is closing: the next one copies', async (_name, response) => {
    vi.stubGlobal('navigator', {});
    contexts.push({});
    const sent = vi.spyOn(browser.runtime, 'sendMessage').mockImplementationOnce(async () => {
      contexts.length = 0;
      return response();
    });
    expect(await copy('a')).toBe(true);
    expect(sent.mock.calls.map(([message]: unknown[]) => message)).toEqual([
      { target: 'offscreen', text: 'a' },
      { target: 'offscreen', text: 'a' },
    ]);
    expect(calls.filter((call) => call.startsWith('offscreen'))).toHaveLength(1);
    sent.mockRestore();
  });

  it('a page that is still there while it closes is waited for', async () => {
    vi.stubGlobal('navigator', {});
    const create = vi
      .spyOn(browser.offscreen, 'createDocument')
      .mockRejectedValueOnce(new Error('Only a single offscreen document may be created.'));
    expect(await copy('a')).toBe(true);
    expect(create).toHaveBeenCalledTimes(2);
    create.mockRestore();
  });

  it('a page that can not be opened at all is no copy, and the next copy tries again', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', {});
    const create = vi.spyOn(browser.offscreen, 'createDocument').mockRejectedValue(new Error('no'));
    const copied = copy('a');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await copied).toBe(false);
    create.mockRestore();
    vi.useRealTimers();
    expect(await copy('a')).toBe(true);
  });
});

it.each([
  [{ target: 'offscreen', text: 'a' }, true],
  [{ target: 'offscreen', task: {} }, true],
  [{ target: 'background', text: 'a' }, false],
  [{ text: 'a' }, false],
  [null, false],
  ['offscreen', false],
])('%j is for the offscreen page: %s', (message, is) => {
  expect(isForOffscreen(message)).toBe(is);
});

it.each([
  [{ url: 'https://example.com/', title: 'T', incognito: true }, 'https://example.com/', 'T', true],
  [{ title: 'Hidden', incognito: false }, '', 'Hidden', false],
  [{ url: 'chrome-extension://curtail/popup.html', title: 'Curtail', incognito: false }, '', '', false],
])('the active tab %j', async (tab, address, title, isPrivate) => {
  tabs.found = [{ ...tab, active: true }];
  expect(await activeTab()).toEqual({ address, title, private: isPrivate, selectedTabs: 1 });
});

it('the active tab among several that are selected', async () => {
  tabs.found = [
    { url: 'https://example.com/first', title: 'First', incognito: false, active: false },
    { url: 'https://example.com/second', title: 'Second', incognito: false, active: true },
  ];
  expect(await activeTab()).toMatchObject({ address: 'https://example.com/second', selectedTabs: 2 });
});
