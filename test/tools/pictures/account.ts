/**
 * The account in the pictures: the links of a bakery chain and its newsletter. Every name is invented. Dates follow
 * the clock, everything else is the same on every run.
 */
import { assignItem } from '../../service/channel-routes.ts';
import { insertClick } from '../../service/click.ts';
import { insertLink, linkDefaults } from '../../service/link.ts';
import type { Service } from '../../service/service.ts';
import { stamp } from '../../service/stamp.ts';

export const serviceHost = 'links.brightloaf.co';
export const shortDomain = 'https://go.brightloaf.co';

const site = 'https://brightloaf.co';
const shop = 'https://shop.brightloaf.co';
const letters = 'https://letters.brightloaf.co';
const events = 'https://events.brightloaf.co';
const jobs = 'https://jobs.brightloaf.co';

const dayMs = 86_400_000;

const campaigns = [
  'Autumn baking',
  'Newsletter, weekly',
  'Harbor Street opening',
  'Holiday pre-orders',
  'Sourdough classes',
  'Loyalty card',
  'Hiring',
];

const channels = [
  ['Newsletter', 'The letter on Thursdays', '#2F6FDE'],
  ['Instagram', 'Posts and stories', '#C2571A'],
  ['Posters', 'In the windows and at the counter', '#2B8A5E'],
  ['Partners', 'Markets, cafés and museums', '#8A4FBF'],
  ['Press', '', '#B3263A'],
] as const;

const pixels = [
  ['gapixel', 'Analytics', 'G-LOAF4567890'],
  ['fbpixel', 'Visitors of the shop', '100000000000017'],
  ['pinterest', 'Recipes', '2600000000001'],
  ['linkedinpixel', 'Applicants', '0000421'],
] as const;

interface Row {
  readonly alias: string;
  readonly title: string;
  readonly to: string;
  readonly clicks: number;
  /** In days. */
  readonly age: number;
  readonly campaign?: (typeof campaigns)[number];
  readonly channel?: (typeof channels)[number][0];
}

const autumn = { campaign: 'Autumn baking', channel: 'Newsletter' } as const;
const weekly = { campaign: 'Newsletter, weekly', channel: 'Newsletter' } as const;

/** The newest first. */
const rows: readonly Row[] = [
  {
    alias: 'pumpkin-rye',
    title: 'Pumpkin rye with toasted seeds',
    to: `${site}/journal/pumpkin-rye`,
    clicks: 86,
    age: 0.2,
    ...autumn,
  },
  {
    alias: 'class-dec',
    title: 'Sourdough for beginners, December dates',
    to: `${events}/classes/sourdough-december`,
    clicks: 214,
    age: 1.1,
    campaign: 'Sourdough classes',
    channel: 'Instagram',
  },
  {
    alias: 'stollen',
    title: 'Order your stollen by December 12',
    to: `${shop}/holidays/stollen`,
    clicks: 1284,
    age: 3.2,
    campaign: 'Holiday pre-orders',
    channel: 'Newsletter',
  },
  {
    alias: 'issue-47',
    title: 'The crumb, issue 47: all about butter',
    to: `${letters}/issues/47`,
    clicks: 942,
    age: 4.3,
    ...weekly,
  },
  {
    alias: 'harbor-street',
    title: 'Our new bakery on Harbor Street',
    to: `${site}/bakeries/harbor-street`,
    clicks: 2067,
    age: 6.4,
    campaign: 'Harbor Street opening',
    channel: 'Posters',
  },
  {
    alias: 'night-bakers',
    title: 'A night with our bakers',
    to: `${site}/journal/a-night-with-our-bakers`,
    clicks: 318,
    age: 8.1,
    channel: 'Press',
  },
  {
    alias: 'issue-46',
    title: 'The crumb, issue 46: bread and soup',
    to: `${letters}/issues/46`,
    clicks: 1107,
    age: 11.3,
    ...weekly,
  },
  {
    alias: 'loyalty',
    title: 'The tenth loaf is on us',
    to: `${shop}/loyalty-card`,
    clicks: 655,
    age: 13.2,
    campaign: 'Loyalty card',
    channel: 'Posters',
  },
  {
    alias: 'apple-cake',
    title: 'Upside-down apple cake',
    to: `${site}/journal/upside-down-apple-cake`,
    clicks: 403,
    age: 15.5,
    ...autumn,
  },
  {
    alias: 'baker-early',
    title: 'Baker, early shift (all genders)',
    to: `${jobs}/baker-early-shift`,
    clicks: 97,
    age: 16.3,
    campaign: 'Hiring',
    channel: 'Instagram',
  },
  {
    alias: 'issue-45',
    title: 'The crumb, issue 45: the case for rye',
    to: `${letters}/issues/45`,
    clicks: 988,
    age: 18.3,
    ...weekly,
  },
  {
    alias: 'starter-kit',
    title: 'Rye starter kit',
    to: `${shop}/products/rye-starter-kit`,
    clicks: 771,
    age: 20.1,
    ...autumn,
  },
  {
    alias: 'museum-cafe',
    title: 'Now baking for the museum café',
    to: `${site}/news/museum-cafe`,
    clicks: 142,
    age: 22.6,
    channel: 'Partners',
  },
  {
    alias: 'gift-cards',
    title: 'Gift cards',
    to: `${shop}/gift-cards`,
    clicks: 529,
    age: 24.4,
    campaign: 'Holiday pre-orders',
    channel: 'Instagram',
  },
];

/** Titles of the many older links, which are seen as a number only. */
const older = [
  'Country loaf',
  'Cinnamon buns',
  'Menu of the week',
  'Opening hours',
  'Letter to our regulars',
  'Market stalls',
];
const olderCount = 398;

const countries = ['United States*8', 'Canada*4', 'United Kingdom*3', 'Ireland*2', 'Australia', 'Germany'];
const referrers = [
  `letters.brightloaf.co*6`,
  'Direct*5',
  'instagram.com*4',
  'google.com*3',
  'brightloaf.co*2',
  'facebook.com',
];
const machines = [
  'Safari/iOS*7',
  'Chrome/Android*5',
  'Chrome/Windows*4',
  'Safari/macOS*2',
  'Edge/Windows*2',
  'Firefox/Windows',
];

/** `name*3` three times. */
const weighted = (list: readonly string[]): string[] =>
  list.flatMap((entry) => {
    const [name = '', weight = '1'] = entry.split('*');
    return Array.from({ length: Number(weight) }, () => name);
  });

/** A linear congruential sequence, the same on every run. 0 ≤ n < 1. */
function sequence(): () => number {
  let state = 47;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function seedLists({ database, address }: Service, longAgo: string): void {
  database.insert('domain', { domain: address, own: 1 });
  database.insert('domain', { domain: shortDomain, redirectroot: site, redirect404: '' });
  for (const name of campaigns) database.insert('campaign', { name, slug: null, public: 0 });
  for (const [name, description, color] of channels)
    database.insert('channel', { name, description, color, starred: 1 });
  for (const [type, name, tag] of pixels) database.insert('pixel', { type, name, tag, date: longAgo });
  database.insert('overlay', {
    type: 'message',
    name: 'Newsletter bar',
    message: 'A new recipe every Thursday.',
    label: 'Read the letter',
    link: letters,
    date: longAgo,
  });
  // The next id: a splash page and an overlay of the same id can't both be chosen.
  database.insert('splash', {
    id: 2,
    name: 'Partner notice',
    heading: 'On to a partner',
    message: '',
    date: longAgo,
  });
}

function seedLink(service: Service, row: Row): number {
  const { database, utcOffsetMinutes } = service;
  const created = Math.round(service.now() - row.age * dayMs);
  const idOf = (table: 'domain' | 'campaign' | 'channel', name: string | undefined): number =>
    database.count(
      `SELECT coalesce(max(id), 0) n FROM ${table} WHERE ${table === 'domain' ? 'domain' : 'name'} = :name`,
      {
        name: name ?? '',
      },
    );
  const id = insertLink(service, {
    ...linkDefaults,
    alias: row.alias,
    domain: idOf('domain', shortDomain),
    longurl: row.to,
    title: row.title,
    date: stamp(created, utcOffsetMinutes),
    created,
    campaign: idOf('campaign', row.campaign) || null,
  });
  const channel = idOf('channel', row.channel);
  if (channel > 0) assignItem(service, { channel, type: 'links', item: id });
  return id;
}

function seedClicks(service: Service, link: number, { clicks, age }: Row, chance: () => number): void {
  const pick = (list: readonly string[]): string => list[Math.floor(chance() * list.length)] ?? '';
  const [places, sources, devices] = [weighted(countries), weighted(referrers), weighted(machines)];
  for (let n = 0; n < clicks; n += 1) {
    const [browser = '', os = ''] = pick(devices).split('/');
    insertClick(service, {
      link,
      at: Math.round(service.now() - chance() * age * dayMs),
      visitor: `visitor-${Math.floor(chance() * clicks * 3)}`,
      country: pick(places),
      referrer: pick(sources),
      browser,
      os,
    });
  }
}

export function seedAccount(service: Service): void {
  const { database, utcOffsetMinutes } = service;
  const chance = sequence();
  database.together(() => {
    database.run("UPDATE account SET username = 'mara', email = 'mara@brightloaf.co'");
    seedLists(service, stamp(service.now() - 200 * dayMs, utcOffsetMinutes));
    for (let n = olderCount; n > 0; n -= 1) {
      const title = older[n % older.length] ?? '';
      const row = { alias: `archive-${n}`, title, to: `${site}/archive/${n}`, clicks: n % 9, age: 30 + n };
      seedClicks(service, seedLink(service, row), row, chance);
    }
    for (const row of rows.toReversed()) seedClicks(service, seedLink(service, row), row, chance);
  });
}
