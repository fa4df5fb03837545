/** What the section "Bulk create" knows of the account before any row is checked. */
import { beforeEach, expect, it, vi } from 'vitest';
import { readAccountContext } from '../../../entrypoints/manage/bulk/account-context.ts';
import { recentLinksItem } from '../../../lib/storage/recent-links.ts';
import { lintUrl } from '../../../lib/url/lint-url.ts';
import { browser, fresh } from '../../support/fake-browser.ts';
import { linkRow } from '../../support/link-rows.ts';

vi.mock('../../../lib/browser/native.ts', async () => import('../../support/fake-browser.ts'));

beforeEach(() => fresh());

const isShort = (address: string, shortUrls: readonly string[]) =>
  lintUrl(address, { shortUrls }).some(({ kind }) => kind === 'already-short');

it('hosts of links that were made elsewhere are known for short links, as those of recent ones', async () => {
  const recent = {
    id: '3',
    shortUrl: 'https://go.example/mine',
    title: '',
    at: 1,
    address: 'https://a.example/',
  };
  browser.storage.local.stored.set(recentLinksItem.key, { version: 1, data: [recent] });
  const newest = async () => [
    linkRow(2, { shortUrl: 'https://links.example/b' }),
    linkRow(1, { shortUrl: 'https://links.example/a' }),
    linkRow(4, { shortUrl: null }),
  ];
  const { shortUrls } = await readAccountContext({ newest });
  expect(shortUrls).toHaveLength(2);
  expect(isShort('https://links.example/other', shortUrls)).toBe(true);
  expect(isShort('https://go.example/other', shortUrls)).toBe(true);
  expect(isShort('https://elsewhere.example/other', shortUrls)).toBe(false);
});

it('a mirror that can’t be read costs that warning and nothing else', async () => {
  const newest = async () => Promise.reject(new Error('unreadable'));
  expect((await readAccountContext({ newest })).shortUrls).toEqual([]);
});
