import { signal, type Signal } from '@preact/signals';
import type { PageMetadata } from '../../../lib/page-metadata/parse-metadata.ts';

export interface PageMetadataState {
  /** `null` until the page has been read, and if it can't be. */
  readonly tags: Signal<PageMetadata | null>;
  /** The request for the permission to read the page, if there was one. */
  permission: Promise<boolean> | null;
}

export function createPageMetadataState(): PageMetadataState {
  return { tags: signal(null), permission: null };
}
