/**
 * What the page says of itself, once it was read. That takes a permission of its own, asked for by the press that first
 * needs it; until then the page is left alone.
 */
import { signal } from '@preact/signals';
import { mayRead, requestReading } from '../../../lib/browser/permissions.ts';
import type { PageTags } from '../../../lib/page-metadata/parse-metadata.ts';

/** A popup, or a form that is none and has no page. */
export interface Over {
  readonly page: { readonly address: string };
}

/** Of the page under this popup; `null` until it was read, and where it can't be. */
const tags = signal<PageTags | null>(null);

let allowing: Promise<boolean> | null = null;

/** Browsers open no other pages to a script, and the form's own page has none below it. */
function isReadable({ page }: Over): boolean {
  return /^https?:\/\//iu.test(page.address);
}

/** Must be the first thing in a press. */
function allow(over: Over): void {
  if (isReadable(over) && !mayRead()) allowing = requestReading().catch(() => false);
}

/** Reads it where that is allowed; asks for nothing. */
async function read(over: Over): Promise<PageTags | null> {
  if (!isReadable(over) || !(mayRead() || (await allowing))) return null;
  const { readPageTags } = await import('./read-page-metadata.ts');
  return (tags.value = await readPageTags(over.page.address));
}

/** A picture that the page names, as a small `data:` address; `null` where the page may not read it. */
async function readPicture({ page }: Over, address: string): Promise<string | null> {
  const { readPagePicture } = await import('./read-page-metadata.ts');
  return readPagePicture(page.address, address);
}

export const pageLook = { tags, isReadable, allow, read, readPicture };
export type PageLook = typeof pageLook;
