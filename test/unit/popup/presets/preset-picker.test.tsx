/** Presets in the link form: chosen automatically or by the user, and never over what was typed unless the user chooses. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, fire, root } from '../../../support/dom.ts';
// Loaded on demand; imported first, so that the tests do not wait for it.
import '../../../../entrypoints/popup/page-metadata/read-page-metadata.ts';
import { PresetSlot } from '../../../../entrypoints/popup/form/pickers.tsx';
import { linkDraftSchema, type LinkDraft } from '../../../../lib/draft/draft.ts';
import { defaultLinkOptions } from '../../../../lib/draft/parse-options.ts';
import type { Preset, Presets } from '../../../../lib/presets/preset.ts';
import { mergeDraft } from '../../../../lib/draft/merge-draft.ts';
import { draft, sampleResult, unreachable } from '../../../support/samples.ts';
import { anyPreset } from '../../draft/any-preset.ts';
import { speak } from '../../../support/speak.ts';
import { fullView, jobView } from '../../../support/sample-views.ts';
import { showView } from '../../../../entrypoints/popup/watch-view.ts';
import { openPopup, page, type PopupOptions } from '../open-popup.ts';
import { msg } from '../../../support/texts.ts';
import { settled } from '../../../support/flush.ts';

/** The page under the popup: its selection, and the permission to run scripts. */
const below = vi.hoisted(() => ({
  selected: '',
  grants: true,
  asked: 0,
  reads: [] as (() => void)[],
  native: {} as Record<string, unknown>,
}));
vi.mock('../../../../lib/browser/native.ts', () => ({ native: below.native }));

const scripting = {
  executeScript: () =>
    new Promise((resolve) => {
      const result = { ...emptyTags, selected: below.selected };
      below.reads.push(() => resolve([{ result }]));
    }),
};
const tagNames =
  'title description picture canonical stores appleApp appleId appleLink googleApp googlePackage googleLink androidPage iosPage';
const emptyTags = Object.fromEntries(tagNames.split(' ').map((name) => [name, '']));
/** @param allowed the permission was granted at an earlier opening */
function pageBelow(selected: string, allowed: boolean, grants = true): void {
  Object.assign(below, { selected, grants, asked: 0, reads: [] });
  Object.assign(below.native, {
    scripting: allowed ? scripting : undefined,
    tabs: { query: async () => [{ id: 1, url: page.address }] },
    permissions: {
      request: async () => {
        below.asked += 1;
        if (grants) below.native['scripting'] = scripting;
        return grants;
      },
    },
  });
}
/** Answers all reads of the page. */
async function pageReplies(): Promise<void> {
  await settled();
  for (const read of below.reads.splice(0)) read();
  await settled();
}

const site: Preset = {
  id: 'site',
  name: 'Newsletter',
  sites: ['example.com'],
  fields: { campaign: null, alias: '{host}', extras: { note: '{title}' } },
};
const other: Preset = {
  id: 'other',
  name: 'Poster',
  sites: ['other.example'],
  fields: { channel: { id: '2', name: 'Mail' }, extras: { visibility: 'public' } },
};
const both: Presets = { list: [site, other], defaultId: null };

const opened = {
  ...page,
  campaign: null,
  channel: null,
  pixels: [{ id: '7', name: 'Meta' }],
  alias: 'example-com',
  domain: '',
  extras: { ...defaultLinkOptions, note: 'A page' },
};
const { private: _private, ...withSite } = opened;

/** Opens a popup and loads its presets. */
async function open(options: PopupOptions = {}) {
  const popup = openPopup({ presets: both, ...options });
  await popup.model.loadPresets();
  const choice = popup.model.presets.value;
  if (choice === null) throw new Error('No presets');
  const sentLinks = () =>
    popup.submitted.flatMap((command) => (command.kind === 'shorten' ? [command.link] : []));
  return { ...popup, choice, sentLinks, fields: () => popup.model.form.draft.value };
}

beforeEach(() => speak());

describe('at the opening', () => {
  it('the site’s preset fills the form, and nothing counts as typed', async () => {
    const { fields, choice, disk } = await open();
    expect(fields()).toEqual(withSite);
    expect(choice.chosen.value).toEqual({ preset: site, why: 'site' });
    expect(disk).toEqual({ draft: null, saves: 0, fails: false });
  });

  it('the default preset fills the form if no rule matches', async () => {
    const { fields, choice } = await open({
      presets: { list: [other, { ...site, sites: [] }], defaultId: 'other' },
    });
    expect(choice.chosen.value).toEqual({ preset: other, why: 'default' });
    expect(fields()).toMatchObject({ campaign: { id: '1' }, channel: { id: '2' } });
  });

  it('the form stays as it is if no preset is chosen', async () => {
    const { fields, choice, disk } = await open({ presets: { list: [other], defaultId: null } });
    expect(fields()).toEqual(openPopup().model.form.draft.value);
    expect(choice.chosen.value).toEqual({ preset: null, why: 'default' });
    expect(disk.saves).toBe(0);
  });

  it('a restored draft stays, and has no chosen preset', async () => {
    const typed = draft({ alias: 'mine' });
    const { fields, choice } = await open({ draft: typed });
    expect(fields()).toEqual(typed);
    expect(choice.chosen.value).toEqual({ preset: null, why: 'restored' });
  });

  it('what is typed while the picker loads stays', async () => {
    let load = () => {};
    const loads = new Promise<void>((resolve) => {
      load = resolve;
    });
    const { model, disk } = openPopup({ presets: both, presetsLoad: loads });
    const loading = model.loadPresets();
    model.form.change({ alias: 'typed' });
    load();
    await loading;
    expect(model.form.draft.value).toEqual({ ...withSite, alias: 'typed' });
    expect(disk.draft?.alias).toBe('typed');
  });

  it('loading twice chooses once', async () => {
    const { model, choice } = await open();
    choice.choose(other);
    await model.loadPresets();
    expect(model.presets.value).toBe(choice);
    expect(choice.chosen.value.preset).toBe(other);
  });
});

describe('“Shorten”', () => {
  it('submits a preset’s fields even before the presets have loaded', async () => {
    let load = () => {};
    const loads = new Promise<void>((resolve) => {
      load = resolve;
    });
    const { model, submitted } = openPopup({ presets: both, presetsLoad: loads });
    void model.shorten();
    void model.shorten();
    await settled();
    expect(submitted).toEqual([]);
    load();
    await settled();
    expect(submitted).toMatchObject([{ kind: 'shorten', link: withSite }]);
  });

  it('keeps the choice for another link of the same page', async () => {
    const { model, choice, replies, sentLinks, fields } = await open();
    choice.choose(other);
    model.form.change({ alias: 'once' });
    void model.shorten();
    await settled();
    replies[0]?.({ result: sampleResult(1) });
    await settled();
    model.startAnother();
    expect(fields()).toMatchObject({ alias: '', channel: { id: '2' } });
    expect(choice.chosen.value).toEqual({ preset: other, why: 'user' });
    expect(sentLinks()[0]).toMatchObject({ alias: 'once', channel: { id: '2' } });
  });

  it('leaves the choice and the form as they are after a refusal', async () => {
    const { model, choice, fields } = await open();
    choice.choose(other);
    const before = fields();
    void model.shorten();
    await settled();
    showView(model, fullView({ jobs: [jobView({ state: 'refused', failure: unreachable })] }));
    model.reset();
    expect(fields()).toEqual(before);
    expect(choice.chosen.value).toEqual({ preset: other, why: 'user' });
  });
});

describe('a choice', () => {
  it('replaces one preset by the other, or by the defaults, and stores the draft', async () => {
    const { choice, fields, disk } = await open();
    const defaults = openPopup().model.form.draft.value;
    choice.choose(other);
    expect(fields()).toEqual({
      ...defaults,
      channel: { id: '2', name: 'Mail' },
      extras: { ...defaultLinkOptions, visibility: 'public' },
    });
    expect(disk.draft).toEqual(fields());
    choice.choose(null);
    expect(fields()).toEqual({ ...defaults, extras: undefined });
    // Otherwise the site's preset would return at the next opening.
    expect(disk.draft).toEqual({ ...defaults, extras: undefined });
    choice.choose(site);
    expect(fields()).toEqual(withSite);
    expect(disk.draft).toBeNull();
  });

  it('overrides what was typed, which returns with “None”', async () => {
    const { model, choice, fields } = await open();
    model.form.change({ alias: 'typed', domain: 'https://go.example.com' });
    model.form.changeExtras({ password: 'secret' });
    choice.choose(other);
    expect(fields()).toMatchObject({ alias: 'typed', extras: { password: 'secret', note: '' } });
    choice.choose(site);
    expect(fields()).toMatchObject({
      alias: 'example-com',
      domain: 'https://go.example.com',
      extras: { password: 'secret', note: 'A page' },
    });
    choice.choose(null);
    expect(fields()).toMatchObject({
      alias: 'typed',
      domain: 'https://go.example.com',
      extras: { ...defaultLinkOptions, password: 'secret' },
    });
  });
});

describe('another address', () => {
  it('gets its own site’s preset without losing what is typed', async () => {
    const { model, choice, fields } = await open();
    model.form.change({ alias: 'typed' });
    model.form.change({ address: 'other.example/x' });
    expect(choice.chosen.value).toEqual({ preset: other, why: 'site' });
    expect(fields()).toMatchObject({
      address: 'other.example/x',
      alias: 'typed',
      campaign: { id: '1' },
      channel: { id: '2' },
      extras: { ...defaultLinkOptions, visibility: 'public' },
    });
    model.form.change({ address: 'nowhere.example' });
    expect(choice.chosen.value.preset).toBeNull();
    expect(fields()).toMatchObject({ alias: 'typed', channel: null });
    expect(fields().extras).toBeUndefined();
  });

  it('does not change a choice of the user, or a restored draft', async () => {
    const { model, choice, fields } = await open();
    choice.choose(other);
    model.form.change({ address: 'example.com/else' });
    expect(choice.chosen.value).toEqual({ preset: other, why: 'user' });
    const left = await open({ draft: draft() });
    left.model.form.change({ address: 'other.example' });
    expect(left.fields()).toEqual(draft({ address: 'other.example', title: '' }));
    expect(fields().address).toBe('example.com/else');
  });
});

it('“None” restores the form after any presets in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyPreset, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (list, isRestored) => {
        const start = draft({ alias: 'mine', extras: { ...defaultLinkOptions, note: 'mine' } });
        const { choice, fields } = await open({
          presets: { list, defaultId: null },
          draft: isRestored ? start : null,
        });
        const plain = openPopup({ draft: isRestored ? start : null }).model.form.draft.value;
        choice.choose(null);
        expect(fields()).toEqual({ ...plain, extras: plain.extras });
        for (const preset of choice.presets.value.list) {
          choice.choose(preset);
          expect(linkDraftSchema.safeParse(fields()).success).toBe(true);
        }
        choice.choose(null);
        expect(fields()).toEqual({ ...plain, extras: plain.extras });
      },
    ),
  );
});

it('a field is filled only if it is untouched', () => {
  const from = draft({ alias: 'a', extras: { ...defaultLinkOptions, note: 'n', type: 'frame' } });
  const to = draft({ alias: 'b', domain: 'd', extras: { ...defaultLinkOptions, note: 'm' } });
  const typed: LinkDraft = draft({
    alias: 'a',
    domain: 'x',
    extras: { ...defaultLinkOptions, note: 'mine', type: 'frame' },
  });
  expect(mergeDraft(typed, from, to)).toEqual(
    draft({ alias: 'b', domain: 'x', extras: { ...defaultLinkOptions, note: 'mine' } }),
  );
});

it('a relative expiry stays relative until the link is sent', async () => {
  const brief: Preset = { ...site, fields: { extras: { expiry: '+1h' } } };
  const presets: Presets = { list: [brief], defaultId: null };
  const known = await open({ presets, view: fullView({ zone: -210 }) });
  expect(known.fields().extras?.expiry).toBe('+1h');
});

describe('the selection in the page', () => {
  const quote: Preset = {
    id: 'quote',
    name: 'Quote',
    sites: ['example.com'],
    fields: { alias: '{selection}', extras: { note: '“{selection}”' } },
  };
  const quoting = { presets: { list: [quote, other], defaultId: null } };

  it('fills the site’s preset, counts as not typed, and leaves what was typed', async () => {
    pageBelow('Some Words', true);
    const { fields, disk, model } = await open(quoting);
    expect(fields()).toMatchObject({ alias: '', extras: { note: '“”' } });
    await pageReplies();
    expect(fields()).toMatchObject({ alias: 'some-words', extras: { note: '“Some Words”' } });
    expect([disk.saves, below.asked]).toEqual([0, 0]);
    // It is taken by the first link.
    model.startAnother();
    expect(fields()).toMatchObject({ alias: '', extras: { note: '“Some Words”' } });

    pageBelow('Some Words', true);
    const typing = await open(quoting);
    typing.model.form.change({ alias: 'typed' });
    await pageReplies();
    expect(typing.fields()).toMatchObject({ alias: 'typed', extras: { note: '“Some Words”' } });
    expect(typing.disk.draft?.alias).toBe('typed');
  });

  it('is not read for a preset without the variable', async () => {
    pageBelow('Some Words', true);
    const { choice, model } = await open();
    choice.choose(other);
    void model.shorten();
    await settled();
    expect([below.reads.length, below.asked]).toEqual([0, 0]);
  });

  it('needs a permission that only the choice of the preset requests', async () => {
    pageBelow('Some Words', false);
    const { fields, choice } = await open({
      presets: { list: [other, { ...quote, sites: [] }], defaultId: null },
    });
    await settled();
    expect(below.asked).toBe(0);
    choice.choose({ ...quote, sites: [] });
    expect(below.asked).toBe(1);
    await pageReplies();
    expect(fields()).toMatchObject({ alias: 'some-words', extras: { note: '“Some Words”' } });
    choice.choose(null);
    expect(fields()).toMatchObject({ alias: '' });
  });

  it('is awaited by “Shorten”, whose press may request the permission', async () => {
    pageBelow('Some Words', false);
    const { model, sentLinks } = await open(quoting);
    void model.shorten();
    expect(below.asked).toBe(1);
    await settled();
    expect(sentLinks()).toEqual([]);
    await pageReplies();
    expect(sentLinks()).toMatchObject([{ alias: 'some-words', extras: { note: '“Some Words”' } }]);
  });

  it('is empty if it may not be read, and the link is submitted nevertheless', async () => {
    pageBelow('Some Words', false, false);
    const { model, sentLinks } = await open(quoting);
    void model.shorten();
    await settled();
    expect(sentLinks()).toMatchObject([{ alias: '', extras: { note: '“”' } }]);
  });

  it('is empty on the link page', async () => {
    pageBelow('Some Words', true);
    const { fields } = await open({
      page: { address: '', title: '', private: false },
      presets: { list: [quote], defaultId: 'quote' },
    });
    await pageReplies();
    expect(fields()).toMatchObject({ alias: '', extras: { note: '“”' } });
  });
});

describe('“Preset”', () => {
  const select = () => root.querySelector<HTMLSelectElement>('#preset');
  const options = () => [...root.querySelectorAll('#preset option')].map((option) => option.textContent);
  async function drawn(options: PopupOptions = {}) {
    const popup = await open(options);
    await draw(null);
    await draw(<PresetSlot model={popup.model} />);
    return popup;
  }
  /** Chooses like a browser; linkedom's select has no value. */
  const choose = (value: string) => {
    const field = select();
    if (field === null) throw new Error('No field');
    Object.defineProperty(field, 'value', { value, configurable: true });
    return fire(field, 'change');
  };

  it('shows the chosen preset with the reason, after “None”', async () => {
    await drawn();
    expect(root.querySelector('label[for="preset"]')?.textContent).toBe(msg('preset'));
    expect(options()).toEqual([msg('none'), msg('presetForSite', '⁨Newsletter⁩'), 'Poster']);
    await drawn({ presets: { ...both, list: [other], defaultId: 'other' } });
    expect(options()).toEqual([msg('none'), msg('presetByDefault', '⁨Poster⁩')]);
  });

  it('shows “None” in grey, as the other pickers do, and a preset not', async () => {
    const isGrey = () => select()?.className === 'note';
    await drawn({ presets: { ...both, list: [other] } });
    expect(isGrey()).toBe(true);
    await choose('0');
    expect(isGrey()).toBe(false);
    await drawn({ draft: draft() });
    expect(isGrey()).toBe(false);
  });

  it('offers to leave a restored form as it is', async () => {
    const { choice, fields } = await drawn({ draft: draft() });
    expect(options()).toEqual([msg('presetDraft'), msg('none'), 'Newsletter', 'Poster']);
    await choose('1');
    expect(choice.chosen.value.preset).toEqual(other);
    expect(fields().channel?.name).toBe('Mail');
    expect(options()).toEqual([msg('none'), 'Newsletter', 'Poster']);
    await choose('-1');
    expect(fields()).toEqual({ ...draft(), extras: undefined });
  });

  it('has no row without presets, and an empty row until it has loaded', async () => {
    await draw(<PresetSlot model={openPopup().model} />);
    expect(root.innerHTML).toBe('');
    await draw(<PresetSlot model={openPopup({ presets: both }).model} />);
    expect(root.innerHTML).toBe('<div class="property"></div>');
  });
});
