/** "14 links" behind a name; nothing as long as nothing is known. */
import { sayCount, type PluralName } from '../../../lib/i18n/plural.ts';
import type { Consequence } from './record-section-model.ts';

interface HeldCountProps {
  readonly known: Consequence | undefined;
  readonly exact: PluralName;
  /** Where there may be more than are known here. */
  readonly atLeast: PluralName;
}

export function HeldCount({ known, exact, atLeast }: HeldCountProps) {
  if (known === undefined || (known.count === 0 && !known.exact)) return null;
  return (
    <>
      {' '}
      <span class="note held-count">{sayCount(known.exact ? exact : atLeast, known.count)}</span>
    </>
  );
}
