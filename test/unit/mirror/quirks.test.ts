/**
 * The sync against the local service, over the wire, in every manner of its lists: what they tell is in the
 * mirror, and where nothing can be read, nothing that was stored is lost.
 */
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MirrorSync } from '../../../lib/mirror/sync/mirror-sync.ts';
import { createMirrorReader } from '../../../lib/mirror/mirror-reader.ts';
import { addLink } from '../../../lib/api/create-link.ts';
import { createClient } from '../../../lib/api/api-client.ts';
import type { FailureKind } from '../../../lib/api/failure.ts';
import type { QuirkName } from '../../service/quirks.ts';
import { startService, type LocalService } from '../../service/start.ts';
import { rowsOf } from './any-service.ts';
import { linkCommand } from '../../support/samples.ts';
import { anyScope } from '../../support/link-rows.ts';
import { jobResult } from '../../../lib/outbox/job-result.ts';

const minute = 60_000;
const clock = { now: Date.now() };
let service: LocalService;
let scope: string;
let mirrorSync: MirrorSync;
let send: ReturnType<typeof createClient>;

beforeAll(async () => {
  service = await startService({ demo: true, now: () => clock.now, quirkDelayMs: 3_000 });
  service.addLinks(150);
});
afterAll(() => service.close());
beforeEach(() => {
  service.setQuirks([]);
  // Everything that a cache has stored is old.
  clock.now += 10 * minute;
  scope = anyScope();
  send = createClient({
    fetch: (url, init) => fetch(url, init),
    connection: { address: service.address, key: service.key },
    permitted: async () => true,
    now: () => clock.now,
    report: (error) => {
      throw error;
    },
  });
  const read: typeof send = async (call) => {
    clock.now += 100;
    return send(call);
  };
  mirrorSync = new MirrorSync({
    scope,
    read,
    readUrgently: read,
    reportSync: async () => {},
    now: () => clock.now,
    delay: async () => {},
    report: (error) => {
      throw error;
    },
  });
});

const table = () =>
  service.store
    .links()
    .map(({ id, title, longurl, clicks }) => ({ id: String(id), title, longUrl: longurl, clicks }))
    .toReversed();
const mirrored = async () =>
  (await rowsOf(scope)).map(({ id, title, longUrl, clicks }) => ({ id, title, longUrl, clicks }));

/** Nothing can be read while they last. */
const silent: Partial<Record<QuirkName, FailureKind>> = {
  'html-403': 'blocked',
  maintenance: 'not-an-api',
  unavailable: 'unreachable',
  challenge: 'challenge',
  'cookie-reload': 'challenge',
  redirect: 'moved',
};
/** What lists can be like: the others concern what is made, single links, or the limit. */
const odd: readonly QuirkName[] = [
  'cached-list',
  'string-ids',
  'flags-as-numbers',
  'list-name-domain',
  'empty-map-as-list',
  'error-texts',
  'ignore-limit-param',
  'cap-limit',
  'repeat-last-page',
  'nextpage-string',
  'null-collection',
  'bad-shorturl',
  'json-as-html',
  'php-warning',
  'text-warning',
  'json-before',
  'warning-after',
  'html-comment',
  'closing-tag',
  'json-after',
  'bom',
];

describe('with the quirk', () => {
  it.each(odd)('%s the mirror is complete', async (quirk) => {
    service.setQuirks([quirk]);
    await mirrorSync.run({ force: true });
    expect(await mirrored()).toEqual(table());
    const view = createMirrorReader(() => scope);
    expect((await view.freshness()).links).toMatchObject({ complete: true, count: table().length });
    const { campaigns, channels, channelItems, domains, pixels } = service.store;
    const names = (records: readonly { readonly name: string }[]) => records.map(({ name }) => name);
    expect(names(await view.records('campaigns'))).toEqual(names(campaigns()));
    expect(names(await view.records('channels'))).toEqual(names(channels()));
    expect(names(await view.records('pixels'))).toEqual(names(pixels()));
    expect((await view.records('domains')).map(({ domain }) => domain).toSorted()).toEqual(
      domains()
        .map(({ domain }) => domain)
        .toSorted(),
    );
    expect(await view.records('splashPages')).toHaveLength(2);
    expect(await view.records('overlays')).toHaveLength(3);
    const held = await Promise.all(channels().map(({ id }) => view.items(String(id))));
    expect(held.flat()).toHaveLength(channelItems().length);
  });

  it('bad-record: the other records of each page are stored', async () => {
    service.setQuirks(['bad-record']);
    await mirrorSync.run({ force: true });
    const all = table();
    const seen = await mirrored();
    // One of each page of a hundred.
    expect(seen).toHaveLength(all.length - Math.ceil(all.length / 100));
    expect(all).toEqual(expect.arrayContaining(seen));
  });

  it('second-device: no link is missed that is created during a sync', async () => {
    service.setQuirks(['second-device']);
    await mirrorSync.run({ force: true });
    service.setQuirks([]);
    clock.now += minute;
    await mirrorSync.run({ force: true });
    expect(await mirrored()).toEqual(table());
  });

  it.each(Object.entries(silent))('%s nothing is lost, and the failure is reported', async (quirk, kind) => {
    await mirrorSync.run({ force: true });
    const before = await rowsOf(scope);
    const view = createMirrorReader(() => scope);
    const campaigns = await view.records('campaigns');
    service.setQuirks([quirk]);
    clock.now += 10 * minute;
    expect(await mirrorSync.run({ force: true })).toMatchObject({ left: 'more', failure: { kind } });
    expect(await rowsOf(scope)).toEqual(before);
    expect(await view.records('campaigns')).toEqual(campaigns);
    expect((await view.freshness()).links.complete).toBe(true);
    service.setQuirks([]);
    clock.now += 10 * minute;
    expect(await mirrorSync.run()).toMatchObject({ left: 'later', failure: null });
    expect(await mirrored()).toEqual(table());
  });
});

it('links made and deleted while a service answers from its cache are right a little later', async () => {
  service.setQuirks(['cached-list']);
  await mirrorSync.run({ force: true });
  const ids = service.store.links().map(({ id }) => id);
  service.dropLinks(ids.slice(40, 45));
  service.addLinks(7);
  await mirrorSync.run({ force: true });
  clock.now += minute;
  await mirrorSync.run({ force: true });
  expect(await mirrored()).toEqual(table());
});

describe('a link made here is found by its page', () => {
  const made = async (url: string) => {
    const response = await send(addLink({ url }));
    if (!response.ok) throw new Error(response.failure.kind);
    const { id, shortUrl } = response.value;
    await mirrorSync.applyChange({
      command: linkCommand(1, { address: url }),
      result: jobResult({ id, shortUrl }),
      at: clock.now,
    });
    return id;
  };
  const found = async (url: string) =>
    (await createMirrorReader(() => scope).byAddress(url)).map(({ id }) => id);
  const addresses = [
    'https://example.com/pages/a%20b?q=c+d',
    'https://example.com/search?q=c%2Bd',
    'https://example.com/%D9%86%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88?q=%E2%80%8C',
    'https://example.com/c?x=%26y%3D1#z%23',
    'https://example.com/?text=one%0Atwo',
    'https://user:pass@example.com/private',
    'https://example.com/without-a-slash',
  ];

  it.each([
    ['decoded-urls', 'https://example.com/a%23b/c%3Fd'],
    ...(['decoded-urls', 'normalize'] as const).flatMap((quirk) =>
      addresses.map((address) => [quirk, address] as const),
    ),
  ] as const)('after a sync with the quirk %s: %s', async (quirk, address) => {
    await mirrorSync.run({ force: true });
    service.setQuirks([quirk]);
    const id = await made(address);
    expect(await found(address)).toContain(id);
    clock.now += 10 * minute;
    await mirrorSync.run({ force: true });
    expect(await createMirrorReader(() => scope).link(id ?? '')).toMatchObject({ confirmed: true });
    expect(await found(address)).toContain(id);
  });

  it('a link made elsewhere has a destination, too, where the service shows it decoded', async () => {
    service.setQuirks(['decoded-urls']);
    const response = await send(addLink({ url: 'https://example.com/other%20device/%E2%80%8C?q=1' }));
    await mirrorSync.run({ force: true });
    expect(await found('https://example.com/other%20device/%E2%80%8C?q=1')).toEqual([
      response.ok ? response.value.id : null,
    ]);
  });

  it('a destination that was changed at the service is taken over', async () => {
    const id = await made('https://example.com/before');
    await mirrorSync.run({ force: true });
    service.changeDestination(Number(id), 'https://example.com/after');
    clock.now += 10 * minute;
    await mirrorSync.run({ force: true });
    expect(await found('https://example.com/before')).toEqual([]);
    expect(await found('https://example.com/after')).toEqual([id]);
  });
});
