/** What a lookup compares: records that the service shows, and what was sent. */
import type { Command } from './commands.ts';
import type { SendSnapshot } from './job.ts';

/** When the bytes left, by the service's clock, epoch ms. */
export interface SentAt {
  /** The first time; `exact` where an answer had told that clock before, `null` where nobody knows. */
  readonly first: { readonly at: number; readonly exact: boolean } | null;
  /** The last time, or some time after it; `null` where nobody knows. */
  readonly last: number | null;
}

/** A record of the service, link or other, as far as it can be recognised. */
export interface RemoteRecord {
  readonly id: string;
  /** Of a link only. */
  readonly shortUrl: string | null;
  /** A link's long address, or the record's name. */
  readonly subject: string;
  readonly alias: string;
  readonly note: string;
  /** When it was made, by the service's clock: epoch ms; `null` or left out where its zone is not known. */
  readonly madeAt?: number | null;
  /** A pixel's, where the list shows it. */
  readonly tag?: string;
  /** Of a link, where they were asked for: what the list does not show. Names in lower case. */
  readonly details?: {
    readonly expiry: string | null;
    readonly countries: ReadonlyMap<string, string>;
    readonly devices: ReadonlyMap<string, string>;
  };
}

/** A job that was sent and whose record is looked for. */
export interface LostJob {
  readonly ask: Command;
  readonly sending: SendSnapshot;
  readonly mark: string | null;
  readonly sentAt?: SentAt;
}
