/**
 * A short link as people hand it on: plain, as Markdown, as HTML, with its title, or in their own words. A title comes
 * from any page, so it is brought onto one line and escaped for each format: it may say anything, and do nothing.
 */
import type { CopyPreference } from '../storage/copy-preference.ts';
import { truncateMiddle, displayUrl } from './truncate.ts';

export type CopyFormat = CopyPreference['copyFormat'];
export const copyFormats: readonly CopyFormat[] = ['plain', 'markdown', 'html', 'titled', 'own'];

export interface CopyableLink {
  readonly shortUrl: string;
  /** The address it leads to. */
  readonly url: string;
  /** As the page gave it; may be empty. */
  readonly title: string;
}

/** What goes onto the clipboard: as text, and as markup where a format has any. */
export interface ClipboardContent {
  readonly text: string;
  readonly html?: string;
}

/** The most characters of a title that are copied: the longest that people write is a fraction of it. */
const maxTitleLength = 300;

/** Marks that turn what stands beside them around. Without them a title keeps the direction of its own letters. */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const breaking = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\uFEFF]+/gu;
const halves = /\p{Surrogate}/gu;

/** On one line, without what would act on the text around it. */
export function sanitizeTitle(title: string): string {
  // Cut roughly before anything is looked for: a title may be a megabyte long.
  const rough = title.length > 8 * maxTitleLength ? title.slice(0, 8 * maxTitleLength) : title;
  const line = rough.replace(turning, '').replace(breaking, ' ').replace(halves, '\uFFFD').trim();
  return truncateMiddle(line, maxTitleLength);
}

/** A link's name: its title, or the address it leads to where there is none. */
export function nameOf({ title, url, shortUrl }: CopyableLink): string {
  return sanitizeTitle(title) || sanitizeTitle(displayUrl(url || shortUrl));
}

/** Every character that Markdown reads as more than itself within a link's text; a table's bar and HTML among them. */
export function escapeMarkdown(line: string): string {
  return line.replace(/[\\`*_{}[\]<>()#+!|~&$^=:@]/gu, '\\$&');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}

/** An address that no format's brackets, bars or quotes can end too early. */
export function escapeUrl(address: string): string {
  const whole = address.replace(halves, '\uFFFD');
  return whole.replace(/[\s\p{Cc}()<>[\]|\\"`]/gu, (character) =>
    // Brackets are among the few that `encodeURIComponent` leaves alone.
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  );
}

/** Fills in `{title}`, `{url}` and `{short}` in one pass: what a title says is never filled in itself. */
export function fillTemplate(template: string, link: CopyableLink): string {
  const values: Readonly<Record<string, string>> = {
    '{title}': nameOf(link),
    '{url}': link.url,
    '{short}': link.shortUrl,
  };
  return template.replace(/\{(?:title|url|short)\}/gu, (variable) => values[variable] ?? variable);
}

/** @param template for the person's own format */
export function formatLink(format: CopyFormat, link: CopyableLink, template: string): ClipboardContent {
  switch (format) {
    case 'plain':
      return { text: link.shortUrl };
    case 'markdown':
      return { text: `[${escapeMarkdown(nameOf(link))}](${escapeUrl(link.shortUrl)})` };
    case 'html': {
      const html = `<a href="${escapeHtml(escapeUrl(link.shortUrl))}">${escapeHtml(nameOf(link))}</a>`;
      // Into an editor that takes no markup the source is pasted.
      return { text: html, html };
    }
    case 'titled':
      return { text: `${nameOf(link)}\n${link.shortUrl}` };
    case 'own':
      return { text: fillTemplate(template, link) };
  }
}

/** The address of a mail that tells of the link. */
export function mailAddress(link: CopyableLink): string {
  const name = nameOf(link);
  const body = `${name}\r\n${link.shortUrl.replace(halves, '\uFFFD')}`;
  return `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(body)}`;
}
