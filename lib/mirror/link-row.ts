/** A link as the mirror stores it, and the key that sorts the newest first. */
import type { Link } from '../api/links.ts';
import type { UtmParameter } from '../draft/utm-parameters.ts';

export interface LinkRow extends Link {
  /** See `linkKey`. */
  readonly key: string;
  /** The destination as `normalizeUrl` has it; empty when it is not usable. */
  readonly address: string;
  /** An id; known only for links that were created or assigned here, since no response of the service has it (API §2). */
  readonly campaign: string | null;
  /** Ids, from the item lists of channels and from local changes. */
  readonly channels: readonly string[];
  /** False for a local change that no list of the service has confirmed yet. */
  readonly confirmed: boolean;
  /** Created here without an expiration and a password, neither of which a list has. */
  readonly openEnded?: boolean | undefined;
  /** Created here with this expiration, a time of the service. */
  readonly expires?: string | undefined;
  /** Created here with a password; `undefined` as well where that is not known. */
  readonly hasPassword?: boolean | undefined;
  /** Created here: the UTM parameters in the service's own field, which no list has; those in the URL are in `longUrl`. */
  readonly parameters?: readonly UtmParameter[] | undefined;
  /** Number of the last deletion scan that found it. */
  readonly sweep: number;
}

/** An id has at most twenty digits (lib/api/ids.ts). */
const digits = 20;

/** Sorts the newest first: ids grow, so each digit is counted from nine downwards. */
export function linkKey(id: string): string {
  return id.padStart(digits, '0').replaceAll(/\d/gu, (digit) => String(9 - Number(digit)));
}
