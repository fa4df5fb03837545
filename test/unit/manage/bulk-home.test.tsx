// The shared options and the preview of an import, as the bulk section shows them.
import { act } from 'preact/test-utils';
import { beforeEach, expect, it, vi } from 'vitest';
import { SharedOptions } from '../../../entrypoints/manage/bulk/shared-options.tsx';
import { ImportModel } from '../../../entrypoints/manage/bulk/import-model.ts';
import { ImportSource } from '../../../entrypoints/manage/bulk/import-source.tsx';
import { StartOver, UndoStartOver } from '../../../entrypoints/manage/bulk/start-over.tsx';
import { TabsModel } from '../../../entrypoints/manage/bulk/tabs-model.ts';
import { TabsPanel } from '../../../entrypoints/manage/bulk/tabs-panel.tsx';
import { Preview } from '../../../entrypoints/manage/bulk/preview.tsx';
import { describeSkip, fieldLabels } from '../../../entrypoints/manage/bulk/labels.ts';
import { createColumnMatcher } from '../../../lib/bulk/columns.ts';
import { addLink } from '../../../lib/api/create-link.ts';
import type { LinkOptions } from '../../../lib/draft/link-options.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { describeExpiry } from '../../../lib/i18n/describe-expiry.ts';
import { jobResult } from '../../../lib/outbox/job-result.ts';
import { pickerListsItem } from '../../../lib/storage/picker-lists.ts';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import type { Presets } from '../../../lib/presets/preset.ts';
import { draw, field, find, fire, press, root, settle, textsOf, type } from '../../support/dom.ts';
import { draft } from '../../support/samples.ts';
import { speak } from '../../support/speak.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import { msg, msgCount } from '../../support/texts.ts';

beforeEach(() => {
  speak();
  inCampaign = null;
  existingId = null;
});

const shop = { id: 'none', name: 'Shop', sites: ['shop.example'], fields: { extras: { note: 'Shop' } } };
const mail = { id: 'by-itself', name: 'Mail', sites: [], fields: {} };

const types = { splashPages: [{ id: '12', name: 'Welcome' }], overlays: [] };

/** The campaign of the existing link; `null` for an unknown one. */
let inCampaign: string | null = null;
/** The id of the existing link, where the service has reported it. */
let existingId: string | null = null;

async function open(text: string, presets: Presets, meter: ActivityView['meter'] = null) {
  const model = new ImportModel({
    repository: {
      create: async () => undefined,
      loadDraft: async () => null,
      prepareDraft: () => undefined,
      storeDraft: async () => undefined,
    },
    columnMatcher: createColumnMatcher(fieldLabels()),
    lists: () => ({ campaigns: [], channels: [], pixels: [], domains: [], types: [] }),
    lint: () => ({}),
    utcOffset: () => undefined,
    site: () => 'https://sho.rt',
    findTaken: async () => new Map(),
    presets: () => presets,
    defaults: () => ({ campaign: null, channel: null, pixels: [], expiry: '', domain: '' }),
    cleanSteps: () => [],
    findExisting: async (address) =>
      address.endsWith('/known')
        ? [{ id: existingId, shortUrl: 'https://sho.rt/k', alias: 'k', campaign: inCampaign }]
        : [],
    submit: async () => ({ ok: true, result: jobResult({ id: '9' }) }),
    now: () => 1_000,
    newId: () => 'id',
    delay: async () => undefined,
  });
  model.type(text);
  await expect.poll(() => model.checking.value === null && model.validatedRows.value !== null).toBe(true);
  await draw(null);
  await draw(
    <>
      <SharedOptions
        model={model}
        account={{
          lists: pickerListsItem.fallback,
          preferences: preferencesItem.fallback,
          presets,
          shortUrls: [],
        }}
      />
      <Preview model={model} meter={meter} isMirrorComplete types={types} onStarted={() => undefined} />
    </>,
  );
  await fire(find('.disclosure-line button'), 'click');
  return model;
}

const checked = (model: Awaited<ReturnType<typeof open>>) =>
  expect.poll(() => model.checking.value).toBeNull();
const options = (id: string) => [...root.querySelectorAll<HTMLOptionElement>(`#${id} option`)];
const names = (id: string) => options(id).map(({ textContent }) => textContent);

/** linkedom's `select` ignores a set value. */
async function choose(id: string, name: string): Promise<void> {
  const option = options(id).find(({ textContent }) => textContent === name);
  if (option === undefined) throw new Error(`There is no ${name} in ${id}`);
  const select = find(`#${id}`);
  Object.defineProperty(select, 'value', { value: option.value, configurable: true, writable: true });
  await fire(select, 'change');
}

it('selects presets by site, and names the preset of each row', async () => {
  const model = await open('https://shop.example/a\nhttps://example.com/b', {
    list: [shop, mail],
    defaultId: null,
  });
  // A preset's id may be any text.
  expect(names('bulk-preset')).toEqual([msg('bulkPresetAutomatic'), msg('none'), 'Shop', 'Mail']);
  expect(find('#bulk-preset-hint').textContent).toBe(msg('bulkPresetAutomaticHint'));
  expect(textsOf('td > .hint')).toEqual([
    `${msg('setTo', msg('preset'), 'Shop')} · ${msg('setTo', msg('note'), 'Shop')}`,
  ]);
  await choose('bulk-preset', 'Mail');
  await checked(model);
  expect(model.options.value).toMatchObject({ preset: 'by-itself', presetByItself: false });
  await choose('bulk-preset', msg('none'));
  await checked(model);
  expect(model.options.value).toMatchObject({ preset: null, presetByItself: false });
  expect(root.querySelector('#bulk-preset-hint')).toBeNull();
  await choose('bulk-preset', msg('bulkPresetAutomatic'));
  await checked(model);
  expect(model.options.value).toMatchObject({ preset: null, presetByItself: true });
});

it('stays on its page when the same rows are checked again', async () => {
  const list = Array.from({ length: 120 }, (_, n) => `https://example.com/${n + 1}`);
  const model = await open(list.join('\n'), { list: [], defaultId: null });
  const first = () => textsOf('tbody th')[0];
  await fire(find(`[aria-label="${msg('bulkNextRows')}"]`), 'click');
  expect(first()).toBe('51');
  await act(() => model.revalidate());
  await checked(model);
  await settle();
  expect(first()).toBe('51');
  model.type([...list, 'https://example.com/more'].join('\n'));
  await checked(model);
  await settle();
  expect(first()).toBe('1');
});

it('offers an expiration for all rows, which is not repeated in each row', async () => {
  const model = await open('https://shop.example/a', { list: [mail], defaultId: null });
  expect(find('label[for=bulk-expiry]').textContent).toBe(msg('expires'));
  await choose('bulk-expiry', '1 week');
  await checked(model);
  await expect.poll(() => model.validatedRows.value?.[0]?.link.extras?.expiry).toBe('+1w');
  expect(textsOf('td > .hint')).toEqual([]);
  // A row of its own expiration says so.
  model.loadText('', 'url,expires\nhttps://shop.example/a,2099-01-31\nhttps://shop.example/b,');
  await checked(model);
  await expect
    .poll(() => textsOf('td > .hint'))
    .toEqual([msg('setTo', msg('expires'), describeExpiry('2099-01-31T23:59'))]);
});

it('shows every field that is sent for a row', async () => {
  const extras: LinkOptions = {
    type: '12',
    password: 'secret',
    expiry: '2099-01-31T18:00',
    visibility: 'private',
    note: 'The note',
    card: { title: 'Card title', description: 'Card words', picture: 'https://a.example/card.png' },
    countries: [{ when: 'Germany', link: 'https://a.example/country' }],
    devices: [{ when: 'iPhone', link: 'https://a.example/device' }],
    languages: [{ when: 'fr', link: 'https://a.example/language' }],
    deepLink: { apple: 'https://apps.apple.com/1', google: 'https://play.google.com/2', auto: true },
    parameters: [{ name: 'utm_source', value: 'poster' }],
    parametersIn: 'field',
  };
  const everything = { ...shop, sites: [], fields: { extras } };
  const model = await open('https://example.com/x', { list: [everything], defaultId: everything.id });
  const [row] = model.validatedRows.value ?? [];
  const { url: _, custom: __, ...body } = addLink(toLinkFields(row?.link ?? draft())).body ?? {};
  const shown = textsOf('td > .hint').join();
  const texts = new Map([
    ['secret', '••••'],
    ['2099-01-31 18:00:00', describeExpiry('2099-01-31T18:00')],
    ['private', msg('visibilityPrivate')],
    ['12', msg('typeSplashNamed', 'Welcome')],
    ['true', msg('deepLinkAuto')],
  ]);
  const missing = leavesOf(body).filter((leaf) => !shown.includes(texts.get(leaf) ?? leaf));
  expect(missing).toEqual([]);
  expect(shown).not.toContain('secret');
  expect(leavesOf(body)).toHaveLength(19);
});

const leavesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [String(value)];

it('offers to undo “Start over”', async () => {
  const model = await open('https://example.com/a', { list: [], defaultId: null });
  await draw(
    <>
      <StartOver model={model} />
      <UndoStartOver model={model} />
    </>,
  );
  expect([textsOf('button'), textsOf('[role=status]')]).toEqual([[msg('bulkStartOver')], ['']]);
  await fire(find('button'), 'click');
  expect([textsOf('button'), textsOf('[role=status]')]).toEqual([[msg('undo')], [msg('bulkListRemoved')]]);
  await fire(find('button'), 'click');
  expect([textsOf('button'), textsOf('[role=status]')]).toEqual([[msg('bulkStartOver')], ['']]);
  expect(model.text.value).toBe('https://example.com/a');
});

it('does not offer automatic presets where none could be selected', async () => {
  await open('https://shop.example/a', { list: [mail], defaultId: null });
  expect(names('bulk-preset')).toEqual([msg('none'), 'Mail']);
});

it('shows the status of each row, and stores the complete reason for a skipped one', async () => {
  const model = await open(
    [
      'url,campaign,alias',
      'https://example.com/a,,one',
      'https://example.com/a,,one',
      'https://example.com/known,,',
      'https://example.com/b,Unknown,',
      'https://example.com/c,,x',
    ].join('\n'),
    { list: [], defaultId: null },
  );
  expect(textsOf('.row-status > div > p:first-child')).toEqual([
    msg('bulkReady'),
    msg('bulkRowDuplicate', '1'),
    msg('bulkRowExists'),
    msg('bulkRowError'),
    msg('bulkRowWarning'),
  ]);
  expect(textsOf('.reason')).toEqual([
    msg('bulkRowDuplicateHint', '1'),
    msg('bulkRowExistsHint', 'sho.rt/k'),
    msg('linkUnchecked'),
    msg('bulkUnknownCampaign', 'Unknown'),
    msg('problemAliasLength', '3', '50'),
  ]);
  const rows = model.validatedRows.value ?? [];
  const stored = rows.map((row, index) => describeSkip(row, model.decisions.value[index] ?? 'go'));
  expect(stored.slice(1, 4)).toEqual([
    msg('bulkDuplicateOfRow', '1'),
    msg('linkUnchecked'),
    msg('bulkNoCampaign', 'Unknown'),
  ]);
});

it('keeps a name that is no campaign, says so at the field and at the button, and creates it with the links', async () => {
  const model = await open('https://shop.example/a', { list: [], defaultId: null });
  const input = field('#bulk-campaign');
  await fire(input, 'click');
  await type(input, 'Market week');
  expect(textsOf('[role=option]')).toEqual([msg('createNamed', 'Market week')]);
  await fire(input, 'focusout');
  const problem = msg('bulkUnmatchedCampaign', 'Market week');
  expect([input.value, textsOf('#bulk-campaign-unmatched'), textsOf('.blocking-name')]).toEqual([
    'Market week',
    [problem],
    [problem],
  ]);
  expect(find('.start-bar button').getAttribute('aria-disabled')).toBe('true');
  await fire(input, 'click');
  await press(input, 'Enter');
  await checked(model);
  const note = msg('bulkNameToCreate', 'Market week');
  expect([input.value, textsOf('#bulk-campaign-unmatched'), textsOf('.blocking-name')]).toEqual([
    'Market week',
    [note],
    [],
  ]);
  const button = () => textsOf('.start-bar button')[0];
  await expect.poll(button).toBe(msgCount('createLinksIn', 1, isolate('Market week')));
  expect(textsOf('.start-bar .note > p')).toEqual([note, msg('bulkNotEditable')]);
});

it('says beside the button which rows make no link', async () => {
  const model = await open('https://a.example\nhttps://a.example\nnot a URL\nhttps://example.com/known', {
    list: [],
    defaultId: null,
  });
  const note = () => textsOf('.start-bar .note > p')[0];
  const counts = [
    msgCount('bulkErrorCount', 1),
    msgCount('bulkDuplicateCount', 1),
    msgCount('bulkExistCount', 1),
  ];
  await expect.poll(note).toBe(counts.join(' · '));
  expect(textsOf('.start-bar button')[0]).toBe(msgCount('createLinks', 1));
  model.chooseDuplicatePolicy({ twice: 'make', exists: 'make' });
  await expect.poll(note).toBe(counts[0]);
});

it('names the campaigns beside the button where there is not one for all links', async () => {
  const model = await open('url\nhttps://a.example\nhttps://b.example', { list: [], defaultId: null });
  const button = () => textsOf('.start-bar button')[0];
  const note = () => textsOf('.start-bar .note > p')[0];
  expect([button(), note()]).toEqual([
    msgCount('createLinks', 2),
    msg('setTo', msg('campaign'), msg('none')),
  ]);
  model.chooseSharedOptions({ campaign: { id: '7', name: 'Hiring' } });
  await checked(model);
  await expect.poll(button).toBe(msgCount('createLinksIn', 2, isolate('Hiring')));
  expect(note()).toBe(msg('bulkNotEditable'));
});

it('shows campaign, channel and pixels, and folds the other settings', async () => {
  await open('https://example.com/b', { list: [mail], defaultId: null });
  const shown = () => [textsOf('.properties label'), textsOf('.shared-options .option label')];
  const pickers = [msg('campaign'), msg('channel'), msg('pixels')];
  expect(shown()).toEqual([pickers, [msg('preset'), msg('domain'), msg('expires')]]);
  await fire(find('.disclosure-line button'), 'click');
  expect(shown()).toEqual([pickers, []]);
});

it('says whether an existing link is in the campaign that its row names', async () => {
  const model = await open('https://example.com/known', { list: [], defaultId: null });
  for (const [campaign, sentence] of [
    [{ id: '7', name: 'Summer' }, msg('bulkExistsNotInCampaign', 'Summer')],
    [{ id: '8', name: 'Walks' }, msg('bulkExistsInCampaign', 'Walks')],
  ] as const) {
    inCampaign = campaign.id === '8' ? '8' : null;
    model.chooseSharedOptions({ campaign });
    await checked(model);
    await expect
      .poll(() => textsOf('.reason'))
      .toEqual([msg('bulkRowExistsHint', 'sho.rt/k'), sentence, msg('linkUnchecked')]);
    const [row] = model.validatedRows.value ?? [];
    expect(row && describeSkip(row, 'exists')).toContain(sentence);
  }
});

it('says that an existing link will be added to the campaign, not to the channel, and offers that alone', async () => {
  existingId = '31';
  const model = await open('https://example.com/known', { list: [], defaultId: null });
  expect(find('.start-bar button').getAttribute('aria-disabled')).toBe('true');
  model.chooseSharedOptions({ campaign: { id: '7', name: 'Summer' }, channel: { id: '6', name: 'Mail' } });
  await checked(model);
  await expect
    .poll(() => textsOf('.reason'))
    .toEqual([
      msg('bulkRowExistsHint', 'sho.rt/k'),
      msg('bulkExistsAdded', 'Summer'),
      msg('bulkExistsNotInCampaign', 'Mail'),
      msg('linkUnchecked'),
    ]);
  expect(textsOf('.start-bar button')).toEqual([msgCount('bulkAddExisting', 1)]);
  expect(find('.start-bar button').getAttribute('aria-disabled')).toBe('false');
  model.type('https://example.com/known\nhttps://example.com/b');
  await expect.poll(() => textsOf('.start-bar .note > p')).toContain(msgCount('bulkExistingAdded', 1));
  expect(textsOf('.start-bar .note').join()).not.toContain(msgCount('bulkExistCount', 1));
});

it('shows an existing link as it is, without the fields of the row', async () => {
  const table = 'url,title\nhttps://example.com/known,One\nhttps://example.com/b,Two';
  const model = await open(table, { list: [], defaultId: null });
  await checked(model);
  const [one, two] = ['One', 'Two'].map((title) => msg('setTo', msg('fieldTitle'), title));
  const aliases = () => textsOf('tbody td:nth-child(3)');
  await expect.poll(() => textsOf('td > .hint')).toEqual([two]);
  expect(aliases()).toEqual(['k', msg('aliasAutomatic')]);
  model.chooseDuplicatePolicy({ exists: 'make' });
  await expect.poll(() => textsOf('td > .hint')).toEqual([one, two]);
  expect(aliases()).toEqual([msg('aliasAutomatic'), msg('aliasAutomatic')]);
});

it('estimates how long the links take, by the measured window of the rate limit', async () => {
  const meter = { limit: 30, windowMs: 10_000, remaining: 3, resetAt: null, usedHere: 0, usedElsewhere: 0 };
  const urls = Array.from({ length: 36 }, (_, n) => `https://shop.example/${n}`);
  await open(urls.join('\n'), { list: [], defaultId: null }, meter);
  expect(textsOf('.start-bar .note > p')).toContain(msg('bulkDuration', msgCount('seconds', 12), '180'));
});

it('says that a URL has another link, also one that the row can’t reuse', async () => {
  await open('url,alias\nhttps://example.com/known,another', { list: [], defaultId: null });
  expect(textsOf('.row-status > div > p')).toEqual([msg('bulkReady'), msg('bulkExistsNewLink', 'sho.rt/k')]);
  expect(names('bulk-exists')).toEqual([]);
});

it('adds open tabs to a typed list, and takes them in place of a table', async () => {
  const tab = { address: 'https://example.com/tab', title: 'Tab' };
  const model = await open('https://example.com/1\nhttps://example.com/2\n', { list: [], defaultId: null });
  await checked(model);
  model.loadTabs([tab], 0);
  await checked(model);
  expect(model.validatedRows.value?.map(({ link }) => link.address)).toEqual([
    'https://example.com/1',
    'https://example.com/2',
    tab.address,
  ]);
  const table = await open('url,title\nhttps://example.com/1,One', { list: [], defaultId: null });
  await checked(table);
  table.loadTabs([tab], 0);
  await checked(table);
  expect(table.validatedRows.value?.map(({ link }) => link.address)).toEqual([tab.address]);
});

it('names no separator for open tabs', async () => {
  const model = await open('https://example.com', { list: [], defaultId: null });
  model.startOver();
  model.loadTabs([{ address: 'https://example.com/a', title: 'A' }], 0);
  await checked(model);
  await draw(
    <ImportSource model={model} tabsOpen={false} onTabs={() => undefined}>
      {null}
    </ImportSource>,
  );
  expect(textsOf('.disclosure-facts > .note')[0]).toBe(msgCount('bulkRows', 1));
  expect(textsOf('.disclosure-facts').join()).not.toContain(msg('bulkSeparatorTab'));
});

it('asks for the open tabs with the main button, and offers a choice only where there is one', async () => {
  const tab = {
    id: 1,
    window: 5,
    group: null,
    address: 'https://example.com/1',
    title: 'One',
    private: false,
  };
  const tabs = [tab];
  const model = new TabsModel(async (address) => address.endsWith('/2'), {
    requestTabs: async () => true,
    canListTabs: async () => false,
    listOpenTabs: async () => tabs,
    currentWindowId: async () => 5,
    readOptions: async () => ({}),
    removeOptions: async () => undefined,
  });
  await model.open('tabs');
  const panel = <TabsPanel model={model} isMain onAdd={() => undefined} onClose={() => undefined} />;
  await draw(panel);
  expect([textsOf('[role=status]'), textsOf('.main')]).toEqual([
    [msg('bulkTabsToAllow')],
    [msg('bulkTabsAllow')],
  ]);
  void model.allow();
  await expect.poll(() => textsOf('.main')).toEqual([msgCount('bulkAddTabs', 1)]);
  expect(textsOf('.tabs-panel p bdi')).toEqual([msg('bulkTabsOfWindow', '1')]);
  expect(textsOf('.tab-checklist bdi')).toEqual(['One', 'example.com/1']);
  expect(root.querySelector('[type=radio]')).toBeNull();
  tabs.push({ ...tab, id: 2 });
  await model.open('tabs.5.-1.1,2');
  void model.allow();
  await expect.poll(() => root.querySelectorAll('[type=radio]').length).toBe(2);
});

it('lists the open tabs with a checkbox each, and adds those that are checked', async () => {
  const tab = (id: number, title: string) => ({
    id,
    window: 5,
    group: null,
    address: `https://example.com/${id}`,
    title,
    private: false,
  });
  const model = new TabsModel(async (address) => address.endsWith('/2'), {
    requestTabs: async () => true,
    canListTabs: async () => true,
    listOpenTabs: async () => [tab(1, 'One'), tab(2, ''), tab(3, 'Three')],
    currentWindowId: async () => 5,
    readOptions: async () => ({}),
    removeOptions: async () => undefined,
  });
  let added: readonly number[] = [];
  await model.open('tabs');
  const onAdd = (tabs: readonly { readonly id: number }[]) => (added = tabs.map(({ id }) => id));
  await draw(<TabsPanel model={model} isMain onAdd={onAdd} onClose={() => undefined} />);
  const boxes = () => [...root.querySelectorAll('.tabs-panel [type=checkbox]')];
  // The test's DOM has no such property before it is set.
  const isChecked = (box: Element): unknown => Reflect.get(box, 'checked') ?? box.hasAttribute('checked');
  const states = () => boxes().map((box) => (box.hasAttribute('indeterminate') ? 'some' : isChecked(box)));
  const check = (at: number, checked: boolean) => {
    const box = boxes()[at];
    return box && fire(Object.assign(box, { checked }), 'change');
  };
  expect(textsOf('.tabs-panel .check')).toEqual([
    msg('bulkTabsSelectAll'),
    'Oneexample.com/1',
    `example.com/2 ${msg('alreadyShortened')}`,
    'Threeexample.com/3',
  ]);
  expect(states()).toEqual([true, true, true, true]);
  await check(2, false);
  await expect.poll(states).toEqual(['some', true, false, true]);
  await fire(find('.main'), 'click');
  expect(added).toEqual([1, 3]);
  await check(0, true);
  await expect.poll(states).toEqual([true, true, true, true]);
  await check(0, false);
  await expect.poll(states).toEqual([false, false, false, false]);
  expect(find('.main').getAttribute('aria-disabled')).toBe('true');
  await fire(find('.main'), 'click');
  expect(added).toEqual([1, 3]);
});

it('says why a campaign can’t be created', async () => {
  const model = await open('https://shop.example/a', { list: [], defaultId: null });
  model.createNamed('campaign', 'x'.repeat(501));
  const sentence = msgCount('problemLongName', 500);
  await expect.poll(() => textsOf('#bulk-campaign-unmatched')).toEqual([sentence]);
});

it('names the limit of a name in a cell, and the column of the cell', async () => {
  const long = 'x'.repeat(501);
  await open(`url,campaign,channel\nhttps://example.com/a,${long},${long}`, { list: [], defaultId: null });
  const limit = msgCount('problemLongName', 500);
  expect(textsOf('.reason')).toEqual([
    msg('setTo', msg('campaign'), limit),
    msg('setTo', msg('channel'), limit),
  ]);
  expect(root.querySelector('.banner')).toBeNull();
});

it('takes no second click of a double click that has added the rows', async () => {
  const model = await open('https://example.com/a', { list: [], defaultId: null });
  const start = vi.spyOn(model, 'start').mockResolvedValue(null);
  const shown = performance.now();
  const click = (detail: number, after: number) =>
    fire(find('.start-bar button'), 'click', { detail, timeStamp: shown + after });
  await click(1, 300);
  await click(2, 900);
  expect(start).not.toHaveBeenCalled();
  // By mouse later on, and by keyboard at any time.
  await click(1, 600);
  await click(0, 10);
  expect(start).toHaveBeenCalledTimes(2);
});

it('says why a batch was not started', async () => {
  const model = await open('https://example.com/a', { list: [], defaultId: null });
  model.notice.value = { name: 'not-started', failure: { kind: 'not-connected' } };
  await expect.poll(() => textsOf('.start-bar [role=status]')).toEqual([msg('notConnected')]);
  model.notice.value = { name: 'name-too-long' };
  await expect.poll(() => textsOf('.start-bar [role=status]')).toEqual([msgCount('problemLongName', 500)]);
});

it('sums up a pasted text, too, unless it was added to another one', async () => {
  const model = await open('https://example.com/before', { list: [], defaultId: null });
  model.startOver();
  await draw(
    <ImportSource model={model} tabsOpen={false} onTabs={() => undefined}>
      {null}
    </ImportSource>,
  );
  const paste = async (text: string) => {
    const area = find('textarea') as HTMLTextAreaElement;
    area.value = text;
    await fire(area, 'input', { inputType: 'insertFromPaste' });
    await checked(model);
  };
  await paste('https://example.com/a');
  await expect.poll(() => root.querySelector('textarea')).toBeNull();
  await fire(find(`[aria-label="${msg('bulkEditSource')}"]`), 'click');
  await paste('https://example.com/a\nhttps://example.com/b');
  expect(root.querySelector('textarea')).not.toBeNull();
});

it('names the columns that are not imported, unless they are empty', async () => {
  const model = await open('https://example.com/a', { list: [], defaultId: null });
  await draw(
    <ImportSource model={model} tabsOpen={false} onTabs={() => undefined}>
      {null}
    </ImportSource>,
  );
  model.loadText(
    'links.csv',
    'url;Price;;Empty;Shelf\nhttps://example.com/a;9;x;;\nhttps://example.com/b;;;;B',
  );
  await checked(model);
  const names = `Price, ${msg('bulkColumnNumber', '3')}, Shelf`;
  await expect
    .poll(() => textsOf('.disclosure-facts > .note').at(-1))
    .toBe(msg('bulkColumnsNotImported', names));
});

it('sums up a file in one line that unfolds, and leaves typed text unfolded', async () => {
  const model = await open('https://example.com/a', { list: [], defaultId: null });
  await draw(
    <ImportSource model={model} tabsOpen={false} onTabs={() => undefined}>
      {null}
    </ImportSource>,
  );
  const edit = () => find(`[aria-label="${msg('bulkEditSource')}"]`);
  expect([edit().getAttribute('aria-expanded'), root.querySelector('textarea')]).toEqual(['false', null]);
  await fire(edit(), 'click');
  expect(edit().getAttribute('aria-expanded')).toBe('true');
  const text = find('textarea') as HTMLTextAreaElement;
  text.value = 'url,title\nhttps://example.com/a,One';
  await fire(text, 'input');
  await checked(model);
  expect(root.querySelector('textarea')).toBe(text);
  expect(textsOf('.columns label')).toEqual(['url', 'title']);
  model.loadText('links.csv', 'url\thidden\nhttps://example.com/a\tOne');
  await checked(model);
  await expect.poll(() => edit().getAttribute('aria-expanded')).toBe('false');
  expect(textsOf('.disclosure-facts > *')).toEqual([
    'links.csv',
    msgCount('bulkRows', 1),
    msg('setTo', msg('bulkSeparator'), msg('bulkSeparatorTab')),
    msg('destinationUrl'),
    msg('bulkColumnsNotImported', 'hidden'),
  ]);
  // Only the fields solve that no column holds URLs.
  model.chooseColumn(0, null);
  await checked(model);
  await expect.poll(() => edit().getAttribute('aria-expanded')).toBe('true');
});

it('offers no choice for existing URLs while all links go into one new campaign', async () => {
  const model = await open('https://example.com/known\nhttps://example.com/b', { list: [], defaultId: null });
  expect(textsOf('[role=status]')).toContain(
    `${msgCount('bulkReadyCount', 1)} · ${msgCount('bulkExistCount', 1)}`,
  );
  expect(names('bulk-exists')).toEqual([msg('bulkExistsUse'), msg('bulkExistsCreate')]);
  expect(names('bulk-twice')).toEqual([]);
  model.chooseOneCampaign({ together: true });
  await checked(model);
  await expect.poll(() => names('bulk-exists')).toEqual([]);
  expect(textsOf('[role=status]')).toContain(msgCount('bulkReadyCount', 2));
  expect(textsOf('.reason')).toEqual([msg('bulkExistsNewLink', 'sho.rt/k')]);
});
