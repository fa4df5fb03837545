/** Icons of the statuses of rows and batches. The color says nothing alone: the status is also the text beside it. */
import {
  Check,
  CircleCheck,
  CircleMinus,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  Clock,
  Equal,
  Link,
  LoaderCircle,
  Pause,
  TriangleAlert,
  type IconNode,
} from 'lucide';
import { Icon } from '../../../components/icon.tsx';
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import { statusOf, type BulkStatus } from './bulk-status.ts';
import type { ReviewStatus } from './import-state.ts';
import type { ShownState } from './results.ts';

type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'soft';

export type TonedIcon = readonly [icon: IconNode, tone: Tone];

export const reviewIcons: Readonly<Record<ReviewStatus, TonedIcon>> = {
  ready: [Check, 'good'],
  warning: [TriangleAlert, 'warn'],
  problem: [CircleX, 'bad'],
  twice: [Equal, 'soft'],
  exists: [Link, 'accent'],
};

export const resultIcons: Readonly<Record<ShownState, TonedIcon>> = {
  waiting: [Clock, 'soft'],
  out: [LoaderCircle, 'accent'],
  asks: [CircleQuestionMark, 'warn'],
  done: [Check, 'good'],
  // No failure and no creation.
  existed: [Link, 'accent'],
  refused: [CircleX, 'bad'],
  cancelled: [CircleSlash, 'soft'],
  'left-out': [CircleMinus, 'soft'],
};

const bulkIcons: Readonly<Record<BulkStatus, TonedIcon>> = {
  bulkInProgress: [LoaderCircle, 'accent'],
  bulkPausing: [LoaderCircle, 'soft'],
  bulkPaused: [Pause, 'soft'],
  bulkCanceling: [LoaderCircle, 'soft'],
  bulkCanceled: [CircleSlash, 'soft'],
  bulkCompleted: [CircleCheck, 'good'],
  needsDecision: [CircleQuestionMark, 'warn'],
  bulkListUnread: [Clock, 'warn'],
};

/** A finished batch with failed rows is no plain success. */
export function bulkIconOf(bulk: Bulk): TonedIcon {
  const status = statusOf(bulk);
  return status === 'bulkCompleted' && bulk.counts.refused > 0 ? [TriangleAlert, 'warn'] : bulkIcons[status];
}

export function StatusIcon({ of: [icon, tone] }: { readonly of: TonedIcon }) {
  return (
    <span class={icon === LoaderCircle ? 'status-icon spinning' : 'status-icon'} data-tone={tone}>
      <Icon of={icon} />
    </span>
  );
}
