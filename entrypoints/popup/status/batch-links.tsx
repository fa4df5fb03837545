/** Batches in the status bar: the links that are left. */
import { Pause } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { countBatchLinks, noBatchLinks, type OpenBatches } from '../../../lib/mirror/count-batch-links.ts';
import { openManage } from '../navigate.ts';
import type { PopupModel } from '../model.ts';

/** Counted again with each change of the jobs while a batch that runs has some of them. */
export function useBatchLinks({ view }: PopupModel) {
  const { scope = '', jobs } = view.value;
  const changes = jobs.some(({ from }) => from === 'bulk') ? jobs : null;
  const [links, setLinks] = useState(noBatchLinks);
  useEffect(() => {
    // Without the database, "Bulk create" shows them.
    if (scope !== '') countBatchLinks(scope).then(setLinks, () => undefined);
  }, [scope, changes]);
  return links;
}

/** The page of the batch, or the list of them. */
export const openBatches = ({ only }: OpenBatches): void =>
  void openManage(only === null ? 'bulk' : `bulk/${only}`);

export function PausedBatches({ batches }: { readonly batches: OpenBatches }) {
  const { links } = batches;
  return (
    <p class="service-status">
      <button
        type="button"
        class="quiet"
        title={formatCount('batchesPaused', links)}
        onClick={() => openBatches(batches)}
      >
        <Icon of={Pause} />
        <span>{formatCount('linksPaused', links)}</span>
      </button>
    </p>
  );
}
