/** What the mirror keeps of a link, and the key that puts the newest link first. */
import { decodeEntities } from '../api/html-entities.ts';
import { parseUrl } from '../api/base-url.ts';
import type { Link } from '../api/links.ts';

export interface LinkRow extends Link {
  /** See `linkKey`. */
  readonly key: string;
  /** The long address as it is compared (see `comparable`); empty when it is not usable. */
  readonly address: string;
  /** Ids; known only of links that were made or filed here, since no answer of the service tells it (API §2). */
  readonly campaign: string | null;
  /** Ids, from the lists of what channels hold and from our own acts. */
  readonly channels: readonly string[];
  /** False for what our own write has entered and no list of the service has shown yet. */
  readonly confirmed: boolean;
  /** Made here without an expiration and a password, neither of which a list tells. */
  readonly openEnded?: boolean | undefined;
  /** Number of the sweep that saw it last. */
  readonly sweep: number;
}

/** An id has at most twenty digits (lib/api/coerce.ts). */
const digits = 20;

/** Sorts the newest first: ids grow, so each digit is counted from nine downwards. */
export function linkKey(id: string): string {
  return id.padStart(digits, '0').replaceAll(/\d/gu, (digit) => String(9 - Number(digit)));
}

/** Some services list addresses as they stand in a page's source. */
export function normalizeUrl(address: string | null): string {
  return parseUrl(decodeEntities(address ?? ''))?.href ?? '';
}
