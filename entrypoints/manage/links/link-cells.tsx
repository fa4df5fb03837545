/** The cells of a link's row: title, short and long URL, clicks, date, and "Copy". */
import { HighlightedText } from '../../../components/highlighted-text.tsx';
import { highlightRanges } from '../../../lib/mirror/search/search.ts';
import type { Link } from '../../../lib/api/links.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';

export interface LinkTextsProps {
  readonly link: Link;
  readonly words: readonly string[];
  /** It was found by similar words only. */
  readonly alike: boolean;
  /** Characters that fit into a line. */
  readonly maxLength: number;
}

/** Characters of a text that are searched for matches. */
const maxHighlightedLength = 400;

interface HighlightedProps extends Omit<LinkTextsProps, 'link' | 'maxLength'> {
  readonly text: string;
  readonly length: number;
}

function Highlighted({ text, words, alike, length }: HighlightedProps) {
  return (
    <HighlightedText
      text={text}
      ranges={highlightRanges(text.slice(0, maxHighlightedLength), words, alike)}
      length={length}
    />
  );
}

export function LinkTexts({ link, words, alike, maxLength }: LinkTextsProps) {
  const { title, description } = link;
  const short = displayUrl(link.shortUrl ?? link.alias);
  const long = displayUrl(link.longUrl ?? '');
  const highlight = { words, alike };
  const name = title.trim() === '' ? long : title;
  // A note that matches is shown in place of the long URL.
  const note =
    words.length > 0 && highlightRanges(description.slice(0, maxHighlightedLength), words, alike).length > 0;
  const lengths = { short: Math.min(short.length, Math.max(12, Math.floor(maxLength * 0.5))) };
  return (
    <>
      <bdi class="name">
        <Highlighted text={name} length={maxLength} {...highlight} />
      </bdi>
      <span class="addresses">
        <bdi dir="ltr" class="short">
          <Highlighted text={short} length={lengths.short} {...highlight} />
        </bdi>{' '}
        <bdi dir={note ? 'auto' : 'ltr'} class="note">
          <Highlighted
            text={note ? description : long}
            length={Math.max(12, maxLength - lengths.short - 2)}
            {...highlight}
          />
        </bdi>
      </span>
    </>
  );
}

export interface LinkCellsProps extends LinkTextsProps {
  readonly clicks: number | null;
  readonly copied: boolean;
  readonly onCopy: () => void;
}

export function LinkCells({ clicks, copied, onCopy, ...texts }: LinkCellsProps) {
  const { shortUrl, date } = texts.link;
  return (
    <>
      <div role="gridcell" class="texts">
        <LinkTexts {...texts} />
      </div>
      <div role="gridcell" class="figures">
        <span>{clicks === null ? '' : formatCount('clicks', clicks)}</span>
        <span class="when" title={date ?? undefined}>
          {date?.slice(0, 10)}
        </span>
      </div>
      <div role="gridcell" class="row-acts">
        {shortUrl !== null && (
          // The keyboard uses Ctrl+C on the row.
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('copyLink', displayUrl(shortUrl))}
            onClick={onCopy}
          >
            {t(copied ? 'copied' : 'copy')}
          </button>
        )}
      </div>
    </>
  );
}
