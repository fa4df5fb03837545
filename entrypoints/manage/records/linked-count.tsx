/** "14 links" among the facts, which leads to them; nothing until a count is known. */
import { formatCount, type PluralName } from '../../../lib/i18n/plural.ts';
import type { AffectedCount } from './record-section-config.ts';

interface LinkedCountProps {
  readonly href: string;
  readonly known: AffectedCount | undefined;
  readonly exact: PluralName;
  /** Used where the mirror may lack some. */
  readonly atLeast: PluralName;
}

export function LinkedCount({ href, known, exact, atLeast }: LinkedCountProps) {
  if (known === undefined || (known.count === 0 && !known.exact)) return null;
  return (
    <a class="held-count" href={href}>
      {formatCount(known.exact ? exact : atLeast, known.count)}
    </a>
  );
}
