/** Batches in the status bar: the links that are left, or how they have ended. */
import { CircleAlert, CircleCheck, Pause, type IconNode } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
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
  if (ended.links > 0)
    return (
      <BulkButton
        bulks={ended}
        icon={ended.failed > 0 ? CircleAlert : CircleCheck}
        text={
          ended.failed > 0
            ? formatCount('batchFailed', ended.failed)
            : formatCount('batchCompleted', ended.links)
        }
        title={t('bulk')}
      />
    );
  if (paused.links > 0)
    return (
      <BulkButton
        bulks={paused}
        icon={Pause}
        text={formatCount('linksPaused', paused.links)}
        title={formatCount('batchesPaused', paused.links)}
      />
    );
  return null;
}

interface BulkButtonProps {
  readonly bulks: BulkLinks;
  readonly icon: IconNode;
  readonly text: string;
  readonly title: string;
}

function BulkButton({ bulks, icon, text, title }: BulkButtonProps) {
  return (
    <p class="service-status">
      <button type="button" class="quiet" title={title} onClick={() => openBulks(bulks)}>
        <Icon of={icon} />
        <span>{text}</span>
      </button>
    </p>
  );
}
