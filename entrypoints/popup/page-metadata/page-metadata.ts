/**
 * Reads the metadata of the page under the popup. That takes a permission, which the first press that needs it requests;
 * until then the page is not touched.
 */
import type { Signal } from '@preact/signals';
import { canScript, requestScripting } from '../../../lib/browser/permissions.ts';
import type { PageMetadata } from '../../../lib/page-metadata/parse-metadata.ts';

export interface PageMetadataState {
  /** `null` until the page has been read, and if it can't be. */
  readonly tags: Signal<PageMetadata | null>;
  /** The request for the permission to read the page, if there was one. */
  permission: Promise<boolean> | null;
}

export interface HasPage {
  /** The link page's URL is empty. */
  readonly page: { readonly address: string };
  readonly pageMetadata: PageMetadataState;
}

/** Browsers allow scripts in web pages only; the link page has no page under it. */
function isReadable({ page }: Pick<HasPage, 'page'>): boolean {
  return /^https?:\/\//iu.test(page.address);
}

/** Must be the first call in a press: browsers grant the permission only there. */
function allow(popup: HasPage): void {
  // A prompt that fails grants nothing.
  if (isReadable(popup) && !canScript())
    popup.pageMetadata.permission = requestScripting().catch(() => false);
}

/** Reads the page if that is allowed; requests no permission. */
async function read(popup: HasPage): Promise<PageMetadata | null> {
  const { page, pageMetadata: state } = popup;
  if (!isReadable(popup) || !(canScript() || (await state.permission))) return null;
  const { readPageTags } = await import('./read-page-metadata.ts');
  return (state.tags.value = await readPageTags(page.address));
}

/** A picture of the page as a small `data:` URL; `null` if the page may not read it. */
async function readPicture({ page }: Pick<HasPage, 'page'>, address: string): Promise<string | null> {
  const { readPagePicture } = await import('./read-page-metadata.ts');
  return readPagePicture(page.address, address);
}

export const pageMetadataReader = { isReadable, allow, read, readPicture };
export type PageMetadataReader = typeof pageMetadataReader;
