/**
 * Which addresses have a short link that was made here: a storage key for each address, so that a page finds its own in
 * one small read. The background alone writes them; no schema library, for the popup's first paint.
 */
export const linkByUrlPrefix = 'short:';

/** In the place of the short address of one that must not be handed out. */
export const notReusable = '';

export interface LinkByUrl {
  readonly id: string | null;
  readonly shortUrl: string;
  readonly title: string;
  /** When a list of the service has told them. */
  readonly clicks: number | null;
  /** Epoch ms at which it was made or asked for last. */
  readonly at: number;
  /** Not made here: no list tells whether it expires or asks for a password, so it is handed out only by choice. */
  readonly unchecked?: boolean;
}

/** Of an address as the browser writes it, which is how it is sent: what differs may be another page. */
export const linkByUrlKey = (address: string) => linkByUrlPrefix + address;

/** `null` where none is known. */
export function parseLinkByUrl(raw: unknown): LinkByUrl | null {
  return isLinkByUrl(raw) ? raw : null;
}

function isLinkByUrl(raw: unknown): raw is LinkByUrl {
  return (
    typeof raw === 'object' &&
    raw !== null &&
    'shortUrl' in raw &&
    typeof raw.shortUrl === 'string' &&
    raw.shortUrl !== notReusable
  );
}
