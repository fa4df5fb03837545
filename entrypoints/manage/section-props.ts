/** What a section's component gets. Apart from its dependencies, which the models here are made of. */
import type { FunctionComponent } from 'preact';
import type { BulkSectionState } from './bulk/bulk-section-state.ts';
import type { LinksModel } from './links/links-model.ts';
import type { SectionProps } from './section-deps.ts';

/** The models that outlive their section, which is found as it was left. Each ends with its account. */
interface SectionModels {
  links: LinksModel | null;
  bulk: BulkSectionState | null;
}

/** One object for the page, which its main creates. */
export const createSectionModels = (): SectionModels => ({ links: null, bulk: null });

export interface OpenSectionProps extends SectionProps {
  readonly models: SectionModels;
}

/** A section that needs no model of its own to stay takes `SectionProps`. */
export type SectionComponent = FunctionComponent<OpenSectionProps>;
