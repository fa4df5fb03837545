/** Accounts and links as the mirror stores them: by number, the highest the newest. */
import { linkKey, type LinkRow } from '../../lib/mirror/link-row.ts';
import { normalizeUrl } from '../../lib/url/normalize-url.ts';
import { seededRandom } from './seeded-random.ts';
import { openOrCreate } from '../../lib/mirror/database.ts';
import { toId } from '../../lib/api/ids.ts';

let scopes = 0;
/** An account of its own for a test. */
export const anyScope = () => `https://sho.rt#${++scopes}`;

/** Enters rows as they stand. */
export async function fill(scope: string, rows: readonly LinkRow[]): Promise<void> {
  const database = await openOrCreate(scope);
  const transaction = database.transaction('links', 'readwrite');
  for (const one of rows) void transaction.store.put(one);
  await transaction.done;
  database.close();
}

export function linkRow(n: number | string, change: Partial<LinkRow> = {}): LinkRow {
  const id = toId(String(n));
  if (id === null) throw new Error(`${n} is no id`);
  const row: LinkRow = {
    id,
    key: linkKey(id),
    alias: `a${n}`,
    shortUrl: `https://sho.rt/a${n}`,
    longUrl: `https://example.com/${n}`,
    clicks: 0,
    title: `Page ${n}`,
    description: '',
    date: '2026-03-01 10:00:00',
    address: '',
    campaign: null,
    channels: [],
    confirmed: true,
    sweep: 1,
    ...change,
  };
  return { ...row, address: normalizeUrl(row.longUrl) };
}

const words =
  `spring summer autumn winter catalog newsletter poster social channel launch product guide recipe travel
night train report annual figures hiring team office garden bicycle river mountain café déjà über straße`.split(
    /\s+/u,
  );

/** As many links as a large account has, newest first. */
export function manyLinks(count: number): LinkRow[] {
  const random = seededRandom(1);
  const word = (): string => words[Math.floor(random() * words.length)] ?? '';
  return Array.from({ length: count }, (_, place) => {
    const n = count - place;
    return linkRow(n, {
      title: Array.from({ length: 5 }, word).join(' '),
      longUrl: `https://www.example${n % 50}.com/${word()}/${word()}/${n}?utm_source=${word()}`,
      description: n % 3 === 0 ? `${word()} note ${word()}` : '',
      clicks: Math.floor(random() * 1_000),
      date: `20${10 + (n % 16)}-0${1 + (n % 9)}-${10 + (n % 18)} 12:00:00`,
    });
  });
}
