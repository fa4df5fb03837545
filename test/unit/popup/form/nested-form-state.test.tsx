/** The forms within the link form: what is typed survives the popup, which closes when the user fetches a tag. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { act } from 'preact/test-utils';
import { draw, field, find, fire, root, textsOf, type, until } from '../../../support/dom.ts';
import { draft, uuid } from '../../../support/samples.ts';
import { speak } from '../../../support/speak.ts';
import { jobView, fullView } from '../../../support/sample-views.ts';
import { openPopup, page, type PopupOptions } from '../open-popup.ts';
import { msg } from '../../../support/texts.ts';
import { settled } from '../../../support/flush.ts';
import { jobResult } from '../../../../lib/outbox/job-result.ts';

const disk = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../../../../lib/browser/native.ts', () => ({ native: { extension: { getViews: () => [] } } }));
vi.mock('../../../../lib/browser/open-page.ts', () => ({ openLinkPage: async () => undefined }));
vi.mock('../../../../lib/browser/storage.ts', () => ({
  readStorage: async (area: string, key: string) => {
    const stored = disk.get(`${area} ${key}`);
    return stored === undefined ? {} : { [key]: stored };
  },
  writeStorage: async (area: string, key: string, value: unknown) =>
    void disk.set(`${area} ${key}`, structuredClone(value)),
  removeStorage: async (area: string, key: string) => void disk.delete(`${area} ${key}`),
}));
Reflect.set(globalThis, 'window', globalThis);

const { create } = await import('../../../../entrypoints/popup/form/create-record.ts');
const { NewPixel } = await import('../../../../entrypoints/popup/form/new-pixel.tsx');
const { openAsPage } = await import('../../../../entrypoints/popup/form/open-as-page.ts');
const { SaveAsPreset } = await import('../../../../entrypoints/popup/presets/save-as-preset.tsx');
const { runOneClickMode } = await import('../../../../entrypoints/popup/one-click-mode.ts');
const { saveNestedForms } = await import('../../../../entrypoints/popup/form/nested-form-state.ts');
await import('../../../../entrypoints/popup/presets/preset-form.tsx');

const formKey = 'draft:https://example.com/page';
const diskKey = 'local draft:https://example.com/page forms';
let close: () => void = () => undefined;
let nestedForms: ReturnType<typeof openPopup>['model']['nestedForms'];

/** Opens a popup on this page, and closes the previous one as browsers do: without an event. */
async function open(options: PopupOptions = {}, key = formKey) {
  close();
  await draw(null);
  const popup = openPopup(options);
  await draw(
    <form>
      <NewPixel model={popup.model} />
      <SaveAsPreset model={popup.model} />
    </form>,
  );
  await act(async () => {
    close = await saveNestedForms(popup.model, key);
    await settled();
  });
  nestedForms = popup.model.nestedForms;
  return popup;
}

const isThere = (selector: string) => root.querySelector(selector) !== null;
async function fill(kind: string, tag: string): Promise<void> {
  await until(() => isThere('#pixel-type'));
  if (kind !== '') await type(field('#pixel-type'), kind);
  await type(field('#pixel-tag'), tag);
}
async function pressed(name: string): Promise<void> {
  const button = [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  await fire(button ?? root, 'click');
  await settled();
}

beforeEach(async () => {
  speak();
  disk.clear();
  await open();
});

describe('a new pixel', () => {
  it('is restored as it was typed, with the form open', async () => {
    const { model } = await open();
    create(model, 'pixels', 'Ads');
    await fill('gapixel', '');
    expect(disk.get(diskKey)).toEqual({
      at: 5_000,
      pixel: { name: 'Ads', type: 'gapixel', tag: '' },
      preset: null,
      records: [],
    });
    const again = await open();
    await until(() => isThere('#pixel-type'));
    expect(textsOf('legend')).toEqual([msg('newPixel', 'Ads')]);
    expect([field('#pixel-type').value, field('#pixel-tag').value]).toEqual(['gapixel', '']);
    await fill('', ' G-1 ');
    await pressed(msg('addPixel'));
    expect(again.submitted).toMatchObject([{ kind: 'add-pixel', name: 'Ads', type: 'gapixel', tag: 'G-1' }]);
    expect(isThere('fieldset')).toBe(false);
    expect(disk.get(diskKey)).toMatchObject({ pixel: null, records: again.submitted });
  });

  it('is deleted when it is cancelled', async () => {
    const { model } = await open();
    create(model, 'pixels', 'Ads');
    await fill('gapixel', 'G-1');
    await pressed(msg('cancel'));
    expect(disk.size).toBe(0);
    await open();
    expect(isThere('fieldset')).toBe(false);
  });

  it('keeps what was typed under another name', async () => {
    const { model } = await open();
    create(model, 'pixels', 'Adds');
    await fill('gapixel', 'G-1');
    create(model, 'pixels', 'Ads');
    expect(nestedForms.newPixel.value).toEqual({ name: 'Ads', type: 'gapixel', tag: 'G-1' });
  });

  it('is deleted once the link is created', async () => {
    const { model } = await open();
    create(model, 'pixels', 'Ads');
    await fill('gapixel', 'G-1');
    const result = jobResult({ id: '1', shortUrl: 'https://sho.rt/x' });
    model.job.value = jobView({ state: 'done', result });
    await settled();
    expect(disk.size).toBe(0);
  });

  it('stays with its own link form', async () => {
    const { model } = await open();
    create(model, 'pixels', 'Ads');
    await fill('gapixel', 'G-1');
    await open({}, 'draft:page:other');
    expect(nestedForms.newPixel.value).toBeNull();
    expect(disk.has(diskKey)).toBe(true);
  });

  it('is stored in session storage in a private window', async () => {
    const { model } = await open({ page: { ...page, private: true } });
    create(model, 'pixels', 'Ads');
    await fill('gapixel', 'G-1');
    expect([...disk.keys()]).toEqual(['session draft:https://example.com/page forms']);
  });

  it('moves along when the form is opened as a page', async () => {
    const { model } = await open({ draft: draft() });
    create(model, 'pixels', 'Ads');
    await fill('gapixel', 'G-1');
    await openAsPage(model);
    await settled();
    const [form, forms] = [...disk.keys()].sort();
    expect(disk.size).toBe(2);
    expect(forms).toBe(`${form} forms`);
    await open({}, form?.slice('local '.length));
    expect(nestedForms.newPixel.value).toEqual({ name: 'Ads', type: 'gapixel', tag: 'G-1' });
  });
});

describe('a campaign that is being added', () => {
  const listed = [{ id: '11', name: 'Autumn' }];
  const command = { kind: 'add-campaign', name: 'Autumn', id: uuid(1), at: 5_000, private: false };
  const chosen = ({ model }: Awaited<ReturnType<typeof open>>) =>
    model.recordPickers.value?.shownAssignment().campaign?.name;

  it('is chosen still when the popup opens again, and the link waits for it', async () => {
    create((await open()).model, 'campaign', 'Autumn');
    expect(disk.get(diskKey)).toMatchObject({ records: [command] });
    const again = await open({ view: fullView({ jobs: [jobView({ id: uuid(1), kind: 'add-campaign' })] }) });
    expect(chosen(again)).toBe('Autumn');
    void again.model.shorten();
    expect(again.submitted).toMatchObject([{ awaits: [{ field: 'campaign', id: uuid(1), name: 'Autumn' }] }]);
  });

  it('is chosen when it was added while the popup was closed, as part of the draft from then on', async () => {
    create((await open()).model, 'campaign', 'Autumn');
    const again = await open({ view: fullView({ campaigns: listed }) });
    expect(again.disk.draft?.campaign).toEqual(listed[0]);
    expect([again.submitted, disk.size]).toEqual([[], 0]);
  });

  it('is forgotten when nothing is known of it any more: the link could not get its id', async () => {
    disk.set(diskKey, { at: 5_000, records: [{ ...command, at: -60_000 }] });
    // A channel of its name says nothing about it.
    const { model } = await open({ view: fullView({ channels: listed }) });
    expect(model.adding.value.size).toBe(0);
  });

  it('is not shortened without by one-click mode', async () => {
    create((await open()).model, 'campaign', 'Autumn');
    const again = await open({ view: fullView({ oneClick: true }) });
    runOneClickMode(again.model);
    expect(again.submitted).toEqual([]);
  });

  it('moves along when the form is opened as a page', async () => {
    const { model } = await open({ draft: draft() });
    create(model, 'campaign', 'Autumn');
    await openAsPage(model);
    await settled();
    const [form] = [...disk.keys()].toSorted();
    expect([model.adding.value.size, disk.size]).toEqual([0, 2]);
    expect(chosen(await open({}, form?.slice('local '.length)))).toBe('Autumn');
  });
});

describe('the name of a preset', () => {
  it('is restored with the form open, until that is closed', async () => {
    await open({ draft: draft({ alias: 'a' }), view: fullView() });
    await pressed(msg('saveAsPreset'));
    await until(() => isThere('#preset-name'));
    await type(field('#preset-name'), 'Mail');
    await open({ draft: draft({ alias: 'a' }) });
    await until(() => isThere('#preset-name'));
    expect(field('#preset-name').value).toBe('Mail');
    await pressed(msg('cancel'));
    expect([find('button').getAttribute('aria-expanded'), disk.size]).toEqual(['false', 0]);
  });
});

it.each([
  null,
  7,
  'x',
  {},
  { pixel: 'Ads', preset: 7 },
  { pixel: { name: 'Ads', type: 1, tag: '' } },
  { records: 'Autumn' },
  {
    records: [null, { id: uuid(1), at: 5_000, kind: 'shorten', name: 'Autumn' }, { id: uuid(1), at: 5_000 }],
  },
])('a damaged record opens nothing: %j', async (raw) => {
  disk.set(diskKey, raw);
  const { model } = await open();
  expect([nestedForms.newPixel.value, nestedForms.presetName.value]).toEqual([null, null]);
  expect(model.adding.value.size).toBe(0);
});
