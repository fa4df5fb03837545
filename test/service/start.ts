/** Starts the local service inside a test or a script. */
import { createApp } from './app.ts';
import { type Campaign, readCampaign } from './campaign-routes.ts';
import { type Channel, type ChannelItem, readChannel, readChannelItem } from './channel-routes.ts';
import { type Click, readClick } from './click.ts';
import { type ServiceSettings, createService } from './create-service.ts';
import { text, whole } from './database.ts';
import { seedDemo } from './demo-data.ts';
import { type Domain, readDomain } from './domain-routes.ts';
import type { Layer } from './exchange.ts';
import { type Injected, type Matcher, createFront } from './front.ts';
import { type Link, allLinks, linkByAlias } from './link.ts';
import { addManyLinks, changeDestination, dropLinks } from './many-links.ts';
import type { OddResponse } from './odd-response.ts';
import { chooseQuirks, quirkLayers } from './quirks.ts';
import { type RateLimitOptions, createRateLimiter } from './rate-limit.ts';
import type { Counts, SeenRequest } from './request-log.ts';
import type { Service } from './service.ts';

export interface ServiceOptions extends ServiceSettings {
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** A sub-path for everything, such as `/links`. */
  readonly basePath?: string | undefined;
  readonly quirks?: Iterable<string> | undefined;
  /** The delay of the late quirks; default 3,000 ms. */
  readonly quirkDelayMs?: number | undefined;
  /** Fills an empty database with demo data. */
  readonly demo?: boolean | undefined;
  /** Fills it with other data. */
  readonly seed?: ((service: Service) => void) | undefined;
  /** The address under which clients reach it, where that is another; nothing listens there. */
  readonly publicAddress?: string | undefined;
}

export interface Pixel {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly tag: string;
}

/** The stored data, for tests to read. */
export interface Store {
  links(): Link[];
  link(alias: string): Link | undefined;
  campaigns(): Campaign[];
  channels(): Channel[];
  channelItems(): ChannelItem[];
  pixels(): Pixel[];
  domains(): Domain[];
  clicks(): Click[];
  /** Everything that came over the wire, oldest first; a prefix such as `/api/` narrows it. */
  requests(prefix?: string): SeenRequest[];
}

export interface LocalService extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** The origin and the sub-path: the `{base_url}` of the contract. */
  readonly address: string;
  readonly port: number;
  readonly key: string;
  readonly store: Store;
  counts(): Counts;
  /** The most API requests that arrived within any range of this length. */
  mostWithin(windowMs: number): number;
  /** Empties the request log and the counters. */
  clearLog(): void;
  /** Starts a new window; omitted options stay. 0: no limit. */
  setLimit(options: Partial<RateLimitOptions>): void;
  /** Replaces all quirks. Throws with the list of names when one is unknown. */
  setQuirks(names: Iterable<string>): void;
  /** The former key is refused from here on. */
  setKey(key: string): void;
  /** A two-letter code for visitors without a CF-IPCountry header. */
  setVisitorCountry(code: string | null): void;
  /** Every request waits this long before anything is done with it. */
  setLatency(ms: number): void;
  /**
   * Alters the next `times` (default 1) requests that match, in the order of the calls. A function may `pass()` first:
   * the real work is then done, regardless of the response.
   */
  answerNext(matcher: Matcher, response: OddResponse | Layer, times?: number): Injected;
  /** Creates so many links directly, without a request; returns their ids, the oldest first. */
  addLinks(count: number, title?: string): number[];
  /** Deletes links as on the service's own site: the contract has no such call. */
  dropLinks(ids: readonly number[]): void;
  /** Changes a link as on the service's own site. */
  changeDestination(id: number, longurl: string): void;
  close(): Promise<void>;
}

const createStore = (service: Service): Store => {
  const { database, log } = service;
  return {
    links: () => allLinks(service),
    link: (alias) => linkByAlias(service, alias),
    campaigns: () => database.all('SELECT * FROM campaign ORDER BY id', {}, readCampaign),
    channels: () => database.all('SELECT * FROM channel ORDER BY id', {}, readChannel),
    channelItems: () =>
      database.all('SELECT * FROM channel_item ORDER BY channel, type, item', {}, readChannelItem),
    pixels: () =>
      database.all('SELECT * FROM pixel ORDER BY id', {}, (row) => ({
        id: whole(row, 'id'),
        type: text(row, 'type'),
        name: text(row, 'name'),
        tag: text(row, 'tag'),
      })),
    domains: () => database.all('SELECT * FROM domain ORDER BY own DESC, id', {}, readDomain),
    clicks: () => database.all('SELECT * FROM click ORDER BY id', {}, readClick),
    requests: (prefix = '/') => log.all(prefix),
  };
};

/** Listens on 127.0.0.1. Rejects when the port is taken, a quirk is unknown or the file is no database. */
export async function startService(options: ServiceOptions = {}): Promise<LocalService> {
  const basePath = (options.basePath ?? '').replace(/\/+$/, '');
  const quirksAtStart = chooseQuirks(options.quirks ?? []);
  const service = createService(options);
  const front = createFront({
    service,
    app: createApp(service),
    basePath,
    delayMs: options.quirkDelayMs ?? 3000,
  });
  const { server } = front;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  }).catch((error: unknown) => {
    service.database.close();
    throw error;
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the service listens on no port');
  const { port } = bound;
  const origin = `http://127.0.0.1:${port}`;
  service.address = options.publicAddress ?? origin + basePath;
  // A data file may come from a run on another port: the service's own domain moves with it.
  service.database.run('UPDATE domain SET domain = :address WHERE own = 1', { address: service.address });
  if (options.demo) seedDemo(service);
  options.seed?.(service);

  const setQuirks = (names: Iterable<string>): void => {
    const chosen = chooseQuirks(names);
    service.quirks = new Set(chosen);
    front.setLayers(quirkLayers(chosen));
  };
  setQuirks(quirksAtStart);

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= front.close().then(() => service.database.close());
    return closed;
  };

  return {
    origin,
    address: service.address,
    port,
    get key() {
      return service.key;
    },
    store: createStore(service),
    counts: () => service.log.counts(),
    mostWithin: (windowMs) => service.log.mostWithin(windowMs),
    clearLog: () => service.log.clear(),
    setLimit: (changes) => {
      service.limit = { ...service.limit, ...changes };
      service.limiter = createRateLimiter(service.limit);
    },
    setQuirks,
    setKey: (key) => {
      service.key = key;
    },
    setVisitorCountry: (code) => {
      service.visitorCountry = code;
    },
    setLatency: (ms) => front.setLatency(ms),
    answerNext: (matcher, response, times = 1) => front.answerNext(matcher, response, times),
    addLinks: (count, title) => addManyLinks(service, count, title),
    dropLinks: (ids) => dropLinks(service, ids),
    changeDestination: (id, longurl) => changeDestination(service, id, longurl),
    close,
    [Symbol.asyncDispose]: close,
  };
}
