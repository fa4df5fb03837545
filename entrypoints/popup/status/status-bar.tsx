/** What the popup's status bar says in place of the service's host: no connection, or links of other pages that wait. */
import { Clock, CloudOff, LoaderCircle, Unplug } from 'lucide';
import { Icon } from '../../../components/icon.tsx';
import { countQueuedLinks } from '../../../components/job-facts.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { PopupModel } from '../model.ts';
import { openManage } from '../navigate.ts';
import { useNow } from '../use-now.ts';
import { otherJobs } from './other-jobs.tsx';

export function StatusBar({ model }: { readonly model: PopupModel }) {
  const { connected, paused, jobs } = model.view.value;
  const others = otherJobs(model);
  const isShown = others.active.length > 0 && others.cancelable === null;
  useNow(model, isShown);
  if (!connected)
    return (
      <p class="service-status">
        <Icon of={Unplug} />
        <span>{t('notConnectedStatus')}</span>
      </p>
    );
  if (paused?.why === 'offline') {
    const links = countQueuedLinks(jobs);
    return (
      <p
        role="status"
        class="service-status offline"
        title={links > 0 ? formatCount('offlineLinks', links) : t('offline')}
      >
        {links > 0 ? (
          <button type="button" class="quiet" onClick={() => void openManage('activity')}>
            <Icon of={CloudOff} />
            <span>{formatCount('offlineQueued', links)}</span>
          </button>
        ) : (
          <>
            <Icon of={CloudOff} />
            <span>{t('offlineStatus')}</span>
          </>
        )}
      </p>
    );
  }
  if (!isShown) return null;
  const { active, queued, nextIn } = others;
  const count =
    queued.length > 0
      ? formatCount('jobsQueued', queued.length)
      : formatCount('jobsInProgress', active.length);
  return (
    <p class="service-status">
      <button type="button" class="quiet" title={t('activity')} onClick={() => void openManage('activity')}>
        <Icon of={queued.length > 0 ? Clock : LoaderCircle} />
        <span>{nextIn === null ? count : t('queuedNext', count, nextIn)}</span>
      </button>
      {/* The button's seconds would be announced with every tick. */}
      <span role="status" class="visually-hidden">
        {count}
      </span>
    </p>
  );
}
