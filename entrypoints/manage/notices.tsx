/** Notices that concern every section: not connected, storage failures, a blocked queue. */
import { Plug, Settings } from 'lucide';
import { Button } from '../../components/button.tsx';
import { BlockedNotice } from '../../components/blocked-notice.tsx';
import { failureActions } from '../../components/failure-action.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { countQueuedLinks } from '../../components/job-facts.ts';
import { describeOffline } from '../../lib/i18n/describe-job.ts';
import { t } from '../../lib/i18n/t.ts';
import { Alert } from './alert.tsx';
import type { ManageProps } from './model.ts';

export function Notices({ page }: ManageProps) {
  const view = page.view.value;
  if (view === null) return null;
  const { openSettings } = page.deps;
  return (
    <>
      {!view.connected && (
        <EmptyState icon={Plug} heading={t('notConnected')}>
          <Button icon={Settings} text={t('openSettings')} class="main" onClick={() => openSettings()} />
        </EmptyState>
      )}
      {/* Also without a text, so that a screen reader announces it later. */}
      <p role="status" class="visually-hidden">
        {view.blockReason?.why === 'offline' && describeOffline(countQueuedLinks(view.jobs))}
      </p>
      {view.storageFailing && <Alert text={t('storageFailing')} />}
      {view.storageReclaimed && !view.storageFailing && <p class="note">{t('storageReclaimed')}</p>}
      {view.blockReason && (
        <BlockedNotice
          blockReason={view.blockReason}
          links={countQueuedLinks(view.jobs)}
          now={page.now.value}
          onRetry={page.retryNow}
          {...failureActions(page.view, page.deps)}
        />
      )}
    </>
  );
}
