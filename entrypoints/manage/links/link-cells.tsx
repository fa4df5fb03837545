/** The cells of a link's row: monogram, short link, title and destination, clicks, date, and "Copy". */
import { Check, Copy } from 'lucide';
import { HighlightedText } from '../../../components/highlighted-text.tsx';
import { Button } from '../../../components/button.tsx';
import { highlightRanges } from '../../../lib/mirror/search/search.ts';
import type { Link } from '../../../lib/api/links.ts';
import type { TextRange } from '../../../lib/text/normalize-text.ts';
import { displayUrl, monogramOf } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatServiceDay } from '../../../lib/i18n/service-time.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';

interface LinkTextsProps {
  readonly link: Link;
  readonly words: readonly string[];
  /** It was found by similar words only. */
  readonly isFuzzy: boolean;
}

/** Characters of a text that are searched for matches. */
const maxHighlightedLength = 400;
/** In characters: a domain that is not longer is never cut. A longer one gives way before the alias does. */
const maxWholeDomain = 9;
/** In characters, so that a match stays in sight; the style sheet cuts what does not fit into the row. */
const maxLengths = { domain: 60, alias: 60, title: 80, destination: 60 };

export function LinkTexts({ link, ...highlight }: LinkTextsProps) {
  return (
    <>
      <ShortText {...highlight} text={displayUrl(link.shortUrl ?? link.alias)} />
      <TitleAndHost {...highlight} link={link} />
    </>
  );
}

type Highlight = Omit<LinkTextsProps, 'link'>;

const rangesOf = (text: string, { words, isFuzzy }: Highlight): TextRange[] =>
  highlightRanges(text.slice(0, maxHighlightedLength), words, isFuzzy);

/** The part of `ranges` between two positions, counted from the first. */
const rangesWithin = (ranges: readonly TextRange[], start: number, end: number): TextRange[] =>
  ranges
    .filter(({ from, to }) => from < end && to > start)
    .map(({ from, to }) => ({ from: Math.max(from, start) - start, to: Math.min(to, end) - start }));

/**
 * The alias stands out, since the domain is the same for most links. The slash is apart from the domain, so that it stays
 * where the domain is cut.
 */
function ShortText({ text, ...highlight }: Highlight & { readonly text: string }) {
  const at = text.lastIndexOf('/') + 1;
  const ranges = rangesOf(text, highlight);
  const part = (start: number, end: number, length: number) => (
    <HighlightedText
      text={text.slice(start, end)}
      ranges={rangesWithin(ranges, start, end)}
      length={length}
    />
  );
  return (
    <bdi dir="ltr" class="short one-line">
      {at > 0 && (
        <>
          <span class={at - 1 > maxWholeDomain ? 'long-domain' : undefined}>
            {part(0, at - 1, maxLengths.domain)}
          </span>
          <span>{part(at - 1, at, 1)}</span>
        </>
      )}
      <strong>{part(at, text.length, maxLengths.alias)}</strong>
    </bdi>
  );
}

/** The title and the host; in place of the host another field that matches. */
function TitleAndHost({ link: { title, longUrl, description }, ...highlight }: LinkTextsProps) {
  const long = displayUrl(longUrl ?? '');
  const host = /^[^/?#]*/u.exec(long)?.[0] ?? '';
  const isUntitled = title.trim() === '';
  const name = isUntitled ? long : title;
  const second = [description, host, long].find((text) => rangesOf(text, highlight).length > 0) ?? host;
  return (
    <span class="hint one-line">
      <bdi class="name">
        <HighlightedText text={name} ranges={rangesOf(name, highlight)} length={maxLengths.title} />
      </bdi>
      {second !== '' && (!isUntitled || second === description) && (
        <>
          {' · '}
          <bdi dir={second === description ? 'auto' : 'ltr'} class="note">
            <HighlightedText
              text={second}
              ranges={rangesOf(second, highlight)}
              length={maxLengths.destination}
            />
          </bdi>
        </>
      )}
    </span>
  );
}

interface LinkCellsProps extends LinkTextsProps {
  /** Above the first row that is only similar, apart from those that match. */
  readonly similarHead?: string | null;
  readonly clicks: number | null;
  /** False before a list of the service has shown the link. */
  readonly isLoaded?: boolean;
  /** Epoch ms. */
  readonly now: number;
  readonly copied: boolean;
  readonly onCopy: () => void;
}

export function LinkCells({
  similarHead = null,
  clicks,
  isLoaded = true,
  now,
  copied,
  onCopy,
  ...texts
}: LinkCellsProps) {
  const { shortUrl, longUrl, date } = texts.link;
  return (
    <>
      {similarHead !== null && (
        <span class="similar-head hint" aria-hidden="true">
          {similarHead}
        </span>
      )}
      <span class="monogram" aria-hidden="true">
        {monogramOf(displayUrl(longUrl ?? ''))}
      </span>
      <div role="gridcell" class="texts">
        <LinkTexts {...texts} />
      </div>
      <Clicks clicks={clicks} isLoaded={isLoaded} />
      <div role="gridcell" class="day" title={date ?? undefined}>
        {/* Hidden while "Copied" is shown in its place. */}
        {date !== null && !copied && formatServiceDay(date, now)}
      </div>
      <div role="gridcell" class={copied ? 'row-acts copied' : 'row-acts'}>
        {shortUrl !== null && <CopyIcon shortUrl={shortUrl} copied={copied} onCopy={onCopy} />}
      </div>
    </>
  );
}

/** "0" would be wrong of a link that no list of the service has shown: it may have been opened since. */
function Clicks({ clicks, isLoaded = true }: Pick<LinkCellsProps, 'clicks' | 'isLoaded'>) {
  const unknown = isLoaded ? undefined : t('clicksNotLoaded');
  const label = clicks === null ? unknown : formatCount('clicks', clicks);
  return (
    <div role="gridcell" class="row-clicks" aria-label={label} title={clicks === null ? unknown : undefined}>
      {clicks === null ? !isLoaded && '–' : formatNumber(clicks)}
    </div>
  );
}

interface CopyIconProps extends Pick<LinkCellsProps, 'copied' | 'onCopy'> {
  readonly shortUrl: string;
  /** Reached by Tab; in a list the keyboard uses Ctrl+C on the row. */
  readonly isTabStop?: boolean;
}

export function CopyIcon({ shortUrl, copied, onCopy, isTabStop = false }: CopyIconProps) {
  return (
    <>
      {/* Beside the button, which keeps its place and its name. */}
      {copied && <span>{t('copied')}</span>}
      <Button
        icon={copied ? Check : Copy}
        class="icon"
        tabIndex={isTabStop ? undefined : -1}
        aria-label={t('copyLink', displayUrl(shortUrl))}
        title={t('copy')}
        onClick={onCopy}
      />
    </>
  );
}
