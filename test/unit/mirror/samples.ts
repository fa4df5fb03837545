import type { Link } from '../../../lib/api/links.ts';
import { linkKey, type LinkRow } from '../../../lib/mirror/link-row.ts';
import { normalizeUrl } from '../../../lib/url/normalize-url.ts';
import { toId } from '../../../lib/api/coerce.ts';
import { openOrCreate } from '../../../lib/mirror/database.ts';

let scopes = 0;
/** An account of its own for a test. */
export const anyScope = () => `https://sho.rt#${++scopes}`;

export function link(id: number | string, change: Partial<Link> = {}): Link {
  const known = toId(String(id));
  if (known === null) throw new TypeError(`${id} is no id`);
  return {
    id: known,
    alias: `a${id}`,
    shortUrl: `https://sho.rt/a${id}`,
    longUrl: `https://example.com/${id}`,
    clicks: 0,
    title: `Title ${id}`,
    description: '',
    date: '2026-01-01 00:00:00',
    ...change,
  };
}

export function row(id: number | string, change: Partial<LinkRow> = {}): LinkRow {
  const known = link(id, change);
  return {
    ...known,
    key: linkKey(known.id),
    address: normalizeUrl(known.longUrl),
    campaign: null,
    channels: [],
    confirmed: true,
    sweep: 1,
    ...change,
  };
}

/** Enters rows as they stand. */
export async function fill(scope: string, rows: readonly LinkRow[]): Promise<void> {
  const database = await openOrCreate(scope);
  const transaction = database.transaction('links', 'readwrite');
  for (const one of rows) void transaction.store.put(one);
  await transaction.done;
  database.close();
}
