/**
 * The address bar: behind the keyword, words search the recent links, and a URL makes one. Enter copies the link that was
 * found instead of opening it: to open it, the user can type the page's own URL. Where none was found, the manage page searches
 * all links for the words.
 */
import { browser } from 'wxt/browser';
import { parseUserUrl } from '../../../lib/url/parse-user-url.ts';
import { escapeHtml } from '../../../lib/copy/copy-formats.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ReusableLink } from '../../../lib/mirror/quick-lookup.ts';
import { triggerFromTab, type Trigger } from './trigger.ts';

/** As many as fit under an address bar. */
const maxSuggestions = 6;

/** Chromium parses a suggestion as XML, Firefox as text; in neither may a title reorder the text beside it. */
function sanitize(text: string): string {
  // Control characters, halves of characters, marks of direction, and what XML has no place for.
  const line = text.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\ufffe\uffff]/gu, ' ');
  return import.meta.env.FIREFOX ? line : escapeHtml(line);
}

/** Firefox shows the content beside it, which is the short URL. */
function describeLink({ shortUrl, title, address }: ReusableLink): string {
  const name = title || displayUrl(address);
  return sanitize(import.meta.env.FIREFOX ? name : `${displayUrl(shortUrl)} · ${name}`);
}

function filterLinks(links: readonly ReusableLink[], text: string): ReusableLink[] {
  const words = text.toLowerCase().split(/\s+/u);
  return links.filter(({ shortUrl, title, address }) => {
    const all = `${shortUrl} ${title} ${address}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** What is typed, and the link that Enter copies. */
function readInput(links: readonly ReusableLink[], text: string) {
  const isUrl = parseUserUrl(text).ok;
  const matches = filterLinks(links, text);
  const found =
    links.find(({ shortUrl }) => shortUrl === text || displayUrl(shortUrl) === text) ??
    // An unchecked link may expire or have a password: it is copied only where the user has named it.
    (isUrl ? undefined : matches.find(({ unchecked }) => !unchecked));
  return { isUrl, matches, found };
}

/** Beside the suggestions: what Enter does. */
function showHint(hint: string): void {
  void browser.omnibox.setDefaultSuggestion({ description: sanitize(hint) });
}

const describeSearch = (hasMatches: boolean): string =>
  t(hasMatches ? 'addressBarSearch' : 'addressBarNoMatch', t('manageLinks'));

export function onOmnibox(deps: {
  /** The newest first. */
  readonly links: () => Promise<readonly ReusableLink[]>;
  readonly shorten: (trigger: Trigger) => void;
  readonly reuse: (address: string, link: ReusableLink, isPrivate: boolean) => Promise<void>;
  /** Opens the page that searches all links; with no text, the page alone. */
  readonly search: (text: string) => Promise<void>;
  readonly report: (error: unknown) => void;
}): void {
  async function enter(text: string): Promise<void> {
    const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
    const trigger = { ...triggerFromTab(tab), address: text, title: '' };
    const { isUrl, found } = readInput(await deps.links(), text);
    if (found) await deps.reuse(found.address, found, trigger.private);
    else if (isUrl) deps.shorten(trigger);
    // Older links, and those of others, are in the mirror. What is typed in a private window stays out of the URL of a tab.
    else await deps.search(trigger.private ? '' : text);
  }

  showHint(t('addressBarHint'));
  browser.omnibox.onInputChanged.addListener((typed, suggest) => {
    const text = typed.trim();
    deps
      .links()
      .then((links) => {
        const { isUrl, matches, found } = readInput(links, text);
        const isSearched = text !== '' && !isUrl && found === undefined;
        showHint(isSearched ? describeSearch(matches.length > 0) : t('addressBarHint'));
        suggest(
          matches
            .slice(0, maxSuggestions)
            .map((link) => ({ content: link.shortUrl, description: describeLink(link) })),
        );
      })
      .catch(deps.report);
  });
  browser.omnibox.onInputEntered.addListener((text) => {
    enter(text.trim()).catch(deps.report);
  });
}
