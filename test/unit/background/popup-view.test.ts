/** The popup view as the background writes it: sound, sorted, private things in session memory only, the last state last. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createViewWriter,
  popupView,
  type Sources,
  type ViewSources,
} from '../../../entrypoints/background/popup-view.ts';
import { pickerListsItem } from '../../../lib/settings/picker-lists.ts';
import { guardPopupView, popupViewKey } from '../../../lib/settings/popup-view.ts';
import { preferencesItem } from '../../../lib/settings/preferences.ts';
import { campaignAsk, jobOf, made, shortenAsk, unreachable } from '../outbox/samples.ts';
import { breath } from '../outbox/stand-in.ts';
import { browser, fresh } from './extension.ts';

vi.mock('wxt/browser', async () => import('./extension.ts'));

function sources(change: Partial<ViewSources> = {}): ViewSources {
  return {
    connected: true,
    site: 'https://sho.rt',
    permissionMissing: false,
    damaged: false,
    preferences: preferencesItem.fallback,
    lists: pickerListsItem.fallback,
    recents: [],
    jobs: [],
    copied: new Set(),
    goesAt: () => null,
    ...change,
  };
}

beforeEach(() => fresh());

describe('the view', () => {
  test('passes the popup’s guard, through storage', () => {
    const view = popupView(sources({ jobs: [jobOf(1, { name: 'queued' })] }));
    expect(guardPopupView(structuredClone(view))).toEqual(view);
  });

  test('shows what waits and what has not been seen, newest first, 20 at most', () => {
    const jobs = [
      jobOf(1, { name: 'queued' }, 'here', true),
      jobOf(2, { name: 'done', at: 9, made: made(2) }, 'here', true),
      jobOf(3, { name: 'refused', at: 9, failure: unreachable }),
      jobOf(4, { name: 'done', at: 9, made: made(4) }),
    ];
    const view = popupView(sources({ jobs, goesAt: () => 77, copied: new Set([shortenAsk(4).id]) }));
    expect(
      view.jobs.map(({ at, state, goesAt, made: link, failure, copied }) => ({
        at,
        state,
        goesAt,
        link,
        failure,
        copied,
      })),
    ).toEqual([
      { at: 4, state: 'done', goesAt: null, link: made(4), failure: null, copied: true },
      { at: 3, state: 'refused', goesAt: null, link: null, failure: unreachable, copied: false },
      { at: 1, state: 'queued', goesAt: 77, link: null, failure: null, copied: false },
    ]);
    const many = Array.from({ length: 50 }, (_, n) => jobOf(n, { name: 'queued' }));
    expect(popupView(sources({ jobs: many })).jobs).toHaveLength(20);
  });

  test('names what each job is about', () => {
    const add = { ...jobOf(2, { name: 'queued' }), ask: campaignAsk(2, 'Spring') };
    const menu = { ...jobOf(1, { name: 'queued' }), ask: shortenAsk(1, { from: 'menu' }) };
    expect(
      popupView(sources({ jobs: [add, menu] })).jobs.map(({ kind, from, subject }) => [kind, from, subject]),
    ).toEqual([
      ['add-campaign', 'popup', 'Spring'],
      ['shorten', 'menu', 'https://example.com/1'],
    ]);
  });

  test('has the lists with the recently used first, and the defaults without the rest of the preferences', () => {
    const campaigns = ['1', '2', '3'].map((id) => ({ id, name: id }));
    const lists = {
      ...pickerListsItem.fallback,
      campaigns,
      recent: { campaigns: ['3'], channels: [], pixels: [] },
    };
    const view = popupView(sources({ lists, preferences: { ...preferencesItem.fallback, autoCopy: false } }));
    expect(view.campaigns.map(({ id }) => id)).toEqual(['3', '1', '2']);
    expect(view.defaults).toEqual({ campaign: null, channel: null, pixels: [] });
    expect(view.autoCopy).toBe(false);
  });
});

describe('the writer', () => {
  const siteOn = (area: 'local' | 'session') =>
    guardPopupView(browser.storage[area].kept.get(popupViewKey))?.site ?? null;

  test('writes the private view to session memory alone, and takes it away again', async () => {
    const state: { now: Sources } = {
      now: { disk: sources({ site: 'd' }), session: sources({ site: 's' }) },
    };
    const writer = createViewWriter(async () => state.now);
    await writer.publish();
    expect([siteOn('local'), siteOn('session')]).toEqual(['d', 's']);
    state.now = { ...state.now, session: null };
    await writer.publish();
    expect([siteOn('local'), siteOn('session')]).toEqual(['d', null]);
  });

  test('many changes at once are few writes, and the last state is the one kept', async () => {
    let site = 0;
    let asked = 0;
    const writer = createViewWriter(async () => {
      asked++;
      return { disk: sources({ site: String(site) }), session: null };
    });
    const published: Promise<void>[] = [];
    for (; site < 50; site++) published.push(writer.publish());
    await Promise.all(published);
    expect(asked).toBeLessThanOrEqual(2);
    expect(siteOn('local')).toBe('50');
  });

  test('a change at the very end of a write is not forgotten', async () => {
    for (let wait = 0; wait < 20; wait++) {
      let site = 'before';
      const writer = createViewWriter(async () => ({ disk: sources({ site }), session: null }));
      const first = writer.publish();
      for (let turn = 0; turn < wait; turn++) await Promise.resolve();
      site = 'after';
      await writer.publish();
      await first;
      await breath();
      expect([wait, siteOn('local')]).toEqual([wait, 'after']);
    }
  });

  test('a failing write is told, and the next one goes', async () => {
    const writer = createViewWriter(async () => ({ disk: sources(), session: null }));
    browser.storage.local.fails = () => true;
    await expect(writer.publish()).rejects.toThrow('disk full');
    browser.storage.local.fails = () => false;
    await writer.publish();
    expect(siteOn('local')).toBe('https://sho.rt');
  });
});
