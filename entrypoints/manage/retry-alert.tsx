import { isIncognito } from '../../lib/browser/incognito.ts';
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

/** Above a list whose local copy could not be read: in a private window of Firefox no attempt ever works. */
export function LocalCopyUnreadable({ onRetry }: Pick<RetryAlertProps, 'onRetry'>) {
  return isIncognito() ? (
    <p role="status">{t('privateWindowNoData')}</p>
  ) : (
    <RetryAlert text={t('localCopyUnreadable')} onRetry={onRetry} />
  );
}
