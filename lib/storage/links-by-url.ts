/**
 * Maps the URLs that were shortened here to their links: a storage key for each URL, so that a page finds its own in one
 * small read. Only the background writes them; no schema library, for the popup's first paint.
 */
import { isObject } from '../api/is-object.ts';

export const linkByUrlPrefix = 'short:';

export interface LinkByUrl {
  readonly id: string | null;
  readonly shortUrl: string;
  readonly title: string;
  /** Set once a list of the service has shown them. */
  readonly clicks: number | null;
  /** Epoch ms at which it was made or requested last. */
  readonly at: number;
  /** Not created here, where no list shows whether it expires or has a password; or it expires: reused only if the user chooses that. */
  readonly unchecked?: boolean;
  /** When it expires, by the service's clock, where that is known. */
  readonly expires?: string;
  /** It was created here with a password. */
  readonly hasPassword?: boolean;
  /** The values of its UTM parameters, which its URL lacks: made for one placement, so that it is reused only by choice, too. */
  readonly tags?: string;
}

/** @param address as the browser writes it, which is how it is sent: any difference may lead to another page */
export const linkByUrlKey = (address: string) => linkByUrlPrefix + address;

/** `null` where none is known. */
export function parseLinkByUrl(raw: unknown): LinkByUrl | null {
  return isLinkByUrl(raw) ? raw : null;
}

function isLinkByUrl(raw: unknown): raw is LinkByUrl {
  if (!isObject(raw)) return false;
  const {
    id,
    shortUrl,
    title,
    clicks,
    at,
    unchecked = false,
    expires = '',
    hasPassword = false,
    tags = '',
  } = raw;
  return (
    (id === null || typeof id === 'string') &&
    typeof shortUrl === 'string' &&
    // An earlier version stored an empty one for a link that must not be reused.
    shortUrl !== '' &&
    typeof title === 'string' &&
    (clicks === null || typeof clicks === 'number') &&
    typeof at === 'number' &&
    typeof unchecked === 'boolean' &&
    typeof expires === 'string' &&
    typeof hasPassword === 'boolean' &&
    typeof tags === 'string'
  );
}
