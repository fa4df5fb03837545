/** A URL of a record, with a button that copies it. */
import { TruncatedText } from '../../../components/truncated-text.tsx';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';

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
    <>
      <dt>{label}</dt>
      <dd>
        <bdi dir="ltr" title={address}>
          <TruncatedText text={displayUrl(address)} length={addressLength} />
        </bdi>{' '}
        <button type="button" class="quiet" aria-label={copyName} onClick={() => onCopy(address)}>
          {t('copy')}
        </button>
      </dd>
    </>
  );
}
