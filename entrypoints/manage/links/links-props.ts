import type { SectionProps } from '../section-deps.ts';
import type { LinksModel } from './links-model.ts';

export interface LinksProps extends SectionProps {
  readonly model: LinksModel;
}
