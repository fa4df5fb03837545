/**
 * The metadata of the page under the popup. Reading it takes a permission, which the first press that needs it requests;
 * until then the page is not touched.
 */
import { signal } from '@preact/signals';
import { canScript, requestScripting } from '../../../lib/browser/permissions.ts';
import type { PageMetadata } from '../../../lib/page-metadata/parse-metadata.ts';

/** The popup, or the link page, whose URL is empty. */
export interface HasPage {
  readonly page: { readonly address: string };
}

/** `null` until the page has been read, and if it can't be. */
const tags = signal<PageMetadata | null>(null);

let allowing: Promise<boolean> | null = null;

/** Browsers allow scripts in web pages only; the link page has no page under it. */
function isReadable({ page }: HasPage): boolean {
  return /^https?:\/\//iu.test(page.address);
}

/** Must be the first call in a press: browsers grant the permission only there. */
function allow(over: HasPage): void {
  if (isReadable(over) && !canScript()) allowing = requestScripting().catch(() => false);
}

/** Reads the page if that is allowed; requests no permission. */
async function read(over: HasPage): Promise<PageMetadata | null> {
  if (!isReadable(over) || !(canScript() || (await allowing))) return null;
  const { readPageTags } = await import('./read-page-metadata.ts');
  return (tags.value = await readPageTags(over.page.address));
}

/** A picture of the page as a small `data:` URL; `null` if the page may not read it. */
async function readPicture({ page }: HasPage, address: string): Promise<string | null> {
  const { readPagePicture } = await import('./read-page-metadata.ts');
  return readPagePicture(page.address, address);
}

export const pageMetadata = { tags, isReadable, allow, read, readPicture };
export type PageMetadataReader = typeof pageMetadata;
