/** The links created recently. Arrow keys move between rows, Enter copies. */
import type { TargetedKeyboardEvent } from 'preact';
import { t } from '../lib/i18n/t.ts';
import { truncateMiddle, displayUrl } from '../lib/i18n/truncate.ts';
import type { RecentLink } from '../lib/storage/recent-links.ts';

export interface RecentListProps {
  readonly links: readonly RecentLink[];
  /** Text for the age of a link and, where known, its clicks. */
  readonly when: (link: RecentLink) => string;
  /** The short URL that was copied last. */
  readonly copied: string;
  readonly onCopy: (shortUrl: string) => void;
}

export function RecentList({ links, when, copied, onCopy }: RecentListProps) {
  return (
    <ul class="recent" aria-label={t('recent')}>
      {links.map((link) => (
        <li key={link.shortUrl} title={link.address} onKeyDown={move}>
          <button
            type="button"
            aria-label={t('copyLink', displayUrl(link.shortUrl))}
            onClick={() => onCopy(link.shortUrl)}
          >
            <bdi>{displayUrl(link.shortUrl)}</bdi>
          </button>
          <About text={link.title || displayUrl(link.address)} />
          <span class="when">{copied === link.shortUrl ? t('copied') : when(link)}</span>
        </li>
      ))}
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

/** In characters. */
const maxUrlLength = 20;
const headAndSign = 13;

/** In two parts, so that a narrow row shortens only the first with an ellipsis, and the end of the text stays. */
function About({ text }: { readonly text: string }) {
  const shown = truncateMiddle(text, maxUrlLength);
  const points = Array.from(shown);
  return (
    <bdi class="about">
      {shown === text ? (
        text
      ) : (
        <>
          <span>{points.slice(0, headAndSign).join('')}</span>
          <span>{points.slice(headAndSign).join('')}</span>
        </>
      )}
    </bdi>
  );
}
