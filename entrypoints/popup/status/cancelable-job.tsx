/** The only link of another page that waits, with the button that cancels it. */
import { Clock } from 'lucide';
import { Button } from '../../../components/button.tsx';
import { Banner } from '../../../components/banner.tsx';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelProps } from '../model.ts';
import { moveFocusOn } from '../move-focus.ts';
import { openManage } from '../navigate.ts';
import { otherJobs } from './other-jobs.ts';

export function CancelableJob({ model }: ModelProps) {
  const { cancelable, nextIn } = otherJobs(model);
  if (cancelable === null) return null;
  return (
    <Banner
      icon={Clock}
      actions={
        <>
          <Button
            text={t('cancel')}
            aria-label={t('cancelNamed', displayUrl(cancelable.subject))}
            onClick={() => {
              moveFocusOn(null);
              model.deps.send('cancel', { id: cancelable.id });
            }}
          />
          <Button text={t('activity')} onClick={() => void openManage('activity')} />
        </>
      }
    >
      {/* The status bar announces it. */}
      <p>
        {formatCount('linksQueued', 1)}
        {nextIn !== null && <span role="timer"> · {t('nextIn', nextIn)}</span>}
      </p>
    </Banner>
  );
}
