/** A URL of a record, with a button that copies it. */
import { Copy } from 'lucide';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { RowButton } from './row-button.tsx';

export interface CopyableUrlProps {
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
