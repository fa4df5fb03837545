/**
 * The time zone of the service: learned from the link made here last, once a list of links contains its
 * date.
 */
import * as z from 'zod/mini';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildPopupView } from '../../../../entrypoints/background/views/build-popup-view.ts';
import { linkRecord } from '../../../../lib/api/links.ts';
import { pickerListsItem } from '../../../../lib/storage/picker-lists.ts';
import { preferencesItem } from '../../../../lib/storage/preferences.ts';
import { listed, shortenCommand } from '../../../support/samples.ts';
import { fresh } from '../../../support/fake-browser.ts';
import { knowNewest, createWorker } from '../../../support/background-worker.ts';
import { settled } from '../../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const at = Date.UTC(2026, 4, 1, 12, 30, 7);
const made = { body: { error: 0, id: 5, shorturl: 'https://sho.rt/x' } };

beforeEach(() => {
  fresh();
  knowNewest('4');
});

const links = (list: readonly object[]) => list.map((one) => z.parse(linkRecord, one));

/** A link is made, then a later worker instance reads a list of links. */
async function learn(list: readonly object[], date: number | null = at) {
  const first = createWorker({ service: () => ({ ...made, date }) });
  await first.items.pickerLists.update((lists) => ({ ...lists, scope: 'here' }));
  await first.jobs.submit(shortenCommand(1));
  await settled();
  const { linksByUrl, items } = createWorker();
  await linksByUrl.updateClicks(links(list), 'here');
  return { items, zone: (await items.pickerLists.read()).zone };
}

const here = listed(5, 'https://example.com/1', { date: '2026-05-01 18:00:06' });

describe('the time zone', () => {
  it('is learned from the link made here last, among those of others', async () => {
    const { zone } = await learn([listed(6, undefined, { date: '2026-05-01 20:00:00' }), here]);
    expect(zone).toBe(330);
  });

  it.each([
    ['a list without it', [listed(6, undefined, { date: '2026-05-01 18:00:06' })], at],
    ['a response without a date', [here], null],
    ['a date that fits no zone', [{ ...here, date: '2026-05-01 18:06:06' }], at],
    ['no date', [listed(5)], at],
  ])('is not learned from %s', async (_name, list, date) => {
    expect((await learn(list, date)).zone).toBeUndefined();
  });

  it('changes with the service’s clock, and remains without new evidence', async () => {
    const { items } = await learn([here]);
    await createWorker().linksByUrl.updateClicks([], 'here');
    expect((await items.pickerLists.read()).zone).toBe(330);
    // Another half an hour ahead, as in some time zones.
    await createWorker().linksByUrl.updateClicks(links([{ ...here, date: '2026-05-01 18:30:06' }]), 'here');
    expect((await createWorker().items.pickerLists.read()).zone).toBe(360);
  });

  it('is not used for another account', async () => {
    const { items } = await learn([]);
    await items.pickerLists.update((lists) => ({ ...lists, scope: 'there' }));
    await createWorker().linksByUrl.updateClicks(links([here]), 'here');
    expect((await createWorker().items.pickerLists.read()).zone).toBeUndefined();
  });

  it('is part of the popup view', () => {
    const from = {
      connected: true,
      scope: 'here',
      site: '',
      damaged: false,
      preferences: preferencesItem.fallback,
      lists: { ...pickerListsItem.fallback, zone: -210 },
      recents: [],
      jobs: [],
      copiedJob: null,
      waitOf: () => null,
      blockReason: null,
      storageFailing: false,
      storageReclaimed: false,
      autoOpened: null,
    };
    expect(buildPopupView(from).zone).toBe(-210);
  });
});
