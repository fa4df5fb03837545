/** "14 links" behind a name; nothing as long as nothing is known. */
import { formatCount, type PluralName } from '../../../lib/i18n/plural.ts';
import type { AffectedCount } from './record-section-config.ts';

interface LinkedCountProps {
  readonly known: AffectedCount | undefined;
  readonly exact: PluralName;
  /** Where there may be more than are known here. */
  readonly atLeast: PluralName;
}

export function LinkedCount({ known, exact, atLeast }: LinkedCountProps) {
  if (known === undefined || (known.count === 0 && !known.exact)) return null;
  return (
    <>
      {' '}
      <span class="note held-count">{formatCount(known.exact ? exact : atLeast, known.count)}</span>
    </>
  );
}
