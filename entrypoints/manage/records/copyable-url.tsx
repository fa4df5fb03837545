/** An address of a record, with a button that copies it. */
import { LongText } from '../../../components/truncated-text.tsx';
import { shownAddress } from '../../../lib/i18n/truncate.ts';
import { say } from '../../../lib/i18n/t.ts';

export interface CopiedAddressProps {
  readonly label: string;
  readonly address: string;
  /** "Copy list address of Summer" */
  readonly copyName: string;
  readonly onCopy: (address: string) => void;
}

const addressLength = 60;

export function CopiedAddress({ label, address, copyName, onCopy }: CopiedAddressProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <bdi dir="ltr" title={address}>
          <LongText text={shownAddress(address)} length={addressLength} />
        </bdi>{' '}
        <button type="button" class="quiet" aria-label={copyName} onClick={() => onCopy(address)}>
          {say('copy')}
        </button>
      </dd>
    </>
  );
}
