/** The links created recently. Arrow keys move between rows, Enter copies. */
import { Check, Copy } from 'lucide';
import type { TargetedKeyboardEvent } from 'preact';
import { t } from '../lib/i18n/t.ts';
import { displayUrl, truncateMiddle } from '../lib/i18n/truncate.ts';
import type { RecentLink } from '../lib/storage/recent-links.ts';
import { Icon } from './icon.tsx';

/** In characters; the row shows fewer, and ends with an ellipsis. */
const maxTitleLength = 80;

interface RecentListProps {
  readonly links: readonly RecentLink[];
  /** Texts for the age of a link and its clicks; empty where they are not known. */
  readonly describe: (link: RecentLink) => RecentMeta;
  /** The short URL that was copied last. */
  readonly copied: string;
  readonly onCopy: (shortUrl: string) => void;
}

export interface RecentMeta {
  readonly age: string;
  readonly clicks: string;
}

export function RecentList({ links, describe, copied, onCopy }: RecentListProps) {
  return (
    <ul class="recent" aria-label={t('recent')}>
      {links.map((link) => {
        const { age, clicks } = describe(link);
        return (
          <li key={link.shortUrl} title={link.address} onKeyDown={move}>
            <button
              type="button"
              aria-label={t('copyLink', displayUrl(link.shortUrl))}
              onClick={() => onCopy(link.shortUrl)}
            >
              <bdi dir="ltr">{displayUrl(link.shortUrl)}</bdi>
            </button>
            <p class="about">
              {age && <span class="when">{age} · </span>}
              <bdi>{truncateMiddle(link.title || displayUrl(link.address), maxTitleLength)}</bdi>
            </p>
            {copied === link.shortUrl ? (
              <span class="copied">
                <Icon of={Check} />
                {t('copied')}
              </span>
            ) : (
              <>
                <span class="clicks">{clicks}</span>
                {/* The row's button says it to a screen reader. */}
                <span class="hover" aria-hidden="true">
                  <Icon of={Copy} />
                  {t('copy')}
                </span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Not in a deferred module: the keys must work from the first paint on. */
function move(event: TargetedKeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  event.preventDefault();
  (key === 'ArrowDown' ? currentTarget.nextElementSibling : currentTarget.previousElementSibling)
    ?.querySelector('button')
    ?.focus();
}
