/** The presets in the settings: every change stored before it is told, nothing typed lost, a file taken at a word. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, find, fire, root, textsOf, type } from '../components/dom.ts';
import { parseSites } from '../../../entrypoints/options/parse-sites.ts';
import { createPresetModel } from '../../../entrypoints/options/presets-model.ts';
import { Presets as Section } from '../../../entrypoints/options/presets.tsx';
import { exportPresets } from '../../../lib/presets/import-export.ts';
import { maxPresets, maxSites } from '../../../lib/presets/preset-rules.ts';
import type { Preset, Presets } from '../../../lib/presets/preset.ts';
import { settled } from '../outbox/stand-in.ts';
import { speak } from '../i18n/catalogue.ts';

vi.mock('../../../lib/browser/native.ts', () => ({ native: {} }));

const preset = (name: string, change: Partial<Preset> = {}): Preset => ({
  id: `id-${name}`,
  name,
  sites: [],
  fields: {},
  ...change,
});
const mail = preset('Mail', {
  sites: ['example.com'],
  fields: { campaign: null, extras: { note: 'x', type: '' } },
});
const poster = preset('Poster');
const kept: Presets = { list: [mail, poster], defaultId: poster.id };

function open(presets: Presets = kept, save?: (next: Presets) => Promise<unknown>) {
  const saves: Presets[] = [];
  const model = createPresetModel({
    presets,
    save: save ?? (async (next) => saves.push(next)),
  });
  return { model, saves };
}

const fileOf = (text: string, size = text.length) => ({ size, text: async () => text });

describe('a change', () => {
  it('of a name is refused where it is empty or another’s', async () => {
    const { model, saves } = open();
    expect(model.rename(mail.id, '  ')).toBe('presetNameMissing');
    expect(model.rename(mail.id, ' poster')).toBe('presetNameTaken');
    expect(model.rename(mail.id, 'Mail')).toBeNull();
    expect(saves).toEqual([]);
    // Its own name in other letters is its own still.
    expect(model.rename(mail.id, ' MAIL ')).toBeNull();
    await settled();
    expect(saves).toEqual([{ ...kept, list: [{ ...mail, name: 'MAIL' }, poster] }]);
    expect(model.notice.value).toEqual({ kind: 'saved' });
  });

  it('of sites takes one a line, each once, and names what is none', () => {
    expect(parseSites(' example.com \n\n*.example.org\nexample.com')).toEqual({
      ok: true,
      sites: ['example.com', '*.example.org'],
    });
    expect(parseSites('example.com\nno site')).toEqual({ ok: false, wrong: 'no site' });
    const many = Array.from({ length: maxSites + 1 }, (_, place) => `a${place}.example`).join('\n');
    expect(parseSites(many)).toEqual({ ok: false, wrong: null });
    expect(parseSites('')).toEqual({ ok: true, sites: [] });
  });

  it('is told only once it is stored, and what was stored before it does not undo it', async () => {
    const ends: (() => void)[] = [];
    const { model } = open(kept, () => new Promise<void>((resolve) => ends.push(resolve)));
    model.setDefault(null);
    expect(model.presets.value.defaultId).toBeNull();
    model.show(kept);
    expect(model.presets.value.defaultId).toBeNull();
    expect(model.notice.value).toEqual({ kind: 'nothing' });
    ends[0]?.();
    await settled();
    expect(model.notice.value).toEqual({ kind: 'saved' });
    model.show(kept);
    expect(model.presets.value).toBe(kept);
  });

  it('that could not be stored says so', async () => {
    const { model } = open(kept, async () => Promise.reject(new Error('no answer')));
    model.setDefault(mail.id);
    await settled();
    expect(model.notice.value).toEqual({ kind: 'failed' });
  });
});

it('what is deleted comes back to its place, as the default it was', async () => {
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
  expect(saves.at(-1)).toEqual(kept);
});

describe('a file', () => {
  const brought = exportPresets({
    list: [preset('mail', { fields: { alias: 'x' } }), preset('New')],
    defaultId: null,
  });

  it('comes in at the person’s word, beside what has changed since it was read', async () => {
    const { model, saves } = open();
    await model.read(fileOf(brought));
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

  it('its default is a choice, and nothing that comes with it', async () => {
    const withDefault = exportPresets({ list: [preset('New')], defaultId: 'id-New' });
    const { model, saves } = open();
    await model.read(fileOf(withDefault));
    expect([model.importedDefault.value?.name, model.takesDefault.value]).toEqual(['New', false]);
    await model.confirmImport();
    expect(saves.at(-1)?.defaultId).toBe(poster.id);
    await model.read(fileOf(withDefault));
    model.takesDefault.value = true;
    await model.confirmImport();
    expect(saves.at(-1)?.defaultId).toBe('id-New');
    // The next file asks anew.
    await model.read(fileOf(withDefault));
    expect(model.takesDefault.value).toBe(false);
  });

  it('with a rule as wide as “com” is refused, here and in a file', async () => {
    const { model, saves } = open();
    await model.read(fileOf(exportPresets({ list: [preset('Wide', { sites: ['com'] })], defaultId: null })));
    expect(model.problem.value).toEqual({ kind: 'wide-rule', name: 'Wide', rule: 'com' });
    expect(model.setSites(mail.id, 'example.com\nco.uk')).toEqual({ ok: false, wide: 'co.uk' });
    expect(saves).toEqual([]);
  });

  it('is put aside, or refused, without a change', async () => {
    const { model, saves } = open();
    await model.read(fileOf(brought));
    model.cancelImport();
    await model.confirmImport();
    await model.read(fileOf('{'));
    expect(model.problem.value).toEqual({ kind: 'not-json' });
    await model.read(fileOf(brought, 1_000_000));
    expect([model.problem.value, model.imported.value]).toEqual([{ kind: 'too-large' }, null]);
    await model.read({ size: 1, text: async () => Promise.reject(new Error('gone')) });
    expect(model.problem.value).toEqual({ kind: 'not-json' });
    expect(saves).toEqual([]);
    // The next change is about something else.
    model.setDefault(null);
    expect(model.problem.value).toBeNull();
  });

  it('that would make too many with those that are here is refused', async () => {
    const list = Array.from({ length: maxPresets - 1 }, (_, place) => preset(`${place}`));
    const { model } = open({ list, defaultId: null });
    await model.read(fileOf(brought));
    expect([model.problem.value, model.imported.value]).toEqual([{ kind: 'too-many' }, null]);
  });
});

describe('the section', () => {
  it('what a file brings takes the focus when it appears, and not when a choice is changed', async () => {
    const focused: string[] = [];
    const { focus } = HTMLElement.prototype;
    HTMLElement.prototype.focus = function note(this: HTMLElement) {
      focused.push(this.textContent);
    };
    await draw(null);
    const { model } = open();
    await model.read(fileOf(exportPresets({ list: [preset('New')], defaultId: 'id-New' })));
    await draw(<Section model={model} />);
    const atFirst = [...focused];
    model.takesDefault.value = true;
    await draw(<Section model={model} />);
    await settled();
    HTMLElement.prototype.focus = focus;
    expect(atFirst).toHaveLength(1);
    expect(focused).toEqual(atFirst);
  });

  it('shows what a file brings before it is taken: names, sites, targets, fields, and its default', async () => {
    await draw(null);
    const { model } = open();
    const extras = {
      countries: [{ when: 'Germany', link: 'https://example.de/in' }],
      devices: [{ when: 'iPhone', link: 'https://example.com/ios' }],
      deepLink: { apple: 'https://apps.apple.com/app/id1', google: '', auto: false },
    };
    const list = [
      preset('mail', { sites: ['shop.example', '*.example.org/a'], fields: { alias: 'x', extras } }),
      preset('New'),
    ];
    await model.read(fileOf(exportPresets({ list, defaultId: 'id-New' })));
    await draw(<Section model={model} />);
    const shown = textsOf('.brought li').join('\n');
    for (const part of [
      'mail',
      'Replaces yours',
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
    expect(textsOf('.brought .check').join()).toContain('New');
    expect(find('.brought input[type=checkbox]').hasAttribute('checked')).toBe(false);
  });

  beforeEach(() => speak());

  async function drawn(presets: Presets = kept) {
    const opened = open(presets);
    await draw(null);
    await draw(<Section model={opened.model} />);
    return opened;
  }

  it('without any tells how one is made, and takes a file', async () => {
    await drawn({ list: [], defaultId: null });
    expect(textsOf('button')).toEqual(['Fill a form', 'Import…']);
    expect(find('.note').textContent).toContain('“Save as preset”');
    expect(root.querySelector('ul')).toBeNull();
  });

  it('tells of each what it holds, whether it is the default, and how many sites it has', async () => {
    await drawn();
    expect(textsOf('summary')).toEqual(['Mail 1 site', 'Poster Default']);
    expect(textsOf('[role=group] > .note:first-child')).toEqual([
      'Holds: Campaign, Type, and Note',
      'Holds: None',
    ]);
    expect(textsOf('button')).toEqual(['Delete', 'Delete', 'Fill a form', 'Import…', 'Export']);
    for (const control of root.querySelectorAll('[aria-describedby]'))
      for (const id of (control.getAttribute('aria-describedby') ?? '').split(' '))
        expect(root.querySelector(`[id="${id}"]`)).not.toBeNull();
  });

  it('leaves what is typed and can’t be taken in the field, with the reason', async () => {
    const { saves } = await drawn();
    const name = find('[id="name-id-Mail"]') as HTMLInputElement;
    await type(name, 'poster');
    await fire(name, 'change');
    expect(name.getAttribute('value') ?? name.value).toBe('poster');
    expect(find('[id="name-id-Mail-problem"]').textContent).toBe('Another preset has this name.');
    const sites = find('[id="sites-id-Mail"]') as HTMLInputElement;
    await type(sites, 'no site');
    await fire(sites, 'change');
    expect(find('[id="sites-id-Mail-problem"]').textContent).toBe(
      '\u2068no site\u2069 is no site: write it like example.com.',
    );
    expect(saves).toEqual([]);
    await type(sites, 'other.example');
    await fire(sites, 'change');
    expect(saves[0]?.list[0]?.sites).toEqual(['other.example']);
    expect(find('[id="sites-id-Mail-problem"]').textContent).toBe('');
  });

  it('a hostile name is text', async () => {
    await drawn({ list: [preset('<img src=x onerror=alert(1)>\u202E')], defaultId: null });
    expect(root.querySelector('li img')).toBeNull();
    expect(find('summary bdi').textContent).toBe('<img src=x onerror=alert(1)>\u202E');
  });
});
