import { t } from '../../lib/i18n/t.ts';

interface RetryAlertProps {
  readonly text: string;
  readonly onRetry: () => void;
}

/** Something could not be loaded, and may be loaded at another try. */
export function RetryAlert({ text, onRetry }: RetryAlertProps) {
  return (
    <div role="alert" class="failure">
      <p>{text}</p>
      <p class="acts">
        <button type="button" onClick={onRetry}>
          {t('tryAgain')}
        </button>
      </p>
    </div>
  );
}
