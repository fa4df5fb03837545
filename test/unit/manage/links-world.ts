/** Fake dependencies of the section "Links": a mirror in memory, and a service whose responses a test sets. */
import { signal } from '@preact/signals';
import type { LinksDeps } from '../../../entrypoints/manage/links/links-model.ts';
import type { SectionDeps } from '../../../entrypoints/manage/section-deps.ts';
import type { ApiReader, ReadResult } from '../../../lib/messages/api-reader.ts';
import type { LinkRow } from '../../../lib/mirror/link-row.ts';
import type { Call } from '../../../lib/api/call.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { noFreshness } from '../../../lib/mirror/mirror-reader.ts';
import { fakeSectionDeps } from './section-deps.ts';
import { flushMicrotasks } from '../../support/flush.ts';

export const listed = (...ids: number[]) => ({
  error: '0',
  data: {
    result: ids.length,
    perpage: 50,
    currentpage: 1,
    nextpage: ids.length > 1 ? 2 : null,
    maxpage: 2,
    urls: ids.map((id) => ({
      id,
      shorturl: `https://sho.rt/a${id}`,
      longurl: `https://b.example/${id}`,
      title: `T${id}`,
    })),
  },
});
export const single = (id: number, data: object = { clicks: 5 }) => ({
  error: 0,
  id,
  details: { id, shorturl: `https://sho.rt/a${id}`, longurl: 'https://b.example/', title: `Full ${id}` },
  data,
});

interface Start {
  readonly item?: string;
  readonly complete?: boolean;
  /** The last sync: epoch ms. */
  readonly at?: number;
}

function createWorld(stored: readonly LinkRow[], start: Start) {
  return {
    stored: [...stored],
    now: 1_000_000,
    at: start.at ?? 900_000,
    newestFrom: null as string | null,
    complete: start.complete ?? true,
    /** The service's responses, by the beginning of a path with its query. */
    responses: new Map<string, unknown>(),
    failure: null as Failure | null,
    /** Answers wait for it. */
    holds: null as Promise<void> | null,
    /** The rests between passes, ended by the test. */
    rests: [] as { ms: number; end: () => void }[],
    /** Links whose target names were passed on. */
    learned: [] as string[],
    change: (_what: 'links' | 'lists' | 'bulk' | 'fresh'): void => {},
    slices: [] as number[],
    records: {
      domains: [] as { id: string; domain: string }[],
      campaigns: [] as { id: string; name: string; list: string | null; public?: boolean }[],
    },
  };
}
type World = ReturnType<typeof createWorld>;

export function linksWorld(stored: readonly LinkRow[], start: Start = {}) {
  const world = createWorld(stored, start);
  const requests: string[] = [];
  const acts: string[] = [];
  const item = signal(start.item ?? '');
  const scope = signal('https://sho.rt#12');
  const read: ApiReader = (call) => {
    const path = call.path + (call.query ? `?${new URLSearchParams(call.query).toString()}` : '');
    requests.push(path);
    return respond(world, path, call);
  };
  const base = fakeSectionDeps({}, acts);
  const deps: SectionDeps & LinksDeps = {
    ...base,
    scope,
    item,
    now: () => world.now,
    read,
    delay: (ms) => new Promise<void>((end) => world.rests.push({ ms, end })),
    storeTargetNames: async (link) => void world.learned.push(link.id),
    mirror: { ...base.mirror, ...fakeMirror(world) },
  };
  return { deps, world, requests, acts, item, scope };
}

async function respond<T>(world: World, path: string, call: Call<T>): Promise<ReadResult<T>> {
  const { failure } = world;
  const body = [...world.responses].find(([start]) => path.startsWith(start))?.[1];
  if (world.holds) await world.holds;
  if (failure) return { ok: false, failure };
  try {
    return { ok: true, value: call.read(body), date: null };
  } catch {
    return { ok: false, failure: { kind: 'unreadable', status: 200 } };
  }
}

function fakeMirror(world: World): Partial<SectionDeps['mirror']> {
  const sorted = () => world.stored.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return {
    async *slices(size, signal) {
      const rows = sorted();
      for (let from = 0; from < rows.length; from += size) {
        await flushMicrotasks();
        if (signal.aborted) return;
        world.slices.push(from);
        yield rows.slice(from, from + size);
      }
    },
    newest: async (count) => sorted().slice(0, count),
    link: async (id) => world.stored.find((row) => row.id === id) ?? null,
    records: async (name) => {
      const { domains, campaigns } = world.records;
      return (name === 'domains' ? domains : name === 'campaigns' ? campaigns : []) as never;
    },
    freshness: async () => ({
      ...noFreshness,
      links: {
        count: world.stored.length,
        total: 9_000,
        complete: world.complete,
        at: world.at,
        pageSize: 100,
        newestFrom: world.newestFrom,
        wholeAt: null,
      },
    }),
    onChange: (listener) => {
      world.change = listener;
      return () => (world.change = () => undefined);
    },
  };
}
