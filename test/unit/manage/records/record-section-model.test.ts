/** A room of a list: what the mirror holds at once, our own acts on top of it, forms that outlive failure and page. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { campaignsConfig, rotatorSlug } from '../../../../entrypoints/manage/campaigns/campaigns-config.ts';
import { channelsConfig, starCommand } from '../../../../entrypoints/manage/channels/channels-config.ts';
import type { StoredForm } from '../../../../entrypoints/manage/records/form-state.ts';
import { createRecordSectionModel } from '../../../../entrypoints/manage/records/record-section-model.ts';
import { newRecordKey } from '../../../../entrypoints/manage/records/record-section-config.ts';
import { domainsConfig } from '../../../../entrypoints/manage/domains/domains-config.ts';
import { pixelsConfig } from '../../../../entrypoints/manage/pixels/pixels.tsx';
import type { Campaign } from '../../../../lib/api/campaigns.ts';
import type { Channel } from '../../../../lib/api/channels.ts';
import { row } from '../../mirror/samples.ts';
import { made, uuid } from '../../outbox/samples.ts';
import { settled } from '../../outbox/stand-in.ts';
import { jobView } from '../../popup/samples.ts';
import { speak } from '../../i18n/catalogue.ts';
import { done, memoryDrafts, openAccount, refused } from './stand-in.ts';

beforeEach(() => speak());

const campaign = (id: `${bigint}`, name: string, change: Partial<Campaign> = {}): Campaign => ({
  id,
  name,
  public: false,
  rotator: null,
  list: `https://sho.rt/u/robin/${id}`,
  ...change,
});
const channel = (id: `${bigint}`, name: string, change: Partial<Channel> = {}): Channel => ({
  id,
  name,
  description: '',
  color: '#112233',
  starred: false,
  ...change,
});

const spring = campaign('1', 'Spring', { rotator: 'https://sho.rt/r/spring' });
const ete = campaign('2', 'Été', { public: true });
const tenth = campaign('10', 'Campaign 10');
const ninth = campaign('9', 'Campaign 9');

async function openCampaigns(kept: Record<string, StoredForm> = {}, links = [row(1, { campaign: '1' })]) {
  const account = openAccount({ campaigns: [spring, ete, tenth, ninth] }, links);
  const drafts = memoryDrafts(kept);
  const model = createRecordSectionModel(account.deps, campaignsConfig(account.deps), {
    drafts,
    newId: account.newId,
  });
  const leave = model.open();
  await settled();
  const names = () => model.list.shown.value.map(({ name }) => name);
  return { ...account, drafts, model, leave, names };
}

describe('the list', () => {
  it('comes from the mirror in the order of the names, and is brought up to date', async () => {
    const { names, acts, lists, model, leave, heard } = await openCampaigns();
    expect(names()).toEqual(['Campaign 9', 'Campaign 10', 'Été', 'Spring']);
    expect(acts).toEqual(['keep false']);
    expect(model.list.freshness.value).toEqual({ at: 90_000, complete: true });
    await lists({ campaigns: [spring] });
    expect(names()).toEqual(['Spring']);
    leave();
    expect(heard.size).toBe(0);
  });

  it('is searched by every word, without accents and case, in names and addresses', async () => {
    const { model, names } = await openCampaigns();
    model.list.search(' ETE ');
    expect(names()).toEqual(['Été']);
    model.list.search('10 camp');
    expect(names()).toEqual(['Campaign 10']);
    model.list.search('r/spr');
    expect(names()).toEqual(['Spring']);
    model.list.search('nowhere');
    expect(names()).toEqual([]);
  });

  it('draws a hundred rows, and more when asked', async () => {
    const account = openAccount({
      campaigns: Array.from({ length: 250 }, (_, n) => campaign(`${BigInt(n + 1)}`, `C ${n}`)),
    });
    const model = createRecordSectionModel(account.deps, campaignsConfig(account.deps), {
      drafts: memoryDrafts(),
      newId: account.newId,
    });
    model.open();
    await settled();
    const { list: collection } = model;
    expect([collection.shown.value.length, collection.found.value.length]).toEqual([100, 250]);
    collection.showMore();
    expect(collection.shown.value).toHaveLength(200);
    collection.search('C');
    expect(collection.shown.value).toHaveLength(100);
  });

  it('stars stand above', async () => {
    const account = openAccount({
      channels: [channel('1', 'B'), channel('2', 'C', { starred: true }), channel('3', 'A')],
    });
    const model = createRecordSectionModel(account.deps, channelsConfig(account.deps), {
      drafts: memoryDrafts(),
      newId: account.newId,
    });
    model.open();
    await settled();
    expect(model.list.shown.value.map(({ name }) => name)).toEqual(['C', 'A', 'B']);
  });

  it('“Bring up to date” waits until the service has been asked', async () => {
    const { model, acts, lists, world } = await openCampaigns();
    model.list.syncNow();
    expect([acts.at(-1), model.list.syncRequestedAt.value]).toEqual(['keep true', 100_000]);
    await lists();
    expect(model.list.syncRequestedAt.value).toBe(100_000);
    world.at = 100_500;
    await lists();
    expect(model.list.syncRequestedAt.value).toBeNull();
  });

  it('says when nothing can be read, and reads again', async () => {
    const account = openAccount({ campaigns: [spring] });
    account.world.broken = true;
    const model = createRecordSectionModel(account.deps, campaignsConfig(account.deps), {
      drafts: memoryDrafts(),
      newId: account.newId,
    });
    model.open();
    await settled();
    expect([model.list.unreadable.value, model.list.records.value]).toEqual([true, null]);
    account.world.broken = false;
    await model.list.load();
    expect([model.list.unreadable.value, model.list.records.value?.length]).toEqual([false, 1]);
  });
});

describe('adding', () => {
  async function typeNew(page: Awaited<ReturnType<typeof openCampaigns>>) {
    page.model.add();
    page.model.forms.type(newRecordKey, 'name', ' Summer ');
    page.model.forms.type(newRecordKey, 'slug', 'summer');
    page.model.forms.type(newRecordKey, 'public', true);
    const wrong = page.model.submit(newRecordKey);
    await settled();
    return wrong;
  }

  it('asks once, keeps the form until the end, then shows the record with its addresses', async () => {
    const page = await openCampaigns();
    const { model, asked, names, drafts, world, acts, lists } = page;
    expect(await typeNew(page)).toBeNull();
    expect(model.submit(newRecordKey)).toBeNull();
    expect(asked.map(({ ask }) => ask)).toEqual([
      { kind: 'add-campaign', name: 'Summer', fields: { slug: 'summer', public: true } },
    ]);
    expect(model.commands.get(newRecordKey)).toMatchObject({ id: asked[0]?.id, state: 'going' });
    // What has been sent stays as it is.
    model.forms.type(newRecordKey, 'name', 'Autumn');
    expect(drafts.kept[newRecordKey]).toMatchObject({ asking: asked[0]?.id, values: { name: ' Summer ' } });
    await asked[0]?.end(done('7'));
    expect([model.forms.get(newRecordKey), model.commands.get(newRecordKey), drafts.kept]).toEqual([
      null,
      null,
      {},
    ]);
    expect(names()).toContain('Summer');
    expect(model.lastAdded.value).toBe('7');
    expect(model.notice.value).toEqual({ name: 'added', what: 'Summer' });
    // The service alone knows its addresses.
    expect(acts).toEqual(['keep false', 'keep false']);
    const summer = campaign('7', 'Summer', { rotator: 'https://sho.rt/r/summer' });
    world.at = 100_001;
    await lists({ campaigns: [summer] });
    expect(model.list.records.value).toEqual([summer]);
  });

  it('is not undone by an older list, and ends with a newer one', async () => {
    const page = await openCampaigns();
    await typeNew(page);
    await page.asked[0]?.end(done('7'));
    await page.lists();
    expect(page.names()).toContain('Summer');
    // Read after it, and it is not there: deleted elsewhere.
    page.world.at = 100_001;
    await page.lists();
    expect(page.names()).not.toContain('Summer');
  });

  it('is sent when the next opening of the page would know of it, and not before', async () => {
    const page = await openCampaigns();
    let store = (): void => undefined;
    vi.spyOn(page.drafts, 'save').mockImplementation(() => new Promise<void>((resolve) => (store = resolve)));
    await typeNew(page);
    expect(page.model.commands.get(newRecordKey)?.state).toBe('going');
    expect(page.model.submit(newRecordKey)).toBeNull();
    expect(page.asked).toEqual([]);
    store();
    await settled();
    expect(page.asked).toHaveLength(1);
  });

  it('that is refused leaves the form as it was typed, with the reason', async () => {
    const page = await openCampaigns();
    await typeNew(page);
    await page.asked[0]?.end(refused('This slug is already in use.'));
    const { model, drafts } = page;
    expect(model.commands.get(newRecordKey)).toMatchObject({
      state: 'failed',
      failure: { message: 'This slug is already in use.' },
    });
    expect(drafts.kept[newRecordKey]).toMatchObject({
      asking: null,
      values: { name: ' Summer ', slug: 'summer' },
    });
    model.forms.type(newRecordKey, 'slug', 'summer-2');
    model.submit(newRecordKey);
    await settled();
    expect(page.asked[1]?.ask).toMatchObject({ fields: { slug: 'summer-2' } });
    expect(page.asked[1]?.id).not.toBe(page.asked[0]?.id);
  });

  it('closed while it is under way, the form comes back when it fails', async () => {
    const page = await openCampaigns();
    await typeNew(page);
    page.model.closeForm(newRecordKey);
    expect([page.model.forms.get(newRecordKey), page.model.commands.get(newRecordKey)?.state]).toEqual([
      null,
      'going',
    ]);
    await page.asked[0]?.end(refused());
    expect(page.model.forms.get(newRecordKey)?.values['name']).toBe(' Summer ');
  });

  it('without a name is not sent', async () => {
    const { model, asked } = await openCampaigns();
    model.add();
    model.forms.type(newRecordKey, 'slug', 'a/b');
    expect(model.submit(newRecordKey)).toBe('name');
    model.forms.type(newRecordKey, 'name', 'x');
    expect(model.submit(newRecordKey)).toBe('slug');
    expect([asked, model.forms.get(newRecordKey)?.showErrors]).toEqual([[], true]);
  });

  it('of which the service tells no id is left to the list', async () => {
    const page = await openCampaigns();
    await typeNew(page);
    await page.asked[0]?.end(done(null));
    expect(page.acts).toEqual(['keep false', 'keep false']);
    expect(page.model.notice.value).toEqual({ name: 'added', what: '' });
  });
});

describe('a form of an earlier opening of the page', () => {
  const sent = { values: { name: 'Summer', slug: '', public: false }, asking: uuid(90), askedAt: 80_000 };

  it('is there with what was typed', async () => {
    const { model, drafts } = await openCampaigns({ '1': { ...sent, asking: null } });
    expect(model.forms.get('1')?.values['name']).toBe('Summer');
    expect(drafts.kept['1']).toBeDefined();
    model.closeForm('1');
    expect(drafts.kept).toEqual({});
  });

  it('that had been sent ends as its job does', async () => {
    const page = await openCampaigns({ [newRecordKey]: sent });
    const { model, names } = page;
    expect(model.commands.get(newRecordKey)?.state).toBe('going');
    page.show([jobView({ id: uuid(90), kind: 'add-campaign', state: 'sent' })]);
    expect(model.commands.get(newRecordKey)?.state).toBe('going');
    expect(page.asked).toEqual([]);
    page.show([
      jobView({ id: uuid(90), kind: 'add-campaign', state: 'done', made: { ...made(1), id: '7' } }),
    ]);
    expect([model.commands.get(newRecordKey), model.forms.get(newRecordKey), names()[4]]).toEqual([
      null,
      null,
      'Summer',
    ]);
  });

  it('that was refused meanwhile can be mended', async () => {
    const page = await openCampaigns({ [newRecordKey]: sent });
    const failure = { kind: 'refused', status: 400, message: 'No' } as const;
    page.show([jobView({ id: uuid(90), kind: 'add-campaign', state: 'refused', failure })]);
    expect(page.model.commands.get(newRecordKey)).toMatchObject({ state: 'failed', failure });
    page.model.submit(newRecordKey);
    await settled();
    expect(page.asked).toHaveLength(1);
  });

  it('of which nobody knows the end is told so, and not sent again by itself', async () => {
    const page = await openCampaigns({ [newRecordKey]: sent });
    page.world.now = 110_001;
    page.model.tick();
    expect(page.model.commands.get(newRecordKey)?.state).toBe('gone');
    expect(page.model.forms.get(newRecordKey)?.asking).toBeNull();
    expect(page.asked).toEqual([]);
  });
});

describe('editing', () => {
  it('sends what was changed alone, with the name that the contract wants', async () => {
    const { model, asked, acts } = await openCampaigns();
    model.edit('1');
    expect(model.forms.get('1')?.values).toEqual({ name: 'Spring', slug: 'spring', public: false });
    model.forms.type('1', 'public', true);
    model.submit('1');
    await settled();
    expect(asked[0]?.ask).toEqual({
      kind: 'change',
      what: 'campaign',
      act: 'update',
      item: '1',
      name: 'Spring',
      fields: { name: 'Spring', public: true },
    });
    await asked[0]?.end(done());
    expect(model.list.records.value?.find(({ id }) => id === '1')).toEqual({ ...spring, public: true });
    expect(model.notice.value).toEqual({ name: 'saved', what: 'Spring' });
    expect(acts).toEqual(['keep false', 'keep false']);
  });

  it('nothing changed, nothing sent', async () => {
    const { model, asked } = await openCampaigns();
    model.edit('2');
    model.submit('2');
    expect([asked, model.forms.get('2')]).toEqual([[], null]);
  });

  it('a cleared slug is sent as cleared', async () => {
    const { model, asked } = await openCampaigns();
    model.edit('1');
    model.forms.type('1', 'slug', '');
    model.submit('1');
    await settled();
    expect(asked[0]?.ask).toMatchObject({ fields: { slug: '', name: 'Spring' } });
  });

  it('a star needs no form', async () => {
    const account = openAccount({ channels: [channel('1', 'Press')] });
    const model = createRecordSectionModel(account.deps, channelsConfig(account.deps), {
      drafts: memoryDrafts(),
      newId: account.newId,
    });
    model.open();
    await settled();
    const star = () => model.patch('1', 'star', starCommand(channel('1', 'Press'), true), { starred: true });
    void star();
    void star();
    expect(account.asked.map(({ ask }) => ask)).toEqual([
      { kind: 'change', what: 'channel', act: 'update', item: '1', name: 'Press', fields: { starred: true } },
    ]);
    await account.asked[0]?.end(done());
    expect(model.list.records.value?.[0]?.starred).toBe(true);
  });
});

describe('deleting', () => {
  it('tells first how many links lose the campaign, and asks for it once', async () => {
    const links = Array.from({ length: 4_500 }, (_, n) =>
      row(n + 1, { campaign: n % 1_500 === 0 ? '1' : null }),
    );
    const { model, asked, names } = await openCampaigns({}, links);
    model.confirmDelete('1');
    expect(model.deletion.value).toEqual({ id: '1', affected: null });
    for (let turn = 0; turn < 5; turn++) await settled();
    expect(model.deletion.value?.affected).toEqual({ count: 3, exact: false });
    expect(asked).toEqual([]);
    void model.remove('1');
    expect(model.deletion.value).toBeNull();
    expect(asked[0]?.ask).toEqual({
      kind: 'change',
      what: 'campaign',
      act: 'delete',
      item: '1',
      name: 'Spring',
    });
    expect(names()).toContain('Spring');
    await asked[0]?.end(done());
    expect(names()).not.toContain('Spring');
    expect(model.notice.value).toEqual({ name: 'deleted', what: 'Spring' });
  });

  it('kept, nothing is asked for', async () => {
    const { model, asked } = await openCampaigns();
    model.confirmDelete('1');
    model.cancelDelete();
    await settled();
    expect([model.deletion.value, asked]).toEqual([null, []]);
  });

  it('that fails leaves the row and says why', async () => {
    const { model, asked, names } = await openCampaigns();
    void model.remove('1');
    await asked[0]?.end({ ok: false, failure: { kind: 'blocked', status: 405 } });
    expect(names()).toContain('Spring');
    expect(model.commands.get('1')).toMatchObject({ act: 'delete', state: 'failed' });
    model.commands.dismiss('1');
    expect(model.commands.get('1')).toBeNull();
  });

  it('a channel: counted by what is kept, then by the service', async () => {
    const item = (id: `${bigint}`) =>
      ({ channel: '1', type: 'links', id, title: '', preview: null, link: null, date: null }) as const;
    const account = openAccount({ channels: [channel('1', 'Press')] }, [], [item('1'), item('2')]);
    const weighed: unknown[] = [];
    const { deleting } = channelsConfig(account.deps);
    const weigh = () =>
      deleting?.countAffected(
        channel('1', 'Press'),
        (known) => weighed.push(known),
        new AbortController().signal,
      );
    await weigh();
    expect(weighed.splice(0)).toEqual([{ count: 2, exact: false }]);
    const listed = [1, 2, 3].map((id) => ({ type: 'links', id }));
    const answer = (data: object) =>
      account.world.bodies.set('/api/channel/1', { error: '0', data: { items: listed, ...data } });
    answer({ nextpage: null, result: 3 });
    await weigh();
    answer({ nextpage: 2, result: 14 });
    await weigh();
    answer({ nextpage: 2, result: 3 });
    await weigh();
    expect(weighed.filter((_, n) => n % 2 === 1)).toEqual([
      { count: 3, exact: true },
      { count: 14, exact: true },
      { count: 3, exact: false },
    ]);
  });

  it('a domain: by the links under its host', async () => {
    const links = [row(1, { shortUrl: 'https://go.example.com/a' }), row(2), row(3, { shortUrl: null })];
    const account = openAccount({}, links);
    const weighed: unknown[] = [];
    await domainsConfig(account.deps).deleting?.countAffected(
      { id: '1', domain: 'https://go.example.com', redirectroot: null, redirect404: null },
      (known) => weighed.push(known),
      new AbortController().signal,
    );
    expect(weighed).toEqual([{ count: 1, exact: false }]);
  });
});

describe('what the other rooms ask for', () => {
  const { deps } = openAccount();

  it('a channel', () => {
    const { adding, editing } = channelsConfig(deps);
    const values = { name: 'Press', description: '', color: '#0B5F8A', starred: true };
    expect(adding?.command(values)).toEqual({
      kind: 'add-channel',
      name: 'Press',
      fields: { color: '#0B5F8A', starred: true },
    });
    expect(
      editing?.command(channel('3', 'Press', { description: 'old' }), {
        ...values,
        color: '#112233',
        starred: false,
      }),
    ).toEqual({
      kind: 'change',
      what: 'channel',
      act: 'update',
      item: '3',
      name: 'Press',
      fields: { description: '' },
    });
    const colour = adding?.fields().find(({ kind }) => kind === 'colour');
    const check = (text: string) => (colour?.kind === 'colour' ? colour.check(text) : 'no field');
    expect([check(''), check('#0b5f8a')]).toEqual([null, null]);
    expect([check('red'), check('#fff'), check('#12345g')]).toEqual(
      Array(3).fill('A colour is written like #0B5F8A.'),
    );
  });

  it('a domain: scheme and host alone, and its two redirects', () => {
    const { adding, editing } = domainsConfig(deps);
    const values = {
      domain: ' https://go.example.com/ ',
      redirectroot: 'https://example.com/',
      redirect404: '',
    };
    expect(adding?.command(values)).toEqual({
      kind: 'add-domain',
      name: 'https://go.example.com',
      fields: { redirectroot: 'https://example.com/' },
    });
    const [domain, root] = adding?.fields() ?? [];
    const check = (text: string) => (domain?.kind === 'text' ? domain.check?.(text) : 'no field');
    expect(['https://go.example.com', 'http://go.example.com:8080/'].map(check)).toEqual([null, null]);
    expect(check('go.example.com')).toMatch(/put https/u);
    expect(check('')).toMatch(/Enter the domain/u);
    for (const wrong of ['https://go.example.com/x', 'https://', 'https://u:p@go.example.com', 'https://a b'])
      expect(check(wrong)).toMatch(/alone/u);
    expect(root?.kind === 'text' && root.check?.('javascript:alert(1)')).toMatch(/no web address/u);
    const kept = {
      id: '4',
      domain: 'https://go.example.com',
      redirectroot: 'https://a.example/',
      redirect404: null,
    } as const;
    expect(editing?.command(kept, { redirectroot: '', redirect404: 'https://b.example/' })).toMatchObject({
      item: '4',
      fields: { redirectroot: '', redirect404: 'https://b.example/' },
    });
  });

  it('a pixel: the account’s types first, then the contract’s, each once', () => {
    const { adding } = pixelsConfig(() => ['gtmpixel', 'provider9']);
    const type = adding?.fields().find(({ name }) => name === 'type');
    const offers = type?.kind === 'text' ? (type.offers ?? []) : [];
    expect(offers.slice(0, 4)).toEqual(['gtmpixel', 'provider9', 'provider1pixel', 'provider2pixel']);
    expect(offers).toHaveLength(14);
    expect(adding?.command({ name: 'Ads', type: ' my-own ', tag: 'X-1' })).toEqual({
      kind: 'add-pixel',
      name: 'Ads',
      type: 'my-own',
      tag: 'X-1',
    });
  });

  it('a rotator’s slug is the end of its address', () => {
    const slugs = [
      'https://sho.rt/r/spring',
      'https://sho.rt/r/%C3%A9t%C3%A9',
      'https://sho.rt/r/%E0%A4%A',
      null,
    ];
    expect(slugs.map((rotator) => rotatorSlug({ rotator }))).toEqual(['spring', 'été', '%E0%A4%A', '']);
  });
});
