/** The page of a preset: what is stored, what stays a draft, and what it says. */
import { signal } from '@preact/signals';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  followUserDefaultDomain,
  withUserDefaultDomain,
} from '../../../entrypoints/preset/default-domain.ts';
import { showView } from '../../../entrypoints/popup/watch-view.ts';
import { watchAccount } from '../../../entrypoints/popup/watch-account.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { emptyDraft } from '../../../lib/presets/from-draft.ts';
import { presetToDraft } from '../../../lib/presets/to-draft.ts';
import { applyPresetChanges } from '../../../lib/presets/apply-changes.ts';
import type { Preset, PresetChanges } from '../../../lib/presets/preset.ts';
import { gate } from '../../support/gate.ts';
import { durationText, msg } from '../../support/texts.ts';
import { draw, field, find, fire, press, root, settle, textsOf, type } from '../../support/dom.ts';
import { parts } from '../popup/render-popup.tsx';
import { fullView, jobView } from '../../support/sample-views.ts';
import { openPopup } from '../popup/open-popup.ts';

const world = vi.hoisted(() => ({
  list: [] as Preset[],
  defaultId: null as string | null,
  saving: Promise.resolve(),
  now: 5_000,
  /** The browser reports the change before the background has replied. */
  isReportedFirst: false,
  listeners: new Set<(raw: unknown) => void>(),
}));
vi.mock('../../../lib/browser/storage.ts', async (load) => ({
  ...(await load<object>()),
  readStorage: async () => ({ presets: { version: 1, data: { list: world.list, defaultId: null } } }),
  watchStorage: (_area: string, _key: string, onValue: (raw: unknown) => void) => {
    world.listeners.add(onValue);
    return () => world.listeners.delete(onValue);
  },
}));
vi.mock('../../../lib/messages/client.ts', async (load) => ({
  ...(await load<object>()),
  sendRequest: async (_kind: string, changes: PresetChanges) => {
    await world.saving;
    Object.assign(world, applyPresetChanges(world, changes));
    const raw = { version: 1, data: { list: world.list, defaultId: null } };
    if (world.isReportedFirst) world.listeners.forEach((listener) => listener(raw));
  },
}));
const { PresetEditor } = await import('../../../entrypoints/preset/preset-editor.tsx');
const { draftRecord, followStored, restoreDraft } =
  await import('../../../entrypoints/preset/stored-preset.ts');

const fair: Preset = { id: 'p', name: 'Fair', sites: ['example.com'], fields: {} };
const account = { campaign: { id: '3', name: 'Spring' }, domain: 'https://go.rt' };

beforeEach(() => {
  world.list = [];
  world.defaultId = null;
  world.saving = Promise.resolve();
  world.isReportedFirst = false;
  world.now = 5_000;
  world.listeners.clear();
});

/** As another page stores it; the browser reports it where `isReported`. */
async function changeElsewhere(change: Partial<Preset>, isReported = true): Promise<void> {
  world.list = world.list.map((one) => ({ ...one, ...change }));
  const raw = { version: 1, data: { list: world.list, defaultId: null } };
  if (isReported) await act(() => world.listeners.forEach((listener) => listener(raw)));
}

async function open(fields: Preset['fields'], isStored = true) {
  const stored = { ...fair, fields };
  world.list = isStored ? [stored] : [];
  const { model, disk } = openPopup({
    page: { address: '', title: '', private: false },
    view: fullView({ defaults: { campaign: null, channel: null, pixels: [] }, scope: 'here' }),
    draft: { ...emptyDraft, ...presetToDraft(fields) },
    now: () => world.now,
  });
  const base = signal<Preset | null>(stored);
  await draw(null);
  await draw(<PresetEditor id="p" {...{ base, model }} parts={parts.value} />);
  followStored(model, base, 'p');
  await settle();
  const name = () => find('#preset-name') as HTMLInputElement;
  return {
    model,
    disk,
    base,
    name,
    async save() {
      await fire(find('form'), 'submit');
      await settle();
    },
    change: (change: Parameters<typeof model.form.change>[0]) => act(() => model.form.change(change)),
    saved: () => world.list as Preset[],
    status: () =>
      textsOf('[role=status]')
        .join('')
        .replaceAll(/[\u2068\u2069]/gu, ''),
  };
}

const date = '1970-01-08T00:00';

describe('an expiration date', () => {
  it('of a stored preset stays a date when something else is changed', async () => {
    const { save, saved, change } = await open({ extras: { expiry: date } });
    await change({ alias: 'fair' });
    await save();
    expect(saved()).toEqual([{ ...fair, fields: { alias: 'fair', extras: { expiry: date } } }]);
  });

  it('that is new becomes a duration', async () => {
    const { save, saved, change } = await open({ extras: { expiry: date } });
    await change({ extras: { ...defaultLinkOptions, expiry: '1970-01-15T00:00' } });
    await save();
    expect(saved()[0]?.fields.extras?.expiry).toMatch(/^\+\d+d$/u);
  });
});

describe('a duration', () => {
  it.each([
    ['chosen as such', '+1w', '+1w'],
    ['from a date', date, '+7d'],
  ])('%s is reported as saved, even a minute later', async (_, expiry, duration) => {
    world.isReportedFirst = true;
    const { base, name, save, saved, status, change } = await open({}, false);
    base.value = null;
    await type(name(), 'Fair');
    await change({ extras: { ...defaultLinkOptions, expiry } });
    world.now += 90_000;
    await save();
    expect(saved()[0]?.fields.extras?.expiry).toBe(duration);
    expect(status()).toContain(msg('presetSaved', 'Fair'));
  });
});

describe('no expiration date', () => {
  const pressed = () => textsOf('[aria-pressed=true]');
  const choose = (name: string) =>
    fire(
      [...root.querySelectorAll('.control button')].find(({ textContent }) => textContent === name) ?? root,
      'click',
    );

  it('leaves it to the defaults for new links', async () => {
    await open({ alias: 'fair' });
    expect(pressed()).toEqual([msg('expirationNotSet')]);
    await choose(durationText(1, 'week'));
    expect(pressed()).toEqual([durationText(1, 'week')]);
    await choose(msg('expirationNotSet'));
    expect(pressed()).toEqual([msg('expirationNotSet')]);
  });

  it('is the preset’s own where it was saved over the default', async () => {
    const { save, saved, change } = await open({ extras: { expiry: '' } });
    expect(pressed()).toEqual([msg('neverExpires')]);
    await change({ alias: 'fair' });
    await save();
    expect(saved()).toEqual([{ ...fair, fields: { alias: 'fair', extras: { expiry: '' } } }]);
  });
});

describe('saving', () => {
  it('waits while a typed campaign is none of the account’s', async () => {
    const { save, saved, change } = await open({ alias: 'a' });
    await change({ alias: 'b' });
    await type(field('#campaign'), 'Black Friday');
    await fire(field('#campaign'), 'focusout');
    await save();
    expect(saved()[0]?.fields.alias).toBe('a');
    await press(field('#campaign'), 'Escape');
    await save();
    expect(saved()[0]?.fields.alias).toBe('b');
  });

  it('keeps what is typed meanwhile as a draft, and does not report it as saved', async () => {
    const stored = gate();
    world.saving = stored.passed;
    const { name, save, saved, status, disk, change, base } = await open({ alias: 'a' });
    await type(name(), 'Fair 2');
    await change({ alias: 'b' });
    await save();
    await type(name(), 'Fair 3');
    await change({ alias: 'c' });
    stored.open();
    await settle();
    expect([saved()[0]?.name, saved()[0]?.fields.alias]).toEqual(['Fair 2', 'b']);
    expect([name().value, disk.draft?.alias, status()]).toEqual(['Fair 3', 'c', '']);
    expect(base.value).toEqual(saved()[0]);
    await save();
    expect([saved()[0]?.name, saved()[0]?.fields.alias]).toEqual(['Fair 3', 'c']);
    expect([disk.draft, status()]).toEqual([null, msg('presetSaved', 'Fair 3')]);
  });

  it('can be made the default once it is saved', async () => {
    const { save, status } = await open({});
    await save();
    const makeDefault = () =>
      [...root.querySelectorAll('button')].find((button) => button.textContent === msg('presetMakeDefault'));
    await fire(makeDefault() ?? root, 'click');
    await settle();
    expect(world.defaultId).toBe(fair.id);
    expect(makeDefault()).toBeUndefined();
    expect(status()).toContain(msg('presetIsDefault'));
  });

  it('is not reported together with an earlier failure to make it the default', async () => {
    const { save, status } = await open({});
    const alerts = () => textsOf('[role=alert]').join('');
    await save();
    world.saving = Promise.reject(new Error('full'));
    const makeDefault = [...root.querySelectorAll('button')].find(
      (button) => button.textContent === msg('presetMakeDefault'),
    );
    await fire(makeDefault ?? root, 'click');
    await settle();
    expect(alerts()).toBe(msg('changesNotSaved'));
    world.saving = Promise.resolve();
    await save();
    expect([status(), alerts()]).toEqual([msg('presetSaved', 'Fair'), '']);
  });

  it('is no longer reported once a field is changed without typing', async () => {
    const { save, status, change } = await open({});
    await save();
    expect(status()).toBe(msg('presetSaved', 'Fair'));
    await change({ campaign: account.campaign });
    expect(status()).toBe('');
  });

  const sites = () => field('#preset-sites');

  it('stores the sites that are typed, and none that is no site', async () => {
    const { save, saved, model } = await open({});
    expect(sites().value).toBe('example.com');
    await type(sites(), 'example.org\nno site');
    await save();
    expect(saved()).toEqual([fair]);
    expect(find('#preset-sites-problem').textContent).toContain('no site');
    await type(sites(), ' example.org \nexample.org\n');
    await save();
    expect(saved()).toEqual([{ ...fair, sites: ['example.org'] }]);
    expect([find('#preset-sites-problem').textContent, sites().value]).toEqual(['', 'example.org']);
    expect(model.nestedForms.presetSites.value).toBeNull();
  });

  it('keeps the sites of a preset that was deleted meanwhile', async () => {
    const { save, saved } = await open({}, false);
    await save();
    expect(saved()).toEqual([fair]);
  });
});

describe('a preset that is changed elsewhere', () => {
  const note = (text: string) => ({ extras: { note: text } });

  it('is shown, but for what is typed here', async () => {
    const { model, name, change } = await open({ alias: 'a', ...note('old') });
    await change({ alias: 'mine' });
    await changeElsewhere({ name: 'Fair 2', fields: { alias: 'b', ...note('new') } });
    expect(name().value).toBe('Fair 2');
    expect(model.form.draft.value).toMatchObject({ alias: 'mine', ...note('new') });
    await type(name(), 'Mine');
    await changeElsewhere({ name: 'Fair 3' });
    expect(name().value).toBe('Mine');
  });

  it('is shown as a whole where nothing is typed', async () => {
    const { model, base } = await open({ alias: 'a' });
    await changeElsewhere({ fields: { alias: 'b', ...note('new') } });
    expect(model.form.draft.value).toEqual({ ...emptyDraft, ...presetToDraft(base.value?.fields ?? {}) });
  });

  it.each([true, false])('is not reverted by saving; reported before: %s', async (isReported) => {
    const { save, saved, change } = await open({ alias: 'a', ...note('old') });
    await change({ alias: 'mine' });
    const sites = ['example.org'];
    await changeElsewhere({ name: 'Fair 2', sites, fields: { alias: 'a', ...note('new') } }, isReported);
    await save();
    expect(saved()).toEqual([{ ...fair, name: 'Fair 2', sites, fields: { alias: 'mine', ...note('new') } }]);
  });

  it('is not reverted by a draft that was typed before', () => {
    const before = { ...fair, fields: { alias: 'a', ...note('old') } };
    const typed = { ...emptyDraft, ...presetToDraft(before.fields), alias: 'mine' };
    const raw: unknown = JSON.parse(JSON.stringify(draftRecord(typed, false, before)));
    const now = { ...fair, fields: { alias: 'b', ...note('new') } };
    expect(restoreDraft(raw, now)).toMatchObject({ alias: 'mine', ...note('new') });
    // A draft of an earlier version, and none.
    expect(restoreDraft(typed, now)).toMatchObject({ alias: 'mine', ...note('old') });
    expect(restoreDraft(undefined, now)).toEqual(presetToDraft(now.fields));
    expect(restoreDraft(undefined, null)).toBeNull();
  });

  it('is restored by saving once it was deleted', async () => {
    const { save, saved, model } = await open({ alias: 'a' });
    world.list = [];
    await changeElsewhere({});
    expect(model.form.draft.value.alias).toBe('a');
    await save();
    expect(saved()).toEqual([{ ...fair, fields: { alias: 'a' } }]);
  });
});

it('another account’s page has none of the ids that were chosen', async () => {
  const { model, save, saved } = await open({ ...account, alias: 'fair', extras: { type: '3', note: 'n' } });
  expect(model.form.draft.value).toMatchObject({ ...account, extras: { type: '3' } });
  const show = (view: object) => act(() => showView(model, fullView(view)));
  const unwatch = watchAccount(model);
  await show({ scope: 'here' });
  await show({ scope: '', connected: false });
  expect(model.form.draft.value).toMatchObject(account);
  await show({ scope: 'there' });
  unwatch();
  await save();
  expect(saved()).toEqual([{ ...fair, fields: { alias: 'fair', extras: { note: 'n' } } }]);
});

it('without a domain names the default one for new links, as a link gets it; that of the service can be chosen', async () => {
  const [own, go] = ['https://sho.rt', 'https://go.example.com'];
  const { defaults } = fullView();
  const viewOf = (domain: string) => fullView({ defaults: { ...defaults, domain }, defaultDomain: own });
  expect(withUserDefaultDomain(viewOf(go)).defaultDomain).toBe(go);
  const { model } = await open({});
  const unwatch = followUserDefaultDomain(model.view);
  await act(() => showView(model, viewOf(go)));
  expect(textsOf('#domain option')).toEqual([msg('domainDefaultNamed', 'go.example.com'), 'sho.rt']);
  await act(() => showView(model, viewOf('')));
  expect(textsOf('#domain option')).toEqual([msg('domainDefaultNamed', 'sho.rt'), 'go.example.com']);
  unwatch();
});

it('names the fields that are left empty on purpose', async () => {
  await open({ campaign: null, pixels: [] });
  expect(root.textContent?.replaceAll(/[\u2068\u2069]/gu, '')).toContain(
    msg('presetEmptied', `${msg('campaign')}, ${msg('pixels')}`),
  );
});

it('shows that a record could not be created', async () => {
  const { model } = await open({});
  const failure = { kind: 'refused', status: 200, message: 'Plan limit.' } as const;
  await act(() =>
    showView(model, fullView({ jobs: [jobView({ kind: 'add-campaign', state: 'refused', failure })] })),
  );
  await settle();
  expect(textsOf('[role=alert]').join('')).toContain('Plan limit.');
});
