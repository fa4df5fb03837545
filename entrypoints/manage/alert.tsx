import { CircleAlert, EyeOff } from 'lucide';
import { Button } from '../../components/button.tsx';
import { Banner } from '../../components/banner.tsx';
import { isIncognito } from '../../lib/browser/incognito.ts';
import { openInRegularWindow } from '../../lib/browser/open-in-regular-window.ts';
import { t } from '../../lib/i18n/t.ts';

interface AlertProps {
  readonly text: string;
  /** With it, something may succeed at another try. */
  readonly onRetry?: () => void;
}

/** Something has failed. */
export function Alert({ text, onRetry }: AlertProps) {
  return (
    <Banner
      role="alert"
      tone="failure"
      icon={CircleAlert}
      actions={onRetry && <Button text={t('tryAgain')} onClick={onRetry} />}
    >
      <p>{text}</p>
    </Banner>
  );
}

/** What a private window of Firefox can't do, with the way to a window that can. */
export function NotInPrivateWindow({ text }: Pick<AlertProps, 'text'>) {
  return (
    <Banner
      role="status"
      icon={EyeOff}
      actions={<Button text={t('openInRegularWindow')} onClick={() => void openInRegularWindow()} />}
    >
      <p>{text}</p>
    </Banner>
  );
}

/** Above a list whose local copy could not be read: in a private window of Firefox no attempt ever works. */
export function LocalCopyUnreadable({ onRetry }: Required<Pick<AlertProps, 'onRetry'>>) {
  return isIncognito() ? (
    <NotInPrivateWindow text={t('privateWindowNoData')} />
  ) : (
    <Alert text={t('localCopyUnreadable')} onRetry={onRetry} />
  );
}
