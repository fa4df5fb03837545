/** Clicks, and the statistics they add up to (API §2 Link details). */
import { type Row, text, whole } from './database.ts';
import type { Service } from './service.ts';
import type { Visitor } from './visitor.ts';

export interface Click {
  readonly link: number;
  /** Epoch ms */
  readonly at: number;
  readonly visitor: string;
  readonly country: string;
  readonly referrer: string;
  readonly browser: string;
  readonly os: string;
}

export const readClick = (row: Row): Click => ({
  link: whole(row, 'link'),
  at: whole(row, 'at'),
  visitor: text(row, 'visitor'),
  country: text(row, 'country'),
  referrer: text(row, 'referrer'),
  browser: text(row, 'browser'),
  os: text(row, 'os'),
});

export const insertClick = (service: Service, click: Click): void =>
  void service.database.insert('click', { ...click });

export const countClick = (service: Service, link: number, visitor: Visitor): void =>
  insertClick(service, {
    link,
    at: service.now(),
    visitor: visitor.id,
    country: visitor.country,
    referrer: visitor.referrer,
    browser: visitor.browser,
    os: visitor.os,
  });

/** The contract leaves the type of a statistic open: a map of name to count here, other forms by quirk. */
function top(service: Service, link: number, column: 'country' | 'referrer' | 'browser' | 'os'): unknown {
  const rows = service.database.all(
    `SELECT ${column} AS name, count(*) AS n FROM click WHERE link = :link GROUP BY ${column} ORDER BY n DESC, name LIMIT 10`,
    { link },
    (row): [string, number] => [text(row, 'name'), whole(row, 'n')],
  );
  if (service.quirks.has('stats-number')) return rows.length;
  if (service.quirks.has('stats-list')) return rows.map(([name, count]) => ({ name, count }));
  return Object.fromEntries(rows);
}

export const statistics = (service: Service, link: number) => ({
  clicks: service.database.count('SELECT count(*) n FROM click WHERE link = :link', { link }),
  uniqueClicks: service.database.count('SELECT count(DISTINCT visitor) n FROM click WHERE link = :link', {
    link,
  }),
  topCountries: top(service, link, 'country'),
  topReferrers: top(service, link, 'referrer'),
  topBrowsers: top(service, link, 'browser'),
  topOs: top(service, link, 'os'),
  // No one shares a local link; the counters exist because the contract names them.
  socialCount: { facebook: 0, twitter: 0, google: 0 },
});
