/** The form in which the URLs of links are stored and looked up. */
import { parseUrl } from '../api/parse-url.ts';
import { decodeEntities } from '../api/html-entities.ts';

/** Some services list URLs with HTML entities. @returns empty for an invalid one */
export function normalizeUrl(address: string | null): string {
  return parseUrl(decodeEntities(address ?? ''))?.href ?? '';
}
