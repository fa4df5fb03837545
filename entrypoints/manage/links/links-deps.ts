import type { LinkDetails } from '../../../lib/api/link-details.ts';
import type { PageDeps } from '../page-deps.ts';

export type LinksDeps = Pick<
  PageDeps,
  'scope' | 'view' | 'item' | 'now' | 'read' | 'mirror' | 'sync' | 'copy'
> & {
  readonly delay: (ms: number) => Promise<unknown>;
  /** Called with every link that was fetched with all of its fields. */
  readonly learn: (link: LinkDetails, scope: string) => Promise<void>;
};
