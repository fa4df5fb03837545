/** The recent links: labels, copying, and shortening of long texts. */
import { beforeEach, expect, it } from 'vitest';
import { draw, find, fire, root, textsOf } from '../../support/dom.ts';
import { RecentList } from '../../../components/recent-list.tsx';
import { speak } from '../../support/speak.ts';
import { msg } from '../../support/texts.ts';
import { recentLink } from '../../support/samples.ts';

const link = (n: number, title = '') =>
  recentLink(n, { address: `https://example.com/${'x'.repeat(60)}/${n}`, title });

beforeEach(() => speak());

it('shows each link with its destination and age, and copies it on click', async () => {
  const copied: string[] = [];
  await draw(null);
  await draw(
    <RecentList
      links={[link(2, 'A title'), link(1)]}
      describe={({ at }) => ({ age: `${at} ago`, clicks: '' })}
      copied="https://sho.rt/1"
      onCopy={(shortUrl) => copied.push(shortUrl)}
    />,
  );
  expect(find('ul').getAttribute('aria-label')).toBe(msg('recent'));
  expect([...root.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'))).toEqual([
    msg('copyLink', 'sho.rt/2'),
    msg('copyLink', 'sho.rt/1'),
  ]);
  expect(textsOf('button bdi')).toEqual(['sho.rt/2', 'sho.rt/1']);
  expect(textsOf('.about bdi')).toEqual(['A title', `example.com/${'x'.repeat(60)}/1`]);
  expect([textsOf('.when'), textsOf('.copied')]).toEqual([['2 ago · ', '1 ago · '], [msg('copied')]]);
  await fire(find('button'), 'click');
  expect(copied).toEqual(['https://sho.rt/2']);
});

it('renders no more of a title than a row can show', async () => {
  await draw(null);
  const title = '\u{1F4CF}'.repeat(1_000_000);
  await draw(
    <RecentList
      links={[link(1, title)]}
      describe={() => ({ age: '', clicks: '' })}
      copied=""
      onCopy={() => {}}
    />,
  );
  expect(Array.from(find('.about').textContent ?? '')).toHaveLength(80);
});
