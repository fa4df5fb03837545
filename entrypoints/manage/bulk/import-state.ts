/** The state of an import: its text, and the rows that are parsed and validated from it. */
import { computed, signal, type Signal } from '@preact/signals';
import type { Failure } from '../../../lib/api/failure.ts';
import type { AccountLists } from '../../../lib/bulk/account-lookup.ts';
import { guessColumns, type ColumnMatcher, type Columns } from '../../../lib/bulk/columns.ts';
import { parseTable, type Table } from '../../../lib/bulk/parse-table.ts';
import {
  isSent,
  decideRow,
  validateRows,
  type DuplicatePolicy,
  type ExistingLink,
  type ReviewedRow,
  type RowDecision,
} from '../../../lib/bulk/validate-rows.ts';
import { aliasSuffixes } from '../../../lib/bulk/url-suffix.ts';
import type { delay } from '../../../lib/time/delay.ts';
import type { LintContext } from '../../../lib/url/lint-url.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { BulkRepository } from './bulk-repository.ts';
import {
  initialOptions,
  toSharedOptions,
  type ImportOptions,
  type ImportOptionsDeps,
} from './import-options.ts';
import { blockingName } from './unmatched-names.ts';

export interface ImportDeps extends ImportOptionsDeps {
  readonly repository: Pick<BulkRepository, 'create' | 'loadDraft' | 'prepareDraft' | 'storeDraft'>;
  readonly columnMatcher: ColumnMatcher;
  readonly lists: () => AccountLists;
  readonly lint: () => LintContext;
  /** The service's offset from UTC in minutes, once it is known. */
  readonly utcOffset: () => number | undefined;
  readonly findExisting: (address: string) => Promise<readonly ExistingLink[]>;
  /** The service's address; empty until it is known. */
  readonly site: () => string;
  readonly findTaken: (
    shortUrls: ReadonlySet<string>,
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, string>>;
  readonly submit: SectionDeps['submit'];
  readonly now: () => number;
  readonly newId: () => string;
  readonly delay: typeof delay;
}

export type ImportNotice =
  | {
      readonly name:
        'too-large' | 'not-readable' | 'not-stored' | 'no-rows-ready' | 'draft-not-read' | 'name-too-long';
    }
  | { readonly name: 'not-started'; readonly failure: Failure }
  | { readonly name: 'tabs'; readonly added: number; readonly skipped: number }
  | { readonly name: 'creating'; readonly what: string }
  | { readonly name: 'added'; readonly count: number }
  | { readonly name: 'not-added'; readonly what: string; readonly failure: Failure | null };

/** The rows to create are shown apart from those of them that have warnings. */
export type ReviewStatus = 'ready' | 'warning' | Exclude<RowDecision, 'go' | 'add'>;

/** Selects the rows of the preview; the numbers of the others add up to that of all. */
export type PreviewFilter = 'all' | ReviewStatus;

/** Ms after the last keystroke. */
const parseDebounceMs = 300;

/** An import as far as its rows: text → table → columns → validated rows. */
export class ImportState {
  readonly text = signal('');
  /** The name of the file that the text was read from; empty for none. */
  readonly file = signal('');
  readonly options: Signal<ImportOptions>;
  /** A typed name that keeps the bulk from being started. */
  readonly blockingName = computed(() => blockingName(this.options.value));
  readonly table = signal<Table | null>(null);
  /** The text that `table` was parsed from. Nothing is known yet about passwords in any other. */
  readonly parsedText = signal('');
  readonly columns = computed((): Columns => {
    const { value: table } = this.table;
    if (table === null) return [];
    const own = this.options.value.columns;
    return own?.length === table.names.length ? own : guessColumns(table, this.deps.columnMatcher);
  });
  readonly hasPasswords = computed(() => this.columns.value.includes('password'));
  /** Words after the URLs of a list that may be their aliases; `null` for none. */
  readonly aliasSuffixes = computed(
    () => this.table.value && aliasSuffixes(this.table.value, this.parsedText.peek()),
  );
  readonly validatedRows = signal<readonly ReviewedRow[] | null>(null);
  readonly rows = computed(() => this.validatedRows.value ?? []);
  /** Number of rows validated so far; `null` when no validation runs. */
  readonly checking = signal<number | null>(null);
  /** Existing links could not be read for some of the rows, which count as new. */
  readonly isMirrorUnread = signal(false);
  readonly decisions = computed(() => {
    const { twice, exists, together } = this.options.value;
    // A link belongs to one campaign, so the new campaign needs its own link for an existing URL.
    const policy: DuplicatePolicy = { twice, exists: together ? 'make' : exists };
    return this.rows.value.map((row) => decideRow(row, policy));
  });
  /** How many URLs that would be sent the clean-up steps change, or would. */
  readonly cleanableCount = computed(
    () => this.rows.value.filter((row, n) => row.isCleanable && isSent(this.decisions.value[n])).length,
  );
  readonly statuses = computed(() => {
    const { value: decisions } = this.decisions;
    return this.rows.value.map((row, index) => reviewStatusOf(row, decisions[index] ?? 'problem'));
  });
  readonly counts = computed(() => countRows(this.decisions.value, this.statuses.value));
  /** Names in the table that the account does not have. */
  readonly missing = computed(() => missingRecords(this.rows.value));
  readonly filter = signal<PreviewFilter>('all');
  /** Of the visible rows, from 0. */
  readonly page = signal(0);
  readonly visibleIndexes = computed(() => {
    const { value: filter } = this.filter;
    return this.statuses.value.flatMap((one, index) => (filter === 'all' || filter === one ? [index] : []));
  });
  readonly notice = signal<ImportNotice | null>(null);
  readonly busy = signal(false);

  protected readonly deps: ImportDeps;
  #lastParse = 0;
  #validation = new AbortController();

  constructor(deps: ImportDeps) {
    this.deps = deps;
    this.options = signal(initialOptions(deps));
  }

  parseNow(): void {
    this.#lastParse += 1;
    this.parse();
  }

  protected async parseDebounced(): Promise<void> {
    const request = ++this.#lastParse;
    // The validated rows no longer belong to the text.
    this.checking.value ??= 0;
    await this.deps.delay(parseDebounceMs);
    if (request === this.#lastParse) this.parse();
  }

  protected parse(): void {
    const { separator, hasHeader } = this.options.peek();
    const text = this.text.peek();
    this.parsedText.value = text;
    const format = { separator, hasHeader, isTable: this.file.peek() !== '' };
    // A review of the same rows, after a sync or a choice, leaves the page where it is.
    this.page.value = 0;
    this.table.value = text.trim() === '' ? null : parseTable(text, format, this.deps.columnMatcher.isName);
    void this.validate();
  }

  /** Validates all rows, a few at a time. One that still runs is aborted. */
  async validate(): Promise<void> {
    this.#validation.abort();
    const run = (this.#validation = new AbortController());
    const table = this.table.peek();
    this.checking.value = table && 0;
    this.isMirrorUnread.value = false;
    const rows =
      table && (await this.#validateRows(table, run.signal).catch(() => this.validatedRows.peek()));
    if (run.signal.aborted) return;
    this.validatedRows.value = rows;
    this.checking.value = null;
  }

  #validateRows({ rows, separator }: Table, signal: AbortSignal): Promise<readonly ReviewedRow[] | null> {
    const { deps } = this;
    const options = this.options.peek();
    const context = {
      // All rows go into one new campaign, so a campaign column does not count.
      columns: this.columns.peek().map((field) => (options.together && field === 'campaign' ? null : field)),
      isList: separator === 'list',
      forAll: toSharedOptions(options, deps),
      lint: deps.lint(),
      now: new Date(deps.now()),
      utcOffset: deps.utcOffset(),
    };
    return validateRows(rows, context, {
      lists: deps.lists(),
      known: (address) =>
        deps.findExisting(address).catch(() => {
          if (!signal.aborted) this.isMirrorUnread.value = true;
          return [];
        }),
      site: deps.site(),
      // Without the mirror, the service says it.
      findTaken: (shortUrls) => deps.findTaken(shortUrls, signal).catch(() => new Map<string, string>()),
      delay: deps.delay,
      onProgress: (count) => {
        if (!signal.aborted) this.checking.value = count;
      },
      signal,
    });
  }
}

function countRows(decisions: readonly RowDecision[], statuses: readonly ReviewStatus[]) {
  const count = (wanted: RowDecision) => decisions.filter((decision) => decision === wanted).length;
  const [go, add] = [count('go'), count('add')];
  const counts = { all: decisions.length, go, add, ready: 0, warning: 0, problem: 0, twice: 0, exists: 0 };
  for (const status of statuses) counts[status] += 1;
  return counts;
}

function missingRecords(rows: readonly ReviewedRow[]) {
  const records = new Map<string, ReviewedRow['missing'][number]>();
  for (const record of rows.flatMap(({ missing }) => missing)) {
    const key = `${record.kind} ${record.name.toLowerCase()}`;
    if (!records.has(key)) records.set(key, record);
  }
  return [...records.values()];
}

/** A row with warnings can be sent, but deserves a second look. */
function reviewStatusOf({ problems, warnings, conflicts }: ReviewedRow, decision: RowDecision): ReviewStatus {
  if (decision === 'add') return 'exists';
  if (decision !== 'go') return decision;
  const hasWarnings = warnings.length > 0 || conflicts.length > 0 || problems.some(({ blocks }) => !blocks);
  return hasWarnings ? 'warning' : 'ready';
}
