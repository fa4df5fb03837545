/** Facts that rows show: a URL with a button that copies it, a count that leads to what is counted, a timestamp. */
import { Copy } from 'lucide';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import { formatCount, type PluralName } from '../../../lib/i18n/plural.ts';
import { formatServiceTime } from '../../../lib/i18n/service-time.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { AffectedCount } from './record-section-config.ts';
import { RowButton } from './row-button.tsx';

interface CopyableUrlProps {
  readonly label: string;
  readonly address: string;
  /** "Copy list URL of Summer" */
  readonly copyName: string;
  readonly onCopy: (address: string) => void;
}

const addressLength = 60;

export function CopyableUrl({ label, address, copyName, onCopy }: CopyableUrlProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi dir="ltr" title={address}>
          <TruncatedText text={displayUrl(address)} length={addressLength} />
        </bdi>
        <RowButton icon={Copy} word={t('copy')} label={copyName} onClick={() => onCopy(address)} />
      </dd>
    </div>
  );
}

interface LinkedCountProps {
  readonly href: string;
  readonly known: AffectedCount | undefined;
  readonly exact: PluralName;
  /** Used where the mirror may lack some. */
  readonly atLeast: PluralName;
}

/** "14 links", which leads to them; nothing until a count is known. */
export function LinkedCount({ href, known, exact, atLeast }: LinkedCountProps) {
  if (known === undefined || (known.count === 0 && !known.exact)) return null;
  return (
    <a class="linked-count" href={href}>
      {formatCount(known.exact ? exact : atLeast, known.count)}
    </a>
  );
}

/** A timestamp of the service in the user's language, as the service gave it in a tooltip. */
export function ServiceTime({ text }: { readonly text: string }) {
  return <time title={text}>{formatServiceTime(text)}</time>;
}
