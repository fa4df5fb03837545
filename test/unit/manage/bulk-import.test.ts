// A bulk that is being put together: read, matched, checked, kept for a later page, and begun.
import { describe, expect, it, vi } from 'vitest';
import { decodeTextFile } from '../../../entrypoints/manage/bulk/decode-text-file.ts';
import type { ImportDeps } from '../../../entrypoints/manage/bulk/import-deps.ts';
import { createImportModel } from '../../../entrypoints/manage/bulk/import-model.ts';
import type { CommandBody, SubmitResult } from '../../../entrypoints/manage/section-deps.ts';
import { columnFields, createColumnMatcher, type ColumnField } from '../../../lib/bulk/columns.ts';
import type { NewBulk } from '../../../lib/bulk/store/create-bulk.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import type { Preset } from '../../../lib/presets/preset.ts';

const words = Object.fromEntries(columnFields.map((field) => [field, field])) as Record<ColumnField, string>;
const made = (id: string): SubmitResult => ({
  ok: true,
  made: { id, shortUrl: null, aliasDiffers: false, lookedUp: false, existing: false },
});

const preset: Preset = {
  id: 'p1',
  name: 'Mail',
  sites: [],
  fields: { channel: { id: '6', name: 'Mail' }, extras: { note: 'By mail' } },
};

function open(change: Partial<ImportDeps> = {}) {
  const world = {
    draft: null as object | null,
    /** Everything that was ever kept. */
    drafts: [] as (object | null)[],
    made: [] as NewBulk[],
    asked: [] as CommandBody[],
    campaigns: [{ id: '4', name: 'Summer' }] as PickerOption[],
    full: false,
    ids: 0,
  };
  const model = createImportModel({
    repository: {
      create: async (bulk) => {
        if (world.full) throw new Error('full');
        world.made.push(bulk);
      },
      loadDraft: async () => world.draft,
      storeDraft: async (draft) => {
        world.draft = draft;
        world.drafts.push(draft);
      },
    },
    columnMatcher: createColumnMatcher(words),
    lists: () => ({ campaigns: world.campaigns, channels: [], pixels: [], domains: [], types: [] }),
    lint: () => ({}),
    zone: () => undefined,
    presets: () => ({ list: [preset], defaultId: null }),
    defaults: () => ({ campaign: null, channel: null, pixels: [] }),
    cleanSteps: () => ['tracking', 'canonical'],
    findExisting: async (address) =>
      address === 'https://example.com/known'
        ? [{ shortUrl: 'https://sho.rt/k', alias: 'k', campaign: null }]
        : [],
    submit: async (ask) => {
      world.asked.push(ask);
      return made('9');
    },
    now: () => 1_000,
    newId: () => `id-${++world.ids}`,
    delay: async () => undefined,
    describeSkip: (_row, verdict) => `because ${verdict}`,
    formatBulkName: (rows, file) => file || `${rows.length} rows`,
    ...change,
  });
  return { model, world };
}

type Opened = ReturnType<typeof open>['model'];
const settled = (model: Opened) =>
  expect.poll(() => model.checking.value === null && model.validatedRows.value !== null).toBe(true);

async function typed(model: Opened, text: string): Promise<void> {
  model.type(text);
  await settled(model);
}

const addresses = (bulk: NewBulk | undefined) =>
  (bulk?.rows ?? []).map(({ link, leftOut }) => [link.address, leftOut?.why ?? 'go']);

const mixed = [
  'url,campaign',
  'https://example.com/a,Summer',
  'https://example.com/a,Summer',
  'nonsense,',
  'https://example.com/known,',
  'https://example.com/b,Winter',
].join('\n');

describe('what is typed', () => {
  it('is read as a table and checked', async () => {
    const { model } = open();
    await typed(model, mixed);
    expect(model.columns.value).toEqual(['address', 'campaign']);
    expect(model.decisions.value).toEqual(['go', 'twice', 'problem', 'exists', 'problem']);
    expect(model.counts.value).toMatchObject({ all: 5, go: 1, twice: 1, problem: 2, exists: 1 });
    expect(model.missing.value).toEqual([{ kind: 'campaign', name: 'Winter' }]);
    model.setFilter('problem');
    expect(model.visibleIndexes.value).toEqual([2, 4]);
    model.chooseDuplicatePolicy({ twice: 'make', exists: 'make' });
    expect(model.counts.value).toMatchObject({ go: 3, twice: 0, exists: 0 });
  });

  it('emptied again, nothing is left of it', async () => {
    const { model } = open();
    await typed(model, 'https://example.com/a');
    model.type('  ');
    await expect.poll(() => model.table.value).toBeNull();
    expect(model.validatedRows.value).toBeNull();
    expect(await model.start()).toBeNull();
  });

  it('can be read otherwise', async () => {
    const { model } = open();
    await typed(model, 'https://example.com/a,b\nhttps://example.com/c,d');
    expect(model.table.value?.separator).toBe('list');
    model.chooseSeparator(',');
    await settled(model);
    expect(model.columns.value).toEqual(['address', null]);
    model.chooseColumn(1, 'alias');
    await settled(model);
    expect(model.validatedRows.value?.map(({ link }) => link.alias)).toEqual(['b', 'd']);
    model.chooseHeader(true);
    await settled(model);
    expect(model.validatedRows.value).toHaveLength(1);
  });
});

describe('for all rows', () => {
  it('a preset fills the fields, where they can be changed, and the rest of each row', async () => {
    const { model } = open();
    await typed(model, 'https://example.com/a\nhttps://example.com/b');
    model.choosePreset('p1');
    await settled(model);
    expect(model.options.value.channel).toEqual({ id: '6', name: 'Mail' });
    model.chooseSharedOptions({ channel: null, campaign: { id: '4', name: 'Summer' } });
    await settled(model);
    expect(
      model.validatedRows.value?.map(({ link }) => [link.channel, link.campaign?.name, link.extras?.note]),
    ).toEqual([
      [null, 'Summer', 'By mail'],
      [null, 'Summer', 'By mail'],
    ]);
  });

  describe('presets that are chosen by themselves', () => {
    const shop: Preset = {
      id: 'p2',
      name: 'Shop',
      sites: ['shop.example'],
      fields: { campaign: { id: '4', name: 'Summer' }, extras: { note: 'By the shop' } },
    };
    const presets = () => ({ list: [preset, shop], defaultId: 'p1' });
    const text = 'https://shop.example/a\nhttps://example.com/b';
    const filed = (model: Opened) =>
      model.validatedRows.value?.map(({ link, preset: own }) => [
        own?.name,
        link.campaign?.name,
        link.channel?.name,
        link.extras?.note,
      ]);

    it('are, row by row, unless another is chosen for all, or none', async () => {
      const { model } = open({ presets });
      await typed(model, text);
      expect(filed(model)).toEqual([
        ['Shop', 'Summer', undefined, 'By the shop'],
        ['Mail', undefined, 'Mail', 'By mail'],
      ]);
      model.choosePreset('p1');
      await settled(model);
      expect(filed(model)).toEqual([
        [undefined, undefined, 'Mail', 'By mail'],
        [undefined, undefined, 'Mail', 'By mail'],
      ]);
      model.choosePreset(null);
      await settled(model);
      // Nor is anything left of the one before.
      expect(filed(model)).toEqual([
        [undefined, undefined, undefined, undefined],
        [undefined, undefined, undefined, undefined],
      ]);
      model.chooseAutoPreset();
      await settled(model);
      expect(filed(model)?.map(([own]) => own)).toEqual(['Shop', 'Mail']);
    });

    it('leave what was chosen for all', async () => {
      const { model } = open({ presets });
      await typed(model, text);
      model.chooseSharedOptions({ campaign: { id: '7', name: 'Mine' } });
      await settled(model);
      expect(filed(model)?.map(([own, campaign]) => [own, campaign])).toEqual([
        ['Shop', 'Mine'],
        ['Mail', 'Mine'],
      ]);
    });

    it('are none where there is neither a default nor a site', async () => {
      expect(open().model.options.value.presetByItself).toBe(false);
      expect(open({ presets }).model.options.value.presetByItself).toBe(true);
      const bySite = () => ({ list: [shop], defaultId: null });
      expect(open({ presets: bySite }).model.options.value.presetByItself).toBe(true);
    });

    it('file nothing under another campaign than the one for all', async () => {
      const { model, world } = open({ presets });
      await typed(model, text);
      model.chooseOneCampaign({ together: true, campaignName: 'Tabs' });
      await settled(model);
      expect(filed(model)?.map(([own, campaign]) => [own, campaign])).toEqual([
        ['Shop', undefined],
        ['Mail', undefined],
      ]);
      await model.start();
      expect(world.made[0]?.rows.map(({ link }) => link.campaign?.id)).toEqual(['9', '9']);
    });

    it('are not chosen in what an earlier version had kept, which a person has left as it is', async () => {
      const { model, world } = open({ presets });
      await typed(model, text);
      await expect.poll(() => world.draft).toMatchObject({ presetByItself: true });
      const later = open({ presets });
      const { presetByItself: _, ...earlier } = { presetByItself: true, ...world.draft };
      later.world.draft = earlier;
      await later.model.open();
      await settled(later.model);
      expect(later.model.options.value.presetByItself).toBe(false);
      const again = open({ presets });
      again.world.draft = world.draft;
      await again.model.open();
      await settled(again.model);
      expect(filed(again.model)?.map(([own]) => own)).toEqual(['Shop', 'Mail']);
    });
  });

  it('addresses are cleaned by the steps that the person wants, but for what only the page tells', async () => {
    const { model } = open();
    await typed(model, 'https://example.com/?fbclid=x&q=1');
    model.chooseSharedOptions({ cleanUp: true });
    await settled(model);
    expect(model.validatedRows.value?.[0]?.link.address).toBe('https://example.com/?q=1');
  });

  it('an expiry counts in the time of the service, once that is known', async () => {
    const service: { zone?: number } = {};
    const { model } = open({ zone: () => service.zone, now: () => Date.UTC(2026, 5, 15, 12) });
    await typed(model, 'url,expires\nhttps://example.com/a,+6h\nhttps://example.com/b,2026-06-15 20:00');
    expect(model.decisions.value).toEqual(['go', 'go']);
    service.zone = 9 * 60;
    model.revalidate();
    await settled(model);
    expect(model.validatedRows.value?.[0]?.link.extras?.expiry).toBe('+6h');
    expect(model.decisions.value).toEqual(['go', 'problem']);
  });

  it('names that are missing are added, and then known', async () => {
    const { model, world } = open();
    await typed(model, mixed);
    world.campaigns = [...world.campaigns, { id: '9', name: 'Winter' }];
    await model.addMissing();
    await settled(model);
    expect(world.asked).toEqual([{ kind: 'add-campaign', name: 'Winter' }]);
    expect(model.notice.value).toEqual({ name: 'added', count: 1 });
    expect(model.missing.value).toEqual([]);
    expect(model.counts.value.problem).toBe(1);
  });

  it('one that is refused is told with its reason', async () => {
    const failure = { kind: 'refused', status: 400, message: 'No.' } as const;
    const { model } = open({ submit: async () => ({ ok: false, failure }) });
    await typed(model, mixed);
    await model.addMissing();
    expect(model.notice.value).toEqual({ name: 'not-added', what: 'Winter', failure });
  });
});

describe('the start', () => {
  it('writes all rows: those that go, and those that are left out with the reason', async () => {
    const { model, world } = open();
    await typed(model, mixed);
    expect(await model.start()).toBe('id-1');
    expect(addresses(world.made[0])).toEqual([
      ['https://example.com/a', 'go'],
      ['https://example.com/a', 'twice'],
      ['nonsense', 'problem'],
      ['https://example.com/known', 'exists'],
      ['https://example.com/b', 'problem'],
    ]);
    expect(world.made[0]?.rows[3]?.leftOut).toEqual({
      why: 'exists',
      reason: 'because exists',
      shortUrl: 'https://sho.rt/k',
    });
    expect(world.made[0]).toMatchObject({ name: '5 rows', into: null });
    // And nothing of it is left to be begun twice.
    expect(model.text.value).toBe('');
    expect(await model.start()).toBeNull();
    expect(world.made).toHaveLength(1);
  });

  it('with a campaign of their own, whose address is the one for all', async () => {
    const { model, world } = open();
    await typed(model, 'https://example.com/a\nhttps://example.com/b');
    model.chooseOneCampaign({ together: true, campaignName: ' Tabs ', slug: 'go' });
    await settled(model);
    await model.start();
    expect(world.asked).toEqual([
      { kind: 'add-campaign', name: 'Tabs', fields: { public: true, slug: 'go' } },
    ]);
    expect(world.made[0]?.into).toEqual({ id: '9', name: 'Tabs' });
    expect(world.made[0]?.rows.map(({ link }) => link.campaign?.id)).toEqual(['9', '9']);
  });

  it('with a campaign of their own makes what exists once more: a link has one campaign', async () => {
    const { model, world } = open();
    await typed(model, 'https://example.com/known');
    expect(model.decisions.value).toEqual(['exists']);
    model.chooseOneCampaign({ together: true });
    await settled(model);
    expect(model.counts.value).toMatchObject({ go: 1, exists: 0 });
    model.chooseOneCampaign({ together: false });
    await settled(model);
    expect(model.decisions.value).toEqual(['exists']);
    model.chooseOneCampaign({ together: true, campaignName: 'Tabs' });
    await settled(model);
    await model.start();
    expect(world.made[0]?.rows).toMatchObject([{ link: { campaign: { id: '9' } }, leftOut: null }]);
  });

  it('with a campaign of their own asks for no other', async () => {
    const { model, world } = open({
      defaults: () => ({ campaign: { id: '4', name: 'Summer' }, channel: null, pixels: [] }),
    });
    await typed(
      model,
      'url,campaign\nhttps://example.com/a,Summer\nhttps://example.com/a,Winter\nhttps://example.com/b,',
    );
    model.chooseOneCampaign({ together: true, campaignName: 'Tabs' });
    await settled(model);
    expect(model.missing.value).toEqual([]);
    expect(model.validatedRows.value?.map(({ link }) => link.campaign)).toEqual([null, null, null]);
    await model.start();
    expect(addresses(world.made[0])).toEqual([
      ['https://example.com/a', 'go'],
      // One page, one link in the campaign.
      ['https://example.com/a', 'twice'],
      ['https://example.com/b', 'go'],
    ]);
  });

  it('that the disk refuses loses nothing, and makes no second campaign', async () => {
    const { model, world } = open();
    await typed(model, 'https://example.com/a');
    model.chooseOneCampaign({ together: true });
    await settled(model);
    world.full = true;
    expect(await model.start()).toBeNull();
    expect(model.notice.value).toEqual({ name: 'not-stored' });
    expect(model.text.value).toBe('https://example.com/a');
    world.full = false;
    expect(await model.start()).not.toBeNull();
    expect(world.asked).toHaveLength(1);
  });

  it('with nothing to make is none', async () => {
    const { model, world } = open();
    await typed(model, 'https://example.com/known');
    expect(await model.start()).toBeNull();
    expect(model.notice.value).toEqual({ name: 'nothing-left' });
    expect(world.made).toEqual([]);
  });
});

describe('a later page', () => {
  it('finds what was typed and chosen', async () => {
    const { model, world } = open();
    await typed(model, mixed);
    model.chooseColumn(1, 'note');
    model.chooseDuplicatePolicy({ exists: 'make' });
    await expect.poll(() => world.draft).toMatchObject({ text: mixed, exists: 'make' });
    const later = open({
      repository: { create: async () => {}, loadDraft: async () => world.draft, storeDraft: async () => {} },
    });
    await later.model.open();
    await settled(later.model);
    expect(later.model.text.value).toBe(mixed);
    expect(later.model.columns.value).toEqual(['address', 'note']);
    expect(later.model.options.value.exists).toBe('make');
  });

  it('finds no passwords', async () => {
    const { model, world } = open();
    await typed(model, 'url,password\nhttps://example.com/a,hush');
    expect(model.hasPasswords.value).toBe(true);
    model.chooseDuplicatePolicy({ exists: 'make' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(world.drafts.length).toBeGreaterThan(0);
    expect(JSON.stringify(world.drafts)).not.toContain('hush');
  });

  it('that cannot be read at first is read again, and not written over', async () => {
    const first = open();
    await typed(first.model, mixed);
    await expect.poll(() => first.world.draft).toMatchObject({ text: mixed });
    let failures = 2;
    const keepDraft = vi.fn<() => Promise<void>>(async () => undefined);
    const draft = async () => {
      if (failures-- > 0) throw new Error('no room');
      return first.world.draft;
    };
    const { model } = open({
      repository: { create: async () => {}, loadDraft: draft, storeDraft: keepDraft },
    });
    await model.open();
    expect([model.text.value, model.notice.value]).toEqual([mixed, null]);

    failures = Infinity;
    keepDraft.mockClear();
    const later = open({ repository: { create: async () => {}, loadDraft: draft, storeDraft: keepDraft } });
    await later.model.open();
    expect([later.model.ready.value, later.model.notice.value]).toEqual([true, { name: 'draft-not-read' }]);
    await typed(later.model, 'https://example.com/other');
    later.model.clear();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(keepDraft).not.toHaveBeenCalled();
  });

  it('reads no damaged draft', async () => {
    const { model, world } = open();
    world.draft = { version: 1, text: 7 };
    await model.open();
    expect(model.text.value).toBe('');
  });
});

describe('files', () => {
  const file = (bytes: Uint8Array<ArrayBuffer>, name = 'links.csv') => ({
    name,
    size: bytes.length,
    arrayBuffer: async () => bytes.buffer,
  });
  const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text));

  it('are taken by their content and known by their name', async () => {
    const { model, world } = open();
    await model.loadFile(file(bytesOf('https://example.com/a,b')));
    await settled(model);
    // A file that says so is a table.
    expect(model.table.value?.separator).toBe(',');
    await model.start();
    expect(world.made[0]?.name).toBe('links.csv');
  });

  it('as spreadsheets write them', () => {
    expect(decodeTextFile(bytesOf('\uFEFFé'))).toBe('é');
    expect(decodeTextFile(Uint8Array.of(0xff, 0xfe, 0xe9, 0x00))).toBe('é');
    expect(decodeTextFile(Uint8Array.of(0xfe, 0xff, 0x00, 0xe9))).toBe('é');
    expect(decodeTextFile(Uint8Array.of(0xe9))).toBe('é');
  });

  it('that are too large are not even read', async () => {
    const { model } = open();
    await model.loadFile({
      name: 'x',
      size: 50_000_000,
      arrayBuffer: () => Promise.reject(new Error('read')),
    });
    expect(model.notice.value).toEqual({ name: 'too-large' });
  });

  it('that can’t be read are told', async () => {
    const { model } = open();
    await model.loadFile({ name: 'x', size: 5, arrayBuffer: () => Promise.reject(new Error('gone')) });
    expect(model.notice.value).toEqual({ name: 'not-readable' });
  });
});

it('tabs become rows with their titles, whatever stands in those', async () => {
  const { model, world } = open();
  model.loadTabs([{ address: 'https://example.com/a', title: 'A\t"title"\nof two lines' }], 2);
  await settled(model);
  expect(model.notice.value).toEqual({ name: 'tabs', taken: 1, skipped: 2 });
  await model.start();
  expect(world.made[0]?.rows[0]?.link).toMatchObject({
    address: 'https://example.com/a',
    title: 'A title of two lines',
  });
});
