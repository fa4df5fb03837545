/** A fake account for the sections: a mirror and drafts in memory, and a background whose results a test sets. */
import { signal } from '@preact/signals';
import type { DraftStore } from '../../../../entrypoints/manage/records/draft-store.ts';
import type { CommandBody, SectionDeps, SubmitResult } from '../../../../entrypoints/manage/section-deps.ts';
import type { ReadResult } from '../../../../lib/messages/api-reader.ts';
import type { CollectionName, StoredChannelItem, MirrorSchema } from '../../../../lib/mirror/database.ts';
import type { LinkRow } from '../../../../lib/mirror/link-row.ts';
import type { Call } from '../../../../lib/api/call.ts';
import type { ActivityView } from '../../../../lib/views/activity-view.ts';
import type { JobView } from '../../../../lib/views/job-view.ts';
import { sampleResult, uuid } from '../../../support/samples.ts';
import { noFreshness } from '../../../../lib/mirror/mirror-reader.ts';
import { fakeSectionDeps } from '../section-deps.ts';
import { settled } from '../../../support/flush.ts';
import { activityView } from '../../../support/sample-views.ts';

type Records = { [Name in CollectionName]?: MirrorSchema[Name]['value'][] };

/** A submitted command; the test finishes it. */
export interface Submitted {
  readonly command: CommandBody;
  readonly id: string | undefined;
  readonly finish: (result: SubmitResult) => Promise<void>;
}

export const done = (id: string | null = null): SubmitResult => ({
  ok: true,
  result: { ...sampleResult(1), id, shortUrl: null },
});
export const refused = (message: string | null = null): SubmitResult => ({
  ok: false,
  failure: { kind: 'refused', status: 400, message },
});

interface World {
  now: number;
  records: Records;
  /** When the lists were read: epoch ms. */
  at: number | null;
  complete: boolean;
  /** Reads of the mirror fail. */
  broken: boolean;
  /** The bodies of the responses by path; a request without one times out. */
  readonly bodies: Map<string, unknown>;
}

type Listener = (what: 'links' | 'lists' | 'bulk') => void;

export function openAccount(records: Records = {}, links: LinkRow[] = [], items: StoredChannelItem[] = []) {
  const acts: string[] = [];
  const submitted: Submitted[] = [];
  const reads: Pick<Call<unknown>, 'path' | 'query'>[] = [];
  const listeners = new Set<Listener>();
  const view = signal<ActivityView | null>(activityView());
  const world: World = {
    now: 100_000,
    records,
    at: 90_000,
    complete: true,
    broken: false,
    bodies: new Map(),
  };
  let ids = 0;
  const deps: SectionDeps = {
    ...fakeSectionDeps({ view, now: () => world.now, newId: () => uuid(++ids) }, acts),
    read(call) {
      reads.push({ path: call.path, ...(call.query && { query: call.query }) });
      return respond(world, call);
    },
    submit: (command, id) =>
      new Promise((resolve) => {
        const finish: Submitted['finish'] = async (result) => {
          resolve(result);
          await settled();
        };
        submitted.push({ command, id, finish });
      }),
    mirror: fakeMirror(world, links, items, listeners),
  };
  return {
    deps,
    world,
    acts,
    submitted,
    reads,
    listeners,
    /** The sync host has changed the lists. */
    async lists(change: Records = {}): Promise<void> {
      Object.assign(world.records, change);
      for (const listener of listeners) listener('lists');
      await settled();
    },
    show(jobs: JobView[]): void {
      view.value = activityView({ jobs });
    },
  };
}

async function respond<T>({ bodies }: World, call: Call<T>): Promise<ReadResult<T>> {
  const body = bodies.get(`${call.path} ${call.query?.['page'] ?? '1'}`) ?? bodies.get(call.path);
  if (body === undefined) return { ok: false, failure: { kind: 'timed-out' } };
  const value = body === null && call.readNotFound ? call.readNotFound() : call.read(body);
  return { ok: true, value, date: null };
}

function fakeMirror(
  world: World,
  links: readonly LinkRow[],
  items: readonly StoredChannelItem[],
  listeners: Set<Listener>,
): SectionDeps['mirror'] {
  return {
    async *slices(size, signal) {
      for (let start = 0; start < links.length && !signal.aborted; start += size) {
        await settled();
        yield links.slice(start, start + size);
      }
    },
    newest: async (count) => links.slice(0, count),
    link: async (id) => links.find((link) => link.id === id) ?? null,
    byAddress: async () => [],
    records: async (name) => {
      if (world.broken) throw new Error('no databases here');
      return world.records[name] ?? [];
    },
    items: async (channel) => items.filter((item) => item.channel === channel),
    itemsFreshness: async () => ({ at: world.at, complete: world.complete }),
    freshness: async () => {
      const fresh = { at: world.at, complete: world.complete };
      const lists = Object.fromEntries(Object.keys(noFreshness.lists).map((name) => [name, fresh]));
      return { ...noFreshness, lists: { ...noFreshness.lists, ...lists } };
    },
    counts: async () => ({}),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export interface MemoryDrafts<T> extends DraftStore<T> {
  stored: Readonly<Record<string, T>>;
}

export function memoryDrafts<T>(stored: Readonly<Record<string, T>> = {}): MemoryDrafts<T> {
  const drafts: MemoryDrafts<T> = {
    stored,
    read: async () => structuredClone(drafts.stored),
    async save(next) {
      drafts.stored = structuredClone(next);
    },
  };
  return drafts;
}
