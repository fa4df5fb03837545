/**
 * Hostile links and selections on the menu: each becomes the link that was read, and its short address is
 * copied, or nothing happens.
 */
import { beforeEach, expect, it, vi } from 'vitest';
import { onMenu } from '../../../entrypoints/background/triggers/context-menu.ts';
import { parseUserUrl } from '../../../lib/url/parse-user-url.ts';
import { hostileAddresses, hostileTitles } from '../../fixtures/hostile.ts';
import { clickMenu, fresh } from '../../support/fake-browser.ts';
import { knowNewest, createWorker } from '../../support/background-worker.ts';
import { settled } from '../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../support/fake-browser.ts'));
vi.mock('../../../lib/browser/native.ts', async () => import('../../support/fake-browser.ts'));

beforeEach(() => fresh());

const head = (text: string) => JSON.stringify(text.slice(0, 120));

it('400 hostile addresses with 100 hostile titles', async () => {
  knowNewest('4');
  let made = 4;
  const { quickShorten, items, reports, sent, clipboard } = createWorker({
    service: () => ({ body: { error: 0, id: ++made, shorturl: `https://sho.rt/${made}` } }),
  });
  onMenu({
    shorten: quickShorten.shorten,
    manage: () => {},
    allTabs: () => {},
    settings: () => {},
    cancelQueued: () => {},
  });
  // Several are spellings of one address.
  await items.preferences.update((current) => ({ ...current, reuse: false }));
  for (const [n, text] of hostileAddresses.entries()) {
    sent.length = 0;
    clipboard.length = 0;
    const selectionText = hostileTitles[n % hostileTitles.length] ?? '';
    clickMenu({ menuItemId: 'shorten-link', linkUrl: text, selectionText }, { incognito: false });
    await settled();
    const read = parseUserUrl(text);
    const urls = sent.map(({ call }) => call.body?.['url'] === (read.ok && read.address));
    expect([head(text), urls, clipboard]).toEqual([
      head(text),
      read.ok ? [true] : [],
      read.ok ? [`https://sho.rt/${made}`] : [],
    ]);
  }
  expect(reports).toEqual([]);
});

it('a selection of a megabyte is truncated before it is stored as a title', async () => {
  knowNewest('4');
  const { quickShorten, jobs, items } = createWorker();
  onMenu({
    shorten: quickShorten.shorten,
    manage: () => {},
    allTabs: () => {},
    settings: () => {},
    cancelQueued: () => {},
  });
  const selectionText = 'The whole page. '.repeat(65_536);
  const click = { menuItemId: 'shorten-link', linkUrl: 'https://example.com/', selectionText };
  clickMenu(click, { incognito: false });
  await settled();
  const titles = jobs.jobs().map(({ command }) => command.kind === 'shorten' && command.link.title);
  expect(titles).toEqual([selectionText.slice(0, 300)]);
  expect((await items.recentLinks.read()).map(({ title }) => title)).toEqual(titles);
});
