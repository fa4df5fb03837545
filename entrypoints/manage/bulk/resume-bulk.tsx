/** Resumes a paused batch from its row in a list. */
import { Play } from 'lucide';
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import { t } from '../../../lib/i18n/t.ts';
import { RowButton } from '../records/row-button.tsx';
import { statusOf } from './bulk-status.ts';
import { formatBulkName } from './labels.ts';

interface ResumeBulkProps {
  readonly bulk: Bulk;
  readonly onResume: (id: string) => void;
}

export function ResumeBulk({ bulk, onResume }: ResumeBulkProps) {
  if (statusOf(bulk) !== 'bulkPaused') return null;
  return (
    <RowButton
      icon={Play}
      word={t('bulkResume')}
      label={t('bulkResumeNamed', formatBulkName(bulk))}
      showsWord
      onClick={() => onResume(bulk.id)}
    />
  );
}
