/**
 * Formats of a copied short link: plain, Markdown, HTML, with its title, or the user's own template. A title is
 * untrusted text of a page, so it is put on one line and escaped for each format.
 */
import type { CopyPreference } from '../storage/copy-preference.ts';
import type { MessageName } from '../i18n/t.ts';
import { truncateMiddle, displayUrl } from '../i18n/truncate.ts';

export type CopyFormat = CopyPreference['copyFormat'];
export const copyFormats: readonly CopyFormat[] = ['plain', 'markdown', 'html', 'titled', 'own'];
export const copyFormatNames = {
  plain: 'copyPlain',
  markdown: 'markdown',
  html: 'copyHtml',
  titled: 'copyTitled',
  own: 'copyTemplate',
} as const satisfies Record<CopyFormat, MessageName>;

export interface CopyableLink {
  readonly shortUrl: string;
  /** The destination. */
  readonly url: string;
  /** The title of the page; may be empty. */
  readonly title: string;
}

interface ClipboardContent {
  readonly text: string;
  readonly html?: string;
}

/** Characters of a copied title: real titles are a fraction of it. */
const maxTitleLength = 300;

/** Bidirectional controls, which could reorder the text around a title. */
const bidiControls = /\p{Bidi_Control}/gu;
const breaking = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\uFEFF]+/gu;

/** On one line, without characters that affect the text around it. */
export function sanitizeTitle(title: string): string {
  // Cut roughly before the regular expressions run: a title may be a megabyte long.
  const rough = title.length > 8 * maxTitleLength ? title.slice(0, 8 * maxTitleLength) : title;
  const line = rough.replace(bidiControls, '').replace(breaking, ' ').toWellFormed().trim();
  return truncateMiddle(line, maxTitleLength);
}

/** The title of a link, or its destination without one. */
export function nameOf({ title, url, shortUrl }: CopyableLink): string {
  return sanitizeTitle(title) || sanitizeTitle(displayUrl(url || shortUrl));
}

/** Escapes what would not be text in a link's text: brackets, emphasis, code, HTML and entities. */
export function escapeMarkdown(line: string): string {
  return line.replace(/[\\`*_[\]<]|&(?=#?[a-z0-9]+;)/giu, '\\$&');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}

/** Encodes characters that could end a URL early in one of the formats. */
export function escapeUrl(address: string): string {
  return address.toWellFormed().replace(/[\s\p{Cc}()<>[\]|\\"`]/gu, (character) =>
    // `encodeURIComponent` does not encode parentheses.
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  );
}

/** Replaces `{title}`, `{url}` and `{short}` in one pass, so that variables within a title are not replaced. */
export function fillTemplate(template: string, link: CopyableLink): string {
  const values: Readonly<Record<string, string>> = {
    '{title}': nameOf(link),
    '{url}': link.url,
    '{short}': link.shortUrl,
  };
  return template.replace(/\{(?:title|url|short)\}/gu, (variable) => values[variable] ?? variable);
}

/** @param template of the user's own format */
export function formatLink(format: CopyFormat, link: CopyableLink, template: string): ClipboardContent {
  switch (format) {
    case 'plain':
      return { text: link.shortUrl };
    case 'markdown':
      return { text: `[${escapeMarkdown(nameOf(link))}](${escapeUrl(link.shortUrl)})` };
    case 'html': {
      const html = `<a href="${escapeHtml(escapeUrl(link.shortUrl))}">${escapeHtml(nameOf(link))}</a>`;
      // Plain-text editors get the HTML source.
      return { text: html, html };
    }
    case 'titled':
      return { text: `${nameOf(link)}\n${link.shortUrl}` };
    case 'own':
      return { text: fillTemplate(template, link) };
  }
}

/** A `mailto:` URL that shares the link. */
export function mailtoUrl(link: CopyableLink): string {
  const name = nameOf(link);
  const body = `${name}\r\n${link.shortUrl.toWellFormed()}`;
  return `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(body)}`;
}
