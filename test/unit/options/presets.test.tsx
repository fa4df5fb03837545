/** The presets of the settings page: edits, deletion, export and import. */
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, find, fire, root, textsOf, type } from '../../support/dom.ts';
import { parseSites } from '../../../lib/presets/parse-sites.ts';
import { Presets as Section } from '../../../entrypoints/options/presets.tsx';
import { exportPresets } from '../../../lib/presets/import-export.ts';
import { maxPresets, maxSites } from '../../../lib/presets/preset-rules.ts';
import type { PresetChanges, Presets } from '../../../lib/presets/preset.ts';
import { applyPresetChanges } from '../../../lib/presets/apply-changes.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import { speak } from '../../support/speak.ts';
import { msg, msgCount } from '../../support/texts.ts';
import { settled } from '../../support/flush.ts';
import { presetNamed } from '../../support/samples.ts';
import { openPresets } from './samples.ts';

vi.mock('../../../lib/browser/native.ts', () => ({ native: {} }));

const mail = presetNamed('Mail', {
  sites: ['example.com'],
  fields: { campaign: null, extras: { note: 'x', type: '' } },
});
const poster = presetNamed('Poster');
const stored: Presets = { list: [mail, poster], defaultId: poster.id };

const open = (presets = stored, save?: Parameters<typeof openPresets>[1]) => openPresets(presets, save);

const fileOf = (text: string) => new Blob([text]);
const unreadable = { slice: () => ({ text: async () => Promise.reject(new Error('gone')) }) };

it('"Undo" replaces a preset that its own page has saved again meanwhile', async () => {
  const { model, saves } = open();
  model.remove(mail);
  await settled();
  model.show({ list: [poster, { ...mail, name: 'Mail 2' }], defaultId: null });
  model.undo();
  await settled();
  expect(saves.at(-1)?.list).toEqual([mail, poster]);
});

describe('a change', () => {
  it('rejects an empty name and the name of another preset', async () => {
    const { model, saves } = open();
    expect(model.rename(mail.id, '  ')).toBe('problemNoName');
    expect(model.rename(mail.id, ' poster')).toBe('presetNameTaken');
    expect(model.rename(mail.id, 'Mail')).toBeNull();
    expect(saves).toEqual([]);
    // Names are compared without case.
    expect(model.rename(mail.id, ' MAIL ')).toBeNull();
    await settled();
    expect(saves).toEqual([{ ...stored, list: [{ ...mail, name: 'MAIL' }, poster] }]);
    expect(model.notice.value).toEqual({ kind: 'saved' });
  });

  it('parses one site per line, without duplicates, and names an invalid one', () => {
    expect(parseSites(' example.com \n\n*.example.org\nexample.com')).toEqual({
      ok: true,
      sites: ['example.com', '*.example.org'],
    });
    expect(parseSites('example.com\nno site')).toEqual({ ok: false, wrong: 'no site' });
    const many = Array.from({ length: maxSites + 1 }, (_, index) => `a${index}.example`).join('\n');
    expect(parseSites(many)).toEqual({ ok: false, max: maxSites });
    expect(parseSites('')).toEqual({ ok: true, sites: [] });
  });

  it('is reported once it is stored, and not undone by older stored values', async () => {
    const ends: (() => void)[] = [];
    const { model } = open(stored, () => new Promise<void>((resolve) => ends.push(resolve)));
    model.setDefault(null);
    expect(model.presets.value.defaultId).toBeNull();
    model.show(stored);
    expect(model.presets.value.defaultId).toBeNull();
    expect(model.notice.value).toEqual({ kind: 'nothing' });
    ends[0]?.();
    await settled();
    expect(model.notice.value).toEqual({ kind: 'saved' });
    model.show(stored);
    expect(model.presets.value).toBe(stored);
  });

  it('is followed by what another page has stored meanwhile', async () => {
    const ends: (() => void)[] = [];
    const { model } = open(stored, () => new Promise<void>((resolve) => ends.push(resolve)));
    model.setDefault(null);
    model.show({ ...stored, defaultId: null });
    const elsewhere = { list: [{ ...mail, name: 'Letter' }, poster], defaultId: null };
    model.show(elsewhere);
    expect(model.presets.value).toEqual({ ...stored, defaultId: null });
    ends[0]?.();
    await settled();
    expect(model.presets.value).toBe(elsewhere);
  });

  it('is not undone by the message of an earlier one that is repeated', async () => {
    const sent: (() => PresetChanges)[] = [];
    const { model } = open(stored, async (changes) => sent.push(changes));
    model.rename(mail.id, 'Letter');
    model.setDefault(null);
    const last = { list: [{ ...mail, name: 'Letter' }, poster], defaultId: null };
    expect(sent.map((changes) => applyPresetChanges(stored, changes()))).toEqual([last, last]);
  });

  it('leaves what another page has changed of the other presets, or added', async () => {
    const flyer = presetNamed('Flyer');
    const elsewhere = { list: [flyer, { ...mail, name: 'Letter' }], defaultId: flyer.id };
    const sent: (() => PresetChanges)[] = [];
    const { model } = open(stored, async (changes) => sent.push(changes));
    model.rename(poster.id, 'Billboard');
    expect(sent.map((changes) => applyPresetChanges(elsewhere, changes()))).toEqual([
      { list: [{ ...mail, name: 'Letter' }, { ...poster, name: 'Billboard' }, flyer], defaultId: flyer.id },
    ]);
    model.remove(mail);
    expect(sent.map((changes) => applyPresetChanges(elsewhere, changes()).list.length)).toEqual([2, 2]);
  });

  it('reports that it could not be stored', async () => {
    const { model } = open(stored, async () => Promise.reject(new Error('no response')));
    model.setDefault(mail.id);
    await settled();
    expect(model.notice.value).toEqual({ kind: 'failed' });
  });
});

it('restores a deleted preset without the ids of an account that has gone meanwhile', async () => {
  const spring = { id: '5', name: 'Spring' };
  const tagged = presetNamed('Tagged', {
    fields: {
      campaign: spring,
      pixels: [spring],
      domain: 'https://go.example',
      extras: { note: 'x', type: '7' },
    },
  });
  const { model, saves } = open({ list: [mail, tagged], defaultId: null });
  model.remove(tagged);
  await settled();
  model.leaveAccount();
  model.undo();
  await settled();
  expect(saves.at(-1)?.list).toEqual([mail, { ...tagged, fields: { extras: { note: 'x' } } }]);
});

it('restores a deleted preset at its index, and as the default', async () => {
  const { model, saves } = open();
  model.remove(poster);
  await settled();
  expect(model.notice.value).toEqual({ kind: 'deleted', name: 'Poster' });
  expect(saves.at(-1)).toEqual({ list: [mail], defaultId: null });
  model.undo();
  model.remove(mail);
  model.undo();
  model.undo();
  await settled();
  expect(saves.at(-1)).toEqual(stored);
});

it('says beside the heading that a change is saved, and only as long as it takes to read', async () => {
  speak();
  vi.useFakeTimers();
  const { model } = open();
  await draw(<Section model={model} />);
  await act(async () => {
    model.setDefault(mail.id);
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(textsOf('.section-head [role=status]')).toEqual([msg('saved')]);
  await act(async () => void (await vi.advanceTimersByTimeAsync(10_000)));
  expect(textsOf('[role=status]').join('')).toBe('');
  vi.useRealTimers();
});

describe('a file', () => {
  const exported = exportPresets({
    list: [presetNamed('mail', { fields: { alias: 'x' } }), presetNamed('New')],
    defaultId: null,
  });

  it('is imported after a confirmation, and merged with changes made since it was read', async () => {
    const { model, saves } = open();
    await model.read(fileOf(exported));
    expect(model.imported.value).toMatchObject({ replaced: 1 });
    expect(saves).toEqual([]);
    expect(model.rename(poster.id, 'Placard')).toBeNull();
    await model.confirmImport();
    expect(saves.at(-1)?.list.map(({ id, name }) => [id, name])).toEqual([
      [mail.id, 'mail'],
      [poster.id, 'Placard'],
      ['id-New', 'New'],
    ]);
    expect(saves.at(-1)?.defaultId).toBe(poster.id);
    expect(model.notice.value).toEqual({ kind: 'imported', count: 2 });
    await model.confirmImport();
    expect(saves).toHaveLength(2);
  });

  it('sets its default only on request', async () => {
    const withDefault = exportPresets({ list: [presetNamed('New')], defaultId: 'id-New' });
    const { model, saves } = open();
    await model.read(fileOf(withDefault));
    expect([model.importedDefault.value?.name, model.takesDefault.value]).toEqual(['New', false]);
    await model.confirmImport();
    expect(saves.at(-1)?.defaultId).toBe(poster.id);
    await model.read(fileOf(withDefault));
    model.takesDefault.value = true;
    await model.confirmImport();
    expect(saves.at(-1)?.defaultId).toBe('id-New');
    // The choice is reset for the next file.
    await model.read(fileOf(withDefault));
    expect(model.takesDefault.value).toBe(false);
  });

  it('with a site rule as wide as “com” is rejected, as when it is typed', async () => {
    const { model, saves } = open();
    await model.read(
      fileOf(exportPresets({ list: [presetNamed('Wide', { sites: ['com'] })], defaultId: null })),
    );
    expect(model.problem.value).toEqual({ kind: 'wide-rule', name: 'Wide', rule: 'com' });
    expect(model.setSites(mail.id, 'example.com\nco.uk')).toEqual({ ok: false, wide: 'co.uk' });
    expect(saves).toEqual([]);
  });

  it('is dismissed or rejected without a change', async () => {
    const { model, saves } = open();
    await model.read(fileOf(exported));
    model.cancelImport();
    await model.confirmImport();
    await model.read(fileOf('{'));
    expect(model.problem.value).toEqual({ kind: 'not-json' });
    await model.read(fileOf(exported + ' '.repeat(4_000_000)));
    expect([model.problem.value, model.imported.value]).toEqual([{ kind: 'too-large' }, null]);
    await model.read(unreadable);
    expect(model.problem.value).toEqual({ kind: 'not-json' });
    expect(saves).toEqual([]);
    // The next change removes the notice.
    model.setDefault(null);
    expect(model.problem.value).toBeNull();
  });

  it('is limited in characters, not in bytes: with a text in another script, too', async () => {
    const { model } = open();
    const note = '例'.repeat(900_000);
    const presets = { list: [presetNamed('Long', { fields: { extras: { note } } })], defaultId: null };
    await model.read(fileOf(`\uFEFF${exportPresets(presets)}`));
    expect([model.problem.value, model.imported.value?.presets.list.length]).toEqual([null, 1]);
    await model.read(fileOf(`\uFEFF${'例'.repeat(1_000_000)}`));
    expect(model.problem.value).toEqual({ kind: 'too-large' });
  });

  it('with too many presets is rejected', async () => {
    const list = Array.from({ length: maxPresets - 1 }, (_, place) => presetNamed(`${place}`));
    const { model } = open({ list, defaultId: null });
    await model.read(fileOf(exported));
    expect([model.problem.value, model.imported.value]).toEqual([
      { kind: 'too-many', max: maxPresets },
      null,
    ]);
  });
});

describe('the section', () => {
  it('focuses the imported presets when they appear, but not when a choice changes', async () => {
    const focused: string[] = [];
    const { focus } = HTMLElement.prototype;
    HTMLElement.prototype.focus = function note(this: HTMLElement) {
      focused.push(this.textContent);
    };
    await draw(null);
    const { model } = open();
    await model.read(fileOf(exportPresets({ list: [presetNamed('New')], defaultId: 'id-New' })));
    await draw(<Section model={model} />);
    const atFirst = [...focused];
    model.takesDefault.value = true;
    await draw(<Section model={model} />);
    await settled();
    HTMLElement.prototype.focus = focus;
    expect(atFirst).toHaveLength(1);
    expect(focused).toEqual(atFirst);
  });

  it('focuses "Undo" after every deletion, also while that of the one before is still there', async () => {
    await draw(null);
    const { model } = open();
    const Drawn = () => <Section model={model} />;
    await draw(<Drawn />);
    const focused: string[] = [];
    const focus = vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function note(
      this: HTMLElement,
    ) {
      focused.push(this.textContent);
    });
    const remove = async () => {
      const [button] = [...root.querySelectorAll('button')].filter(
        ({ textContent }) => textContent === msg('delete'),
      );
      if (button) await fire(button, 'click');
      await settled();
      return focused;
    };
    expect(await remove()).toEqual([msg('undo')]);
    expect(await remove()).toEqual([msg('undo'), msg('undo')]);
    focus.mockRestore();
  });

  it('shows the presets of a file before the import: names, sites, targets, fields and default', async () => {
    await draw(null);
    const { model } = open();
    const extras = {
      countries: [{ when: 'Germany', link: 'https://example.de/in' }],
      devices: [{ when: 'iPhone', link: 'https://example.com/ios' }],
      deepLink: { apple: 'https://apps.apple.com/app/id1', google: '', auto: false },
    };
    const list = [
      presetNamed('mail', { sites: ['shop.example', '*.example.org/a'], fields: { alias: 'x', extras } }),
      presetNamed('New'),
    ];
    await model.read(fileOf(exportPresets({ list, defaultId: 'id-New' })));
    await draw(<Section model={model} />);
    const shown = textsOf('.imported li').join('\n');
    for (const part of [
      'mail',
      msg('presetReplacesYours'),
      'shop.example',
      '*.example.org/a',
      'Germany',
      'https://example.de/in',
      'iPhone',
      'https://example.com/ios',
      'https://apps.apple.com/app/id1',
      'New',
    ])
      expect(shown).toContain(part);
    expect(textsOf('.imported .check').join()).toContain('New');
    expect(find('.imported input[type=checkbox]').hasAttribute('checked')).toBe(false);
  });

  beforeEach(() => speak());

  async function drawn(presets: Presets = stored) {
    const opened = open(presets);
    await draw(null);
    await draw(<Section model={opened.model} />);
    return opened;
  }

  it('explains how to add a preset where there is none, and can import a file', async () => {
    await drawn({ list: [], defaultId: null });
    expect(textsOf('button')).toEqual([msg('presetsNew'), msg('presetsImport')]);
    expect(find('.note').textContent).toContain(msg('presetsHint'));
    expect(root.querySelector('ul')).toBeNull();
  });

  it('shows the contents of each preset, the default, and the number of sites', async () => {
    await drawn();
    expect(textsOf('summary .preset-name')).toEqual(['Mail', `Poster${msg('presetIsDefault')}`]);
    expect(textsOf('summary .hint > span:not(.out-of-sight)')).toEqual([
      msg('setTo', msg('campaign'), isolate(msg('none'))),
      msg('setTo', msg('linkType'), isolate(msg('typeDefault'))),
      msg('setTo', msg('note'), isolate('x')),
      msgCount('sites', 1),
      msg('presetIncludesNothing'),
    ]);
    expect(textsOf('button')).toEqual([
      msg('presetEdit'),
      msg('delete'),
      msg('presetEdit'),
      msg('delete'),
      msg('presetsNew'),
      msg('presetsImport'),
      msg('presetsExport'),
    ]);
    for (const control of root.querySelectorAll('[aria-describedby]'))
      for (const id of (control.getAttribute('aria-describedby') ?? '').split(' '))
        expect(root.querySelector(`[id="${id}"]`)).not.toBeNull();
  });

  it('leaves invalid text in the field, with the problem', async () => {
    const { saves } = await drawn();
    const name = find('input[id^="name-"]') as HTMLInputElement;
    await type(name, 'poster');
    await fire(name, 'change');
    expect(name.getAttribute('value') ?? name.value).toBe('poster');
    expect(find('p[id^="name-"].problem').textContent).toBe(msg('presetNameTaken'));
    const sites = find('textarea[id^="sites-"]') as HTMLInputElement;
    await type(sites, 'no site');
    await fire(sites, 'change');
    expect(find('p[id^="sites-"].problem').textContent).toBe(msg('presetSiteWrong', '⁨no site⁩'));
    expect(saves).toEqual([]);
    await type(sites, 'other.example');
    await fire(sites, 'change');
    expect(saves[0]?.list[0]?.sites).toEqual(['other.example']);
    expect(find('p[id^="sites-"].problem').textContent).toBe('');
  });

  it('renders a hostile name as text', async () => {
    await drawn({ list: [presetNamed('<img src=x onerror=alert(1)>\u202E')], defaultId: null });
    expect(root.querySelector('li img')).toBeNull();
    expect(find('summary bdi').textContent).toBe('<img src=x onerror=alert(1)>\u202E');
  });
});
