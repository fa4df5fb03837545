/** Batches in the status bar: the links that are left, or how they have ended. */
import { CircleAlert, CircleCheck, Pause } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import {
  emptyBulkSummary,
  summarizeBulks,
  type BulkLinks,
  type BulkSummary,
} from '../../../lib/mirror/summarize-bulks.ts';
import { openManage } from '../navigate.ts';
import type { PopupModel } from '../model.ts';
import { StatusButton } from './status-button.tsx';

/** Counted again with each change of the jobs while a batch that runs has some of them. */
export function useBulkSummary({ view }: PopupModel) {
  const { scope = '', jobs } = view.value;
  const changes = jobs.some(({ from }) => from === 'bulk') ? jobs : null;
  const [summary, setSummary] = useState(emptyBulkSummary);
  useEffect(() => {
    // Without the database, "Bulk create" shows them.
    if (scope !== '') summarizeBulks(scope).then(setSummary, () => undefined);
  }, [scope, changes]);
  return summary;
}

/** The page of the batch, or the list of them. */
export const openBulks = ({ only }: BulkLinks): void =>
  void openManage(only === null ? 'bulk' : `bulk/${only}`);

/** Batches of which no link waits: those that have ended since a page showed them, else those that are paused. */
export function IdleBulks({ bulks: { ended, paused } }: { readonly bulks: BulkSummary }) {
  if (ended.links === 0 && paused.links === 0) return null;
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
