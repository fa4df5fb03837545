/** Batches in the status bar: the links that are left. */
import { Pause } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { countBatchLinks, type BatchLinks } from '../../../lib/mirror/count-batch-links.ts';
import { openManage } from '../navigate.ts';
import type { PopupModel } from '../model.ts';

/** Counted again with each change of the jobs while a batch that runs has some of them. */
export function useBatchLinks({ view }: PopupModel): BatchLinks {
  const { scope = '', jobs } = view.value;
  const changes = jobs.some(({ from }) => from === 'bulk') ? jobs : null;
  const [links, setLinks] = useState<BatchLinks>({ running: 0, paused: 0, pausedBatch: null });
  useEffect(() => {
    // Without the database, "Bulk create" shows them.
    if (scope !== '') countBatchLinks(scope).then(setLinks, () => undefined);
  }, [scope, changes]);
  return links;
}

export function PausedBatches({ links: { paused, pausedBatch } }: { readonly links: BatchLinks }) {
  return (
    <p class="service-status">
      <button
        type="button"
        class="quiet"
        title={formatCount('batchesPaused', paused)}
        onClick={() => void openManage(pausedBatch === null ? 'bulk' : `bulk/${pausedBatch}`)}
      >
        <Icon of={Pause} />
        <span>{formatCount('linksPaused', paused)}</span>
      </button>
    </p>
  );
}
