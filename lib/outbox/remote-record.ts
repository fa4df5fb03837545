/** The two sides that a lookup compares: records of the service, and jobs that were sent. */
import type { Command } from './commands.ts';
import type { SendSnapshot } from './job.ts';

/** The times at which the bytes left, epoch ms by the service's clock. */
export interface SentAt {
  /** The first send; `exact` where that clock was known before, `null` where the time is unknown. */
  readonly first: { readonly at: number; readonly exact: boolean } | null;
  /** The last send, or some time after it; `null` where the time is unknown. */
  readonly last: number | null;
}

/** A record of the service, link or other, as far as it can be recognized. */
export interface RemoteRecord {
  readonly id: string;
  /** Links only. */
  readonly shortUrl: string | null;
  /** A link's long address, or the record's name. */
  readonly subject: string;
  readonly alias: string;
  readonly note: string;
  /** Its creation by the service's clock, epoch ms; `null` or omitted where the UTC offset is not known. */
  readonly madeAt?: number | null;
  /** If that is unknown: the latest moment, in any time zone, at which it can have been created. */
  readonly madeBy?: number | null;
  /** A pixel's, where the list shows it. */
  readonly tag?: string;
  /** Fields of a link that the list does not show, where they were requested. Names in lower case. */
  readonly details?: {
    readonly expiry: string | null;
    readonly countries: ReadonlyMap<string, string>;
    readonly devices: ReadonlyMap<string, string>;
  };
}

/** A job that was sent and whose record is looked for. */
export interface LostJob {
  readonly command: Command;
  readonly sending: SendSnapshot;
  readonly noteTag: string | null;
  readonly sentAt?: SentAt;
}

/** Has what every list shows. */
export const toRemoteRecord = (id: string, subject: string): RemoteRecord => ({
  id,
  shortUrl: null,
  subject,
  alias: '',
  note: '',
});
