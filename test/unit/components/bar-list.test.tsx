/** The bar list: its text and the lengths of its bars, for every form of the service's statistics. */
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BarList, ShareList } from '../../../components/bar-list.tsx';
import { getLink } from '../../../lib/api/link-details.ts';
import { speak } from '../../support/speak.ts';
import { draw, find, root, textsOf } from '../../support/dom.ts';
import { msg } from '../../support/texts.ts';

beforeEach(() => speak());

/** Parses a statistic of a reply. */
const read = (topCountries: unknown) =>
  getLink('1').read({ error: 0, id: 1, details: { id: 1 }, data: { topCountries } }).topCountries;

async function show(topCountries: unknown): Promise<void> {
  await draw(null);
  await draw(<BarList id="countries" name={msg('statCountries')} statistic={read(topCountries)} />);
}

const bars = () => [...root.querySelectorAll('rect')].map((bar) => bar.getAttribute('width'));
const lines = () => textsOf('li').map((text) => text.trim());

describe('a bar list', () => {
  it('is a labeled list of names and counts, sorted by count, with hidden bars', async () => {
    await show({ France: 25, Germany: 1_000, Chad: 1, Peru: 0 });
    expect(find('section').getAttribute('aria-labelledby')).toBe('countries');
    expect(textsOf('h4')).toEqual([msg('statCountries')]);
    expect(lines()).toEqual(['Germany1,000', 'France25', 'Chad1', 'Peru0']);
    // A small count still has a bar, 0 has none.
    expect(bars()).toEqual(['100%', '3%', '1%']);
    expect(find('svg').getAttribute('aria-hidden')).toBe('true');
  });

  it.each([
    [
      'a list of records',
      [
        { country: 'France', clicks: '3' },
        { country: 'Chad', clicks: 1 },
      ],
    ],
    [
      'a list of pairs',
      [
        ['France', 3],
        ['Chad', '1'],
      ],
    ],
    ['a map of digits', { France: '3', Chad: '1' }],
  ])('reads %s', async (_form, given) => {
    await show(given);
    expect(lines()).toEqual(['France3', 'Chad1']);
  });

  it('reports a bare number as a total without names', async () => {
    await show(1_234);
    expect([lines(), textsOf('.note')]).toEqual([[], [msg('statTotal', '1,234')]]);
  });

  it.each([[undefined], [null], ['what'], [[]], [{}], [[null, {}]], [{ '': {} }]])(
    'reads %j as nothing',
    async (given) => {
      await show(given);
      expect([lines(), textsOf('.note')]).toEqual([[], [msg('statNothing')]]);
    },
  );

  it('sums up the rest of many entries, but names a single remaining one', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`Country ${n}`, 100 - n]));
    await show(many(7));
    expect(lines()).toHaveLength(7);
    await show(many(9));
    expect(lines().slice(-1)).toEqual([`${msg('statOthers', '3')}279`]);
  });

  it('draws no bars for zeros', async () => {
    await show({ France: 0, Chad: 0 });
    expect(bars()).toEqual([]);
  });

  it('renders a long and hostile name as text, shortened but read out whole', async () => {
    const name = `<img src=x onerror=alert(1)>\u202e${'x'.repeat(100)}`;
    await show({ [name]: 1 });
    expect(root.querySelector('img')).toBeNull();
    expect(z.string().parse(find('bdi').getAttribute('title'))).toBe(name);
    expect(textsOf('.visually-hidden')).toEqual([name]);
    expect(textsOf('[aria-hidden]')[0]?.length).toBeLessThan(40);
  });
});

describe('a list of shares', () => {
  async function showShares(topCountries: unknown): Promise<void> {
    await draw(null);
    await draw(
      <ShareList
        id="browsers"
        name={msg('statBrowsers')}
        unit={msg('statShareOfClicks')}
        statistic={read(topCountries)}
      />,
    );
  }
  const strip = () =>
    [...root.querySelectorAll('.strip rect')].map((part) => [
      part.getAttribute('x'),
      part.getAttribute('width'),
    ]);

  it('has the percentage of each entry, and one strip for all', async () => {
    await showShares({ Firefox: 25, Chrome: 75 });
    expect([textsOf('h4'), textsOf('.ranking-head span')]).toEqual([
      [msg('statBrowsers')],
      [msg('statShareOfClicks')],
    ]);
    expect(lines()).toEqual(['Chrome75%', 'Firefox25%']);
    expect(strip()).toEqual([
      ['0%', '75%'],
      ['75%', '25%'],
    ]);
    expect(find('.strip').getAttribute('aria-hidden')).toBe('true');
  });

  it('sums up the rest of many entries in a fifth share', async () => {
    await showShares(Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`Browser ${n}`, 10])));
    expect([lines().length, lines().at(-1), strip().length]).toEqual([5, `${msg('statOthers', '6')}60%`, 5]);
  });

  it('divides nothing by zero, and says where there is no data', async () => {
    await showShares({ Chrome: 0 });
    expect([lines(), strip()]).toEqual([['Chrome0%'], [['0%', '0%']]]);
    await showShares([]);
    expect([textsOf('.note'), textsOf('.ranking-head span')]).toEqual([[msg('statNothing')], []]);
  });
});
