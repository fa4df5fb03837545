/** The requests that the service received, counted apart from the limiter so that a test can compare both. */
import type { IncomingHttpHeaders } from 'node:http';

export interface SeenRequest {
  /** 1 for the first */
  readonly number: number;
  /** Epoch ms by the service's clock, on arrival. */
  readonly time: number;
  readonly method: string;
  /** Without the sub-path of the service. */
  readonly path: string;
  /** As received, with its question mark; empty when there is none. */
  readonly search: string;
  /** The last value wins when a name is repeated; `search` has them all. */
  readonly query: Readonly<Record<string, string>>;
  /** As Node read them, names in lower case. */
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[];
  /** The raw text as received. */
  readonly body: string;
  readonly ip: string;
  /** The response's status; null before a response, or when the connection was dropped. */
  readonly status: number | null;
  /** How the request departs from the contract; empty for everything outside /api. */
  readonly breaches: readonly string[];
}

export interface Counts {
  /** API requests that came over the wire. */
  readonly seen: number;
  /** Requests of those that the limiter refused. */
  readonly limited: number;
  /** API requests of the `second-device`, which shares the key. */
  readonly others: number;
}

type Entry = { -readonly [Name in keyof SeenRequest]: SeenRequest[Name] };

export interface RequestLog {
  add(entry: Omit<Entry, 'number' | 'status'>): Entry;
  countLimited(): void;
  countOther(): void;
  all(prefix: string): SeenRequest[];
  counts(): Counts;
  /** The most API requests that arrived within any range of `windowMs`. */
  mostWithin(windowMs: number): number;
  clear(): void;
}

const isApi = (entry: SeenRequest): boolean => entry.path === '/api' || entry.path.startsWith('/api/');

export function createRequestLog(): RequestLog {
  let entries: Entry[] = [];
  let number = 0;
  let limited = 0;
  let others = 0;
  return {
    add: (seen) => {
      number += 1;
      const entry: Entry = { ...seen, number, status: null };
      entries.push(entry);
      return entry;
    },
    countLimited: () => void (limited += 1),
    countOther: () => void (others += 1),
    all: (prefix) => entries.filter((entry) => entry.path.startsWith(prefix)).map((entry) => ({ ...entry })),
    counts: () => ({ seen: entries.filter(isApi).length, limited, others }),
    mostWithin: (windowMs) => {
      const times = entries.filter(isApi).map((entry) => entry.time);
      let from = 0;
      let most = 0;
      for (const [to, time] of times.entries()) {
        while ((times[from] ?? time) <= time - windowMs) from += 1;
        most = Math.max(most, to - from + 1);
      }
      return most;
    },
    clear: () => {
      entries = [];
      limited = 0;
      others = 0;
    },
  };
}
