/** The status of a row: its icon and word, and the reasons below. The color comes last, and says nothing alone. */
import {
  Check,
  CircleMinus,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  Clock,
  Equal,
  Link,
  LoaderCircle,
  TriangleAlert,
  type IconNode,
} from 'lucide';
import { Icon } from '../../../components/icon.tsx';
import type { BulkRow } from '../../../lib/bulk/bulk-job.ts';
import type { RowStatus as ReviewStatus } from './labels.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'soft';

export type Sign = readonly [icon: IconNode, tone: Tone];

export const reviewSigns: Readonly<Record<ReviewStatus, Sign>> = {
  ready: [Check, 'good'],
  warning: [TriangleAlert, 'warn'],
  error: [CircleX, 'bad'],
  duplicate: [Equal, 'soft'],
  exists: [Link, 'accent'],
};

export const resultSigns: Readonly<Record<BulkRow['state'], Sign>> = {
  waiting: [Clock, 'soft'],
  out: [LoaderCircle, 'accent'],
  asks: [CircleQuestionMark, 'warn'],
  done: [Check, 'good'],
  refused: [CircleX, 'bad'],
  cancelled: [CircleSlash, 'soft'],
  'left-out': [CircleMinus, 'soft'],
};

/** The row's link existed before, which is no failure and no creation. */
export const existedSign: Sign = [Link, 'accent'];

export function SignIcon({ sign: [icon, tone] }: { readonly sign: Sign }) {
  return (
    <span class={icon === LoaderCircle ? 'sign turns' : 'sign'} data-tone={tone}>
      <Icon of={icon} />
    </span>
  );
}

export interface RowStatusProps {
  readonly sign: Sign;
  readonly word: string;
  readonly reasons: readonly string[];
}

export function RowStatus({ sign, word, reasons }: RowStatusProps) {
  return (
    <div class="row-status">
      <SignIcon sign={sign} />
      <div>
        <p>{word}</p>
        {reasons.map((reason) => (
          <p key={reason} class="reason">
            <bdi>{reason}</bdi>
          </p>
        ))}
      </div>
    </div>
  );
}
