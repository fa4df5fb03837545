/** The section "Links" as it is rendered and read out. */
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSectionModels } from '../../../entrypoints/manage/section-props.ts';
import { Links } from '../../../entrypoints/manage/links/links.tsx';
import type { LinkRow } from '../../../lib/mirror/link-row.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { delay } from '../../../lib/time/delay.ts';
import { linkRow } from '../../support/link-rows.ts';
import { activityView, jobView } from '../../support/sample-views.ts';
import { sampleResult, uuid } from '../../support/samples.ts';
import { draw, field, find, fire, press, root, textsOf, type, until } from '../../support/dom.ts';
import { speak } from '../../support/speak.ts';
import { linksWorld, listed, single } from './links-world.ts';
import { openManage } from './open-manage.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import { msg, msgCount } from '../../support/texts.ts';
import { settled } from '../../support/flush.ts';

Reflect.set(globalThis, 'getSelection', () => ({ isCollapsed: true }));
Reflect.set(navigator, 'onLine', true);
beforeEach(() => speak());

async function open(
  stored: readonly LinkRow[],
  start?: Parameters<typeof linksWorld>[1],
  view: Partial<ActivityView> = {},
) {
  await draw(null);
  const section = linksWorld(stored, start);
  const page = openManage(activityView(view));
  const models = createSectionModels();
  page.world.now = section.world.now;
  page.model.tick();
  await draw(<Links deps={section.deps} page={page.model} models={models} />);
  await act(settled);
  return { ...section, opened: page.acts, models, page: page.model };
}

const search = () => field('[type=search]');
const statuses = () =>
  textsOf('[role=status]')
    .map((text) => text.trim())
    .filter((text) => text !== '');
const names = () => textsOf('[role=row] .name');
const status = () => textsOf('.links-status > p > span, .synced').filter((text) => text !== '');

async function pressButton(name: string | RegExp): Promise<void> {
  const fits = (text: string) => (typeof name === 'string' ? text === name : name.test(text));
  const button = [...root.querySelectorAll('button')].find((one) =>
    fits(one.getAttribute('aria-label') ?? one.textContent ?? ''),
  );
  if (button === undefined) throw new Error(`${String(name)} is not there`);
  await fire(button, 'click');
  await act(settled);
}

/** 78 pages of 100 links at 30 requests a minute. */
const meter = {
  limit: 30,
  windowMs: 60_000,
  remaining: 10,
  resetAt: null,
  usedHere: 20,
  usedElsewhere: 0,
} as const;

const rows = (count: number) => Array.from({ length: count }, (_, n) => linkRow(count - n));

describe('the list', () => {
  it('shows the number of links and their freshness', async () => {
    await open(rows(1_234));
    expect(textsOf('h2')).toEqual([msg('links')]);
    expect(status()).toEqual([msgCount('linksCount', 1_234), msg('syncedAgo', msg('minutesAgo', '1'))]);
    expect(find('[role=grid]').getAttribute('aria-rowcount')).toBe('1234');
    expect(names().slice(0, 2)).toEqual(['Page 1234', 'Page 1233']);
  });

  it('calls the best match the newest until there are words to match', async () => {
    await open(rows(3));
    const sorts = () => textsOf('[id="sort-links"] option');
    expect(sorts()).toEqual([msg('sortNewest'), msg('sortOldest'), msg('sortClicks')]);
    await type(search(), 'page');
    expect(sorts()).toEqual([msg('sortBest'), msg('sortNewest'), msg('sortOldest'), msg('sortClicks')]);
  });

  it('shows its progress while the mirror is incomplete', async () => {
    await open(rows(1_234), { complete: false });
    expect(textsOf('.sync-card .number')).toEqual([msgCount('linksSyncedOf', 9_000, '1,234')]);
    expect(['value', 'max'].map((name) => find('progress').getAttribute(name))).toEqual(['1234', '9000']);
    // The mirror has been synced only in part.
    expect(status()).toEqual([]);
    await type(search(), 'Page 1234');
    expect(status()[0]).toContain(msg('countSoFar', msgCount('linksFound', 1_234, '1')));
  });

  it.each([
    ['names the time that its requests still take', {}, [msg('timeLeft', msgCount('minutes', 3))]],
    ['while sending is paused', { blockReason: { why: 'offline', failure: null, until: null } }, []],
    ['for a service without a limit', { meter: { ...meter, limit: 'none' } }, []],
  ] as const)('estimates the time left of the first sync: %s', async (_case, change, expected) => {
    await open(rows(1_234), { complete: false }, { meter, ...change });
    expect(textsOf('.sync-card .number').slice(1)).toEqual(expected);
  });

  it('a row shows its title, its URLs, its clicks and its date, and has a button with its name', async () => {
    await open([linkRow(17, { title: '', clicks: 1, description: 'a note' })]);
    expect(textsOf('[role=row] .texts > *')).toEqual(['sho.rt/a17', 'example.com/17']);
    expect(textsOf('[role=row] strong')).toEqual(['a17']);
    expect(textsOf('[role=row] :is(.row-clicks, .day)')).toEqual(['1', 'Mar 1, 2026']);
    expect(find('[role=row] .row-clicks').getAttribute('aria-label')).toBe(msgCount('clicks', 1));
    expect(find('[role=row] .day').getAttribute('title')).toBe('2026-03-01 10:00:00');
    expect(find('[role=row] button').getAttribute('aria-label')).toBe(msg('copyLink', 'sho.rt/a17'));
  });

  it('shows other results from their start, and stays where it is after a sync or with another open link', async () => {
    const { item, world } = await open(rows(300));
    const grid = find('[role=grid]');
    const scrolledAfter = async (change: () => void | Promise<void>) => {
      grid.scrollTop = 5_000;
      await act(change);
      await act(settled);
      return grid.scrollTop;
    };
    expect(await scrolledAfter(() => type(search(), 'page'))).toBe(0);
    expect(await scrolledAfter(() => type(field('[id="filter-from"]'), '2020-01-01'))).toBe(0);
    Object.defineProperty(find('[id="sort-links"]'), 'value', { value: 'oldest' });
    expect(await scrolledAfter(async () => void (await fire(find('[id="sort-links"]'), 'change')))).toBe(0);
    expect(
      await scrolledAfter(() => {
        world.stored.push(linkRow(301));
        world.change('links');
      }),
    ).toBe(5_000);
    expect(await scrolledAfter(() => void (item.value = '2'))).toBe(5_000);
  });

  it('fields that the service does not return are empty', async () => {
    await open([linkRow(17, { shortUrl: null, longUrl: null, clicks: null, date: null, title: 'T' })]);
    expect(textsOf('[role=row] :is(.monogram, .row-clicks, .day)')).toEqual(['', '', '']);
    expect(textsOf('[role=row] .short')).toEqual(['a17']);
    expect(root.querySelector('[role=row] button')).toBeNull();
  });
});

describe('the clicks of a link', () => {
  const cell = () => find('[role=row] .row-clicks');
  const seen = () => [cell().textContent, cell().getAttribute('aria-label'), cell().getAttribute('title')];

  it('are those of a sync after its details', async () => {
    const { item, world } = await open([linkRow(2, { clicks: 4 })]);
    world.responses.set('/api/url/2', single(2));
    await act(() => void (item.value = '2'));
    await act(settled);
    expect(cell().textContent).toBe('5');
    world.stored = [linkRow(2, { clicks: 9 })];
    await act(() => world.change('links'));
    await act(settled);
    expect(cell().textContent).toBe('9');
  });

  it('are a dash until a list of the service or its details have them', async () => {
    const { item, world } = await open([linkRow(2, { confirmed: false })]);
    expect(seen()).toEqual(['–', msg('clicksNotLoaded'), msg('clicksNotLoaded')]);
    world.responses.set('/api/url/2', single(2));
    await act(() => void (item.value = '2'));
    expect(find('.link-facts').textContent).toContain(msg('notConfirmedYet'));
    await act(settled);
    expect(seen()).toEqual(['5', msgCount('clicks', 5), '']);
    expect(find('.link-facts').textContent).not.toContain(msg('notConfirmedYet'));
  });
});

describe('"Sync now"', () => {
  const button = () => {
    const found = find('.sync-status > button');
    return [found.textContent?.trim(), found.getAttribute('aria-disabled')];
  };
  const ready = [msg('syncNow'), 'false'];
  const syncing = [msg('syncInProgress'), 'true'];

  it('is blocked until the sync has finished', async () => {
    const { acts, world } = await open(rows(3));
    expect(button()).toEqual(ready);
    // In a narrow window the word is for screen readers alone.
    expect(find('.when-narrow').parentElement?.getAttribute('title')).toBe(msg('syncNow'));
    await pressButton(msg('syncNow'));
    expect([button(), acts]).toEqual([syncing, ['sync all']]);
    await pressButton(msg('syncInProgress'));
    expect(acts).toEqual(['sync all']);
    world.at = world.now + 1;
    world.change('links');
    await act(settled);
    expect(button()).toEqual(ready);
  });

  it('can be pressed again after a minute without an end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { acts } = await open(rows(3));
      await pressButton(msg('syncNow'));
      await act(() => void vi.advanceTimersByTime(59_000));
      expect(button()).toEqual(syncing);
      await act(() => void vi.advanceTimersByTime(1_000));
      expect(button()).toEqual(ready);
      await pressButton(msg('syncNow'));
      expect([button(), acts]).toEqual([syncing, ['sync all', 'sync all']]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('an account without links', () => {
  it('shows the first step in place of the search', async () => {
    const { acts } = await open([]);
    expect([textsOf('.empty h3'), root.querySelector('[type=search]')]).toEqual([[msg('linksEmpty')], null]);
    await pressButton(msg('bulk'));
    expect(acts).toEqual(['go bulk']);
  });

  it('is not shown as empty before its first sync has ended', async () => {
    await open([], { complete: false });
    expect(root.querySelector('.empty')).toBeNull();
    expect(root.querySelectorAll('.skeletons li')).toHaveLength(8);
    expect(find('.skeletons').getAttribute('aria-hidden')).toBe('true');
  });
});

describe('typing', () => {
  it('filters, highlights, and counts', async () => {
    await open([
      linkRow(3, { title: 'Night trains' }),
      linkRow(2, { title: 'Day', description: 'no night' }),
      linkRow(1),
    ]);
    await type(search(), 'NIGHT');
    expect(names()).toEqual(['Night trains', 'Day']);
    // A note that matches is shown in place of the destination's host.
    expect(textsOf('[role=row] .note')).toEqual(['example.com', 'no night']);
    expect(textsOf('mark')).toEqual(['Night', 'night']);
    expect(status()[0]).toBe(msgCount('linksFound', 3, '2'));
  });

  it('shows that nothing matches, and similar results', async () => {
    await open([linkRow(3, { title: 'Newsletter' }), linkRow(2, { title: 'Newsletter' }), linkRow(1)]);
    await type(search(), 'newsleter');
    expect(status()[0]).toBe(msgCount('linksOnlySimilar', 2));
    expect(textsOf('mark')).toEqual(['Newsletter', 'Newsletter']);
    await type(search(), 'nothing like it');
    const nothing = msg('linksNone', isolate('nothing like it'));
    expect([status()[0], names()]).toEqual([nothing, []]);
    await fire(find('.empty button'), 'click');
    expect([search().value, names().length]).toEqual(['', 3]);
    await type(search(), `q${'u'.repeat(200)}x`);
    // A long word is cut in the middle.
    expect(textsOf('.empty h3')[0]).toMatch(/qu+…u+x/u);
    expect(textsOf('.empty h3')[0]?.length).toBeLessThan(120);
  });

  it('has a head above the rows that are only similar, apart from those that match', async () => {
    await open([linkRow(3, { title: 'Newsletter' }), linkRow(2, { title: 'Newsleter' }), linkRow(1)]);
    await type(search(), 'newsletter');
    expect(names()).toEqual(['Newsletter', 'Newsleter']);
    const [first, second] = root.querySelectorAll('[role=row]');
    expect(first?.querySelector('.similar-head')).toBeNull();
    expect(second?.querySelector('.similar-head')?.textContent).toBe(msgCount('linksSimilar', 1));
  });

  it('shows in the place of the rows that nothing matches', async () => {
    await open(rows(3));
    const shown = () => [textsOf('.empty h3'), textsOf('.empty button'), textsOf('.links-status .quiet')];
    await type(search(), 'page');
    expect(shown()).toEqual([[], [], [msg('showAllLinks'), msg('syncNow')]]);
    await type(search(), 'nothing');
    expect(shown()).toEqual([
      [msg('linksNone', isolate('nothing'))],
      [msg('showAllLinks')],
      [msg('syncNow')],
    ]);
    expect(find('.links-status [role=status]').className).toBe('visually-hidden');
    let focused = 0;
    Reflect.set(search(), 'focus', () => focused++);
    await fire(find('.empty button'), 'click');
    expect([focused, shown()]).toEqual([1, [[], [], [msg('syncNow')]]]);
  });

  it('a button empties the field', async () => {
    await open(rows(3));
    await type(search(), 'page 2');
    await pressButton(msg('clearSearch'));
    expect([search().value, names().length]).toEqual(['', 3]);
  });

  it('the slash stays where a long domain is cut; a short one is never cut', async () => {
    const shortUrl = 'https://links.bakery.example/a2';
    const inFolder = 'https://sho.rt/my/links/a1';
    await open([linkRow(3), linkRow(2, { shortUrl }), linkRow(1, { shortUrl: inFolder })]);
    const parts = [...root.querySelectorAll('[role=row] .short')].map(({ children }) =>
      [...children].map(({ textContent }) => textContent),
    );
    expect(parts).toEqual([
      ['sho.rt', '/', 'a3'],
      ['links.bakery.example', '/', 'a2'],
      ['sho.rt/my/links', '/', 'a1'],
    ]);
    expect(textsOf('.long-domain')).toEqual(['links.bakery.example', 'sho.rt/my/links']);
    await type(search(), 'bakery');
    expect(textsOf('.short mark')).toEqual(['bakery']);
  });

  it('the keyboard reaches the list, opens a link, and copies it', async () => {
    const { acts } = await open(rows(3));
    await type(search(), 'page 2');
    await press(search(), 'ArrowDown');
    expect(find('[role=row]').className).toBe('active');
    await press(find('[role=grid]'), 'c', { ctrlKey: true });
    await act(settled);
    expect(textsOf('[role=row] .row-acts')).toEqual([msg('copied')]);
    await press(search(), 'Enter');
    expect(acts).toEqual(['copy https://sho.rt/a2', 'go links 2']);
    await press(search(), 'Escape');
    expect(search().value).toBe('');
  });

  it('shows “Copied” for a few seconds, also in a section that is left and opened again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { deps, models } = await open(rows(3));
      const copied = () => textsOf('[role=row] .row-acts').filter((text) => text !== '');
      await pressButton(msg('copyLink', 'sho.rt/a3'));
      expect(copied()).toEqual([msg('copied')]);
      await act(() => void vi.advanceTimersByTime(3_000));
      // Copied again, it counts from then.
      await pressButton(msg('copyLink', 'sho.rt/a2'));
      await act(() => void vi.advanceTimersByTime(3_000));
      expect(copied()).toEqual([msg('copied')]);
      await draw(null);
      vi.advanceTimersByTime(1_000);
      await draw(<Links deps={deps} page={openManage().model} models={models} />);
      expect([names().length, copied()]).toEqual([3, []]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('tells that a link of the list was copied, or was not; of the open link its details tell', async () => {
    const { deps, item } = await open(rows(3));
    const shown = () =>
      ['.links-status', '.details'].map((place) =>
        textsOf(`${place} [role=status].notice`).map((text) => text.trim()),
      );
    await pressButton(msg('copyLink', 'sho.rt/a3'));
    // Visible in the row.
    expect([shown(), textsOf('.links-status .notice .visually-hidden')]).toEqual([
      [[msg('copied')], []],
      [msg('copied')],
    ]);
    await draw(null);
    await draw(
      <Links
        deps={{ ...deps, copy: async () => false }}
        page={openManage().model}
        models={createSectionModels()}
      />,
    );
    await act(settled);
    await pressButton(msg('copyLink', 'sho.rt/a2'));
    expect([shown(), textsOf('.links-status .notice .visually-hidden')]).toEqual([
      [[msg('notCopied')], []],
      [],
    ]);
    await act(() => void (item.value = '2'));
    expect(shown()).toEqual([[''], [msg('copyFailed', msg('copy'))]]);
  });

  it('leaves the keys of an input method to it', async () => {
    const { acts } = await open(rows(3));
    await type(search(), 'page');
    for (const key of ['Enter', 'ArrowDown', 'Escape']) await press(search(), key, { isComposing: true });
    expect([acts, search().value, root.querySelector('.active')]).toEqual([[], 'page', null]);
    await pressButton(msg('exportLinks'));
    await press(find('.export'), 'Escape', { isComposing: true });
    expect(root.querySelector('.export')).not.toBeNull();
  });

  it('a hostile title is rendered as text', async () => {
    await open([linkRow(1, { title: '<img src=x onerror=alert(1)> \u202egnp.exe' })]);
    await type(search(), 'img');
    expect([root.querySelector('[role=row] img'), textsOf('mark')]).toEqual([null, ['img']]);
  });
});

describe('filters', () => {
  it('show the clicks of the links that they leave', async () => {
    const date = '2026-03-01 00:00:00';
    await open([
      linkRow(1, { clicks: 5, date: '2026-01-01 00:00:00' }),
      linkRow(2, { clicks: 1_200, date }),
      linkRow(3, { clicks: 84, date }),
      linkRow(4, { clicks: null, date }),
    ]);
    expect(status()).not.toContain(msgCount('clicks', 1_289));
    await pressButton(msg('linkFilters'));
    await type(field('[id="filter-from"]'), '2026-02-01');
    expect(status().slice(0, 2)).toEqual([msgCount('linksFound', 4, '3'), msgCount('clicks', 1_284)]);
    await type(search(), 'page');
    expect(status()).not.toContain(msgCount('clicks', 1_284));
  });

  it('are behind a button that counts them', async () => {
    await open([
      linkRow(2, { date: '2026-01-01 00:00:00' }),
      linkRow(1, { shortUrl: 'https://go.example/1' }),
    ]);
    expect(find('[id="link-filters"]').hasAttribute('hidden')).toBe(true);
    await pressButton(msg('linkFilters'));
    expect(find('[id="link-filters"]').hasAttribute('hidden')).toBe(false);
    expect(textsOf('[id="filter-domain"] option')).toEqual([msg('anyValue'), 'go.example', 'sho.rt']);
    await type(field('[id="filter-from"]'), '2026-02-01');
    expect([names(), status()[0]]).toEqual([['Page 1'], msgCount('linksFound', 2, '1')]);
    expect(textsOf('[aria-controls=link-filters]')).toEqual([msg('linkFiltersSet', '1')]);
    await type(field('[id="filter-to"]'), '2026-02-02');
    expect([names(), status()[0], textsOf('.empty h3')]).toEqual([
      [],
      msg('linksNoneFiltered'),
      [msg('linksNoneFiltered')],
    ]);
    expect(textsOf('.active-filters')).toEqual([]);
    await pressButton(msg('linkFiltersSet', '2'));
    const [from, to] = [
      msg('setTo', msg('fromDay'), 'Feb 1, 2026'),
      msg('setTo', msg('toDay'), 'Feb 2, 2026'),
    ];
    expect(textsOf('.active-filters li')).toEqual([from, to]);
    await pressButton(msg('removeChoice', to));
    expect([names(), textsOf('.active-filters li')]).toEqual([['Page 1'], [from]]);
  });

  it('by the time of creation fill the days', async () => {
    await open([linkRow(2, { date: '1970-01-01 10:00:00' }), linkRow(1, { date: '1969-12-15 10:00:00' })]);
    await pressButton(msg('linkFilters'));
    const ranges = () => textsOf('[id="filter-created"] option');
    const offered = ['anyTime', 'lastSevenDays', 'thisMonth', 'lastMonth', 'thisYear'] as const;
    expect(ranges()).toEqual(offered.map((name) => msg(name)));
    const select = find('[id="filter-created"]');
    // The DOM of these tests has no choice of options.
    Object.defineProperty(select, 'value', { value: 'lastMonth' });
    await fire(select, 'change');
    expect([names(), field('[id="filter-from"]').value, field('[id="filter-to"]').value]).toEqual([
      ['Page 1'],
      '1969-12-01',
      '1969-12-31',
    ]);
    await type(field('[id="filter-to"]'), '1969-12-30');
    expect(ranges().at(-1)).toBe(msg('customDays'));
  });

  it('of a range of days are one, and go together', async () => {
    await open([linkRow(1, { date: '1969-12-15 10:00:00' })]);
    await pressButton(msg('linkFilters'));
    const select = find('[id="filter-created"]');
    Object.defineProperty(select, 'value', { value: 'lastMonth' });
    await fire(select, 'change');
    await pressButton(msg('linkFiltersSet', '1'));
    const range = msg('setTo', msg('createdOn'), msg('lastMonth'));
    expect(textsOf('.active-filters li')).toEqual([range]);
    await pressButton(msg('removeChoice', range));
    expect([textsOf('.active-filters li'), field('[id="filter-to"]').value]).toEqual([[], '']);
  });

  it('of a range of days keep the name that was chosen, where another has the same days', async () => {
    // In January.
    await open([linkRow(1, { date: '1970-01-01 10:00:00' })]);
    await pressButton(msg('linkFilters'));
    const select = find('[id="filter-created"]');
    Object.defineProperty(select, 'value', { value: 'year' });
    await fire(select, 'change');
    await pressButton(msg('linkFiltersSet', '1'));
    expect(textsOf('.active-filters li')).toEqual([msg('setTo', msg('createdOn'), msg('thisYear'))]);
    await type(field('[id="filter-to"]'), '1970-01-02');
    expect(textsOf('[id="filter-created"] option').at(-1)).toBe(msg('customDays'));
  });

  it('that leave nothing of a search are named with it', async () => {
    const { item } = await open([linkRow(1, { title: 'Newsletter' })]);
    await act(() => void (item.value = 'campaign=77'));
    await act(settled);
    await type(search(), 'newsletter');
    expect([status()[0], textsOf('.empty h3')]).toEqual([
      msg('linksNoneSearchFiltered', isolate('newsletter')),
      [msg('linksNoneSearchFiltered', isolate('newsletter'))],
    ]);
    expect(textsOf('.empty button')).toEqual([msg('showAllLinks')]);
    await pressButton(msg('showAllLinks'));
    expect(names()).toEqual(['Newsletter']);
  });

  it('of a campaign that was deleted is shown by its id', async () => {
    const { item } = await open([linkRow(1)]);
    await act(() => void (item.value = 'campaign=77'));
    await act(settled);
    expect(textsOf('.active-filters li')).toEqual([msg('setTo', msg('campaign'), msg('namedById', '77'))]);
  });
});

describe('the service', () => {
  it('is not offered while the mirror is complete', async () => {
    await open(rows(3));
    await type(search(), 'page');
    expect(root.querySelector('.service-search')).toBeNull();
  });

  it('is searched while the mirror is incomplete; links in the list are not repeated', async () => {
    const { world, acts } = await open(rows(3), { complete: false });
    world.responses.set('/api/urls', listed(2, 71));
    await type(search(), 'page');
    await pressButton(msg('searchService'));
    expect(textsOf('.service-results .name')).toEqual(['T71']);
    expect(find('.service-results a').getAttribute('href')).toBe('#links/71');
    expect(textsOf('.service-search .note').at(-1)).toBe(msg('serviceFoundMore'));
    // Read out is how many they are, and not each of them with its buttons.
    expect(textsOf('.service-search [role=status]')).toEqual([msgCount('linksCount', 1)]);
    await pressButton(msg('copyLink', 'sho.rt/a71'));
    expect(acts).toEqual(['copy https://sho.rt/a71']);
  });

  it('is searched by Enter where the list is empty', async () => {
    const { world, requests } = await open(rows(3));
    world.responses.set('/api/urls', listed());
    await type(search(), 'nothing');
    await press(search(), 'Enter');
    await act(settled);
    expect(requests).toEqual(['/api/urls?limit=50&page=1&q=nothing']);
    expect(statuses()).toContain(msg('serviceFoundNothing'));
    await type(search(), 'https://sho.rt/zzz');
    await press(search(), 'Enter');
    await act(settled);
    expect(requests.at(-1)).toBe('/api/urls?short=https%3A%2F%2Fsho.rt%2Fzzz');
  });

  it('shows its failure, and can be searched again', async () => {
    const { world } = await open(rows(3), { complete: false });
    world.failure = { kind: 'timed-out' };
    await type(search(), 'page');
    await pressButton(msg('searchService'));
    expect(find('.service-search .failure p').textContent).toBe(msg('failureTimedOut'));
    // Its role announces it: another live region around it would do so again.
    expect(root.querySelector('.service-search [role=status] .failure')).toBeNull();
    world.failure = null;
    world.responses.set('/api/urls', listed(71));
    await pressButton(msg('tryAgain'));
    expect(textsOf('.service-results .name')).toEqual(['T71']);
  });
});

describe('a link', () => {
  const facts = () =>
    [...root.querySelectorAll('.link-facts > div')].map((fact) =>
      [...fact.children].map(({ textContent }) => textContent?.trim()).join(': '),
    );

  it('is shown with its stored fields, then with its targets and statistics', async () => {
    const { world, item } = await open([
      linkRow(2, { title: 'Stored', description: 'A note', channels: ['8'], confirmed: false }),
    ]);
    world.responses.set('/api/url/2', {
      ...single(2, {
        clicks: 1_500,
        uniqueClicks: '700',
        topCountries: { Germany: 3 },
        topReferrers: 12,
        topBrowsers: [],
        socialCount: { facebook: 2, twitter: 0 },
      }),
    });
    let letGo = () => {};
    world.holds = new Promise((resolve) => (letGo = resolve));
    await act(() => void (item.value = '2'));
    expect(textsOf('.details h3')).toEqual(['Stored']);
    expect(facts()).toEqual([
      `${msg('linkDestination')}: example.com/2`,
      `${msg('note')}: A note`,
      `${msg('createdOn')}: Mar 1, 2026, 10:00 AM`,
      `${msg('channels')}: 8`,
      `${msg('status')}: ${msg('notConfirmedYet')}`,
    ]);
    expect(statuses()).toContain(msg('loadingFromService'));
    letGo();
    await act(settled);
    expect(textsOf('.details h3')).toEqual(['Full 2']);
    expect(textsOf('.figures > div')).toEqual([`${msg('statClicks')}1,500`, `${msg('statUnique')}700`]);
    expect(textsOf('.ranking').map((text) => text.trim())).toEqual([
      `${msg('statCountries')}${msg('statClicks')}Germany3`,
      `${msg('statReferrers')}${msg('statTotal', '12')}`,
      `${msg('statBrowsers')}${msg('statNothing')}`,
      `${msg('statSystems')}${msg('statNothing')}`,
      `${msg('statShares')}Facebook2Twitter0`,
    ]);
    expect(facts()).toContain(`${msg('expires')}: ${msg('neverExpires')}`);
  });

  it('without clicks says so in one line', async () => {
    const { world, item } = await open([linkRow(2)]);
    world.responses.set('/api/url/2', {
      ...single(2, { clicks: 0, uniqueClicks: 0, socialCount: { facebook: 0 } }),
    });
    await act(() => void (item.value = '2'));
    await act(settled);
    expect([textsOf('.ranking'), textsOf('.details .figures + .note')]).toEqual([[], [msg('statNoClicks')]]);
  });

  it('shows no social shares where there are none', async () => {
    const { world, item } = await open([linkRow(2)]);
    world.responses.set('/api/url/2', { ...single(2, { clicks: 3, socialCount: { facebook: 0 } }) });
    await act(() => void (item.value = '2'));
    await act(settled);
    expect([textsOf('.ranking').length, root.querySelector('#stat-shares')]).toEqual([4, null]);
  });

  it('keeps the title that the list has, and breaks its destination between parts', async () => {
    const { world, item } = await open([
      linkRow(2, { title: 'Listed', longUrl: 'https://example.com/linen-apron?a=1&b=2' }),
    ]);
    const { details, ...response } = single(2);
    const longurl = 'https://example.com/linen-apron?a=1&b=2';
    world.responses.set('/api/url/2', { ...response, details: { ...details, title: '', longurl } });
    await act(() => void (item.value = '2'));
    await act(settled);
    expect([textsOf('.details h3'), find('.details h3 > span').getAttribute('title')]).toEqual([
      ['Listed'],
      'Listed',
    ]);
    expect(
      find('.link-facts a')
        .innerHTML.replace(/<\/?span>/gu, '')
        .split('<wbr>'),
    ).toEqual(['example.com/', 'linen-', 'apron?', 'a=1&amp;', 'b=2']);
  });

  it('shows the pixels that it was created with here', async () => {
    const linkSummary = { pixels: ['Autumn audience', 'Recipes'] };
    const made = (n: number, change: object = {}) =>
      jobView({
        id: uuid(n),
        state: 'done',
        linkSummary,
        result: { ...sampleResult(n), id: String(n), ...change },
      });
    const view = { jobs: [made(2), made(3, { existing: true })] };
    await open([linkRow(2), linkRow(3)], { item: '2' }, view);
    expect(facts().at(-1)).toBe(`${msg('pixels')}: Autumn audienceRecipes`);
    // Its pixels are those that it had before, which are not known.
    await open([linkRow(2), linkRow(3)], { item: '3' }, view);
    expect(facts().join()).not.toContain(msg('pixels'));
  });

  it('is shown as a sync has stored it while it is open', async () => {
    const { world } = await open([linkRow(2, { confirmed: false })], { item: '2' });
    expect(facts().at(-1)).toBe(`${msg('status')}: ${msg('notConfirmedYet')}`);
    world.stored = [linkRow(2, { channels: ['8'] })];
    await act(() => world.change('links'));
    await act(settled);
    expect(facts().at(-1)).toBe(`${msg('channels')}: 8`);
    // One that is gone stays readable.
    world.stored = [];
    await act(() => world.change('links'));
    await act(settled);
    expect(facts().at(-1)).toBe(`${msg('channels')}: 8`);
  });

  it('says last that it can’t be edited here, and how to correct it', async () => {
    await open([linkRow(2)], { item: '2' }, { site: 'https://sho.rt' });
    const last = find('.correction');
    expect(last.nextElementSibling?.textContent).toBe('');
    expect(last.querySelector('p')?.textContent).toBe(
      `${msg('linksNotEditable')} ${msg('openWebsite', 'sho.rt')}`,
    );
    expect(last.querySelector('a')?.getAttribute('href')).toBe('https://sho.rt');
    expect(textsOf('.correction button')).toEqual([msg('duplicateLink')]);
  });

  it('shows its targets as links', async () => {
    const { world, item } = await open([linkRow(2)]);
    world.responses.set('/api/url/2', {
      error: 0,
      id: 2,
      details: {
        id: 2,
        shorturl: 'https://sho.rt/a2',
        longurl: 'https://example.com/2',
        location: { Germany: 'https://example.com/de', Nowhere: 'javascript:alert(1)' },
        device: { iPhone: 'https://apps.example/' },
        expiry: '2027-01-01 00:00:00',
      },
    });
    await act(() => void (item.value = '2'));
    await act(settled);
    expect(facts().slice(-3)).toEqual([
      `${msg('expires')}: Jan 1, 2027, 12:00 AM`,
      `${msg('countryTargets')}: Germany example.com/de`,
      `${msg('deviceTargets')}: iPhone apps.example`,
    ]);
    expect(textsOf('.figures dd')).toEqual([msg('notAvailable'), msg('notAvailable')]);
    expect([...root.querySelectorAll('.link-facts a')].map((link) => link.getAttribute('href'))).toEqual([
      'https://example.com/2',
      'https://example.com/de',
      'https://apps.example/',
    ]);
  });

  it('shows the UTM parameters that are known, and says so where none are', async () => {
    const parameters = [{ name: 'utm_source', value: 'facebook' }];
    const longUrl = 'https://example.com/?a=1&utm_id=7';
    const { item } = await open(
      [linkRow(3, { longUrl, parameters }), linkRow(2), linkRow(1, { parameters: [] })],
      {
        item: '3',
      },
    );
    const note = () => textsOf('.correction > .note').slice(1);
    expect(textsOf('.link-facts .pill')).toEqual(['utm_id=7', 'utm_source=facebook']);
    expect(note()).toEqual([]);
    await act(() => void (item.value = '2'));
    await act(settled);
    expect([textsOf('.link-facts .pill'), note()]).toEqual([[], [msg('duplicateTagsUnknown')]]);
    await act(() => void (item.value = '1'));
    await act(settled);
    expect([textsOf('.link-facts .pill'), note()]).toEqual([[], []]);
  });

  it('that the service does not know shows that', async () => {
    const { world, item } = await open([]);
    world.failure = { kind: 'refused', status: 404, message: 'No such link' };
    await act(() => void (item.value = '99'));
    await act(settled);
    expect(find('.details [role=alert]').textContent).toContain('No such link');
  });

  it('is copied, opened and closed; Escape closes it, too', async () => {
    const { item, acts, opened } = await open([linkRow(2)], { item: '2' });
    expect(textsOf('.details .short-link')).toEqual(['sho.rt/a2']);
    await pressButton(msg('copy'));
    await pressButton(msg('open'));
    await pressButton(msg('close'));
    await press(find('.details'), 'Escape');
    expect(acts).toEqual(['copy https://sho.rt/a2', 'go links', 'go links']);
    expect(opened).toEqual(['open https://sho.rt/a2']);
    expect(statuses()).toContain(msg('copied'));
    await act(() => void (item.value = ''));
    expect(root.querySelector('.details')).toBeNull();
  });

  it('without a short URL shows that', async () => {
    await open([linkRow(2, { shortUrl: null })], { item: '2' });
    expect(find('.details').textContent).toContain(msg('noShortLink'));
  });
});

describe('a campaign without links in Curtail', () => {
  const campaigns = [
    { id: '10', name: 'Été 10', list: null },
    { id: '9', name: 'Spring catalog', list: 'https://sho.rt/u/robin/spring', public: true },
    { id: '8', name: 'Team', list: 'https://sho.rt/u/robin/team', public: false },
    { id: '2', name: 'Été 9', list: null },
  ];

  async function openCampaign(item: string) {
    const section = await open(rows(3), { item });
    section.world.records.campaigns = campaigns;
    section.world.change('lists');
    await act(settled);
    return section;
  }

  it('says that its links are unknown, and offers its list URL', async () => {
    const { acts, opened } = await openCampaign('campaign=9');
    const unknown = msg('campaignLinksUnknown', isolate('Spring catalog'));
    expect([status()[0], textsOf('.empty .note')]).toEqual([unknown, [unknown]]);
    await pressButton(msg('copyListUrl', 'Spring catalog'));
    expect(statuses()).toContain(msg('copied'));
    await pressButton(msg('openLink', 'sho.rt/u/robin/spring'));
    expect(acts).toEqual(['copy https://sho.rt/u/robin/spring']);
    expect(opened).toEqual(['open https://sho.rt/u/robin/spring']);
    expect(textsOf('.campaign-list-url > .note')).toEqual([]);
  });

  it('says of the list URL of a private campaign that others can’t open it', async () => {
    await openCampaign('campaign=8');
    expect(textsOf('.campaign-list-url > .note')).toEqual([msg('listPrivate')]);
  });

  it('has nothing to open without a list URL', async () => {
    await openCampaign('campaign=2');
    expect(status()[0]).toBe(msg('campaignLinksUnknown', isolate('Été 9')));
    expect(root.querySelector('.campaign-list-url')).toBeNull();
  });

  it('the filter lists campaigns by name, as their section does', async () => {
    await openCampaign('');
    expect(textsOf('[id="filter-campaign"] option')).toEqual([
      msg('anyValue'),
      'Été 9',
      'Été 10',
      'Spring catalog',
      'Team',
    ]);
  });
});

describe('export', () => {
  it('offers the shown links or all, with a warning while the mirror is incomplete', async () => {
    await open(rows(3), { complete: false });
    await type(search(), 'page 2');
    await pressButton(msg('exportLinks'));
    expect(textsOf('.export label').map((text) => text.trim())).toEqual([
      msgCount('exportCurrentView', 1),
      msgCount('exportAll', 3),
    ]);
    expect(find('.export').textContent).toContain(msg('exportSyncedOnly'));
    expect(textsOf('.export button')).toEqual([msg('close'), msg('downloadCsv'), msg('downloadJson')]);
    await pressButton(msg('close'));
    expect(root.querySelector('.export')).toBeNull();
  });

  it('has the links in the order in which they are shown', async () => {
    const files: Blob[] = [];
    const created = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file);
      return 'blob:file';
    });
    const clicks = [3, 90, 5];
    await open(
      clicks.map((count, n) => linkRow(n + 1, { clicks: count })),
      { at: 995_000 },
    );
    const sort = find('[id="sort-links"]');
    // linkedom's `select` ignores a set value.
    Object.defineProperty(sort, 'value', { value: 'clicks', configurable: true });
    await fire(sort, 'change');
    expect(names()).toEqual(['Page 2', 'Page 3', 'Page 1']);
    await pressButton(msg('exportLinks'));
    await pressButton(msg('downloadJson'));
    await until(() => files.length > 0);
    created.mockRestore();
    const text = (await files[0]?.text()) ?? '';
    expect(text.match(/"title":\s*"Page \d"/gu)?.map((found) => found.slice(-2, -1))).toEqual([
      '2',
      '3',
      '1',
    ]);
  });

  describe('of clicks that may be old', () => {
    const files: Blob[] = [];
    const form = () => [textsOf('.export .notice'), textsOf('.export .acts button').slice(2)];
    const waiting = [[msg('exportGettingClicks')], [msg('exportNow')]];
    const clock = (at: number) => new Date(at).toLocaleTimeString('en', { timeStyle: 'short' });
    const clicksIn = async () => /"clicks":(\d+)/u.exec((await files[0]?.text()) ?? '')?.[1];
    beforeEach(() => {
      files.length = 0;
      vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
        files.push(file as Blob);
        return 'blob:file';
      });
    });

    async function startExport(view: Partial<ActivityView> = {}) {
      const section = await open([linkRow(2, { clicks: 0 })], {}, view);
      await pressButton(msg('exportLinks'));
      await pressButton(msg('downloadJson'));
      return section;
    }

    it('syncs once and has the newest', async () => {
      const { acts, world } = await startExport();
      expect([form(), acts, files]).toEqual([waiting, ['sync all'], []]);
      // Pressed again meanwhile, it is the same export.
      await pressButton(msg('downloadJson'));
      world.at = world.now + 1;
      world.newestFrom = '1';
      // The list itself follows later.
      world.stored = [linkRow(2, { clicks: 6 })];
      world.change('fresh');
      await until(() => files.length > 0);
      await act(settled);
      expect([await clicksIn(), acts, files.length]).toEqual(['6', ['sync all'], 1]);
      expect(form()).toEqual([[`${msgCount('exported', 1)} ${msg('exportAsOf', clock(world.at))}`], []]);
    });

    it('has the links of the view in which it was requested', async () => {
      const section = await open([linkRow(3), linkRow(2), linkRow(1)]);
      await type(search(), 'page');
      await pressButton(msg('exportLinks'));
      await pressButton(msg('downloadJson'));
      await type(search(), 'page 2');
      section.world.at = section.world.now + 1;
      section.world.change('fresh');
      await until(() => files.length > 0);
      const { count } = JSON.parse((await files[0]?.text()) ?? '') as Record<string, unknown>;
      expect([count, names().length]).toEqual([3, 1]);
    });

    it('is saved at once on request, with the time of its clicks', async () => {
      const { world } = await startExport();
      world.newestFrom = '2';
      world.change('fresh');
      await act(settled);
      await pressButton(msg('exportNow'));
      await until(() => files.length > 0);
      await act(settled);
      expect(form()).toEqual([[`${msgCount('exported', 1)} ${msg('exportAsOf', clock(900_000))}`], []]);
    });

    it('continues while another section is shown, and is the same when the section is back', async () => {
      const { deps, models, world, page } = await startExport();
      await draw(null);
      await draw(<Links deps={deps} page={page} models={models} />);
      await act(settled);
      expect(form()).toEqual(waiting);
      await pressButton(msg('downloadJson'));
      world.at = world.now + 1;
      world.change('fresh');
      await until(() => files.length > 0);
      await act(settled);
      expect([files.length, form()]).toEqual([1, [[msgCount('exported', 1)], []]]);
    });

    it('requests nothing while nothing is sent', async () => {
      const { acts } = await startExport({ blockReason: { why: 'offline', failure: null, until: null } });
      await until(() => files.length > 0);
      await act(settled);
      expect([acts, form()]).toEqual([[], [[`${msg('exportNotNewest')} ${msgCount('exported', 1)}`], []]]);
    });
  });

  it('offers no file without links', async () => {
    await open(rows(3));
    await type(search(), 'nothing');
    await pressButton(msg('exportLinks'));
    const disabled = () =>
      [...root.querySelectorAll('.export .acts button')].map((button) => button.hasAttribute('disabled'));
    expect([textsOf('.export .acts button'), disabled()]).toEqual([
      [msg('downloadCsv'), msg('downloadJson')],
      [true, true],
    ]);
    await fire(find('[id="export-all"]'), 'change');
    expect(disabled()).toEqual([false, false]);
  });

  it('says that the clicks of new links are not known yet, beside a sync', async () => {
    await open([linkRow(3, { confirmed: false, campaign: '9' }), linkRow(2, { campaign: '9' }), linkRow(1)]);
    await pressButton(msg('exportLinks'));
    expect(textsOf('.new-links')).toEqual([msgCount('exportNewLinks', 1) + msg('syncNow')]);
    await type(search(), 'page 2');
    await until(() => root.querySelector('.new-links') === null);
    await fire(find('[id="export-all"]'), 'change');
    expect(textsOf('.new-links')).toHaveLength(1);
  });

  it('is open where a campaign’s export is requested', async () => {
    const links = [linkRow(2, { campaign: '9' }), linkRow(1)];
    const { item } = await open(links, { item: 'campaign=9&export' });
    expect(names()).toEqual(['Page 2']);
    expect(textsOf('.export label')[0]?.trim()).toBe(msgCount('exportCurrentView', 1));
    await pressButton(msg('close'));
    await act(() => void (item.value = 'campaign=9'));
    expect(root.querySelector('.export')).toBeNull();
  });

  it('is open where the export of all links is requested, as by “Disconnect”', async () => {
    await open(rows(3), { item: 'export' });
    expect([find('.export').textContent?.includes(msgCount('exportAll', 3)), names().length]).toEqual([
      true,
      3,
    ]);
    expect(root.querySelector('.details')).toBeNull();
  });

  it('has all links, also if it is requested before they have been read', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:file';
    });
    await draw(null);
    const { deps } = linksWorld(rows(10_000), { at: 95_000 });
    await draw(<Links deps={deps} page={openManage().model} models={createSectionModels()} />);
    await until(() => names().length > 0);
    await pressButton(msg('exportLinks'));
    await pressButton(msg('downloadJson'));
    // Pressed again meanwhile, it is the same export.
    expect([files.length, find('.export .acts button').getAttribute('aria-disabled')]).toEqual([0, 'true']);
    await pressButton(msg('downloadJson'));
    await until(() => files.length > 0);
    await act(() => delay(100));
    expect([files.length, find('.export .acts button').getAttribute('aria-disabled')]).toEqual([1, 'false']);
    const { count, complete } = JSON.parse((await files[0]?.text()) ?? '') as Record<string, unknown>;
    expect([count, complete]).toEqual([10_000, true]);
  });

  it('closes with Escape', async () => {
    await open(rows(3));
    await pressButton(msg('exportLinks'));
    await press(find('.export'), 'Escape');
    expect(root.querySelector('.export')).toBeNull();
  });
});

it('the section is found as it was left', async () => {
  const { deps, models } = await open(rows(3));
  await type(search(), 'page 2');
  await draw(null);
  await draw(<Links deps={deps} page={openManage().model} models={models} />);
  await until(() => names().length === 1);
  expect([search().value, names()]).toEqual(['page 2', ['Page 2']]);
});
