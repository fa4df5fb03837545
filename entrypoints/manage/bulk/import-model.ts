/** A bulk that is being put together: text or file → table → columns → checked rows → start. */
import { computed, signal } from '@preact/signals';
import type {
  ExistingLink,
  NumberedRow,
  DuplicatePolicy,
  RowDecision,
} from '../../../lib/bulk/validate-rows.ts';
import { validateRows, decideRow } from '../../../lib/bulk/validate-rows.ts';
import type { AccountLists, SharedOptions, AutoPreset } from '../../../lib/bulk/validate-row.ts';
import {
  guessColumns,
  withColumn,
  type ColumnField,
  type Columns,
  type ColumnAliases,
} from '../../../lib/bulk/columns.ts';
import { maxTextLength, parseTable, type Separator, type Table } from '../../../lib/bulk/parse-table.ts';
import type { NewBulk, NewRow } from '../../../lib/bulk/bulk-store.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { toSwitches } from '../../../lib/url/clean-url-steps.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import type { LintContext } from '../../../lib/url/lint-url.ts';
import type { Preset, Presets } from '../../../lib/presets/preset.ts';
import { presetByDefault, presetFor } from '../../../lib/presets/match-site.ts';
import type { SubmitResult, SectionDeps } from '../section-deps.ts';
import { importDraftSchema, maxStoredLength, type ImportDraft } from './import-draft.ts';
import type { BulkRepository } from './bulk-repository.ts';

export interface ImportDeps {
  readonly repository: Pick<BulkRepository, 'create' | 'loadDraft' | 'storeDraft'>;
  readonly columnMatcher: ColumnAliases;
  readonly lists: () => AccountLists;
  readonly lint: () => LintContext;
  /** Of the service's times, in minutes ahead of UTC, once it is known. */
  readonly zone: () => number | undefined;
  readonly presets: () => Presets;
  /** What the person chose for all new links. */
  readonly defaults: () => Pick<SharedOptions, 'campaign' | 'channel' | 'pixels'>;
  /** The clean-up's steps that the person wants to be offered. */
  readonly cleanSteps: () => readonly string[];
  readonly findExisting: (address: string) => Promise<readonly ExistingLink[]>;
  readonly submit: SectionDeps['submit'];
  readonly now: () => number;
  readonly newId: () => string;
  readonly delay: (ms: number) => Promise<unknown>;
  /** Why a row is left out, in the person's words. */
  readonly describeSkip: (row: NumberedRow, verdict: RowDecision) => string;
  /** What a bulk of this text is called. */
  readonly nameOf: (rows: readonly NumberedRow[], file: string) => string;
}

/** What came of the last act, told once. */
export type ImportNotice =
  | { readonly name: 'too-large' | 'not-readable' | 'not-stored' | 'nothing-left' | 'draft-not-read' }
  | { readonly name: 'tabs'; readonly taken: number; readonly left: number }
  | { readonly name: 'added'; readonly count: number }
  | { readonly name: 'not-added'; readonly what: string; readonly failure: Failure | null };

/** Which rows the preview shows. */
export type PreviewFilter = 'all' | RowDecision | 'doubtful';

export type ImportModel = ReturnType<typeof createImportModel>;

/** Ms after the last key before a text is read, and before a draft is kept. */
const settleMs = { text: 300, draft: 500 };
/** Before each further try to read the draft. */
const retryMs = [100, 500, 2_000];

type Chosen = Omit<ImportDraft, 'version' | 'text' | 'file'>;

/** What a preset can file links under. */
type Filing = Pick<Chosen, 'campaign' | 'channel' | 'pixels' | 'domain'>;

const guessed = { separator: null, hasHeader: null, columns: null };

export function createImportModel(deps: ImportDeps) {
  const text = signal('');
  const file = signal('');
  const options = signal<Chosen>(plain());
  const table = signal<Table | null>(null);
  const validatedRows = signal<readonly NumberedRow[] | null>(null);
  /** Rows that are checked already; `null` while nothing is being checked. */
  const checking = signal<number | null>(null);
  const filter = signal<PreviewFilter>('all');
  const notice = signal<ImportNotice | null>(null);
  const busy = signal(false);
  /** The draft of an earlier page has been looked for. */
  const ready = signal(false);
  /** Made for a start that could not be written down then: the next try takes it up. */
  let campaignMade: { readonly key: string; readonly into: PickerOption } | null = null;
  let work = new AbortController();
  let turn = 0;
  /** The text that the table was read from: only of that it is known whether it holds passwords. */
  let readText = '';
  let keeping = 0;
  /** The draft on disk has not been read, so it must not be written over. */
  let unread = false;

  function plain(): Chosen {
    return {
      separator: null,
      hasHeader: null,
      columns: null,
      preset: null,
      presetByItself: canAutoSelectPreset(deps.presets()),
      ...unfiled(),
      cleanUp: false,
      twice: 'skip',
      exists: 'skip',
      replacesParameters: false,
      together: false,
      campaignName: '',
      slug: '',
    };
  }

  /** What rows are filed under as long as nobody has chosen anything. */
  function unfiled(): Filing {
    const { campaign, channel, pixels } = deps.defaults();
    return { campaign, channel, pixels: [...pixels], domain: '' };
  }

  const columns = computed((): Columns => {
    const read = table.value;
    if (read === null) return [];
    const own = options.value.columns;
    return own?.length === read.names.length ? own : guessColumns(read, deps.columnMatcher);
  });
  /** The new campaign needs a link of its own to each address, since a link has one campaign. */
  const repeats = computed((): DuplicatePolicy =>
    options.value.together ? { ...options.value, exists: 'make' } : options.value,
  );
  const decisions = computed(() => (validatedRows.value ?? []).map((row) => decideRow(row, repeats.value)));
  const counts = computed(() => {
    const all = { all: decisions.value.length, go: 0, problem: 0, twice: 0, exists: 0, doubtful: 0 };
    for (const [at, verdict] of decisions.value.entries()) {
      all[verdict] += 1;
      const row = validatedRows.value?.[at];
      if (row !== undefined && hasWarnings(row)) all.doubtful += 1;
    }
    return all;
  });
  /** Names of the table that the account does not have. */
  const missing = computed(() => {
    const names = new Map<string, { readonly kind: 'campaign' | 'channel'; readonly name: string }>();
    for (const row of validatedRows.value ?? [])
      for (const one of row.missing) {
        const key = `${one.kind} ${one.name.toLowerCase()}`;
        if (!names.has(key)) names.set(key, one);
      }
    return [...names.values()];
  });
  /** The rows that the preview shows, by their numbers. */
  const visibleIndexes = computed(() => {
    const wanted = filter.value;
    return [...decisions.value.keys()].filter((at) => {
      if (wanted === 'all') return true;
      const row = validatedRows.value?.[at];
      return wanted === 'doubtful' ? row !== undefined && hasWarnings(row) : decisions.value[at] === wanted;
    });
  });
  const hasPasswords = computed(() => columns.value.includes('password'));

  const presetOf = (id: string | null): Preset | null =>
    deps.presets().list.find((preset) => preset.id === id) ?? null;

  /** What the chosen preset files under, taken back where it still stands in the fields. */
  function withoutPreset(): Partial<Filing> {
    const now = options.peek();
    const by = filedBy(presetOf(now.preset));
    const before = unfiled();
    const stands = (name: keyof Filing) =>
      by[name] !== undefined && JSON.stringify(by[name]) === JSON.stringify(now[name]);
    return {
      ...(stands('campaign') && { campaign: before.campaign }),
      ...(stands('channel') && { channel: before.channel }),
      ...(stands('pixels') && { pixels: before.pixels }),
      ...(stands('domain') && { domain: before.domain }),
    };
  }

  /** @param together the campaign is another one, whatever the preset says */
  function byItself(together: boolean): AutoPreset {
    const presets = deps.presets();
    const defaults = deps.defaults();
    return {
      presetFor(address) {
        const preset = presetFor(address, presets);
        if (preset === null || !together) return preset;
        return { ...preset, fields: { ...preset.fields, campaign: undefined } };
      },
      defaults: together ? { ...defaults, campaign: null } : defaults,
    };
  }

  function forAll(): SharedOptions {
    const { preset, presetByItself, campaign, channel, pixels, domain, cleanUp, together } = options.peek();
    const { replacesParameters } = options.peek();
    const steps = deps.cleanSteps().filter((step) => step !== 'canonical');
    return {
      preset: presetByItself ? null : presetOf(preset),
      presetByItself: presetByItself ? byItself(together) : undefined,
      campaign: together ? null : campaign,
      channel,
      pixels,
      domain,
      replacesParameters,
      cleanUp: cleanUp ? toSwitches(steps) : null,
    };
  }

  function read(): void {
    const { separator, hasHeader } = options.peek();
    const whole = text.peek();
    readText = whole;
    const choices = { separator, hasHeader, isTable: file.peek() !== '' };
    table.value = whole.trim() === '' ? null : parseTable(whole, choices, deps.columnMatcher.isName);
    check();
    void keepSoon();
  }

  /** Checks all rows anew, in slices; what was being checked is given up. */
  function check(): void {
    work.abort();
    const mine = new AbortController();
    work = mine;
    const current = table.peek();
    if (current === null) {
      validatedRows.value = null;
      checking.value = null;
      return;
    }
    checking.value = 0;
    const { together } = options.peek();
    const context = {
      // All of them go into one campaign, whatever each would be filed under else.
      columns: columns.peek().map((field) => (together && field === 'campaign' ? null : field)),
      forAll: forAll(),
      lint: deps.lint(),
      now: new Date(deps.now()),
      zone: deps.zone(),
    };
    const lists = deps.lists();
    validateRows(current.rows, context, {
      lists,
      known: deps.findExisting,
      breathe: () => deps.delay(0),
      onProgress: (count) => {
        if (work === mine) checking.value = count;
      },
      signal: mine.signal,
    }).then(
      (rows) => {
        if (rows === null || work !== mine) return;
        validatedRows.value = rows;
        checking.value = null;
      },
      () => {
        if (work === mine) checking.value = null;
      },
    );
  }

  async function readSoon(): Promise<void> {
    const mine = ++turn;
    // What was checked is not what stands there any more.
    checking.value ??= 0;
    await deps.delay(settleMs.text);
    if (mine === turn) read();
  }

  function readNow(): void {
    turn += 1;
    read();
  }

  const draft = (): ImportDraft | null =>
    text.peek() === '' || text.peek().length > maxStoredLength || hasPasswords.peek()
      ? null
      : { version: 1, text: text.peek(), file: file.peek(), ...options.peek() };

  /** Nothing that was typed is lost; but a password is kept nowhere before it is asked for. */
  async function keepSoon(): Promise<void> {
    const mine = ++keeping;
    await deps.delay(settleMs.draft);
    if (!unread && mine === keeping && readText === text.peek())
      // The page still has it; "Start" tells when nothing can be stored.
      await deps.repository.storeDraft(draft()).catch(() => undefined);
  }

  /** @returns `null` when it can't be read, which is not the same as none */
  async function readDraft(): Promise<{ readonly draft: unknown } | null> {
    for (let tried = 0; ; tried++)
      try {
        return { draft: await deps.repository.loadDraft() };
      } catch {
        const wait = retryMs[tried];
        if (wait === undefined) return null;
        await deps.delay(wait);
      }
  }

  function choose(change: Partial<Chosen>): void {
    options.value = { ...options.peek(), ...change };
    void keepSoon();
  }

  function loadText(
    name: string,
    content: string,
    how: Pick<Chosen, 'separator' | 'hasHeader' | 'columns'> = guessed,
  ): void {
    file.value = name;
    text.value = content;
    filter.value = 'all';
    notice.value = null;
    // Another table: how the one before was to be read says nothing of it.
    choose(how);
    readNow();
  }

  function clear(): void {
    file.value = '';
    text.value = '';
    notice.value = null;
    filter.value = 'all';
    options.value = plain();
    readNow();
    keeping += 1;
    // An old draft shows up again at worst, and is cleared again.
    if (!unread) void deps.repository.storeDraft(null).catch(() => undefined);
  }

  function newRow(row: NumberedRow, verdict: RowDecision, campaign: PickerOption | null): NewRow {
    const link = campaign === null ? row.link : { ...row.link, campaign };
    if (verdict === 'go') return { link, leftOut: null };
    const shortUrl = verdict === 'exists' ? (row.exists?.shortUrl ?? null) : null;
    return { link, leftOut: { why: verdict, reason: deps.describeSkip(row, verdict), shortUrl } };
  }

  /** The campaign whose one address stands for all of them; `null` where none is wanted. */
  async function campaignFor(
    name: string,
  ): Promise<{ readonly ok: SubmitResult; readonly into: PickerOption | null }> {
    const { together, slug } = options.peek();
    if (!together) return { ok: { ok: true, made: null }, into: null };
    const fields = { public: true, ...(slug.trim() !== '' && { slug: slug.trim() }) };
    const key = JSON.stringify([name, fields]);
    if (campaignMade?.key === key) return { ok: { ok: true, made: null }, into: campaignMade.into };
    const ok = await deps.submit({ kind: 'add-campaign', name, fields });
    const id = ok.ok ? (ok.made?.id ?? null) : null;
    campaignMade = id === null ? null : { key, into: { id, name } };
    return { ok, into: campaignMade?.into ?? null };
  }

  return {
    text,
    file,
    options,
    table,
    columns,
    validatedRows,
    checking,
    decisions,
    counts,
    missing,
    filter,
    visibleIndexes,
    notice,
    busy,
    ready,
    hasPasswords,
    loadText,
    clear,

    /** Takes up what an earlier page had left. */
    async open(): Promise<void> {
      unread = true;
      const found = await readDraft();
      unread = found === null;
      if (unread) notice.value = { name: 'draft-not-read' };
      const kept = importDraftSchema.safeParse(found?.draft);
      if (kept.success && text.peek() === '') {
        const { version: _version, text: whole, file: name, ...rest } = kept.data;
        text.value = whole;
        file.value = name;
        options.value = rest;
        readNow();
      } else if (text.peek() !== '') {
        // Typed while the disk was being read.
        void keepSoon();
      }
      ready.value = true;
    },

    type(typed: string): void {
      text.value = typed;
      file.value = '';
      notice.value = null;
      void readSoon();
    },

    async loadFile(given: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<void> {
      if (given.size > maxTextLength) {
        notice.value = { name: 'too-large' };
        return;
      }
      try {
        loadText(given.name, decodeTextFile(new Uint8Array(await given.arrayBuffer())));
      } catch {
        notice.value = { name: 'not-readable' };
      }
    },

    /** Titles come from anybody: on one line each, and a tab is none of theirs. */
    loadTabs(tabs: readonly { readonly address: string; readonly title: string }[], left: number): void {
      const lines = tabs.map(
        ({ address, title }) => `${address}\t${title.replaceAll(/["\s]+/gu, ' ').trim()}`,
      );
      loadText('', lines.join('\n'), { separator: '\t', hasHeader: false, columns: ['address', 'title'] });
      notice.value = { name: 'tabs', taken: tabs.length, left };
    },

    chooseSeparator(separator: Separator): void {
      choose({ separator, columns: null });
      readNow();
    },

    chooseHeader(hasHeader: boolean): void {
      choose({ hasHeader });
      readNow();
    },

    chooseColumn(at: number, field: ColumnField | null): void {
      choose({ columns: [...withColumn(columns.peek(), at, field)] });
      check();
    },

    /** What every row gets unless it says otherwise. */
    chooseSharedOptions(
      change: Partial<
        Pick<Chosen, 'campaign' | 'channel' | 'pixels' | 'domain' | 'cleanUp' | 'replacesParameters'>
      >,
    ): void {
      choose(change);
      check();
    },

    /**
     * What a preset files under stands in the fields, where it can be changed; with the next choice it goes again.
     *
     * @param id `null` for none
     */
    choosePreset(id: string | null): void {
      choose({ preset: id, presetByItself: false, ...withoutPreset(), ...filedBy(presetOf(id)) });
      check();
    },

    /** Each row gets the preset of its site, else the default. */
    chooseAutoPreset(): void {
      choose({ preset: null, presetByItself: true, ...withoutPreset() });
      check();
    },

    chooseDuplicatePolicy: (change: Partial<DuplicatePolicy>): void => choose(change),

    chooseOneCampaign(change: Partial<Pick<Chosen, 'together' | 'campaignName' | 'slug'>>): void {
      choose(change);
      if (change.together !== undefined) check();
    },

    setFilter(wanted: PreviewFilter): void {
      filter.value = wanted;
    },

    /** The lists or the links of the account have changed. */
    revalidate(): void {
      if (table.peek() !== null && !busy.peek()) check();
    },

    /** Adds the campaigns and channels that the table names and the account lacks, one after the other. */
    async addMissing(): Promise<void> {
      if (busy.peek()) return;
      busy.value = true;
      notice.value = null;
      let count = 0;
      for (const { kind, name } of missing.peek()) {
        const done = await deps.submit({ kind: kind === 'campaign' ? 'add-campaign' : 'add-channel', name });
        if (!done.ok) {
          notice.value = { name: 'not-added', what: name, failure: done.failure };
          break;
        }
        count += 1;
      }
      busy.value = false;
      notice.value ??= { name: 'added', count };
      check();
    },

    /** @returns the bulk's id; `null` when it could not be begun, which has been told then */
    async start(): Promise<string | null> {
      const rows = validatedRows.peek();
      if (rows === null || checking.peek() !== null || busy.peek()) return null;
      const judged = decisions.peek();
      if (!judged.includes('go')) {
        notice.value = { name: 'nothing-left' };
        return null;
      }
      busy.value = true;
      notice.value = null;
      const { together, campaignName } = options.peek();
      const name = (together && campaignName.trim()) || deps.nameOf(rows, file.peek());
      try {
        const { ok, into } = await campaignFor(name);
        if (!ok.ok || (together && into === null)) {
          notice.value = { name: 'not-added', what: name, failure: ok.ok ? null : ok.failure };
          return null;
        }
        const bulk: NewBulk = {
          id: deps.newId(),
          name,
          at: deps.now(),
          rows: rows.map((row, at) => newRow(row, judged[at] ?? 'problem', into)),
          into,
          newId: deps.newId,
        };
        await deps.repository.create(bulk);
        campaignMade = null;
        clear();
        return bulk.id;
      } catch {
        notice.value = { name: 'not-stored' };
        return null;
      } finally {
        busy.value = false;
      }
    },
  };
}

/** Whether there is one that is chosen without anybody's doing. */
export const canAutoSelectPreset = (presets: Presets): boolean =>
  presetByDefault(presets) !== null || presets.list.some(({ sites }) => sites.length > 0);

function filedBy(preset: Preset | null): Partial<Filing> {
  const { campaign, channel, pixels, domain } = preset?.fields ?? {};
  return {
    ...(campaign !== undefined && { campaign }),
    ...(channel !== undefined && { channel }),
    ...(pixels !== undefined && { pixels }),
    ...(domain !== undefined && { domain }),
  };
}

/** Nothing that keeps it from being made, but worth a look. */
export function hasWarnings({ problems, warnings, conflicts }: NumberedRow): boolean {
  return warnings.length > 0 || conflicts.length > 0 || problems.some(({ blocks }) => !blocks);
}

/** As spreadsheets write text files: UTF-8, UTF-16 with its mark, or the western European code page. */
export function decodeTextFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
