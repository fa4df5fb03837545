import type { Failure } from '../../../lib/api/failure.ts';
import type { ColumnAliases } from '../../../lib/bulk/columns.ts';
import type { ExistingLink, NumberedRow, RowDecision } from '../../../lib/bulk/validate-rows.ts';
import type { AccountLists } from '../../../lib/bulk/account-lookup.ts';
import type { SharedOptions } from '../../../lib/bulk/validate-row.ts';
import type { Presets } from '../../../lib/presets/preset.ts';
import type { LintContext } from '../../../lib/url/lint-url.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { BulkRepository } from './bulk-repository.ts';

export interface ImportDeps {
  readonly repository: Pick<BulkRepository, 'create' | 'loadDraft' | 'storeDraft'>;
  readonly columnMatcher: ColumnAliases;
  readonly lists: () => AccountLists;
  readonly lint: () => LintContext;
  /** The service's offset from UTC in minutes, once it is known. */
  readonly zone: () => number | undefined;
  readonly presets: () => Presets;
  /** The user's defaults for new links. */
  readonly defaults: () => Pick<SharedOptions, 'campaign' | 'channel' | 'pixels'>;
  /** The URL clean-up steps that are enabled in the settings. */
  readonly cleanSteps: () => readonly string[];
  readonly findExisting: (address: string) => Promise<readonly ExistingLink[]>;
  readonly submit: SectionDeps['submit'];
  readonly now: () => number;
  readonly newId: () => string;
  readonly delay: (ms: number) => Promise<unknown>;
  /** The reason why a row is skipped; stored with the row. */
  readonly describeSkip: (row: NumberedRow, decision: RowDecision) => string;
  readonly formatBulkName: (rows: readonly NumberedRow[], file: string) => string;
}

/** Result message of the last action. */
export type ImportNotice =
  | { readonly name: 'too-large' | 'not-readable' | 'not-stored' | 'nothing-left' | 'draft-not-read' }
  | { readonly name: 'tabs'; readonly taken: number; readonly skipped: number }
  | { readonly name: 'added'; readonly count: number }
  | { readonly name: 'not-added'; readonly what: string; readonly failure: Failure | null };

/** Selects the rows of the preview. */
export type PreviewFilter = 'all' | RowDecision | 'doubtful';
