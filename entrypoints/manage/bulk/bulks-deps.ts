import type { ReadonlySignal } from '@preact/signals';
import type { BulkRow } from '../../../lib/bulk/bulk-job.ts';
import type { Campaign } from '../../../lib/api/campaigns.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import type { BulkRepository } from './bulk-repository.ts';

export interface BulksDeps {
  readonly repository: Omit<BulkRepository, 'create' | 'loadDraft' | 'storeDraft'>;
  /** The id of the open bulk; empty for none. */
  readonly openId: ReadonlySignal<string>;
  readonly view: ReadonlySignal<ActivityView | null>;
  readonly delay: (ms: number) => Promise<unknown>;
  /** Calls back with every change of a bulk. @returns unsubscribes */
  readonly onChange: (changed: () => void) => () => void;
  readonly copy: (text: string) => Promise<boolean>;
  readonly save: (name: string, content: Blob) => void;
  /** The page is visible and has the focus. */
  readonly isVisible: () => boolean;
  /** @returns `null` where the campaign can't be found */
  readonly findCampaign: (id: string) => Promise<Campaign | null>;
  readonly format: ResultFormats;
}

export interface ResultFormats {
  readonly csv: (rows: readonly BulkRow[]) => Blob;
  readonly markdown: (rows: readonly BulkRow[]) => string;
  readonly text: (rows: readonly BulkRow[]) => string;
}

/** Result message of the last action. */
export type BulksNotice =
  | { readonly name: 'copied' | 'copy-failed' | 'saved' | 'failed' | 'removed' | 'on-its-way' }
  | { readonly name: 'again'; readonly count: number }
  | { readonly name: 'address-copied'; readonly address: string };
