import type { ManageModel } from '../model.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { LinksModel } from './links-model.ts';

export interface LinksProps {
  readonly model: LinksModel;
  readonly deps: SectionDeps;
  readonly page: ManageModel;
}
