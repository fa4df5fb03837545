import type { delay } from '../../../lib/time/delay.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { storeTargetNames } from './store-target-names.ts';

export type LinksDeps = Pick<
  SectionDeps,
  'scope' | 'view' | 'item' | 'now' | 'read' | 'mirror' | 'sync' | 'copy'
> & {
  readonly delay: typeof delay;
  /** Called with every link that was fetched with all of its fields. */
  readonly storeTargetNames: typeof storeTargetNames;
};
