/** Facts that rows show: a URL with a button that copies it, a count that leads to what is counted, a timestamp. */
import { Copy } from 'lucide';
import type { ComponentChildren } from 'preact';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import { formatCount, type PluralName } from '../../../lib/i18n/plural.ts';
import { formatServiceTime } from '../../../lib/i18n/service-time.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { RecordCount } from './record-counts.ts';
import { OpenButton, RowButton } from './row-button.tsx';

interface FactProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** An entry of a `dl`. */
export function Fact({ label, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface CodeTextProps {
  readonly text: string;
  readonly shown?: string;
  /** In characters. */
  readonly length: number;
}

/** A URL or a code, which is written from left to right; the whole text is in the tooltip. */
export function CodeText({ text, shown = text, length }: CodeTextProps) {
  return (
    <bdi dir="ltr" title={text}>
      <TruncatedText text={shown} length={length} />
    </bdi>
  );
}

interface CopyableUrlProps {
  readonly label: string;
  readonly address: string;
  /** "Copy list URL of Summer" */
  readonly copyName: string;
  readonly onCopy: (address: string) => void;
  readonly onOpen?: (address: string) => void;
}

const addressLength = 60;

export function CopyableUrl({ label, address, copyName, onCopy, onOpen }: CopyableUrlProps) {
  const shown = displayUrl(address);
  return (
    <Fact label={label}>
      <UrlText url={address} />
      <RowButton icon={Copy} word={t('copy')} label={copyName} onClick={() => onCopy(address)} />
      {onOpen && <OpenButton name={shown} onClick={() => onOpen(address)} />}
    </Fact>
  );
}

/** Where there is little space, its last part stays: the rest is the same for most URLs of a list. */
function UrlText({ url }: { readonly url: string }) {
  const shown = displayUrl(url);
  const at = shown.lastIndexOf('/');
  if (at < 1 || shown.length > addressLength)
    return <CodeText text={url} shown={shown} length={addressLength} />;
  return (
    <bdi dir="ltr" title={url} class="url-text">
      <span>{shown.slice(0, at)}</span>
      <span>{shown.slice(at)}</span>
    </bdi>
  );
}

interface LinkedCountProps {
  readonly href: string;
  readonly known: RecordCount | undefined;
  readonly exact: PluralName;
  /** Used where the mirror may lack some. */
  readonly atLeast: PluralName;
}

/** "14 links · 1,284 clicks", which leads to them; nothing until a count is known. */
export function LinkedCount({ href, known, exact, atLeast }: LinkedCountProps) {
  if (known === undefined || (known.count === 0 && !known.exact)) return null;
  return (
    <>
      <a class="linked-count" href={href}>
        {formatCount(known.exact ? exact : atLeast, known.count)}
      </a>
      {known.clicks !== null && <span class="number">{formatCount('clicks', known.clicks)}</span>}
    </>
  );
}

/** A timestamp of the service in the user's language, as the service gave it in a tooltip. */
export function ServiceTime({ text }: { readonly text: string }) {
  return <time title={text}>{formatServiceTime(text)}</time>;
}
