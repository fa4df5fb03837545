/** A believable account, the same on every run: only the dates follow the clock, so that it never looks abandoned. */
import { insertClick } from './click.ts';
import { assignItem } from './channel-routes.ts';
import { articles } from './demo-articles.ts';
import { type NewLink, insertLink, linkDefaults } from './link.ts';
import type { Service } from './service.ts';
import { stamp } from './stamp.ts';

const linkCount = 200;
const clickCount = 4000;
const dayMs = 86_400_000;

const campaigns = [
  ['Spring catalog', 'spring', true],
  ['Newsletter, weekly', 'weekly', true],
  ['Conference 2026', 'conf-26', true],
  ['Bakery opening', 'bakery', false],
  ['Podcast, season 3', null, false],
  ['Hiring', null, false],
  ['Tree count volunteers', 'trees', true],
  ['Winter timetable', 'winter', false],
] as const;

const channels = [
  ['Social', 'What we post, network by network', '#2F6FDE', true],
  ['Print', 'Posters, flyers, business cards', '#C2571A', false],
  ['Partners', 'Links that partners hand on', '#2B8A5E', true],
  ['Support', 'Answers we give often', '#8A4FBF', false],
  ['Press', '', '#B3263A', false],
  ['Team', 'Things only we need', '#5A6270', false],
] as const;

const pixels = [
  ['gtmpixel', 'Site container', 'GTM-DEMO123'],
  ['gapixel', 'Analytics, main site', 'G-DEMO4567890'],
  ['fbpixel', 'Autumn audience', '100000000000017'],
  ['linkedinpixel', 'Hiring page', '0000421'],
  ['pinterest', 'Recipes', '2600000000001'],
  ['tiktok', 'Short videos', 'CDEMO0TIKTOK1'],
] as const;

const overlays = [
  [
    'message',
    'Subscribe bar',
    'A new story every Thursday.',
    'Read the newsletter',
    'https://letters.example.net/',
  ],
  [
    'contact',
    'Ask us',
    'A question? We answer within a day.',
    'Write to us',
    'https://shop.example.com/contact',
  ],
  [
    'message',
    'Tree count',
    'The next count begins in May.',
    'Join in',
    'https://trees.example.org/volunteer',
  ],
] as const;

const splashes = [
  ['Partner notice', 'You are leaving our pages', 'The next site belongs to a partner of ours.'],
  ['Conference', 'See you in Leipzig', 'Three days of talks, and very good coffee.'],
] as const;

const sites = [
  [
    'https://shop.example.com/products',
    ['Enamel mug', 'Linen apron', 'Cast iron pan', 'Bread knife', 'Rye starter kit', 'Proofing basket'],
  ],
  [
    'https://letters.example.net/issues',
    [
      'The quiet week',
      'Counting what matters',
      'A letter from the coast',
      'Forty replies',
      'What we got wrong',
    ],
  ],
  [
    'https://rail.example.org/lines',
    ['Harbour night line', 'Mountain sleeper', 'Border express', 'Lakeside local'],
  ],
  ['https://trees.example.org/streets', ['Lime avenue', 'Chestnut square', 'Old mill lane', 'Station road']],
  [
    'https://conf.example.com/talks',
    [
      'Small tools, long lives',
      'Designing for one hand',
      'Maps without borders',
      'The case for boring software',
    ],
  ],
  [
    'https://careers.example.com/jobs',
    ['Support engineer', 'Baker, early shift', 'Data editor', 'Workshop lead'],
  ],
  [
    'https://podcast.example.net/episodes',
    ['The lift stops here', 'A lamp called Thousand', 'Night shift at the bakery', 'Listening to lime trees'],
  ],
] as const;

const details = [
  '',
  ' – guide',
  ' – gallery',
  ' – questions and answers',
  ' – prices',
  ' – sign up',
  ' – background',
] as const;
const notes = [
  '',
  '',
  '',
  'For the spring mailing',
  'Printed on the poster',
  'Replaces the old link',
  'Ask Hanna before changing',
];

const countries = [
  'Germany',
  'Germany',
  'Germany',
  'United States',
  'United States',
  'France',
  'Spain',
  'United Kingdom',
  'Japan',
  'Brazil',
  'Nigeria',
  'India',
  'Unknown',
];
const referrers = [
  'Direct',
  'Direct',
  'Direct',
  'letters.example.net',
  'social.example.com',
  'social.example.com',
  'search.example',
  'conf.example.com',
  'forum.example.org',
];
const machines = [
  ['Chrome', 'Windows'],
  ['Chrome', 'Windows'],
  ['Chrome', 'Android'],
  ['Chrome', 'Android'],
  ['Safari', 'iOS'],
  ['Safari', 'iOS'],
  ['Safari', 'macOS'],
  ['Firefox', 'Linux'],
  ['Firefox', 'Windows'],
  ['Edge', 'Windows'],
] as const;

/** A linear congruential sequence: poor chance, but the same everywhere. 0 ≤ n < 1. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Does nothing when the database has links already. */
export function seedDemo(service: Service): void {
  const { database, utcOffsetMinutes } = service;
  if (database.count('SELECT count(*) n FROM link') > 0) return;
  database.together(() => {
    const now = service.now();
    const chance = sequence(20_26);
    const below = (count: number): number => Math.floor(chance() * count);
    const pick = <T>(list: readonly [T, ...T[]] | readonly T[], fallback: T): T =>
      list[below(list.length)] ?? fallback;
    const date = (ms: number): string => stamp(ms, utcOffsetMinutes);
    const longAgo = date(now - 200 * dayMs);

    database.insert('domain', { domain: service.address, own: 1 });
    const domainIds = ['https://go.example.com', 'https://links.bakery.test'].map((domain) =>
      database.insert('domain', { domain, redirectroot: 'https://www.example.com/', redirect404: '' }),
    );
    const campaignIds = campaigns.map(([name, slug, isPublic]) =>
      database.insert('campaign', { name, slug, public: Number(isPublic) }),
    );
    const channelIds = channels.map(([name, description, color, starred]) =>
      database.insert('channel', { name, description, color, starred: Number(starred) }),
    );
    const pixelIds = pixels.map(([type, name, tag]) =>
      database.insert('pixel', { type, name, tag, date: longAgo }),
    );
    for (const [type, name, message, label, link] of overlays)
      database.insert('overlay', { type, name, message, label, link, date: longAgo });
    for (const [name, heading, message] of splashes)
      database.insert('splash', { name, heading, message, date: longAgo });
    database.insert('other_item', {
      type: 'bio',
      id: 1,
      title: 'Robin, all links',
      slug: 'robin',
      date: longAgo,
    });
    database.insert('other_item', {
      type: 'qr',
      id: 1,
      title: 'Poster, station hall',
      slug: 'qr-1',
      date: longAgo,
    });

    const linkIds: { id: number; created: number }[] = [];
    for (let index = 0; index < linkCount; index += 1) {
      const created = Math.round(now - 180 * dayMs + ((index + chance()) / (linkCount + 1)) * 180 * dayMs);
      const article = articles[index % 29];
      const [site, names] = pick(sites, sites[0]);
      const detail = pick(details, '');
      const title = article?.title ?? `${pick<string>(names, names[0])}${detail}`;
      const longurl = article
        ? `${service.address}/demo/${article.slug}${index < 29 ? '' : `?issue=${index}`}`
        : `${site}/${slugOf(title)}-${index}${chance() < 0.25 ? '?utm_source=newsletter&utm_medium=email' : ''}`;
      const link: NewLink = {
        ...linkDefaults,
        alias:
          chance() < 0.4
            ? `${slugOf(title).slice(0, 18)}-${index}`
            : (below(36 ** 4) + 36 ** 4 * (index + 1)).toString(36),
        domain: chance() < 0.25 ? pick(domainIds, 0) || null : null,
        longurl,
        title,
        date: date(created),
        created,
        type: chance() < 0.05 ? 'splash' : chance() < 0.05 ? 'frame' : 'direct',
        password: index % 67 === 11 ? 'open sesame' : null,
        expiry: index % 23 === 5 ? date(now + (below(60) - 20) * dayMs) : null,
        geotarget: index % 41 === 7 ? [{ when: 'Germany', link: `${longurl.split('?')[0]}/de` }] : [],
        devicetarget: index % 37 === 9 ? [{ when: 'iPhone', link: 'https://apps.example.com/ios' }] : [],
        description: pick(notes, ''),
        pixels: chance() < 0.2 ? [pick(pixelIds, 0)] : [],
        campaign: chance() < 0.6 ? pick(campaignIds, 0) || null : null,
        status: chance() < 0.5 ? 'public' : 'private',
      };
      const id = insertLink(service, link);
      linkIds.push({ id, created });
      if (chance() < 0.5) assignItem(service, { channel: pick(channelIds, 1), type: 'links', item: id });
    }
    assignItem(service, { channel: channelIds[0] ?? 1, type: 'bio', item: 1 });
    assignItem(service, { channel: channelIds[1] ?? 1, type: 'qr', item: 1 });

    for (let index = 0; index < clickCount; index += 1) {
      // Squared: a few links have most of the clicks, as everywhere.
      const link = linkIds[Math.floor(chance() ** 2 * linkIds.length)];
      if (!link) continue;
      const from = Math.max(link.created, now - 90 * dayMs);
      const [browser, os] = pick(machines, machines[0]);
      insertClick(service, {
        link: link.id,
        at: Math.round(from + chance() * (now - from)),
        visitor: `visitor-${below(clickCount / 2)}`,
        country: pick(countries, 'Unknown'),
        referrer: pick(referrers, 'Direct'),
        browser,
        os,
      });
    }
  });
}
