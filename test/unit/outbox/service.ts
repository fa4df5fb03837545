/**
 * A fake service that stores links and other records, gives ids, and fails on request. It shares no code with the client,
 * so it can disagree with it. It knows the maker of each record, which it never shows.
 */
import type { VirtualClock } from '../../support/virtual-clock.ts';

export type Kind = 'link' | 'campaign' | 'channel' | 'pixel';

/** The content of a create. Only the tests read `maker`. */
export interface RecordRequest {
  readonly maker: string;
  readonly kind: Kind;
  /** A link's long address, or the name. */
  readonly subject: string;
  readonly alias: string;
  readonly domain: string;
  readonly note: string;
}

export interface StoredRecord extends RecordRequest {
  readonly id: string;
  readonly shortUrl: string | null;
  readonly at: number;
}

/** The outcome of one request. */
export type Fate =
  | { readonly is: 'answered'; readonly afterMs?: number }
  /** Stored, and the connection drops before the response. */
  | { readonly is: 'response lost' }
  | { readonly is: 'request lost' }
  /** Stored, and no response ever comes. */
  | { readonly is: 'response hangs' }
  /** 504 immediately, stored `afterMs` later. */
  | { readonly is: 'stored late'; readonly afterMs: number }
  | { readonly is: 'garbage'; readonly stored: boolean }
  | { readonly is: 'refused' }
  | { readonly is: 'too many'; readonly forMs: number }
  | { readonly is: 'wrong key' | 'moved' | 'challenge' | 'maintenance' | 'firewall' };

export type Response<T> =
  | { readonly is: 'answered'; readonly value: T; readonly date: number }
  | { readonly is: 'dropped' | 'silence' | 'bad gateway' | 'garbage' | 'refused' | 'taken' }
  | { readonly is: 'too many'; readonly forMs: number }
  | { readonly is: 'wrong key' | 'moved' | 'challenge' | 'maintenance' | 'firewall' };

const answered: Fate = { is: 'answered' };
const pageSize = 100;

export class Service {
  readonly records: StoredRecord[] = [];
  /** The service's own clock at the beginning of the test. */
  epoch = 1_700_000_000_000;
  key = 'right';
  /** Fates of the next creates, then of every one; the same for lists. */
  readonly next: Fate[] = [];
  readonly nextList: Fate[] = [];
  fate: () => Fate = () => answered;
  listFate: () => Fate = () => answered;
  /** Creates for a known URL are answered with the existing link. */
  dedupes = false;
  /** Answers to creates carry the id. */
  tellsIds = true;
  /** The spelling of short URLs in lists. */
  spellShortUrl: (shortUrl: string) => string = (shortUrl) => shortUrl;
  /** The form in which a URL is stored. */
  normalize: (address: string) => string = (address) => address;
  /** Lists are up to this old. */
  listAgeMs = 0;
  creates = 0;
  lists = 0;
  readonly #clock: VirtualClock;
  readonly #lastId = new Map<Kind, number>();
  readonly #cache = new Map<Kind, { readonly records: readonly StoredRecord[]; readonly until: number }>();

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  get time(): number {
    return this.epoch + this.#clock.now;
  }

  /** The records of this command. */
  of(maker: string): readonly StoredRecord[] {
    return this.records.filter((one) => one.maker === maker);
  }

  /** Stores a record, of our own or of another device. */
  store(request: RecordRequest): StoredRecord {
    const subject = request.kind === 'link' ? this.normalize(request.subject) : request.subject;
    const existing = this.dedupes && request.kind === 'link' ? this.#withSubject(subject) : undefined;
    if (existing !== undefined) return existing;
    const id = (this.#lastId.get(request.kind) ?? 97) + 1;
    this.#lastId.set(request.kind, id);
    const alias = request.alias === '' ? `l${id.toString(36)}` : request.alias;
    const shortUrl = request.kind === 'link' ? `${request.domain || 'https://sho.rt'}/${alias}` : null;
    const record: StoredRecord = {
      ...request,
      subject,
      id: String(id),
      alias,
      shortUrl,
      at: this.#clock.now,
    };
    this.records.push(record);
    return record;
  }

  #withSubject(subject: string): StoredRecord | undefined {
    return this.records.find((one) => one.kind === 'link' && one.subject === subject);
  }

  create(key: string, request: RecordRequest): Promise<Response<StoredRecord>> {
    this.creates += 1;
    const fate = this.next.shift() ?? this.fate();
    if (key !== this.key) return Promise.resolve({ is: 'wrong key' });
    const taken =
      request.alias !== '' &&
      this.records.some(({ kind, alias }) => kind === 'link' && alias === request.alias);
    return this.#answer(fate, () => (taken ? null : this.store(request)));
  }

  list(key: string, kind: Kind, after: string | null): Promise<Response<readonly StoredRecord[]>> {
    this.lists += 1;
    const fate = this.nextList.shift() ?? this.listFate();
    if (key !== this.key) return Promise.resolve({ is: 'wrong key' });
    return this.#answer(fate, () => {
      const all = this.#listed(kind);
      return after === null ? all.slice(0, pageSize) : all;
    });
  }

  /** The newest first. */
  #listed(kind: Kind): readonly StoredRecord[] {
    const cached = this.#cache.get(kind);
    if (cached !== undefined && this.#clock.now < cached.until) return cached.records;
    const records = this.records.filter((one) => one.kind === kind).toReversed();
    this.#cache.set(kind, { records, until: this.#clock.now + this.listAgeMs });
    return records;
  }

  /** @param act carries out the request: `null` when the alias is taken */
  async #answer<T>(fate: Fate, act: () => T | null): Promise<Response<T>> {
    switch (fate.is) {
      case 'answered': {
        const value = act();
        if (fate.afterMs !== undefined) await this.#clock.wait(fate.afterMs);
        // The Date header counts in whole seconds.
        const date = Math.floor(this.time / 1_000) * 1_000;
        return value === null ? { is: 'taken' } : { is: 'answered', value, date };
      }
      case 'response lost':
        act();
        return { is: 'dropped' };
      case 'request lost':
        return { is: 'dropped' };
      case 'response hangs':
        act();
        return { is: 'silence' };
      case 'stored late':
        this.#clock.after(fate.afterMs, () => void act());
        return { is: 'bad gateway' };
      case 'garbage':
        if (fate.stored) act();
        return { is: 'garbage' };
      case 'too many':
        return fate;
      case 'refused':
      case 'wrong key':
      case 'moved':
      case 'challenge':
      case 'maintenance':
      case 'firewall':
        return { is: fate.is };
    }
  }
}
