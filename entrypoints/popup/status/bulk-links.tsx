/** Batches in the status bar: the links that are left. */
import { Pause } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { countBulkLinks, noBulkLinks, type OpenBulks } from '../../../lib/mirror/count-bulk-links.ts';
import { openManage } from '../navigate.ts';
import type { PopupModel } from '../model.ts';

/** Counted again with each change of the jobs while a batch that runs has some of them. */
export function useBulkLinks({ view }: PopupModel) {
  const { scope = '', jobs } = view.value;
  const changes = jobs.some(({ from }) => from === 'bulk') ? jobs : null;
  const [links, setLinks] = useState(noBulkLinks);
  useEffect(() => {
    // Without the database, "Bulk create" shows them.
    if (scope !== '') countBulkLinks(scope).then(setLinks, () => undefined);
  }, [scope, changes]);
  return links;
}

/** The page of the batch, or the list of them. */
export const openBulks = ({ only }: OpenBulks): void =>
  void openManage(only === null ? 'bulk' : `bulk/${only}`);

export function PausedBulks({ bulks }: { readonly bulks: OpenBulks }) {
  const { links } = bulks;
  return (
    <p class="service-status">
      <button
        type="button"
        class="quiet"
        title={formatCount('batchesPaused', links)}
        onClick={() => openBulks(bulks)}
      >
        <Icon of={Pause} />
        <span>{formatCount('linksPaused', links)}</span>
      </button>
    </p>
  );
}
