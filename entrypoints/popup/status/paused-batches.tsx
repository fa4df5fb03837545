/** Batches that wait for the user to resume them. */
import { Pause } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { countPausedLinks } from '../../../lib/mirror/count-paused-links.ts';
import { openManage } from '../navigate.ts';

export function PausedBatches({ scope }: { readonly scope: string }) {
  const [links, setLinks] = useState(0);
  useEffect(() => {
    // Without the database, "Bulk create" shows them.
    countPausedLinks(scope).then(setLinks, () => undefined);
  }, [scope]);
  if (links === 0) return null;
  return (
    <p class="service-status">
      <button
        type="button"
        class="quiet"
        title={formatCount('batchesPaused', links)}
        onClick={() => void openManage('bulk')}
      >
        <Icon of={Pause} />
        <span>{formatCount('linksPaused', links)}</span>
      </button>
    </p>
  );
}
