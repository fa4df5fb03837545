/** An import: what its models depend on, its signals, and the values computed from them. */
import { computed, signal } from '@preact/signals';
import type { Failure } from '../../../lib/api/failure.ts';
import type { AccountLists } from '../../../lib/bulk/account-lookup.ts';
import { guessColumns, type ColumnMatcher, type Columns } from '../../../lib/bulk/columns.ts';
import type { Table } from '../../../lib/bulk/parse-table.ts';
import {
  decideRow,
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
import type { ImportOptions, ImportOptionsDeps } from './import-options.ts';
import { blockingName } from './unmatched-names.ts';

export interface ImportDeps extends ImportOptionsDeps {
  readonly repository: Pick<BulkRepository, 'create' | 'loadDraft' | 'prepareDraft' | 'storeDraft'>;
  readonly columnMatcher: ColumnMatcher;
  readonly lists: () => AccountLists;
  readonly lint: () => LintContext;
  /** The service's offset from UTC in minutes, once it is known. */
  readonly zone: () => number | undefined;
  readonly findExisting: (address: string) => Promise<readonly ExistingLink[]>;
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
export type ReviewStatus = 'ready' | 'warning' | Exclude<RowDecision, 'go'>;

/** Selects the rows of the preview; the numbers of the others add up to that of all. */
export type PreviewFilter = 'all' | ReviewStatus;

export type ImportState = ReturnType<typeof createImportState>;

export function createImportState(columnMatcher: ColumnMatcher, initial: ImportOptions) {
  const options = signal<ImportOptions>(initial);
  const table = signal<Table | null>(null);
  const validatedRows = signal<readonly ReviewedRow[] | null>(null);
  const filter = signal<PreviewFilter>('all');

  const rows = computed(() => validatedRows.value ?? []);
  const columns = computed((): Columns => {
    const parsed = table.value;
    if (parsed === null) return [];
    const own = options.value.columns;
    return own?.length === parsed.names.length ? own : guessColumns(parsed, columnMatcher);
  });
  /** A link belongs to one campaign, so the new campaign needs its own link for an existing URL. */
  const duplicatePolicy = computed((): DuplicatePolicy =>
    options.value.together ? { ...options.value, exists: 'make' } : options.value,
  );
  const decisions = computed(() => rows.value.map((row) => decideRow(row, duplicatePolicy.value)));

  /** The text that `table` was parsed from. Nothing is known yet about passwords in any other. */
  const parsedText = signal('');

  return {
    text: signal(''),
    file: signal(''),
    options,
    blockingName: computed(() => blockingName(options.value)),
    table,
    columns,
    parsedText,
    /** Words after the URLs of a list that may be their aliases; `null` for none. */
    aliasSuffixes: computed(() => table.value && aliasSuffixes(table.value, parsedText.peek())),
    validatedRows,
    rows,
    /** Existing links could not be read for some of the rows, which count as new. */
    isMirrorUnread: signal(false),
    /** Number of rows validated so far; `null` when no validation runs. */
    checking: signal<number | null>(null),
    decisions,
    counts: computed(() => countDecisions(rows.value, decisions.value)),
    /** Names in the table that the account does not have. */
    missing: computed(() => missingRecords(rows.value)),
    filter,
    visibleIndexes: computed(() => filterRows(rows.value, decisions.value, filter.value)),
    notice: signal<ImportNotice | null>(null),
    busy: signal(false),
    /** The stored draft has been loaded, or there is none. */
    ready: signal(false),
    hasPasswords: computed(() => columns.value.includes('password')),
  };
}

function countDecisions(rows: readonly ReviewedRow[], decisions: readonly RowDecision[]) {
  const counts = { all: decisions.length, go: 0, ready: 0, warning: 0, problem: 0, twice: 0, exists: 0 };
  for (const [index, row] of rows.entries()) {
    const decision = decisions[index];
    if (decision === undefined) continue;
    counts[decision] += 1;
    if (decision === 'go') counts[reviewStatusOf(row, decision)] += 1;
  }
  return counts;
}

function missingRecords(rows: readonly ReviewedRow[]) {
  const records = new Map<string, ReviewedRow['missing'][number]>();
  for (const row of rows)
    for (const record of row.missing) {
      const key = `${record.kind} ${record.name.toLowerCase()}`;
      if (!records.has(key)) records.set(key, record);
    }
  return [...records.values()];
}

function filterRows(
  rows: readonly ReviewedRow[],
  decisions: readonly RowDecision[],
  filter: PreviewFilter,
): readonly number[] {
  return [...rows.entries()].flatMap(([index, row]) => {
    const decision = decisions[index];
    return filter === 'all' || (decision !== undefined && reviewStatusOf(row, decision) === filter)
      ? [index]
      : [];
  });
}

export function reviewStatusOf(row: ReviewedRow, decision: RowDecision): ReviewStatus {
  if (decision !== 'go') return decision;
  return hasWarnings(row) ? 'warning' : 'ready';
}

/** The row can be sent, but deserves a second look. */
function hasWarnings({ problems, warnings, conflicts }: ReviewedRow): boolean {
  return warnings.length > 0 || conflicts.length > 0 || problems.some(({ blocks }) => !blocks);
}
