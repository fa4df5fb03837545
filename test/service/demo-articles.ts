/** Made-up articles: believable pages to shorten, served under /demo. */

export interface Article {
  readonly slug: string;
  readonly title: string;
  readonly byline: string;
  readonly paragraphs: readonly string[];
  readonly links: readonly { readonly text: string; readonly href: string }[];
}

export const articles: readonly Article[] = [
  {
    slug: 'sourdough-in-a-small-kitchen',
    title: 'Sourdough in a small kitchen',
    byline: 'Mara Lindqvist · 6 minutes',
    paragraphs: [
      'Our kitchen is two metres long and the oven door hits the fridge. For a year I believed good bread needed more room than that, and then a neighbour handed me a jar.',
      'The trick is to stop treating the dough as a project. It rests while you work, it rests while you sleep, and the fridge that is always in the way turns out to be the best tool of all.',
      'Weigh everything. Flour packs differently every morning, and a kitchen scale costs less than three loaves from the bakery on the corner.',
    ],
    links: [
      { text: 'How to keep a starter on holiday', href: 'https://bread.example.com/starter/holiday-care' },
      {
        text: 'Flour strengths compared',
        href: 'https://bread.example.com/flour?sort=protein&utm_source=demo',
      },
      { text: 'Night trains, and what to eat on them', href: '/demo/night-trains-are-back' },
    ],
  },
  {
    slug: 'night-trains-are-back',
    title: 'Night trains are back, and the berths are full',
    byline: 'Idris Okafor · 9 minutes',
    paragraphs: [
      'At ten past nine the platform smells of brake dust and oranges. Someone has brought a cello. Every berth to the coast has been sold since February.',
      'The cars are older than most of the passengers, but the timetable is new: three more lines this winter, two of them across a border that had seen no sleeper in twenty years.',
      'Book the upper berth if you like heat, the lower one if you like stations. Either way, pack earplugs, and something to share.',
    ],
    links: [
      { text: 'The winter timetable', href: 'https://rail.example.org/timetable/winter' },
      {
        text: 'A packing list that fits under the berth',
        href: 'https://rail.example.org/guides/packing#night',
      },
      { text: 'Bread for the journey', href: '/demo/sourdough-in-a-small-kitchen' },
    ],
  },
  {
    slug: 'measuring-a-newsletter',
    title: 'Measuring a newsletter without watching its readers',
    byline: 'Tomás Vega · 5 minutes',
    paragraphs: [
      'Open rates stopped meaning anything the day mail apps began to load every picture. We kept the chart on the wall for another year, out of habit.',
      'What is left is simpler: did anyone follow the link, and did they reply? A short link for each issue answers the first question, a reply address the second.',
      'We now write down one expectation before every issue. Being wrong in public, in our own notes, has taught us more than the dashboard did.',
    ],
    links: [
      { text: 'Our notes on naming campaigns', href: 'https://letters.example.net/notes/campaign-names' },
      { text: 'A worksheet for expectations', href: 'https://letters.example.net/files/worksheet.pdf' },
    ],
  },
  {
    slug: 'a-city-counts-its-trees',
    title: 'A city counts its trees',
    byline: 'Hanna Brückner · 7 minutes',
    paragraphs: [
      'It took 340 volunteers, eleven weekends and one very patient botanist. At the end the city knew what it had: 81,204 trees, and one shrub that had been passing as a tree since 1996.',
      'The map is open to anyone. Schools have adopted streets, and the water works now knows which lime trees drink the most in August.',
      'The next count is planned in five years. The shrub has been given a number of its own.',
    ],
    links: [
      { text: 'Browse the tree map', href: 'https://trees.example.org/map?zoom=12&lat=52.1&lon=11.6' },
      { text: 'Straße der Linden, street by street', href: 'https://trees.example.org/straße/linden' },
      { text: 'Volunteer in the next count', href: 'https://trees.example.org/volunteer' },
    ],
  },
  {
    slug: 'the-repair-shop-on-the-third-floor',
    title: 'The repair shop on the third floor',
    byline: 'Yuki Arden · 4 minutes',
    paragraphs: [
      'Nobody finds it by accident. There is no sign, the lift stops one floor short, and the door says “Archive”.',
      'Inside, four retired engineers mend radios, toasters and the occasional accordion. They charge nothing, but you must stay and watch.',
      'In March they repaired their thousandth device, a bedside lamp. It had only needed a bulb.',
    ],
    links: [
      { text: 'Opening hours', href: 'https://repair.example.com/hours' },
      { text: 'What they can mend, and what they can’t', href: 'https://repair.example.com/list?page=2' },
    ],
  },
];

/** The title that a server would fetch from the page; empty for addresses that are not ours. */
export function articleTitle(service: string, address: string): string {
  const start = `${service}/demo/`;
  const slug = address.startsWith(start) ? address.slice(start.length).split(/[?#]/)[0] : undefined;
  return articles.find((article) => article.slug === slug)?.title ?? '';
}
