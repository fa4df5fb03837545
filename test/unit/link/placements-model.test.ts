/** "Placements" from the first row to the table: submitted in one write, and shown as the stored view has them. */
import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLinkCommandSchema } from '../../../lib/outbox/commands.ts';
import { placementsDraftSchema } from '../../../lib/placements/placements.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { uuid } from '../../support/samples.ts';
import { speak } from '../../support/speak.ts';
import { askFor, isMade, isRefused, openPlaces, place, viewOf, type Opened } from './open-placements.ts';
import { msg } from '../../support/texts.ts';
import { flushMicrotasks } from '../../support/flush.ts';

beforeEach(() => speak());

const standings = ({ model }: Opened) => model.rows.value.map(({ status }) => status);
const secret = { extras: { ...defaultLinkOptions, password: 'secret' } };

describe('submitting', () => {
  it('writes all commands and their draft in one step, then wakes the background', async () => {
    const page = openPlaces({ link: { alias: 'spring', title: 'T' } });
    const places = [place('Newsletter'), place(''), place(' Wall ', 'ooh', 'w')];
    const ids = await askFor(page, ...places);
    const [write] = page.writes.filter(({ commands }) => commands.length > 0);
    expect(write?.commands.map((command) => createLinkCommandSchema.parse(command))).toEqual(write?.commands);
    expect(write?.commands).toMatchObject([
      {
        id: ids[0],
        at: 100_000,
        kind: 'shorten',
        from: 'places',
        private: false,
        link: {
          address: 'https://example.com/page?utm_source=newsletter',
          alias: 'spring-newsletter',
          title: 'T – Newsletter',
        },
      },
      { id: ids[1], link: { address: 'https://example.com/page?utm_source=ooh', alias: 'spring-w' } },
    ]);
    expect(write?.draft.batch?.asked).toEqual([
      {
        id: ids[0],
        name: 'Newsletter',
        source: 'newsletter',
        suffix: 'newsletter',
        typed: null,
        shortUrl: null,
      },
      { id: ids[1], name: 'Wall', source: 'ooh', suffix: 'w', typed: null, shortUrl: null },
    ]);
    expect(write?.last).toEqual({ parameter: 'utm_source', places: [places[0], places[2]] });
    expect(page.world.pings).toBe(1);
    expect(standings(page)).toEqual(['waiting', 'waiting']);
  });

  it('follows the order of the rows, since the background processes intents in the order of their ids', async () => {
    const page = openPlaces();
    const ids = await askFor(page, place('A'), place('B'), place('C'));
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(3);
  });

  it('stays in a private window', async () => {
    const page = openPlaces({ private: true });
    await askFor(page, place('A'));
    expect(page.writes.flatMap(({ commands }) => commands)).toMatchObject([{ private: true }]);
  });

  it('submits nothing if the write fails, and loses nothing typed', async () => {
    const page = openPlaces();
    page.model.change({ places: [place('A')] });
    page.world.stores = false;
    await page.model.shorten();
    expect([page.model.submission.value, page.model.notice.value, page.world.pings]).toEqual([
      null,
      { name: 'not-stored' },
      0,
    ]);
    page.world.stores = true;
    expect(page.model.ready.value).toBe(true);
    await page.model.shorten();
    expect(page.model.rows.value).toHaveLength(1);
  });

  it('submits once when pressed twice', async () => {
    const page = openPlaces();
    page.model.change({ places: [place('A'), place('B')] });
    await Promise.all([page.model.shorten(), page.model.shorten()]);
    expect(page.writes.flatMap(({ commands }) => commands)).toHaveLength(2);
  });

  it.each([
    ['without an address', { address: '' }, [place('A')]],
    [
      'with an option that is wrong',
      { extras: { ...defaultLinkOptions, expiry: 'unfinished' } },
      [place('A')],
    ],
    ['with a row that is wrong', {}, [place('A'), place('', 'b')]],
    ['without a row', {}, [place('')]],
  ])('%s is not possible', async (_name, link, places) => {
    const page = openPlaces({ link });
    await askFor(page, ...places);
    expect([page.model.ready.value, page.model.submission.value]).toEqual([false, null]);
  });

  it('is disabled with an expiry that is past by the service’s clock', async () => {
    const page = openPlaces({ link: { extras: { ...defaultLinkOptions, expiry: '1970-01-01T00:01' } } });
    page.world.utcOffset = 60;
    await askFor(page, place('A'));
    expect([page.model.ready.value, page.model.submission.value]).toEqual([false, null]);
    const there = openPlaces({ link: { extras: { ...defaultLinkOptions, expiry: '1970-01-01T00:02' } } });
    there.world.utcOffset = 0;
    await askFor(there, place('A'));
    expect(there.model.rows.value).toHaveLength(1);
  });

  it('sends a password, and stores it nowhere', async () => {
    const page = openPlaces({ link: secret });
    await askFor(page, place('A'));
    expect(page.writes.flatMap(({ commands }) => commands)[0]?.link.extras?.password).toBe('secret');
    expect(page.draft()?.batch).toMatchObject({ hadPassword: true, base: { extras: { password: '' } } });
    expect(JSON.stringify(page.writes.map(({ draft, last }) => [draft, last]))).not.toContain('secret');
  });
});

describe('the rows', () => {
  it('are stored with every change, and restored', () => {
    const page = openPlaces();
    page.model.begin(null);
    page.model.change({ parameter: 'ref' });
    expect(page.model.paste(0, 'A\nB')).toBe(1);
    page.model.chooseFormat('csv');
    const stored = placementsDraftSchema.parse(page.draft());
    const again = openPlaces({ stored: stored });
    expect(again.model.set.value).toEqual({ parameter: 'ref', places: [place('A'), place('B')] });
    expect(again.model.format.value).toBe('csv');
  });

  it('are pasted after a started row, and in place of an empty one', () => {
    const page = openPlaces();
    page.model.change({ places: [place('A'), place('Z')] });
    expect(page.model.paste(0, 'B\nC')).toBe(2);
    expect(page.model.set.value.places.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'Z']);
    expect(page.model.notice.value).toEqual({ name: 'pasted', count: 2 });
    expect(page.model.paste(0, 'one')).toBeNull();
  });

  it('are offered to the next page, even if they were not submitted', () => {
    const page = openPlaces();
    page.model.change({ places: [place('A'), place('')] });
    expect(page.writes.at(-1)?.last).toEqual({ parameter: 'utm_source', places: [place('A')] });
    page.model.change({ places: [] });
    expect(page.writes.at(-1)?.last).toBeUndefined();
  });

  it('start with the set that was typed last', () => {
    const last = { parameter: 'ref', places: [place('A')] };
    const page = openPlaces({ last });
    page.model.begin(last);
    expect(page.model.set.value).toEqual(last);
  });
});

describe('the submission', () => {
  it('follows the view, and stores a created link with the draft', async () => {
    const page = openPlaces();
    const [a = '', b = '', c = '', d = ''] = await askFor(
      page,
      ...['A', 'B', 'C', 'D'].map((name) => place(name)),
    );
    const question = { shortUrl: '', address: 'https://near.example/' };
    page.model.show(
      viewOf(
        isMade(a, 1),
        isRefused(b),
        { id: c, state: 'cancelled' },
        { id: d, state: 'unknown', question },
      ),
    );
    expect(standings(page)).toEqual(['created', 'refused', 'cancelled', 'question']);
    expect(page.draft()?.batch?.asked.map(({ shortUrl }) => shortUrl)).toEqual([
      'https://sho.rt/1',
      null,
      null,
      null,
    ]);
    // Its job is stored no longer than others are.
    page.model.show(viewOf());
    expect(standings(page)).toEqual(['created', 'unknown', 'unknown', 'unknown']);
  });

  it('deletes the form’s draft once all links are created, and not before', async () => {
    const page = openPlaces();
    const [a = '', b = ''] = await askFor(page, place('A'), place('B'));
    page.model.show(viewOf(isMade(a, 1), isRefused(b)));
    expect(page.world.done).toBe(0);
    page.model.show(viewOf(isMade(a, 1), isMade(b, 2)));
    page.model.show(viewOf(isMade(a, 1), isMade(b, 2)));
    expect(page.world.done).toBe(1);
  });

  it('keeps what was typed into the form meanwhile', async () => {
    const page = openPlaces({ link: secret });
    const [a = ''] = await askFor(page, place('A'));
    page.form.change({ address: 'example.com/next' });
    page.model.show(viewOf(isMade(a, 1)));
    expect(page.world.done).toBe(0);
    const other = openPlaces({ link: secret });
    const [b = ''] = await askFor(other, place('B'));
    other.model.show(viewOf(isMade(b, 1)));
    expect(other.world.done).toBe(1);
  });

  it('is restored with the page', async () => {
    const page = openPlaces();
    const [a = ''] = await askFor(page, place('A'), place('B'));
    page.model.show(viewOf(isMade(a, 1)));
    const again = openPlaces({ stored: page.draft() ?? null, view: viewOf() });
    expect(standings(again)).toEqual(['created', 'waiting']);
  });

  it('does not wait for a placement without a job and an intent', async () => {
    const page = openPlaces();
    const [a = '', b = ''] = await askFor(page, place('A'), place('B'));
    page.world.intents = [b];
    await flushMicrotasks();
    page.world.now += 4_000;
    page.model.tick();
    await flushMicrotasks();
    expect(standings(page)).toEqual(['waiting', 'waiting']);
    page.world.now += 2_000;
    page.model.tick();
    await flushMicrotasks();
    expect(standings(page)).toEqual(['unknown', 'waiting']);
    page.model.show(viewOf(isMade(a, 1)));
    expect(standings(page)).toEqual(['created', 'waiting']);
  });

  it('acknowledges a refusal that the user sees', async () => {
    const page = openPlaces();
    const [a = ''] = await askFor(page, place('A'));
    page.world.visible = false;
    page.model.show(viewOf(isRefused(a)));
    expect(page.asked).toEqual([]);
    page.world.visible = true;
    page.model.onPageShown();
    page.model.show(viewOf(isRefused(a)));
    expect(page.asked).toEqual([`acknowledge ${a}`]);
  });

  it('ignores an invalid view', async () => {
    const page = openPlaces();
    const [a = ''] = await askFor(page, place('A'));
    page.model.show(viewOf(isMade(a, 1)));
    page.model.show(undefined);
    page.model.show({ version: 9 });
    expect(standings(page)).toEqual(['created']);
  });
});

describe('while jobs are in progress', () => {
  it('the background gets another ping, sooner if it did not answer', async () => {
    const page = openPlaces();
    const [a = ''] = await askFor(page, place('A'));
    page.world.intents = [a];
    const later = async (ms: number) => {
      page.world.now += ms;
      page.model.tick();
      await flushMicrotasks();
      return page.world.pings;
    };
    expect(await later(9_000)).toBe(1);
    page.world.responses = false;
    expect(await later(1_500)).toBe(2);
    expect(await later(500)).toBe(2);
    expect(await later(600)).toBe(3);
    page.world.responses = true;
    page.model.show(viewOf(isMade(a, 1)));
    expect(await later(60_000)).toBe(3);
  });

  it('only waiting jobs are cancelled', async () => {
    const page = openPlaces();
    const [a = '', b = '', c = ''] = await askFor(page, place('A'), place('B'), place('C'));
    page.model.show(viewOf(isMade(a, 1), { id: b }, { id: uuid(99) }));
    await page.model.cancelQueued();
    expect(page.asked).toEqual([`cancel ${b}`, `cancel ${c}`]);
    expect(page.model.notice.value).toEqual({ name: 'queued-canceled', count: 2 });
  });
});

describe('retrying', () => {
  async function refused(options: Parameters<typeof openPlaces>[0] = {}, job = {}) {
    const page = openPlaces({ link: { alias: 'x' }, ...options });
    const [a = '', b = ''] = await askFor(page, place('A'), place('B'));
    page.model.show(viewOf({ ...isRefused(a), ...job }, isMade(b, 2)));
    page.asked.length = 0;
    const row = () => {
      const [first] = page.model.rows.value;
      if (first === undefined) throw new Error('no row');
      return first;
    };
    return { page, a, b, row };
  }

  it('retries the same job if nothing is different', async () => {
    const { page, a, row } = await refused();
    await page.model.tryAgain(row());
    expect(page.asked).toEqual([`retry ${a}`]);
  });

  it('submits a new job for one that is no longer stored, with the password typed again', async () => {
    const { page, a, row } = await refused({ link: secret });
    page.model.show(viewOf());
    expect([row().status, page.model.lacksPassword(row())]).toEqual(['unknown', false]);
    page.form.changeExtras({ password: '' });
    expect(page.model.lacksPassword(row())).toBe(true);
    page.form.changeExtras({ password: 'typed again' });
    await page.model.tryAgain(row());
    const [command] = page.writes.flatMap(({ commands }) => commands).slice(-1);
    expect(command?.link.extras?.password).toBe('typed again');
    expect([row().status, row().placement.id === a]).toEqual(['waiting', false]);
  });

  it('submits a new job for another suffix, written with its draft', async () => {
    const { page, a, row } = await refused();
    page.model.retype(a, ' other ');
    expect(page.draft()?.batch?.asked[0]?.typed).toBe(' other ');
    const before = page.writes.length;
    await page.model.tryAgain(row());
    const { commands, draft } = page.writes[before] ?? { commands: [], draft: null };
    expect(commands).toMatchObject([
      { from: 'places', link: { alias: 'x-other', address: 'https://example.com/page?utm_source=a' } },
    ]);
    expect(draft?.batch?.asked[0]).toMatchObject({ id: commands[0]?.id, suffix: 'other', typed: null });
    expect(page.asked).toEqual([`acknowledge ${a}`]);
    expect(standings(page)).toEqual(['waiting', 'created']);
  });

  it('uses the submitted draft, not what the form has now', async () => {
    const { page, a, row } = await refused();
    page.form.change({ address: 'https://other.example/', alias: 'y' });
    page.model.retype(a, 'other');
    await page.model.tryAgain(row());
    expect(page.writes.flatMap(({ commands }) => commands).at(-1)?.link).toMatchObject({
      alias: 'x-other',
      address: 'https://example.com/page?utm_source=a',
    });
  });

  it('reports the alias of another placement before submitting', async () => {
    const { page, a, row } = await refused();
    expect(page.model.clashes(row())).toBe(false);
    page.model.retype(a, 'B');
    expect(page.model.clashes(row())).toBe(true);
  });

  it('takes the password, which is not stored, from the form', async () => {
    const { page, row } = await refused({ link: secret }, { passwordDropped: true });
    expect(page.model.lacksPassword(row())).toBe(false);
    page.form.changeExtras({ password: '' });
    expect(page.model.lacksPassword(row())).toBe(true);
    page.form.changeExtras({ password: 'typed again' });
    await page.model.tryAgain(row());
    expect(page.asked).toEqual([expect.stringMatching(/^acknowledge /u)]);
    expect(page.writes.flatMap(({ commands }) => commands).at(-1)?.link.extras?.password).toBe('typed again');
  });

  it('leaves the row as it was if the write fails', async () => {
    const { page, a, row } = await refused();
    page.model.retype(a, 'other');
    page.world.stores = false;
    await page.model.tryAgain(row());
    expect([standings(page), page.model.notice.value]).toEqual([
      ['refused', 'created'],
      { name: 'not-stored' },
    ]);
    expect(row().placement).toMatchObject({ id: a, typed: 'other' });
  });
});

describe('copying', () => {
  it('copies a link, or the table in its format', async () => {
    const page = openPlaces();
    const [a = ''] = await askFor(page, place('A'), place('=B'));
    page.model.show(viewOf(isMade(a, 1)));
    await page.model.copy('https://sho.rt/1');
    page.model.chooseFormat('csv');
    const header = [
      msg('placementColumn'),
      msg('shortLink'),
      msg('destinationUrl'),
      msg('sourceColumn'),
    ] as const;
    await page.model.copyTable(header);
    expect(page.copies).toEqual([
      'https://sho.rt/1',
      [
        header.map((name) => `"${name}"`).join(','),
        '"A","https://sho.rt/1","https://example.com/page?utm_source=a","a"',
        `"'=B","","https://example.com/page?utm_source=b","b"`,
        '',
      ].join('\r\n'),
    ]);
    expect(page.model.notice.value).toEqual({ name: 'copied', what: 'table' });
    page.world.copies = false;
    await page.model.copyTable([]);
    expect(page.model.notice.value).toEqual({ name: 'copy-failed', what: 'table' });
  });

  it('returns to the rows as they were typed, and to the table', async () => {
    const page = openPlaces();
    await askFor(page, place('A'));
    page.model.setEditing(true);
    expect([page.model.submitted.value, page.model.set.value.places]).toEqual([null, [place('A')]]);
    const again = openPlaces({ stored: placementsDraftSchema.parse(page.draft()) });
    expect(again.model.submitted.value).toBeNull();
    again.model.setEditing(false);
    expect(again.model.submitted.value?.asked).toMatchObject([{ name: 'A' }]);
  });
});

describe('editing the submitted rows', () => {
  /** A and C are created, B is refused. */
  async function edited(link: Partial<LinkDraft> = {}) {
    const page = openPlaces({ link });
    const rows = [place('A'), place('B'), place('C', 'c')] as const;
    const [a = '', b = '', c = ''] = await askFor(page, ...rows);
    page.model.show(viewOf(isMade(a, 1), isRefused(b), isMade(c, 3)));
    page.model.setEditing(true);
    page.writes.length = 0;
    const sources = () =>
      page.writes.flatMap(({ commands }) => commands.map(({ link }) => new URL(link.address).search));
    return { page, rows, a, c, sources };
  }

  it('creates only those without a link', async () => {
    const { page, rows, a, c, sources } = await edited();
    const [first, , third] = rows;
    expect(page.model.newCount.value).toBe(1);
    page.model.change({ places: [third, first, place('B2'), place('D')] });
    expect(page.model.newCount.value).toBe(2);
    await page.model.shorten();
    expect(sources()).toEqual(['?utm_source=b2', '?utm_source=d']);
    expect(
      page.model.rows.value.map(({ placement: { id, shortUrl }, status }) => [id, shortUrl, status]),
    ).toEqual([
      [c, 'https://sho.rt/3', 'created'],
      [a, 'https://sho.rt/1', 'created'],
      [expect.any(String), null, 'waiting'],
      [expect.any(String), null, 'waiting'],
    ]);
    expect(page.draft()).toMatchObject({ editing: false, batch: { asked: [{ id: c }, { id: a }, {}, {}] } });
  });

  it('creates only those after a reload, too: the stored submission has its properties in another order', async () => {
    const { page } = await edited();
    page.model.setEditing(true);
    const stored = placementsDraftSchema.parse(page.draft());
    const view = page.model.view.value;
    const base = Object.fromEntries(Object.entries(stored.batch?.base ?? {}).toReversed());
    if (stored.batch) Object.assign(stored.batch, { base });
    expect(openPlaces({ stored, view }).model.newCount.value).toBe(1);
  });

  it('creates no second link for one that waits for the user’s decision', async () => {
    const page = openPlaces();
    const rows = [place('A'), place('B')] as const;
    const [a = '', b = ''] = await askFor(page, ...rows);
    const question = { shortUrl: '', address: 'https://near.example/' };
    page.model.show(viewOf(isMade(a, 1), { id: b, state: 'unknown', question }));
    page.model.setEditing(true);
    expect([page.model.newCount.value, page.model.ready.value]).toEqual([0, false]);
    page.writes.length = 0;
    page.model.change({ places: [...rows, place('C')] });
    expect(page.model.newCount.value).toBe(1);
    await page.model.shorten();
    const sent = page.writes.flatMap(({ commands }) => commands.map(({ id }) => id));
    expect([sent.length, page.model.rows.value.map(({ placement }) => placement.id)]).toEqual([
      1,
      [a, b, ...sent],
    ]);
    expect(page.model.rows.value.map(({ status }) => status)).toEqual(['created', 'question', 'waiting']);
  });

  it('retries the job of one that was refused or canceled: the service may have received it', async () => {
    const page = openPlaces();
    const rows = [place('A'), place('B'), place('C')] as const;
    const ids = await askFor(page, ...rows);
    const [a = '', b = '', c = ''] = ids;
    page.model.show(viewOf(isMade(a, 1), isRefused(b), { id: c, state: 'cancelled' }));
    page.model.setEditing(true);
    page.model.change({ places: [...rows, place('D')] });
    expect(page.model.newCount.value).toBe(3);
    page.writes.length = 0;
    page.asked.length = 0;
    await page.model.shorten();
    expect(page.writes.flatMap(({ commands }) => commands.map(({ link }) => link.title))).toHaveLength(1);
    expect(page.model.rows.value.map(({ placement }) => placement.id).slice(0, 3)).toEqual(ids);
    expect(page.asked).toEqual([`retry ${b}`, `retry ${c}`]);
  });

  it('submits a new job for one whose password is no longer stored', async () => {
    const page = openPlaces({ link: secret });
    const [a = ''] = await askFor(page, place('A'));
    page.model.show(viewOf({ ...isRefused(a), passwordDropped: true }));
    page.model.setEditing(true);
    page.writes.length = 0;
    await page.model.shorten();
    const [command] = page.writes.flatMap(({ commands }) => commands);
    expect(command?.link.extras?.password).toBe('secret');
    expect(page.model.rows.value[0]?.placement.id).toBe(command?.id);
  });

  it('sends no second one for a job that is no longer stored, or not yet known after a reload', async () => {
    const page = openPlaces();
    const [a = ''] = await askFor(page, place('A'));
    page.model.show(viewOf({ id: a, state: 'cancelled' }));
    page.model.setEditing(true);
    const stored = placementsDraftSchema.parse(page.draft());
    page.model.show(viewOf());
    expect([standings(page), page.model.newCount.value]).toEqual([['unknown'], 0]);
    expect(openPlaces({ stored }).model.newCount.value).toBe(0);
  });

  it('has nothing to create while each row has its link', async () => {
    const { page, rows } = await edited();
    page.model.change({ places: [rows[0], rows[2]] });
    expect([page.model.newCount.value, page.model.ready.value]).toEqual([0, false]);
  });

  it('keeps the link of a renamed one, and creates a second one with the same source', async () => {
    const { page, rows, c, sources } = await edited();
    page.model.change({ places: [{ ...rows[2], name: 'Renamed' }, rows[2]] });
    await page.model.shorten();
    expect(sources()).toEqual(['?utm_source=c']);
    expect(page.model.rows.value[0]?.placement).toMatchObject({ id: c, name: 'Renamed' });
  });

  it.each<[string, (page: Opened) => void]>([
    ['the URL', ({ form }) => form.change({ address: 'https://example.com/other' })],
    ['an option', ({ form }) => form.changeExtras({ note: 'x' })],
    ['a password', ({ form }) => form.changeExtras({ password: 'secret' })],
    ['the parameter', ({ model }) => model.change({ parameter: 'ref' })],
  ])('creates all of them with another value of %s', async (_name, change) => {
    const { page, sources } = await edited();
    change(page);
    expect(page.model.newCount.value).toBe(3);
    await page.model.shorten();
    expect(sources()).toHaveLength(3);
  });

  it('knows the links of one with a password, which is not stored', async () => {
    const { page } = await edited(secret);
    expect(page.model.newCount.value).toBe(1);
  });
});

it('creates nothing while a record of the form is being created, or a form within it is open', async () => {
  const creating = signal<readonly string[]>(['Summer']);
  const page = openPlaces({ creating });
  page.model.change({ places: [place('A')] });
  expect(page.model.ready.value).toBe(false);
  await page.model.shorten();
  creating.value = [];
  expect(page.model.ready.value).toBe(true);
  const blocked = openPlaces({ blocked: true });
  blocked.model.change({ places: [place('A')] });
  await blocked.model.shorten();
  expect([page, blocked].flatMap(({ writes }) => writes.flatMap(({ commands }) => commands))).toEqual([]);
});
