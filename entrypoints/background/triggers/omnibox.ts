/**
 * The address bar: behind the keyword, words find links among what is kept, and an address makes one. Enter copies what
 * was found: whoever wants to go there has the page's own address.
 */
import { browser } from 'wxt/browser';
import { readAddress } from '../../../lib/url/parse-user-url.ts';
import { shownAddress } from '../../../lib/i18n/truncate.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { KeptLink } from '../../../lib/mirror/quick-lookup.ts';
import { actOn, type Act } from './context-menu.ts';

/** As many as fit under an address bar. */
const shownLinks = 6;

/** Chromium reads a suggestion as XML, Firefox as text; in neither may a title turn what stands beside it around. */
function plain(text: string): string {
  // Control characters, halves of characters, marks of direction, and what XML has no place for.
  const line = text.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\ufffe\uffff]/gu, ' ');
  return import.meta.env.FIREFOX ? line : line.replaceAll(/[&<>"']/gu, (sign) => `&#${sign.charCodeAt(0)};`);
}

function fit(links: readonly KeptLink[], text: string): KeptLink[] {
  const words = text.toLowerCase().split(/\s+/u);
  return links.filter(({ shortUrl, title, address }) => {
    const all = `${shortUrl} ${title} ${address}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

export function onAddressBar(parts: {
  /** The newest first. */
  readonly links: () => Promise<readonly KeptLink[]>;
  readonly shorten: (act: Act) => void;
  readonly handOut: (address: string, link: KeptLink, unseen: boolean) => Promise<void>;
  readonly report: (error: unknown) => void;
}): void {
  async function enter(text: string): Promise<void> {
    const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
    const act = { ...actOn(tab), address: text, title: '' };
    const links = await parts.links();
    const found =
      links.find(({ shortUrl }) => shortUrl === text || shownAddress(shortUrl) === text) ??
      (readAddress(text).ok ? undefined : fit(links, text)[0]);
    if (found) await parts.handOut(found.address, found, act.private);
    else parts.shorten(act);
  }

  void browser.omnibox.setDefaultSuggestion({ description: plain(say('addressBarHint')) });
  browser.omnibox.onInputChanged.addListener((text, suggest) => {
    parts
      .links()
      .then((links) =>
        suggest(
          fit(links, text.trim())
            .slice(0, shownLinks)
            .map(({ shortUrl, title, address }) => ({
              content: shortUrl,
              description: plain(`${shownAddress(shortUrl)} · ${title || shownAddress(address)}`),
            })),
        ),
      )
      .catch(parts.report);
  });
  browser.omnibox.onInputEntered.addListener((text) => {
    enter(text.trim()).catch(parts.report);
  });
}
