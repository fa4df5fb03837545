/**
 * Services that take a link by an address of their own, in a tab that the person opens: nothing of theirs is loaded
 * here, and nothing goes to them before. A title comes from any page: in a query it may say anything, and do nothing.
 */
import { nameOf, type CopyableLink } from './copy-formats.ts';

export interface ShareService {
  /** As it calls itself, in every language. */
  readonly name: string;
  readonly address: (link: CopyableLink) => string;
}

/** Lone halves of a character become its sign for that. Not all of them read `+` as a space. */
function withQuery(place: string, values: Readonly<Record<string, string>>): string {
  return `${place}?${new URLSearchParams(values).toString().replaceAll('+', '%20')}`;
}

export const shareServices: readonly ShareService[] = [
  {
    name: 'WhatsApp',
    address: (link) => withQuery('https://wa.me/', { text: `${nameOf(link)}\n${link.shortUrl}` }),
  },
  {
    name: 'Telegram',
    address: (link) => withQuery('https://t.me/share/url', { url: link.shortUrl, text: nameOf(link) }),
  },
  {
    // It reads the title from the page.
    name: 'LinkedIn',
    address: ({ shortUrl }) =>
      withQuery('https://www.linkedin.com/sharing/share-offsite/', { url: shortUrl }),
  },
  {
    name: 'X',
    address: (link) => withQuery('https://x.com/intent/post', { url: link.shortUrl, text: nameOf(link) }),
  },
];
