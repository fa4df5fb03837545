/**
 * The status bar's texts for problems, no connection, and batches without a waiting link: loaded with the first of
 * these.
 */
import { CircleAlert, CircleCheck, CloudOff, Pause, Unplug } from 'lucide';
import { Icon } from '../../../components/icon.tsx';
import { countQueuedLinks } from '../../../components/job-facts.ts';
import { describeOffline } from '../../../lib/i18n/describe-job.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { BulkLinks, BulkSummary } from '../../../lib/mirror/summarize-bulks.ts';
import type { PopupView } from '../../../lib/views/popup-view.ts';
import { openManage } from '../navigate.ts';
import { openBulks } from './bulk-summary.ts';
import { StatusButton } from './status-button.tsx';

/** Failures and questions, which Activity shows in full. */
export function NeedsAttention({ count }: { readonly count: number }) {
  return (
    <p role="alert" class="service-status attention">
      <StatusButton
        icon={CircleAlert}
        text={formatCount('itemsNeedAttention', count)}
        title={t('activity')}
        onClick={() => void openManage('activity')}
      />
    </p>
  );
}

/** Not connected to a service, or offline. */
export function NoConnection({ view: { connected, jobs } }: { readonly view: PopupView }) {
  if (!connected)
    return (
      <p class="service-status">
        <Icon of={Unplug} />
        <span>{t('notConnectedStatus')}</span>
      </p>
    );
  const links = countQueuedLinks(jobs);
  return (
    <p class="service-status offline" title={describeOffline(links)}>
      {links > 0 ? (
        <StatusButton
          icon={CloudOff}
          text={formatCount('offlineQueued', links)}
          onClick={() => void openManage('activity')}
        />
      ) : (
        <>
          <Icon of={CloudOff} />
          <span>{t('offlineStatus')}</span>
        </>
      )}
    </p>
  );
}

/** Batches that ended since a page showed them, otherwise paused ones. */
export function IdleBulks({ bulks: { ended, paused } }: { readonly bulks: BulkSummary }) {
  return (
    <p class="service-status">{ended.links > 0 ? <EndedBulks {...ended} /> : <PausedBulks {...paused} />}</p>
  );
}

function EndedBulks({ failed, ...bulks }: BulkSummary['ended']) {
  return (
    <StatusButton
      icon={failed > 0 ? CircleAlert : CircleCheck}
      text={failed > 0 ? formatCount('batchFailed', failed) : formatCount('batchCompleted', bulks.links)}
      title={t('bulk')}
      onClick={() => openBulks(bulks)}
    />
  );
}

const PausedBulks = (bulks: BulkLinks) => (
  <StatusButton
    icon={Pause}
    text={formatCount('linksPaused', bulks.links)}
    title={formatCount('batchesPaused', bulks.links)}
    onClick={() => openBulks(bulks)}
  />
);
