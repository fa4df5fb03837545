/** A section of the page: its component, and its dependencies with what outlives it. */
import type { ReadonlySignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import type { Bulk } from '../../lib/bulk/bulk-job.ts';
import type { BulkSectionState } from './bulk/bulk-section-state.ts';
import type { LinksModel } from './links/links-model.ts';
import type { ManageProps } from './model.ts';
import type { PageDeps } from './page-deps.ts';

export interface SectionDeps extends PageDeps {
  /** The batches that run or are paused, newest first. */
  readonly unfinishedBulks: ReadonlySignal<readonly Bulk[]>;
  /** Models that outlive their section, so that the user finds it as it was left. */
  readonly retained: { links?: LinksModel; bulk?: BulkSectionState };
}

export interface SectionProps extends ManageProps {
  readonly deps: SectionDeps;
}

export type SectionComponent = FunctionComponent<SectionProps>;
