/** A record section: the mirror's records with the page's own changes, and forms that survive a failure and a reload. */
import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { campaignsConfig, rotatorSlug } from '../../../../entrypoints/manage/campaigns/campaigns-config.ts';
import { channelsConfig } from '../../../../entrypoints/manage/channels/channels-config.ts';
import type { StoredForm } from '../../../../entrypoints/manage/records/form-state.ts';
import { formCommand } from '../../../../entrypoints/manage/records/record-commands.ts';
import { createRecordSectionModel } from '../../../../entrypoints/manage/records/record-section-model.ts';
import { newRecordKey } from '../../../../entrypoints/manage/records/record-section-config.ts';
import { validateForm } from '../../../../entrypoints/manage/records/form-fields.ts';
import { domainsConfig } from '../../../../entrypoints/manage/domains/domains-config.ts';
import { pixelsConfig } from '../../../../entrypoints/manage/pixels/pixels.tsx';
import type { Campaign } from '../../../../lib/api/campaigns.ts';
import type { ActivityView } from '../../../../lib/views/activity-view.ts';
import type { Channel } from '../../../../lib/api/channels.ts';
import { linkRow } from '../../../support/link-rows.ts';
import { sampleResult, uuid } from '../../../support/samples.ts';
import { activityView, jobView } from '../../../support/sample-views.ts';
import { speak } from '../../../support/speak.ts';
import { done, memoryDrafts, openAccount, refused } from './open-account.ts';
import { msgCount, msg } from '../../../support/texts.ts';
import { settled } from '../../../support/flush.ts';

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

async function openCampaigns(
  stored: Record<string, StoredForm> = {},
  links = [linkRow(1, { campaign: '1' })],
) {
  const account = openAccount({ campaigns: [spring, ete, tenth, ninth] }, links);
  const drafts = memoryDrafts(stored);
  const model = createRecordSectionModel(account.deps, campaignsConfig(account.deps), drafts);
  const leave = model.open();
  await settled();
  const names = () => model.list.shown.value.map(({ name }) => name);
  return { ...account, drafts, model, leave, names };
}

describe('the list', () => {
  it('is read from the mirror, sorted by name, and read again after a change', async () => {
    const { names, acts, lists, model, leave, listeners } = await openCampaigns();
    expect(names()).toEqual(['Campaign 9', 'Campaign 10', 'Été', 'Spring']);
    expect(acts).toEqual(['sync']);
    expect(model.list.freshness.value).toEqual({ at: 90_000, complete: true });
    await lists({ campaigns: [spring] });
    expect(names()).toEqual(['Spring']);
    leave();
    expect(listeners.size).toBe(0);
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

  it('renders a hundred rows, and more on request', async () => {
    const account = openAccount({
      campaigns: Array.from({ length: 250 }, (_, n) => campaign(`${BigInt(n + 1)}`, `C ${n}`)),
    });
    const model = createRecordSectionModel(account.deps, campaignsConfig(account.deps), memoryDrafts());
    model.open();
    await settled();
    const { list: collection } = model;
    expect([collection.shown.value.length, collection.found.value.length]).toEqual([100, 250]);
    collection.showMore();
    expect(collection.shown.value).toHaveLength(200);
    collection.search('C');
    expect(collection.shown.value).toHaveLength(100);
  });

  it('starred channels come first', async () => {
    const account = openAccount({
      channels: [channel('1', 'B'), channel('2', 'C', { starred: true }), channel('3', 'A')],
    });
    const model = createRecordSectionModel(account.deps, channelsConfig(account.deps), memoryDrafts());
    model.open();
    await settled();
    expect(model.list.shown.value.map(({ name }) => name)).toEqual(['C', 'A', 'B']);
  });

  it('a requested sync is pending until the list is newer', async () => {
    const { model, acts, lists, world } = await openCampaigns();
    model.list.syncNow();
    expect([acts.at(-1), model.list.syncRequestedAt.value]).toEqual(['sync all', 100_000]);
    await lists();
    expect(model.list.syncRequestedAt.value).toBe(100_000);
    world.at = 100_500;
    await lists();
    expect(model.list.syncRequestedAt.value).toBeNull();
  });

  it('is unreadable after a failed read, and can be read again', async () => {
    const account = openAccount({ campaigns: [spring] });
    account.world.broken = true;
    const model = createRecordSectionModel(account.deps, campaignsConfig(account.deps), memoryDrafts());
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
    const invalid = page.model.submit(newRecordKey);
    await settled();
    return invalid;
  }

  it('submits one command, retains the form until its result, then shows the record with its URLs', async () => {
    const page = await openCampaigns();
    const { model, submitted, names, drafts, world, acts, lists } = page;
    expect(await typeNew(page)).toBeNull();
    expect(model.submit(newRecordKey)).toBeNull();
    expect(submitted.map(({ command }) => command)).toEqual([
      { kind: 'add-campaign', name: 'Summer', fields: { slug: 'summer', public: true } },
    ]);
    expect(model.commands.get(newRecordKey)).toMatchObject({ id: submitted[0]?.id, state: 'pending' });
    // A form that was sent is frozen.
    model.forms.type(newRecordKey, 'name', 'Autumn');
    expect(drafts.stored[newRecordKey]).toMatchObject({
      asking: submitted[0]?.id,
      values: { name: ' Summer ' },
    });
    await submitted[0]?.finish(done('7'));
    expect([model.forms.get(newRecordKey), model.commands.get(newRecordKey), drafts.stored]).toEqual([
      null,
      null,
      {},
    ]);
    expect(names()).toContain('Summer');
    expect(model.lastAdded.value).toBe('7');
    expect(model.notice.value).toEqual({ name: 'added', what: 'Summer' });
    // Only the service knows its URLs.
    expect(acts).toEqual(['sync', 'sync']);
    const summer = campaign('7', 'Summer', { rotator: 'https://sho.rt/r/summer' });
    world.at = 100_001;
    await lists({ campaigns: [summer] });
    expect(model.list.records.value).toEqual([summer]);
  });

  it('is shown as it was sent when the form is opened again meanwhile: of two, one could be lost', async () => {
    const page = await openCampaigns();
    const { model, submitted, names } = page;
    await typeNew(page);
    model.closeForm(newRecordKey);
    expect(model.forms.shown.value).toBeNull();
    model.add();
    model.forms.type(newRecordKey, 'name', 'Autumn');
    expect(model.forms.get(newRecordKey)?.values['name']).toBe(' Summer ');
    await submitted[0]?.finish(done('7'));
    expect([names().includes('Summer'), model.forms.shown.value]).toEqual([true, null]);
  });

  it('is not undone by an older list, but by a newer one', async () => {
    const page = await openCampaigns();
    await typeNew(page);
    await page.submitted[0]?.finish(done('7'));
    await page.lists();
    expect(page.names()).toContain('Summer');
    // A newer list without the record: deleted elsewhere.
    page.world.at = 100_001;
    await page.lists();
    expect(page.names()).not.toContain('Summer');
  });

  it('is sent only after its id is stored with the draft', async () => {
    const page = await openCampaigns();
    let store = (): void => undefined;
    vi.spyOn(page.drafts, 'save').mockImplementation(() => new Promise<void>((resolve) => (store = resolve)));
    await typeNew(page);
    expect(page.model.commands.get(newRecordKey)?.state).toBe('pending');
    expect(page.model.submit(newRecordKey)).toBeNull();
    expect(page.submitted).toEqual([]);
    store();
    await settled();
    expect(page.submitted).toHaveLength(1);
  });

  it('that is refused reopens the form, with the reason', async () => {
    const page = await openCampaigns();
    await typeNew(page);
    await page.submitted[0]?.finish(refused('This slug is already in use.'));
    const { model, drafts } = page;
    expect(model.commands.get(newRecordKey)).toMatchObject({
      state: 'failed',
      failure: { message: 'This slug is already in use.' },
    });
    expect(drafts.stored[newRecordKey]).toMatchObject({
      asking: null,
      values: { name: ' Summer ', slug: 'summer' },
    });
    model.forms.type(newRecordKey, 'slug', 'summer-2');
    model.submit(newRecordKey);
    await settled();
    expect(page.submitted[1]?.command).toMatchObject({ fields: { slug: 'summer-2' } });
    expect(page.submitted[1]?.id).not.toBe(page.submitted[0]?.id);
  });

  it('a form that was closed while it was pending opens again after a failure', async () => {
    const page = await openCampaigns();
    await typeNew(page);
    page.model.closeForm(newRecordKey);
    expect([page.model.forms.shown.value, page.model.commands.get(newRecordKey)?.state]).toEqual([
      null,
      'pending',
    ]);
    await page.submitted[0]?.finish(refused());
    expect(page.model.forms.shown.value).toBe(newRecordKey);
    expect(page.model.forms.get(newRecordKey)).toMatchObject({ values: { name: ' Summer ' }, asking: null });
  });

  it('requires a name', async () => {
    const { model, submitted } = await openCampaigns();
    model.add();
    model.forms.type(newRecordKey, 'slug', 'a/b');
    expect(model.submit(newRecordKey)).toBe('name');
    model.forms.type(newRecordKey, 'name', 'x');
    expect(model.submit(newRecordKey)).toBe('slug');
    expect([submitted, model.forms.get(newRecordKey)?.showErrors]).toEqual([[], true]);
  });

  it('of a record without an id leaves it to the next sync', async () => {
    const page = await openCampaigns();
    await typeNew(page);
    await page.submitted[0]?.finish(done(null));
    expect(page.acts).toEqual(['sync', 'sync']);
    expect(page.model.notice.value).toEqual({ name: 'added', what: '' });
  });
});

describe('a form of an earlier opening of the page', () => {
  const sent = { values: { name: 'Summer', slug: '', public: false }, asking: uuid(90), askedAt: 80_000 };

  it('is restored with its values', async () => {
    const { model, drafts } = await openCampaigns({ '1': { ...sent, asking: null } });
    expect(model.forms.get('1')?.values['name']).toBe('Summer');
    expect(drafts.stored['1']).toBeDefined();
    model.closeForm('1');
    expect(drafts.stored).toEqual({});
  });

  it('is the only one that is shown; others are kept', async () => {
    const typed = { ...sent, asking: null };
    const { model, drafts } = await openCampaigns({ '1': typed, '2': typed });
    expect([model.forms.shown.value, model.forms.get('2')?.values['name']]).toEqual(['1', 'Summer']);
    model.edit('2');
    expect([model.forms.shown.value, Object.keys(drafts.stored)]).toEqual(['2', ['1', '2']]);
    model.closeForm('2');
    expect([model.forms.shown.value, Object.keys(drafts.stored)]).toEqual([null, ['1']]);
  });

  it('into which nothing was typed closes when another one is opened', async () => {
    const untouched = { ...sent, asking: null, typed: [] };
    const { model, drafts } = await openCampaigns({ '1': untouched });
    model.edit('2');
    expect([model.forms.get('1'), Object.keys(drafts.stored)]).toEqual([null, ['2']]);
  });

  it('that was sent follows its job', async () => {
    const page = await openCampaigns({ [newRecordKey]: sent });
    const { model, names } = page;
    expect(model.commands.get(newRecordKey)?.state).toBe('pending');
    page.show([jobView({ id: uuid(90), kind: 'add-campaign', state: 'sent' })]);
    expect(model.commands.get(newRecordKey)?.state).toBe('pending');
    expect(page.submitted).toEqual([]);
    page.show([
      jobView({ id: uuid(90), kind: 'add-campaign', state: 'done', result: { ...sampleResult(1), id: '7' } }),
    ]);
    expect([model.commands.get(newRecordKey), model.forms.get(newRecordKey), names()[4]]).toEqual([
      null,
      null,
      'Summer',
    ]);
  });

  it('that was sent is not given up before the background has named its jobs', async () => {
    const account = openAccount({ campaigns: [spring] });
    const view = signal<ActivityView | null>(null);
    const deps = { ...account.deps, view };
    account.world.now = 900_000;
    const model = createRecordSectionModel(
      deps,
      campaignsConfig(deps),
      memoryDrafts({ [newRecordKey]: sent }),
    );
    model.open();
    await settled();
    expect(model.commands.get(newRecordKey)?.state).toBe('pending');
    view.value = activityView({ jobs: [jobView({ id: uuid(90), kind: 'add-campaign', state: 'sent' })] });
    expect(model.commands.get(newRecordKey)?.state).toBe('pending');
    view.value = activityView();
    expect(model.commands.get(newRecordKey)?.state).toBe('unknown');
  });

  it('that was refused meanwhile can be corrected', async () => {
    const page = await openCampaigns({ [newRecordKey]: sent });
    const failure = { kind: 'refused', status: 400, message: 'No' } as const;
    page.show([jobView({ id: uuid(90), kind: 'add-campaign', state: 'refused', failure })]);
    expect(page.model.commands.get(newRecordKey)).toMatchObject({ state: 'failed', failure });
    page.model.submit(newRecordKey);
    await settled();
    expect(page.submitted).toHaveLength(1);
  });

  it.each([
    ['', 110_001],
    [', also after the clock was set back', 20_000],
  ])('with an unknown result shows that, and is not sent again automatically%s', async (_name, now) => {
    const page = await openCampaigns({ [newRecordKey]: sent });
    page.world.now = now;
    page.model.tick();
    expect(page.model.commands.get(newRecordKey)?.state).toBe('unknown');
    expect(page.model.forms.get(newRecordKey)?.asking).toBeNull();
    expect(page.submitted).toEqual([]);
  });
});

describe('editing', () => {
  it('sends the changed fields only, with the name that the API requires', async () => {
    const { model, submitted, acts } = await openCampaigns();
    model.edit('1');
    expect(model.forms.get('1')?.values).toEqual({ name: 'Spring', slug: 'spring', public: false });
    model.forms.type('1', 'public', true);
    model.submit('1');
    await settled();
    expect(submitted[0]?.command).toEqual({
      kind: 'change',
      what: 'campaign',
      act: 'update',
      item: '1',
      name: 'Spring',
      fields: { name: 'Spring', public: true },
    });
    await submitted[0]?.finish(done());
    expect(model.list.records.value?.find(({ id }) => id === '1')).toEqual({ ...spring, public: true });
    expect(model.notice.value).toEqual({ name: 'saved', what: 'Spring' });
    expect(acts).toEqual(['sync', 'sync']);
  });

  it('leaves as it is what was changed elsewhere since the form was opened', async () => {
    const { model, submitted, lists } = await openCampaigns();
    model.edit('1');
    model.forms.type('1', 'name', 'Spring 2027');
    await lists({ campaigns: [{ ...spring, public: true }] });
    model.submit('1');
    await settled();
    expect(submitted[0]?.command).toMatchObject({ fields: { name: 'Spring 2027' } });
    expect(submitted[0]?.command).not.toHaveProperty('fields.public');
  });

  it('an unchanged form closes when another opens, and the last result is no longer shown', async () => {
    const { model, drafts } = await openCampaigns();
    model.edit('1');
    model.notice.value = { name: 'saved', what: 'Spring' };
    model.add();
    expect([model.forms.get('1'), model.forms.shown.value, model.notice.value]).toEqual([
      null,
      newRecordKey,
      null,
    ]);
    expect(Object.keys(drafts.stored)).toEqual([newRecordKey]);
  });

  it('a change that fails while another form is open is kept, and does not take its place', async () => {
    const { model, submitted } = await openCampaigns();
    model.edit('1');
    model.forms.type('1', 'name', 'Springtime');
    model.submit('1');
    await settled();
    model.closeForm('1');
    model.edit('2');
    await submitted[0]?.finish(refused());
    expect([model.forms.shown.value, model.forms.get('1')?.values['name']]).toEqual(['2', 'Springtime']);
    expect(model.commands.get('1')?.state).toBe('failed');
  });

  it('sends nothing without a change', async () => {
    const { model, submitted } = await openCampaigns();
    model.edit('2');
    model.submit('2');
    expect([submitted, model.forms.get('2')]).toEqual([[], null]);
  });

  it('sends a cleared slug as an empty text', async () => {
    const { model, submitted } = await openCampaigns();
    model.edit('1');
    model.forms.type('1', 'slug', '');
    model.submit('1');
    await settled();
    expect(submitted[0]?.command).toMatchObject({ fields: { slug: '', name: 'Spring' } });
  });

  it('a star is changed without a form', async () => {
    const account = openAccount({ channels: [channel('1', 'Press')] });
    const model = createRecordSectionModel(account.deps, channelsConfig(account.deps), memoryDrafts());
    model.open();
    await settled();
    const star = () => model.patch(channel('1', 'Press'), { starred: true });
    void star();
    void star();
    expect(account.submitted.map(({ command }) => command)).toEqual([
      { kind: 'change', what: 'channel', act: 'update', item: '1', name: 'Press', fields: { starred: true } },
    ]);
    await account.submitted[0]?.finish(done());
    expect(model.list.records.value?.[0]?.starred).toBe(true);
  });
});

describe('deleting', () => {
  it('first shows how many links lose the campaign, then submits one command', async () => {
    const links = Array.from({ length: 4_500 }, (_, n) =>
      linkRow(n + 1, { campaign: n % 1_500 === 0 ? '1' : null }),
    );
    const { model, submitted, names } = await openCampaigns({}, links);
    model.confirmDelete('1');
    expect(model.deletion.value).toEqual({ id: '1', affected: null });
    for (let turn = 0; turn < 5; turn++) await settled();
    expect(model.deletion.value?.affected).toEqual({ count: 3, exact: false });
    expect(submitted).toEqual([]);
    void model.remove('1');
    expect(model.deletion.value).toBeNull();
    expect(submitted[0]?.command).toEqual({
      kind: 'change',
      what: 'campaign',
      act: 'delete',
      item: '1',
      name: 'Spring',
    });
    expect(names()).toContain('Spring');
    await submitted[0]?.finish(done());
    expect(names()).not.toContain('Spring');
    expect(model.notice.value).toEqual({ name: 'deleted', what: 'Spring' });
  });

  it('that is cancelled submits nothing', async () => {
    const { model, submitted } = await openCampaigns();
    model.confirmDelete('1');
    model.cancelDelete();
    await settled();
    expect([model.deletion.value, submitted]).toEqual([null, []]);
  });

  it.each([
    ['', false],
    [', also with a form that was typed into before', true],
  ])('that is pending is not forgotten by “Edit”, and is submitted once%s', async (_name, hasDraft) => {
    const { model, submitted, names } = await openCampaigns();
    if (hasDraft) {
      model.edit('1');
      model.forms.type('1', 'name', 'Springtime');
      model.edit('2');
      model.closeForm('2');
    }
    void model.remove('1');
    model.edit('1');
    expect([model.forms.shown.value, model.commands.get('1')?.state]).toEqual([null, 'pending']);
    model.closeForm('1');
    void model.remove('1');
    expect(submitted).toHaveLength(1);
    await submitted[0]?.finish(refused());
    expect(model.commands.get('1')?.state).toBe('failed');
    model.edit('1');
    expect([model.forms.shown.value, names().includes('Spring')]).toEqual(['1', true]);
  });

  it('that fails keeps the row and shows the reason', async () => {
    const { model, submitted, names } = await openCampaigns();
    void model.remove('1');
    await submitted[0]?.finish({ ok: false, failure: { kind: 'blocked', status: 405 } });
    expect(names()).toContain('Spring');
    expect(model.commands.get('1')).toMatchObject({ act: 'delete', state: 'failed' });
    model.commands.dismiss('1');
    expect(model.commands.get('1')).toBeNull();
  });

  it('a channel: counts the stored items, then those of the service', async () => {
    const item = (id: `${bigint}`) =>
      ({ channel: '1', type: 'links', id, title: '', preview: null, link: null, date: null }) as const;
    const account = openAccount({ channels: [channel('1', 'Press')] }, [], [item('1'), item('2')]);
    const counts: unknown[] = [];
    const { changing } = channelsConfig(account.deps);
    const count = () =>
      changing?.countAffected(
        channel('1', 'Press'),
        (known) => counts.push(known),
        new AbortController().signal,
      );
    await count();
    expect(counts.splice(0)).toEqual([{ count: 2, exact: false }]);
    const listed = [1, 2, 3].map((id) => ({ type: 'links', id }));
    const response = (data: object) =>
      account.world.bodies.set('/api/channel/1', { error: '0', data: { items: listed, ...data } });
    response({ nextpage: null, result: 3 });
    await count();
    response({ nextpage: 2, result: 14 });
    await count();
    response({ nextpage: 2, result: 3 });
    await count();
    expect(counts.filter((_, n) => n % 2 === 1)).toEqual([
      { count: 3, exact: true },
      { count: 14, exact: true },
      { count: 3, exact: false },
    ]);
  });

  it('a domain: counts the links under its host', async () => {
    const links = [
      linkRow(1, { shortUrl: 'https://go.example.com/a' }),
      linkRow(2),
      linkRow(3, { shortUrl: null }),
    ];
    const account = openAccount({}, links);
    const counts: unknown[] = [];
    await domainsConfig(account.deps).changing?.countAffected(
      { id: '1', domain: 'https://go.example.com', redirectroot: null, redirect404: null },
      (known) => counts.push(known),
      new AbortController().signal,
    );
    expect(counts).toEqual([{ count: 1, exact: false }]);
  });
});

describe('commands of the other sections', () => {
  const { deps } = openAccount();

  it('a channel', () => {
    const config = channelsConfig(deps);
    const { adding } = config;
    const values = { name: 'Press', description: '', color: '#0B5F8A', starred: true };
    expect(adding?.command(values)).toEqual({
      kind: 'add-channel',
      name: 'Press',
      fields: { color: '#0B5F8A', starred: true },
    });
    expect(
      formCommand(config, channel('3', 'Press', { description: 'old' }), {
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
    const color = adding?.fields([]).find(({ kind }) => kind === 'color');
    const check = (text: string) => (color?.kind === 'color' ? color.check(text) : 'no field');
    expect([check(''), check('#0b5f8a')]).toEqual([null, null]);
    expect([check('red'), check('#fff'), check('#12345g')]).toEqual(Array(3).fill(msg('problemColor')));
  });

  it.each([
    ['redirectroot', (count: number) => `https://a.example/${'x'.repeat(count - 18)}`, 2_000],
    ['domain', (count: number) => `https://${'x'.repeat(count - 8)}`, 500],
  ])('the field %s says its limit', (name, textOf, most) => {
    const specs = domainsConfig(deps).adding?.fields([]) ?? [];
    const values = { domain: 'https://go.example', redirectroot: '', redirect404: '' };
    const problems = (count: number) => [...validateForm(specs, { ...values, [name]: textOf(count) })];
    expect(problems(most)).toEqual([]);
    expect(problems(most + 1)).toEqual([[name, msgCount('problemLongText', most)]]);
  });

  it('a domain: scheme and host alone, and its two redirects', () => {
    const config = domainsConfig(deps);
    const { adding } = config;
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
    const [domain, root] = adding?.fields([]) ?? [];
    const check = (text: string) => (domain?.kind === 'text' ? domain.check?.(text) : 'no field');
    expect(['https://go.example.com', 'http://go.example.com:8080/'].map(check)).toEqual([null, null]);
    expect(check('go.example.com')).toBe(msg('problemDomainScheme'));
    expect(check('')).toBe(msg('problemNoDomain'));
    for (const wrong of ['https://go.example.com/x', 'https://', 'https://u:p@go.example.com', 'https://a b'])
      expect(check(wrong)).toBe(msg('problemDomain'));
    expect(root?.kind === 'text' && root.check?.('javascript:alert(1)')).toBe(msg('problemUrl'));
    const domainRecord = {
      id: '4',
      domain: 'https://go.example.com',
      redirectroot: 'https://a.example/',
      redirect404: null,
    } as const;
    expect(
      formCommand(config, domainRecord, { redirectroot: '', redirect404: 'https://b.example/' }),
    ).toMatchObject({
      item: '4',
      fields: { redirectroot: '', redirect404: 'https://b.example/' },
    });
  });

  it('a pixel: suggests the account’s types first, then the API’s, each once', () => {
    const { adding } = pixelsConfig;
    const pixels = ['provider9', '', 'gtmpixel'].map(
      (type) => ({ id: '1', name: '', type, tag: '', date: null }) as const,
    );
    const type = adding?.fields(pixels).find(({ name }) => name === 'type');
    const suggestions = type?.kind === 'text' ? (type.suggestions ?? []) : [];
    expect(suggestions.slice(0, 4)).toEqual(['gtmpixel', 'provider9', 'provider1pixel', 'provider2pixel']);
    expect(suggestions).toHaveLength(14);
    expect(adding?.command({ name: 'Ads', type: ' my-own ', tag: 'X-1' })).toEqual({
      kind: 'add-pixel',
      name: 'Ads',
      type: 'my-own',
      tag: 'X-1',
    });
  });

  it('a rotator’s slug is the end of its URL', () => {
    const slugs = [
      'https://sho.rt/r/spring',
      'https://sho.rt/r/%C3%A9t%C3%A9',
      'https://sho.rt/r/%E0%A4%A',
      null,
    ];
    expect(slugs.map((rotator) => rotatorSlug({ rotator }))).toEqual(['spring', 'été', '%E0%A4%A', '']);
  });
});
