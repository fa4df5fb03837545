/** Counts by name: what is read, and how long the bars are, in every form in which a service gives them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BarList } from '../../../components/bar-list.tsx';
import { getLink } from '../../../lib/api/link-details.ts';
import { speak } from '../i18n/catalogue.ts';
import { draw, find, root, textsOf } from './dom.ts';

beforeEach(() => speak());

/** As it comes from a service. */
const read = (topCountries: unknown) =>
  getLink('1').read({ error: 0, id: 1, details: { id: 1 }, data: { topCountries } }).topCountries;

async function show(topCountries: unknown): Promise<void> {
  await draw(null);
  await draw(<BarList id="countries" name="Countries" statistic={read(topCountries)} />);
}

const bars = () => [...root.querySelectorAll('rect')].map((bar) => bar.getAttribute('width'));
const lines = () => textsOf('li').map((text) => text.trim());

describe('a ranking', () => {
  it('is a named list of names and numbers, the largest first, with bars for who sees', async () => {
    await show({ France: 25, Germany: 1_000, Chad: 1, Peru: 0 });
    expect(find('section').getAttribute('aria-labelledby')).toBe('countries');
    expect(textsOf('h4')).toEqual(['Countries']);
    expect(lines()).toEqual(['Germany1,000', 'France25', 'Chad1', 'Peru0']);
    // A bar of something is never nothing.
    expect(bars()).toEqual(['100%', '3%', '1%', '0%']);
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
  ])('%s', async (_form, given) => {
    await show(given);
    expect(lines()).toEqual(['France3', 'Chad1']);
  });

  it('a bare number is told as what it is', async () => {
    await show(1_234);
    expect([lines(), textsOf('.note')]).toEqual([[], ['1,234 in all; the service names none.']]);
  });

  it.each([[undefined], [null], ['what'], [[]], [{}], [[null, {}]], [{ '': {} }]])(
    '%j is nothing',
    async (given) => {
      await show(given);
      expect([lines(), textsOf('.note')]).toEqual([[], ['Nothing counted']]);
    },
  );

  it('of many, the rest is counted together; a single one more is named', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`Country ${n}`, 100 - n]));
    await show(many(7));
    expect(lines()).toHaveLength(7);
    await show(many(9));
    expect(lines().slice(-1)).toEqual(['3 others279']);
  });

  it('nothing but zeros makes no bars', async () => {
    await show({ France: 0, Chad: 0 });
    expect(bars()).toEqual(['0%', '0%']);
  });

  it('a long and a hostile name are text, shortened to be seen and whole to be read', async () => {
    const name = `<img src=x onerror=alert(1)>\u202e${'x'.repeat(100)}`;
    await show({ [name]: 1 });
    expect(root.querySelector('img')).toBeNull();
    expect(z.string().parse(find('bdi').getAttribute('title'))).toBe(name);
    expect(textsOf('.unseen')).toEqual([name]);
    expect(textsOf('[aria-hidden]')[0]?.length).toBeLessThan(40);
  });
});
