/** Links as the mirror keeps them, for tests: by number, the highest the newest. */
import { linkKey, type LinkRow } from '../../../lib/mirror/link-row.ts';
import { normalizeUrl } from '../../../lib/url/normalize-url.ts';
import { toId } from '../../../lib/api/coerce.ts';

export function linkRow(n: number, change: Partial<LinkRow> = {}): LinkRow {
  const id = toId(n);
  if (id === null) throw new Error(`${n} is no id`);
  const row: LinkRow = {
    id,
    key: linkKey(id),
    alias: `a${n}`,
    shortUrl: `https://sho.rt/a${n}`,
    longUrl: `https://example.com/${n}`,
    clicks: n % 10,
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

/** A pseudo-random number from 0 up to 1, the same for every run. */
export function createRandom(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

const words =
  `spring summer autumn winter catalogue newsletter poster social channel launch product guide recipe travel
night train report annual figures hiring team office garden bicycle river mountain café déjà über straße`.split(
    /\s+/u,
  );

/** As many links as a large account has, newest first. */
export function manyLinks(count: number): LinkRow[] {
  const random = createRandom();
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
