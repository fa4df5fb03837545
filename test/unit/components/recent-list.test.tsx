/** The recent links: labels, copying, and shortening of long texts. */
import { beforeEach, expect, it } from 'vitest';
import { draw, find, fire, root, textsOf } from './dom.ts';
import { RecentList } from '../../../components/recent-list.tsx';
import { speak } from '../i18n/catalogue.ts';
import { msg } from '../../support/texts.ts';

const link = (n: number, title = '') => ({
  id: String(n),
  shortUrl: `https://sho.rt/${n}`,
  address: `https://example.com/${'x'.repeat(60)}/${n}`,
  title,
  at: n,
});

beforeEach(() => speak());

it('shows each link with its destination and age, and copies it on click', async () => {
  const copied: string[] = [];
  await draw(null);
  await draw(
    <RecentList
      links={[link(2, 'A title'), link(1)]}
      when={({ at }) => `${at} ago`}
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
  expect(textsOf('.about')[0]).toBe('A title');
  expect(textsOf('.about')[1]).toBe('example.com/…xxxxx/1');
  expect(textsOf('.when')).toEqual(['2 ago', msg('copied')]);
  await fire(find('button'), 'click');
  expect(copied).toEqual(['https://sho.rt/2']);
});

it.each([
  ['A title', []],
  ['x'.repeat(20), []],
  ['x'.repeat(21), ['xxxxxxxxxxxx…', 'xxxxxxx']],
  // The ellipsis is in the part that the browser cuts.
  ['… and … and … and … and', ['… and … and …', 'd … and']],
  ['\u{1F4CF}'.repeat(1_000_000), [`${'\u{1F4CF}'.repeat(12)}…`, '\u{1F4CF}'.repeat(7)]],
])('%j is rendered in two parts where it is long', async (title, parts) => {
  await draw(null);
  await draw(<RecentList links={[link(1, title)]} when={() => ''} copied="" onCopy={() => {}} />);
  expect(textsOf('.about span')).toEqual(parts);
  expect(find('.about').textContent).toBe(parts.length > 0 ? parts.join('') : title);
});
