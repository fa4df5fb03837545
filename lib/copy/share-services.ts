/**
 * Services that accept a link in the URL of a tab that the user opens: nothing of theirs is loaded here, and nothing
 * is sent to them before. A title is untrusted text of a page, and is encoded in the query.
 */
import { nameOf, type CopyableLink } from './copy-formats.ts';

interface ShareService {
  /** The brand name, in every language. */
  readonly name: string;
  readonly address: (link: CopyableLink) => string;
}

/** `URLSearchParams` replaces lone surrogates. Not every service decodes `+` as a space. */
function withQuery(base: string, values: Readonly<Record<string, string>>): string {
  return `${base}?${new URLSearchParams(values).toString().replaceAll('+', '%20')}`;
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
