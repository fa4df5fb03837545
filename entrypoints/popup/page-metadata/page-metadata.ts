/**
 * What the page says of itself, once it was read. That takes a permission of its own, asked for by the press that first
 * needs it; until then the page is left alone.
 */
import { signal } from '@preact/signals';
import { canScript, requestScripting } from '../../../lib/browser/permissions.ts';
import type { PageMetadata } from '../../../lib/page-metadata/parse-metadata.ts';

/** A popup, or a form that is none and has no page. */
export interface HasPage {
  readonly page: { readonly address: string };
}

/** Of the page under this popup; `null` until it was read, and where it can't be. */
const tags = signal<PageMetadata | null>(null);

let allowing: Promise<boolean> | null = null;

/** Browsers open no other pages to a script, and the form's own page has none below it. */
function isReadable({ page }: HasPage): boolean {
  return /^https?:\/\//iu.test(page.address);
}

/** Must be the first thing in a press. */
function allow(over: HasPage): void {
  if (isReadable(over) && !canScript()) allowing = requestScripting().catch(() => false);
}

/** Reads it where that is allowed; asks for nothing. */
async function read(over: HasPage): Promise<PageMetadata | null> {
  if (!isReadable(over) || !(canScript() || (await allowing))) return null;
  const { readPageTags } = await import('./read-page-metadata.ts');
  return (tags.value = await readPageTags(over.page.address));
}

/** A picture that the page names, as a small `data:` address; `null` where the page may not read it. */
async function readPicture({ page }: HasPage, address: string): Promise<string | null> {
  const { readPagePicture } = await import('./read-page-metadata.ts');
  return readPagePicture(page.address, address);
}

export const pageMetadata = { tags, isReadable, allow, read, readPicture };
export type PageMetadataReader = typeof pageMetadata;
