/** The links made lately. Arrow keys move between rows, Enter copies. */
import { say } from '../lib/text/say.ts';
import { middleEllipsis, shownAddress } from '../lib/text/middle-ellipsis.ts';
import type { RecentLink } from '../lib/settings/recent-links.ts';

export interface RecentListProps {
  readonly links: readonly RecentLink[];
  /** How long ago a time was, in words. */
  readonly ago: (at: number) => string;
  /** The short address that has just been copied. */
  readonly copied: string;
  readonly onCopy: (shortUrl: string) => void;
}

export function RecentList({ links, ago, copied, onCopy }: RecentListProps) {
  return (
    <ul class="recent" aria-label={say('recent')}>
      {links.map((link) => (
        <li key={link.shortUrl} title={link.address}>
          <button
            type="button"
            aria-label={say('copyLink', shownAddress(link.shortUrl))}
            onClick={() => onCopy(link.shortUrl)}
          >
            <bdi>{shownAddress(link.shortUrl)}</bdi>
          </button>
          <bdi class="about">{middleEllipsis(link.title || shownAddress(link.address), 20)}</bdi>
          <span class="when">{copied === link.shortUrl ? say('copied') : ago(link.at)}</span>
        </li>
      ))}
    </ul>
  );
}
