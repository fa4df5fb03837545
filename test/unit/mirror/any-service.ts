/**
 * A service in memory whose lists behave in one of the many ways of the API notes, and a sync that reads from it. Its
 * own reading of the contract, so that it can disagree.
 */
import { MirrorSync, type MirrorSyncDeps } from '../../../lib/mirror/sync/mirror-sync.ts';
import type { SyncResults } from '../../../lib/mirror/sync/sync-results.ts';
import { openOrCreate } from '../../../lib/mirror/database.ts';
import type { LinkRow } from '../../../lib/mirror/link-row.ts';
import type { ApiReader } from '../../../lib/messages/api-reader.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { anyScope } from '../../support/link-rows.ts';

export interface Manner {
  /** The most records a page may hold, and what comes of asking for more. */
  readonly most: number;
  readonly beyond: 'cut' | 'own' | 'refused' | 'unreadable' | 'timed-out';
  readonly order: 'descending' | 'ascending';
  /** What `result` counts. */
  readonly result: 'all' | 'page' | 'none' | 'too many';
  readonly maxpage: boolean;
  readonly nextpage: 'plain' | 'text' | 'none' | 'endless';
  /** Beyond the last page. */
  readonly after: 'empty' | 'null' | 'repeats' | 'refused';
  /** Every so-manieth record of a page can't be read; 0 for none. */
  readonly bad: number;
  /** Lists are so old: ms. */
  readonly lateMs: number;
}

export const plain: Manner = {
  most: 100,
  beyond: 'cut',
  order: 'descending',
  result: 'all',
  maxpage: true,
  nextpage: 'plain',
  after: 'empty',
  bad: 0,
  lateMs: 0,
};

/** What a service gives where nothing, or too much, is asked for. */
const usual = 15;

export interface TableLink {
  readonly id: number;
  clicks: number;
  title: string;
}

export interface Asked {
  readonly path: string;
  readonly page: number;
  readonly limit: number | null;
}

type Fate = 'answered' | 'killed before' | 'killed after' | Failure;

export class AnyService {
  readonly links: TableLink[] = [];
  readonly lists: Record<string, { id: number; [name: string]: unknown }[]> = {
    campaigns: [],
    channels: [],
    pixels: [],
    splash: [],
    overlay: [],
    domains: [],
  };
  readonly items = new Map<number, { type: string; id: number }[]>();
  readonly asked: Asked[] = [];
  manner: Manner;
  now = 1_700_000_000_000;
  /** Decides the fate of the next request before it is counted. */
  fate: (asked: Asked) => Fate = () => 'answered';
  /** Everything that happens elsewhere between two requests. */
  between: () => void = () => {};
  #next = 1;
  #cache = new Map<string, { body: unknown; until: number }>();

  constructor(manner: Partial<Manner> = {}) {
    this.manner = { ...plain, ...manner };
  }

  make(count = 1): number {
    for (let made = 0; made < count; made++) {
      const id = this.#next++;
      this.links.push({ id, clicks: id % 7, title: `Title ${id}` });
    }
    return this.#next - 1;
  }

  remove(...ids: readonly number[]): void {
    for (const id of ids) {
      const place = this.links.findIndex((link) => link.id === id);
      if (place >= 0) this.links.splice(place, 1);
    }
  }

  /** Requests of the list of links. */
  pages(): Asked[] {
    return this.asked.filter(({ path }) => path === '/api/urls');
  }

  readonly read: ApiReader = async (call) => {
    const asked: Asked = {
      path: call.path,
      page: Number(call.query?.['page'] ?? 1),
      limit: call.query?.['limit'] === undefined ? null : Number(call.query['limit']),
    };
    this.between();
    const fate = this.fate(asked);
    const never = new Promise<never>(() => {});
    if (fate === 'killed before') return never;
    this.asked.push(asked);
    this.now += 400;
    if (fate === 'killed after') return never;
    if (typeof fate === 'object') return { ok: false, failure: fate };
    const response = this.#answer(asked);
    if ('failure' in response) return { ok: false, failure: response.failure };
    try {
      // Through JSON, as over a wire.
      return { ok: true, value: call.read(JSON.parse(JSON.stringify(response.body))), date: null };
    } catch {
      return { ok: false, failure: { kind: 'unreadable', status: 200 } };
    }
  };

  #answer(asked: Asked): { body: unknown } | { failure: Failure } {
    const one = /^\/api\/url\/(\d+)$/.exec(asked.path);
    if (one) return this.#single(Number(one[1]));
    const key = JSON.stringify(asked);
    const known = this.#cache.get(key);
    if (known && this.now < known.until) return { body: known.body };
    const response = this.#list(asked);
    if ('body' in response && this.manner.lateMs > 0)
      this.#cache.set(key, { body: structuredClone(response.body), until: this.now + this.manner.lateMs });
    return response;
  }

  #single(id: number): { body: unknown } | { failure: Failure } {
    const link = this.links.find((known) => known.id === id);
    if (link === undefined) return refused;
    const { alias: _, ...details } = this.#record(link);
    return { body: { error: 0, id, details, data: { clicks: link.clicks, topCountries: [] } } };
  }

  #list({ path, page, limit }: Asked): { body: unknown } | { failure: Failure } {
    const { most, beyond, order, result, maxpage, nextpage, after, bad } = this.manner;
    const channel = /^\/api\/channel\/(\d+)$/.exec(path);
    const name = path.replace('/api/', '');
    const all: unknown[] =
      path === '/api/urls'
        ? this.links.map((link) => this.#record(link))
        : channel
          ? (this.items.get(Number(channel[1])) ?? []).map((item) => ({ ...item, title: `Item ${item.id}` }))
          : (this.lists[name] ?? []);
    if (path === '/api/urls' && order === 'descending') all.reverse();

    if (limit !== null && limit > most && beyond === 'refused') return refused;
    if (limit !== null && limit > most && beyond === 'unreadable')
      return { failure: { kind: 'unreadable', status: 200 } };
    if (limit !== null && limit > most && beyond === 'timed-out') return { failure: { kind: 'timed-out' } };
    const asked = limit ?? Math.min(usual, most);
    const perpage = asked <= most ? asked : beyond === 'own' ? Math.min(usual, most) : most;
    const pages = Math.max(1, Math.ceil(all.length / perpage));
    if (page > pages && after === 'refused') return refused;
    const shown = page > pages && after === 'repeats' ? pages : page;
    const records = all.slice((shown - 1) * perpage, shown * perpage);
    const spoiled = records.map((record, place) =>
      bad > 0 && (place + 1) % bad === 0 ? { id: null } : record,
    );
    const next = nextpage === 'endless' || page < pages ? page + 1 : null;
    const results = {
      all: all.length,
      page: records.length,
      none: undefined,
      'too many': all.length + 1_000,
    };
    const collection = channel ? 'items' : name === 'overlay' ? 'cta' : name;
    return {
      body: {
        error: '0',
        data: {
          result: results[result],
          perpage,
          currentpage: page,
          nextpage: nextpage === 'none' ? undefined : nextpage === 'text' ? String(next ?? 0) : next,
          maxpage: maxpage ? pages : undefined,
          [collection]: records.length === 0 && after === 'null' ? null : spoiled,
        },
      },
    };
  }

  #record({ id, clicks, title }: TableLink) {
    return {
      id,
      alias: `a${id}`,
      shorturl: `https://sho.rt/a${id}`,
      longurl: `https://example.com/${id}?x=1&amp;y=2`,
      clicks,
      title,
      description: '',
      date: '2026-01-01 00:00:00',
    };
  }
}

const refused: { failure: Failure } = { failure: { kind: 'refused', status: 400, message: null } };
export const offline: Failure = { kind: 'unreachable', status: null, message: null };

/** A sync with its own scope, which can be killed and started again. */
export function killableSync(service: AnyService, deps: Partial<MirrorSyncDeps> = {}) {
  const scope = anyScope();
  const offered: SyncResults[] = [];
  const reported: unknown[] = [];
  const { read = service.read } = deps;
  const start = (): MirrorSync =>
    new MirrorSync({
      scope,
      read,
      readUrgently: read,
      reportSync: async (results) => void offered.push(results),
      now: () => service.now,
      delay: async () => {},
      report: (error) => void reported.push(error),
      ...deps,
    });
  return { scope, offered, reported, start };
}

export async function rowsOf(scope: string): Promise<LinkRow[]> {
  const database = await openOrCreate(scope);
  const rows = await database.getAll('links');
  database.close();
  return rows;
}

/** The fields of a row that lists have. */
export const listedFields = ({ id, clicks, title, shortUrl }: LinkRow) => ({ id, clicks, title, shortUrl });

export const expected = (service: AnyService) =>
  service.links
    .map(({ id, clicks, title }) => ({ id: String(id), clicks, title, shortUrl: `https://sho.rt/a${id}` }))
    .toReversed();

export const dayMs = 86_400_000;

/** Simulates days of occasional use. */
export async function live(service: AnyService, mirrorSync: MirrorSync, days: number): Promise<void> {
  for (let hour = 0; hour < days * 24; hour += 8) {
    service.now += 8 * 3_600_000 - 33 * 60_000;
    for (let burst = 0; burst < 3; burst++) {
      await mirrorSync.run();
      service.now += 11 * 60_000;
    }
  }
}
