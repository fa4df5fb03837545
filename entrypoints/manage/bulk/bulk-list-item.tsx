/** A batch in a list: its status, its name, which opens it, the number of links created, and its age. */
import type { ComponentChildren } from 'preact';
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import { formatAge } from '../../../lib/i18n/relative-time.ts';
import { t, uiLanguage } from '../../../lib/i18n/t.ts';
import { statusOf } from './bulk-status.ts';
import { describeProgress, formatBulkName } from './labels.ts';
import { bulkIconOf, StatusIcon } from './status-icon.tsx';

interface BulkListItemProps {
  readonly bulk: Bulk;
  /** Epoch ms. */
  readonly now: number;
  /** Its buttons. */
  readonly children?: ComponentChildren;
}

export function BulkListItem({ bulk, now, children }: BulkListItemProps) {
  return (
    <li data-item={bulk.id}>
      <StatusIcon of={bulkIconOf(bulk)} />
      <div class="bulk-facts">
        {/* The link covers the row, so the time of the start is its tooltip. */}
        <a href={`#bulk/${bulk.id}`} title={new Date(bulk.at).toLocaleString(uiLanguage())}>
          <bdi>{formatBulkName(bulk)}</bdi>
        </a>
        <p class="hint">
          <span>{t(statusOf(bulk))}</span>
          <span>{describeProgress(bulk)}</span>
        </p>
      </div>
      <span class="when hint">{formatAge(bulk.at, now)}</span>
      {children}
    </li>
  );
}
