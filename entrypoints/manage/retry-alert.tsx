import { CircleAlert } from 'lucide';
import { Button } from '../../components/button.tsx';
import { Banner } from '../../components/banner.tsx';
import { isIncognito } from '../../lib/browser/incognito.ts';
import { t } from '../../lib/i18n/t.ts';

interface RetryAlertProps {
  readonly text: string;
  readonly onRetry: () => void;
}

/** Something could not be loaded, and may be loaded at another try. */
export function RetryAlert({ text, onRetry }: RetryAlertProps) {
  return (
    <Banner
      role="alert"
      tone="failure"
      icon={CircleAlert}
      actions={<Button text={t('tryAgain')} onClick={onRetry} />}
    >
      <p>{text}</p>
    </Banner>
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
