/** Our own acts: in the mirror immediately, undone by no list that is older, confirmed by the next. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { MirrorSync } from '../../../lib/mirror/sync/mirror-sync.ts';
import { createMirrorReader } from '../../../lib/mirror/mirror-reader.ts';
import type { Command } from '../../../lib/outbox/commands.ts';
import { jobResult, type JobResult } from '../../../lib/outbox/job-result.ts';
import { AnyService, killableSync, live } from './any-service.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { draft } from '../../support/samples.ts';

const minute = 60_000;

const nothing: JobResult = jobResult({});
const base = { id: '00000000-0000-4000-8000-000000000000', at: 0, private: false };

const shorten = (
  address: string,
  more: Partial<Extract<Command, { kind: 'shorten' }>['link']> = {},
): Command => ({
  ...base,
  kind: 'shorten',
  from: 'popup',
  link: draft({ address, ...more }),
});

async function world(deps: Parameters<typeof killableSync>[1] = {}) {
  const service = new AnyService();
  service.make(20);
  service.lists['campaigns'] = [{ id: 1, name: 'Spring', public: true }];
  service.lists['channels'] = [{ id: 2, name: 'Mail', description: 'd', color: '#112233', starred: true }];
  service.lists['domains'] = [{ id: 3, domain: 'https://go.example', redirectroot: 'https://example.com/' }];
  service.items.set(2, [{ type: 'links', id: 5 }]);
  const synced = killableSync(service, deps);
  const view = createMirrorReader(() => synced.scope);
  const mirrorSync = synced.start();
  await mirrorSync.run({ force: true });
  const note = (command: Command, made: Partial<JobResult> | null = null, by: MirrorSync = mirrorSync) =>
    by.applyChange({ command, result: made && { ...nothing, ...made }, at: service.now });
  const link = (id: number) => view.link(String(id));
  return { service, ...synced, view, mirrorSync, note, link };
}

describe('a link that was made here', () => {
  const made = { id: '21', shortUrl: 'https://sho.rt/mine' };
  const command = shorten('https://example.com/new', {
    campaign: { id: '1', name: 'Spring' },
    channel: { id: '2', name: 'Mail' },
  });

  it('is stored immediately, with its assignment, and confirmed by the next list', async () => {
    const { service, mirrorSync, note, link, view } = await world();
    await note(command, made);
    expect(await link(21)).toMatchObject({
      shortUrl: 'https://sho.rt/mine',
      alias: 'mine',
      longUrl: 'https://example.com/new',
      address: 'https://example.com/new',
      title: 'A page',
      clicks: 0,
      campaign: '1',
      channels: ['2'],
      confirmed: false,
    });
    expect(await view.items('2')).toContainEqual(expect.objectContaining({ type: 'links', id: '21' }));
    service.make(1);
    service.items.get(2)?.push({ type: 'links', id: 21 });
    await mirrorSync.run({ force: true });
    expect(await link(21)).toMatchObject({
      shortUrl: 'https://sho.rt/a21',
      title: 'Title 21',
      campaign: '1',
      channels: ['2'],
      confirmed: true,
    });
  });

  it('has a creation time in the zone of the service until a list has it; one that existed has none', async () => {
    const { service, mirrorSync, link } = await world();
    const [command, at] = [shorten('https://example.com/new'), Date.UTC(2026, 10, 25, 23, 30)];
    await mirrorSync.applyChange({ command, at, result: { ...nothing, ...made }, utcOffset: 60 });
    const existing = { ...nothing, id: '99', shortUrl: 'https://sho.rt/99', existing: true };
    await mirrorSync.applyChange({ command, at, result: existing, utcOffset: 60 });
    expect([(await link(21))?.date, (await link(99))?.date]).toEqual(['2026-11-26 00:30:00', null]);
    service.make(1);
    await mirrorSync.run({ force: true });
    expect((await link(21))?.date).toBe('2026-01-01 00:00:00');
  });

  it('keeps its title where the list has none', async () => {
    const { service, mirrorSync, note, link } = await world();
    await note(command, made);
    service.links.push({ id: 21, clicks: 4, title: '' });
    await mirrorSync.run({ force: true });
    expect(await link(21)).toMatchObject({ title: 'A page', clicks: 4, confirmed: true });
  });

  it('keeps its expiration and password, which no list has, unless it existed before', async () => {
    const { service, mirrorSync, link } = await world();
    const limits = { expires: '2030-01-02 03:04:00', hasPassword: true };
    await mirrorSync.applyChange({ command, at: service.now, result: { ...nothing, ...made }, ...limits });
    const existing = { ...nothing, id: '20', shortUrl: 'https://sho.rt/20', existing: true };
    await mirrorSync.applyChange({ command, at: service.now, result: existing, ...limits });
    service.make(1);
    await mirrorSync.run({ force: true });
    expect([await link(21), await link(20)]).toMatchObject([{ confirmed: true, ...limits }, {}]);
    for (const name of ['expires', 'hasPassword']) expect(await link(20)).not.toHaveProperty(name);
  });

  it('keeps the UTM parameters of the service’s own field, which no list has, unless it existed before', async () => {
    const { service, mirrorSync, note, link } = await world();
    const parameters = [{ name: 'utm_source', value: 'mail' }];
    const address = 'https://example.com/new';
    await note(shorten(address, { extras: { ...defaultLinkOptions, parameters } }), made);
    expect(await link(21)).toMatchObject({ longUrl: address, parameters });
    service.make(1);
    await mirrorSync.run({ force: true });
    expect(await link(21)).toMatchObject({ title: 'Title 21', confirmed: true, parameters });
    const written = { ...defaultLinkOptions, parameters, parametersIn: 'address' } as const;
    await note(shorten(address, { extras: written }), { id: '22', shortUrl: 'https://sho.rt/two' });
    expect(await link(22)).toMatchObject({ longUrl: `${address}?utm_source=mail`, parameters: [] });
    await note(shorten(address), { id: '23', shortUrl: 'https://sho.rt/three', existing: true });
    expect((await link(23))?.parameters).toBeUndefined();
  });

  it('has its title where a list without titles was faster', async () => {
    const { service, mirrorSync, note, link } = await world();
    service.links.push({ id: 21, clicks: 4, title: '' });
    service.now += 5 * minute;
    await mirrorSync.run({ force: true });
    await note(command, made);
    expect(await link(21)).toMatchObject({ title: 'A page', clicks: 4, confirmed: true });
  });

  it('is known to be open-ended, unless it was limited or existed before; lists do not change that', async () => {
    const { service, mirrorSync, note, link } = await world();
    const [command, at] = [shorten('https://example.com/open'), service.now];
    await mirrorSync.applyChange({ command, at, result: { ...nothing, ...made }, openEnded: true });
    await note(shorten('https://example.com/limited'), { id: '22', shortUrl: 'https://sho.rt/limited' });
    const existing = { ...nothing, id: '20', shortUrl: 'https://sho.rt/20', existing: true };
    await mirrorSync.applyChange({ command, at, result: existing, openEnded: true });
    const openEnded = async () =>
      Promise.all([21, 22, 20].map(async (id) => (await link(id))?.openEnded === true));
    expect(await openEnded()).toEqual([true, false, false]);
    service.make(2);
    await mirrorSync.run({ force: true });
    expect([(await link(21))?.confirmed, await openEnded()]).toEqual([true, [true, false, false]]);
  });

  it('is not removed by a list that is too old to contain it', async () => {
    const { mirrorSync, note, link } = await world();
    await note(command, made);
    await mirrorSync.run({ force: true });
    expect(await link(21)).toMatchObject({ confirmed: false, channels: ['2'], campaign: '1' });
  });

  it('is requested by id when no list has contained it for a day, and removed if it is gone', async () => {
    const { service, mirrorSync, note, link } = await world();
    await note(command, made);
    await live(service, mirrorSync, 2);
    expect(await link(21)).toBeNull();
    expect(service.asked.some(({ path }) => path === '/api/url/21')).toBe(true);
  });

  it('is confirmed by its details where no list shows it', async () => {
    const { service, mirrorSync, note, link } = await world();
    await note(command, made);
    service.fate = ({ path }) => {
      service.remove(21);
      if (path === '/api/url/21') service.links.push({ id: 21, clicks: 0, title: '' });
      return 'answered';
    };
    await live(service, mirrorSync, 2);
    expect(await link(21)).toMatchObject({ confirmed: true, campaign: '1', alias: 'mine' });
  });

  it('keeps its own alias, unless the service gave another one', async () => {
    const { note, link } = await world();
    await note(shorten('https://example.com/', { alias: ' own ' }), {
      id: '30',
      shortUrl: 'https://sho.rt/own',
    });
    await note(shorten('https://example.com/', { alias: 'own' }), {
      id: '31',
      shortUrl: 'https://sho.rt/other?x',
      aliasDiffers: true,
    });
    expect([(await link(30))?.alias, (await link(31))?.alias]).toEqual(['own', 'other']);
  });

  it('that existed before keeps its assignment', async () => {
    const { note, link } = await world();
    await note({ ...base, kind: 'assign-campaign', name: 'x', item: '5', to: { id: '1', name: 'Spring' } });
    await note(shorten('https://example.com/5', { campaign: { id: '9', name: 'Other' } }), {
      id: '5',
      shortUrl: 'https://sho.rt/a5',
      existing: true,
    });
    expect(await link(5)).toMatchObject({ campaign: '1', title: 'Title 5', confirmed: true });
  });

  describe('in a private window', () => {
    const incognito = { ...command, private: true };

    it('is stored nowhere, even if a list of the service contains it', async () => {
      const { service, mirrorSync, note, link, view } = await world();
      await note(incognito, made);
      service.make(2);
      service.items.set(
        2,
        [5, 21].map((id) => ({ type: 'links', id })),
      );
      service.now += 5 * minute;
      await mirrorSync.run({ force: true });
      await live(service, mirrorSync, 2);
      expect([await link(21), (await link(22))?.id]).toEqual([null, '22']);
      expect((await view.items('2')).map(({ id }) => id)).toEqual(['5']);
      // It is no difference that a sweep would have to look for.
      const swept = service.pages().length;
      service.now += 30 * minute;
      await mirrorSync.run({ force: true });
      expect(service.pages().length - swept).toBe(1);
    });

    it('goes again where a list was faster', async () => {
      const { service, mirrorSync, note, link, view } = await world();
      service.make(1);
      service.items.set(
        2,
        [5, 21].map((id) => ({ type: 'links', id })),
      );
      service.now += 5 * minute;
      await mirrorSync.run({ force: true });
      expect((await link(21))?.id).toBe('21');
      await note(incognito, made);
      expect(await link(21)).toBeNull();
      expect((await view.items('2')).map(({ id }) => id)).toEqual(['5']);
    });

    it('stays out as well when the service returned no id: its short URL identifies it', async () => {
      const { service, mirrorSync, note, link } = await world();
      service.make(2);
      service.items.set(
        2,
        [5, 21].map((id) => ({ type: 'links', id })),
      );

      await note(incognito, { id: null, shortUrl: 'https://sho.rt/a21' });
      service.now += 5 * minute;
      await mirrorSync.run({ force: true });
      await live(service, mirrorSync, 2);
      expect([await link(21), (await link(22))?.id]).toEqual([null, '22']);
      const swept = service.pages().length;
      service.now += 30 * minute;
      await mirrorSync.run({ force: true });
      expect(service.pages().length - swept).toBe(1);
    });

    it('without an id goes again where a list was faster', async () => {
      const { service, mirrorSync, note, link } = await world();
      service.make(1);
      service.now += 5 * minute;
      await mirrorSync.run({ force: true });
      const { shortUrl } = (await link(21)) ?? {};
      await note(incognito, { id: null, shortUrl: shortUrl ?? null });
      expect(await link(21)).toBeNull();
    });

    it('before the first sync stays out as well', async () => {
      const service = new AnyService();
      service.make(3);
      const { scope, start } = killableSync(service);
      const mirrorSync = start();
      await mirrorSync.applyChange({
        command: incognito,
        result: { ...nothing, ...made, id: '3' },
        at: service.now,
      });
      await mirrorSync.run({ force: true });
      expect((await createMirrorReader(() => scope).newest(9)).map(({ id }) => id)).toEqual(['2', '1']);
    });

    it('stays where it existed before', async () => {
      const { note, link } = await world();
      await note(incognito, { id: '5', shortUrl: 'https://sho.rt/a5', existing: true });
      expect((await link(5))?.id).toBe('5');
    });
  });

  it('without an id in the response waits for a list', async () => {
    const { note, view } = await world();
    await note(command, { ...made, id: null });
    expect(await view.newest(100)).toHaveLength(20);
  });
});

describe('assigning', () => {
  it('to a campaign and a channel is seen on the link and in the channel', async () => {
    const { note, link, view } = await world();
    const to = { id: '2', name: 'Mail' };
    await note({ ...base, kind: 'assign-campaign', name: 'x', item: '7', to: { id: '1', name: 'Spring' } });
    await note({ ...base, kind: 'assign-channel', name: 'x', item: '7', to });
    await note({ ...base, kind: 'assign-channel', name: 'My bio', item: '4', to, type: 'bio' });
    expect(await link(7)).toMatchObject({ campaign: '1', channels: ['2'] });
    expect(await view.items('2')).toMatchObject([
      { type: 'bio', id: '4', title: 'My bio' },
      { type: 'links', id: '5' },
      { type: 'links', id: '7', title: 'Title 7', link: 'https://sho.rt/a7' },
    ]);
  });

  const assign = (item: string, campaign: string): Command => {
    const to = { id: campaign, name: 'x' };
    return { ...base, kind: 'assign-campaign', name: 'x', item, to };
  };

  it('to a campaign reaches a link that the mirror has later, created here or listed', async () => {
    const { service, mirrorSync, note, link } = await world();
    for (const item of ['21', '22', '23']) await note(assign(item, '9'));
    await note(assign('22', '1'));
    await note(assign('23', '8'));
    await note({ ...base, kind: 'change', act: 'delete', what: 'campaign', item: '8', name: 'x' });
    const spring = { id: '1', name: 'Spring' };
    await note(shorten('https://example.com/new', { campaign: spring }), {
      id: '21',
      shortUrl: 'https://sho.rt/mine',
    });
    service.make(3);
    await mirrorSync.run({ force: true });
    const links = [await link(21), await link(22), await link(23)];
    expect(links).toMatchObject([{ campaign: '9' }, { campaign: '1' }, { campaign: null }]);
  });

  it('to a campaign is not undone by a repeated change of its creation', async () => {
    const { note, link } = await world();
    const created = shorten('https://example.com/new', { campaign: { id: '1', name: 'Spring' } });
    const result = { id: '21', shortUrl: 'https://sho.rt/mine' };
    await note(created, result);
    await note(assign('21', '9'));
    await note(created, result);
    expect(await link(21)).toMatchObject({ campaign: '9' });
  });

  it('is not undone by a list of many pages that began before it, though other links are added meanwhile', async () => {
    const { service, mirrorSync, note, view } = await world();
    service.manner = { ...service.manner, most: 1 };
    service.items.set(2, [
      { type: 'links', id: 5 },
      { type: 'links', id: 6 },
    ]);
    const assign = (item: string) =>
      void note({ ...base, kind: 'assign-channel', name: 'x', item, to: { id: '2', name: 'Mail' } });
    service.now += 6 * minute;
    service.asked.length = 0;
    service.between = () => {
      const { path, page } = service.asked.at(-1) ?? {};
      if (path !== '/api/channel/2' || page !== 1) return;
      service.between = () => {};
      assign('7');
      service.now += 3 * minute;
      assign('8');
      // The list that is read again for that is not the one in question.
      service.fate = (asked) =>
        asked.path === path && asked.page === 1 ? { kind: 'timed-out' } : 'answered';
    };
    await mirrorSync.run({ force: true });
    expect((await view.items('2')).map(({ id }) => id)).toEqual(['5', '6', '7', '8']);
  });

  it('is undone by what the channel holds a while later, not before', async () => {
    const { service, mirrorSync, note, link } = await world();
    await note({ ...base, kind: 'assign-channel', name: 'x', item: '7', to: { id: '2', name: 'Mail' } });
    await mirrorSync.run({ force: true });
    expect(await link(7)).toMatchObject({ channels: ['2'] });
    service.now += 2 * minute;
    await mirrorSync.run({ force: true });
    service.now += 6 * minute;
    await mirrorSync.run({ force: true });
    expect(await link(7)).toMatchObject({ channels: [] });
  });
});

describe('a record', () => {
  it('that was added is stored immediately, and fetched from the service soon', async () => {
    const { service, mirrorSync, note, view } = await world();
    await note({ ...base, kind: 'add-campaign', name: 'Autumn', fields: { public: true } }, { id: '10' });
    await note({ ...base, kind: 'add-channel', name: 'Press', fields: { color: '#abcdef' } }, { id: '11' });
    await note({ ...base, kind: 'add-domain', name: 'https://a.example', fields: {} }, { id: '12' });
    await note({ ...base, kind: 'add-pixel', name: 'P', type: 'gapixel', tag: 'T' }, { id: '13' });
    expect(await view.records('campaigns')).toContainEqual({
      id: '10',
      name: 'Autumn',
      public: true,
      rotator: null,
      list: null,
    });
    expect(await view.records('channels')).toContainEqual({
      id: '11',
      name: 'Press',
      description: '',
      color: '#abcdef',
      starred: false,
    });
    expect(await view.records('domains')).toContainEqual(
      expect.objectContaining({ id: '12', domain: 'https://a.example' }),
    );
    expect(await view.records('pixels')).toContainEqual({
      id: '13',
      type: 'gapixel',
      name: 'P',
      tag: 'T',
      date: null,
    });

    // However fresh they are, and what the new channel holds; nothing else is asked for.
    service.lists['campaigns']?.push({ id: 10, name: 'Autumn', list: 'https://sho.rt/u/autumn' });
    service.asked.length = 0;
    await mirrorSync.run();
    expect(service.asked.map(({ path }) => path)).toEqual([
      '/api/campaigns',
      '/api/channels',
      '/api/pixels',
      '/api/domains',
      '/api/channel/11',
    ]);
    // What has it knows what the service made of it; the other lists are too old.
    expect(await view.records('campaigns')).toContainEqual(
      expect.objectContaining({ id: '10', public: false, list: 'https://sho.rt/u/autumn' }),
    );
    expect((await view.records('channels')).map(({ id }) => id)).toContain('11');
    service.now += 2 * minute;
    await mirrorSync.run({ force: true });
    expect((await view.records('channels')).map(({ id }) => id)).toEqual(['2']);
    expect(await view.records('campaigns')).toContainEqual(
      expect.objectContaining({ id: '10', list: 'https://sho.rt/u/autumn' }),
    );
  });

  it('that was added a moment ago has its list fetched by the next sync', async () => {
    const { service, mirrorSync, note } = await world();
    service.asked.length = 0;
    const noted = note({ ...base, kind: 'add-campaign', name: 'Autumn', fields: {} }, { id: '10' });
    await mirrorSync.run();
    await noted;
    expect(service.asked.map(({ path }) => path)).toEqual(['/api/campaigns']);
  });

  it.each(['on its way', 'being passed to the pickers'])(
    'that was added while its list was %s has it fetched again',
    async (when) => {
      let act: (() => Promise<void>) | null = null;
      const once = async () => {
        const acting = act?.();
        act = null;
        await acting;
      };
      const { service, mirrorSync, note } = await world({
        async reportSync({ lists: { campaigns } = {} }) {
          if (when === 'being passed to the pickers' && campaigns) await once();
        },
      });
      service.fate = ({ path }) => {
        if (when === 'on its way' && path === '/api/campaigns') void once();
        return 'answered';
      };
      act = () => note({ ...base, kind: 'add-campaign', name: 'Autumn', fields: {} }, { id: '10' });
      await mirrorSync.run({ force: true });
      service.asked.length = 0;
      await mirrorSync.run();
      expect(service.asked.map(({ path }) => path)).toEqual(['/api/campaigns']);
      service.asked.length = 0;
      await mirrorSync.run();
      expect(service.asked).toEqual([]);
    },
  );

  it('that was changed holds what it was given, and the rest as it was', async () => {
    const { note, view, mirrorSync } = await world();
    const change = (what: 'campaign' | 'channel' | 'domain', item: string, fields: object): Command => ({
      ...base,
      kind: 'change',
      act: 'update',
      name: 'x',
      what,
      item,
      fields,
    });
    await note(change('campaign', '1', { name: 'Summer', public: false }));
    await note(change('channel', '2', { description: '', starred: false }));
    await note(change('domain', '3', { redirect404: 'https://example.com/404' }));
    const check = async () => {
      expect(await view.records('campaigns')).toMatchObject([{ name: 'Summer', public: false }]);
      expect(await view.records('channels')).toEqual([
        { id: '2', name: 'Mail', description: '', color: '#112233', starred: false },
      ]);
      expect(await view.records('domains')).toEqual([
        {
          id: '3',
          domain: 'https://go.example',
          redirectroot: 'https://example.com/',
          redirect404: 'https://example.com/404',
        },
      ]);
    };
    await check();
    // Lists that are too old do not undo it.
    await mirrorSync.run({ force: true });
    await check();
    // Changed twice, each in its own part.
    await note(change('channel', '2', { color: '#445566' }));
    await mirrorSync.run({ force: true });
    expect(await view.records('channels')).toEqual([
      { id: '2', name: 'Mail', description: '', color: '#445566', starred: false },
    ]);
  });

  it('whose slug was changed has the address that the service lists from then on', async () => {
    const { service, note, view, mirrorSync } = await world();
    service.lists['campaigns'] = [{ id: 1, name: 'Spring', rotator: 'https://sho.rt/r/old' }];
    await mirrorSync.run({ force: true });
    await note({
      ...base,
      kind: 'change',
      act: 'update',
      what: 'campaign',
      item: '1',
      name: 'Spring',
      fields: { name: 'Summer', slug: 'new' },
    });
    expect(await view.records('campaigns')).toMatchObject([{ name: 'Summer', rotator: null }]);
    service.lists['campaigns'] = [{ id: 1, name: 'Spring', rotator: 'https://sho.rt/r/new' }];
    await mirrorSync.run();
    expect(await view.records('campaigns')).toMatchObject([
      { name: 'Summer', rotator: 'https://sho.rt/r/new' },
    ]);
  });

  it('a campaign that was deleted holds no link any more', async () => {
    const { note, link } = await world();
    for (const item of ['5', '6'])
      await note({
        ...base,
        kind: 'assign-campaign',
        name: 'x',
        item,
        to: { id: item === '5' ? '1' : '9', name: 'x' },
      });
    await note({ ...base, kind: 'change', act: 'delete', what: 'campaign', item: '1', name: 'Spring' });
    expect([await link(5), await link(6)]).toMatchObject([{ campaign: null }, { campaign: '9' }]);
  });

  it('that was deleted is removed immediately and stays removed, with all that was in it', async () => {
    const { service, note, view, link, mirrorSync } = await world();
    expect(await link(5)).toMatchObject({ channels: ['2'] });
    await note({ ...base, kind: 'change', act: 'delete', what: 'channel', item: '2', name: 'Mail' });
    expect(await view.records('channels')).toEqual([]);
    expect(await view.items('2')).toEqual([]);
    expect(await link(5)).toMatchObject({ channels: [] });
    await mirrorSync.run({ force: true });
    expect(await view.records('channels')).toEqual([]);
    // Unless the service says otherwise for longer than any list is late.
    service.now += 2 * minute;
    await mirrorSync.run({ force: true });
    expect(await view.records('channels')).toHaveLength(1);
  });
});

it('nothing is stored for an account without a database', async () => {
  const service = new AnyService();
  const { scope, start } = killableSync(service);
  await start().applyChange({
    command: shorten('https://example.com'),
    result: { ...nothing, id: '1' },
    at: service.now,
  });
  expect((await indexedDB.databases()).some(({ name }) => name?.endsWith(scope))).toBe(false);
});
