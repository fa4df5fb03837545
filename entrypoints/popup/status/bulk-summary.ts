/** What the status bar knows of batches, and where it leads. */
import { useEffect, useState } from 'preact/hooks';
import { whileCurrent } from '../../../components/while-current.ts';
import { emptyBulkSummary, summarizeBulks, type BulkLinks } from '../../../lib/mirror/summarize-bulks.ts';
import type { PopupModel } from '../model.ts';
import { openManage } from '../navigate.ts';

/** Counted again with each change of the jobs while a batch that runs has some of them. */
export function useBulkSummary({ view }: PopupModel) {
  const { scope = '', jobs } = view.value;
  const changes = jobs.some(({ from }) => from === 'bulk') ? jobs : null;
  const [summary, setSummary] = useState(emptyBulkSummary);
  useEffect(
    // Without the database, "Bulk create" shows them.
    () => (scope === '' ? undefined : whileCurrent(summarizeBulks(scope), setSummary)),
    [scope, changes],
  );
  return summary;
}

/** The page of the batch, or the list of them. */
export const openBulks = ({ only }: BulkLinks): void =>
  void openManage(only === null ? 'bulk' : `bulk/${only}`);
