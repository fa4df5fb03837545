/** The look into the mirror without the library: as the mirror itself has it, and it leaves nothing behind. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOrCreate } from '../../../lib/mirror/database.ts';
import { findFreeShortUrls, findLinkByShortUrl } from '../../../lib/mirror/find-by-short-url.ts';
import { createMirrorEvents } from '../../../lib/mirror/mirror-events.ts';
import {
  countMirrorLinks,
  findReusableLink,
  findMirrorLinks,
  findCampaign,
  followCampaign,
} from '../../../lib/mirror/quick-lookup.ts';
import { linkKey, type LinkRow } from '../../../lib/mirror/link-row.ts';
import { normalizeUrl } from '../../../lib/url/normalize-url.ts';

let scopes = 0;
let scope = '';

function row(id: string, change: Partial<LinkRow> = {}): LinkRow {
  const longUrl = change.longUrl === undefined ? 'https://example.com/?a=b&c=d' : change.longUrl;
  return {
    id: id as LinkRow['id'],
    key: linkKey(id),
    alias: `l${id}`,
    shortUrl: `https://sho.rt/l${id}`,
    title: `Link ${id}`,
    description: '',
    clicks: 3,
    date: null,
    campaign: null,
    channels: [],
    confirmed: true,
    sweep: 1,
    ...change,
    longUrl,
    address: normalizeUrl(longUrl),
  };
}

async function keep(...rows: readonly LinkRow[]): Promise<void> {
  const database = await openOrCreate(scope);
  for (const one of rows) await database.put('links', one);
  database.close();
}

const names = async () => (await indexedDB.databases()).map(({ name }) => name);

beforeEach(() => {
  scope = `https://sho.rt#look-${++scopes}`;
});

describe('the links of an address', () => {
  it('are found in every form in which the service lists them, the newest first', async () => {
    await keep(
      row('9'),
      row('10', { longUrl: 'https://example.com/?a=b&amp;c=d' }),
      row('11', { longUrl: null }),
    );
    const found = await findMirrorLinks(scope, 5, 'https://example.com/?a=b&c=d');
    expect(found.map(({ id }) => id)).toEqual(['10', '9']);
    expect(found[1]).toEqual({
      id: '9',
      shortUrl: 'https://sho.rt/l9',
      title: 'Link 9',
      clicks: 3,
      at: 0,
      address: 'https://example.com/?a=b&c=d',
      unchecked: true,
    });
  });

  it('are counted', async () => {
    await keep(
      row('9'),
      row('10', { longUrl: 'https://example.com/?a=b&amp;c=d' }),
      row('11', { longUrl: null }),
    );
    expect(await countMirrorLinks(scope, 'https://example.com/?a=b&c=d')).toBe(2);
    expect(await countMirrorLinks('https://sho.rt#none', 'https://example.com/?a=b&c=d')).toBe(0);
  });

  it('have the values of their UTM parameters, and are not reused without a choice', async () => {
    const parameters = [
      { name: 'utm_source', value: 'poster' },
      { name: 'utm_medium', value: 'print' },
    ];
    await keep(row('9', { openEnded: true, parameters }), row('10', { openEnded: true, parameters: [] }));
    const found = await findMirrorLinks(scope, 5, 'https://example.com/?a=b&c=d');
    expect(found.map(({ unchecked, tags }) => [unchecked, tags])).toEqual([
      [undefined, undefined],
      [true, 'poster, print'],
    ]);
  });

  it('are no others, and none without a short address', async () => {
    await keep(row('9', { shortUrl: null }), row('10', { longUrl: 'https://example.com/' }));
    expect(await findMirrorLinks(scope, 5, 'https://example.com/?a=b&c=d')).toEqual([]);
  });
});

describe('the link of a short URL', () => {
  const find = (shortUrl: string, signal = new AbortController().signal) =>
    findLinkByShortUrl(scope, shortUrl, signal);

  it('is found on its domain only, however that is written', async () => {
    await keep(row('9'), row('10', { shortUrl: 'http://GO.example/l9/' }));
    expect(await find('https://sho.rt/l9')).toMatchObject({ id: '9', title: 'Link 9' });
    expect(await find('https://go.example/l9')).toMatchObject({ id: '10' });
    for (const none of [
      'https://sho.rt/L9',
      'https://sho.rt/l',
      'https://other.example/l9',
      'https://sho.rt/',
    ])
      expect(await find(none)).toBeNull();
  });

  it('is found among thousands, and by no reading of all of them at once', async () => {
    await keep(...Array.from({ length: 2_500 }, (_, n) => row(String(n + 1))));
    const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    expect(await find('https://sho.rt/l1')).toMatchObject({ id: '1' });
    expect(getAll.mock.calls.map(([, most]) => most)).toEqual([1_000, 1_000, 1_000]);
    getAll.mockRestore();
  });

  it('is looked for no longer than it is needed, and nowhere without a database', async () => {
    await keep(row('9'));
    expect(await find('https://sho.rt/l9', AbortSignal.abort())).toBeNull();
    expect(
      await findLinkByShortUrl('https://sho.rt#none', 'https://sho.rt/l9', new AbortController().signal),
    ).toBeNull();
  });
});

it('short URLs are free that no link has, however they are written', async () => {
  await keep(row('9'), row('10'), row('11', { shortUrl: 'http://GO.example/l12/' }));
  const wanted = ['https://sho.rt/l9', 'https://sho.rt/l12', 'https://go.example/l12', 'https://sho.rt/L10'];
  expect(await findFreeShortUrls(scope, wanted, new AbortController().signal)).toEqual([
    'https://sho.rt/l12',
    'https://sho.rt/L10',
  ]);
});

describe('the link of an address that can be reused', () => {
  const address = 'https://example.com/?a=b&c=d';

  it('is one known to be open-ended, even where newer ones may expire', async () => {
    await keep(row('8'), row('9', { openEnded: true }), row('10'));
    expect(await findReusableLink(scope, address)).toMatchObject({ id: '9' });
  });

  it('has its expiration and password, where they are known', async () => {
    const limits = { expires: '2030-01-02 03:04:00', hasPassword: true };
    await keep(row('9', limits));
    const expected = { id: '9', unchecked: true, ...limits };
    expect(await findReusableLink(scope, address)).toMatchObject(expected);
  });

  it('is the newest where all of them may expire, and none without any', async () => {
    expect(await findReusableLink(scope, address)).toBeNull();
    await keep(row('9'), row('10'));
    expect(await findReusableLink(scope, address)).toMatchObject({ id: '10', unchecked: true });
  });
});

it('reads the newest links, as many as requested', async () => {
  await keep(...['8', '9', '10', '11'].map((id) => row(id)));
  expect((await findMirrorLinks(scope, 3)).map(({ id }) => id)).toEqual(['11', '10', '9']);
});

it('finds nothing for an account without a database, and creates none', async () => {
  expect(await findMirrorLinks(scope, 3)).toEqual([]);
  expect(await names()).not.toContain(`mirror ${scope}`);
});

it('does not block the deletion of the account', async () => {
  await keep(row('1'));
  await Promise.all([findMirrorLinks(scope, 3), findMirrorLinks(scope, 1, 'https://example.com/')]);
  await new Promise((resolve) =>
    indexedDB.deleteDatabase(`mirror ${scope}`).addEventListener('success', resolve),
  );
  expect(await names()).not.toContain(`mirror ${scope}`);
});

it('ignores an unreadable record', async () => {
  await keep({ ...row('1'), shortUrl: 7 as unknown as string });
  expect(await findMirrorLinks(scope, 3)).toEqual([]);
});

describe('a database that can’t be read', () => {
  const failing = (times: number) => {
    const { open } = IDBFactory.prototype;
    let left = times;
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function openFailing(
      this: IDBFactory,
      ...given
    ) {
      if (left-- > 0) throw new DOMException('Internal error', 'UnknownError');
      return open.apply(this, given);
    });
  };
  afterEach(() => void vi.restoreAllMocks());

  it('is not an empty one', async () => {
    await keep(row('1'));
    failing(Infinity);
    await expect(findMirrorLinks(scope, 3)).rejects.toThrow();
  });

  it('for a moment is read nevertheless', async () => {
    await keep(row('1'));
    failing(1);
    expect(await findMirrorLinks(scope, 3)).toHaveLength(1);
  });

  it('without its tables is an error', async () => {
    await new Promise((resolve) =>
      indexedDB.open(`mirror ${scope}`).addEventListener('success', ({ target }) => {
        if (target instanceof IDBOpenDBRequest) target.result.close();
        resolve(null);
      }),
    );
    await expect(findMirrorLinks(scope, 3)).rejects.toThrow();
  });
});

it('the campaign of a link is found once the mirror has it', async () => {
  const spring = { id: '5', name: 'Spring' };
  const found: (typeof spring)[] = [];
  const stop = followCampaign(
    () => ({ scope, campaigns: [spring] }),
    '9',
    (campaign) => found.push(campaign),
  );
  const events = createMirrorEvents(scope);
  await keep(row('9', { campaign: '5' }));
  events.announce('links');
  await vi.waitFor(() => expect(found).toEqual([spring]));
  stop();
  events.announce('links');
  expect(await findCampaign({ scope, campaigns: [spring] }, '9')).toEqual(spring);
  expect(found).toEqual([spring]);
  events.close();
});
