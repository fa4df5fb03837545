/** The name of an exported file: what is in it, and the day. */
import { localDay } from '../../../lib/draft/local-time.ts';
import type { SearchQuery } from '../../../lib/mirror/search/search.ts';
import { toFilePart } from '../file-part.ts';
import type { Records } from './mirror-feed.ts';

function nameOfView(query: SearchQuery, campaigns: Records['campaigns']): string {
  const { text, campaign, channel, domain, from, to } = query;
  const name = campaigns.find(({ id }) => id === campaign)?.name ?? '';
  const isFiltered = [text.trim(), campaign, channel, domain, from, to].some((value) => value !== '');
  return toFilePart(name) || (isFiltered ? 'search' : '');
}

/**
 * @param query of the exported view; `null` for all links
 * @param at epoch ms
 */
export function exportFileName(
  query: SearchQuery | null,
  campaigns: Records['campaigns'],
  at: number,
  format: 'csv' | 'json',
): string {
  const view = query === null ? '' : nameOfView(query, campaigns);
  return `${['links', view, localDay(new Date(at))].filter((part) => part !== '').join('-')}.${format}`;
}
