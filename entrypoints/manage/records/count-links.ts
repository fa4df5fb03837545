/** Counts the links of the mirror that match, and reports the count while it is read. */
import type { LinkRow } from '../../../lib/mirror/link-row.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { AffectedCount } from './record-section-config.ts';

const batchSize = 2_000;

/** Never exact: the mirror does not have every field of every link. */
export async function countLinks(
  { mirror }: Pick<SectionDeps, 'mirror'>,
  matches: (link: LinkRow) => boolean,
  onCount: (affected: AffectedCount) => void,
  signal: AbortSignal,
): Promise<void> {
  let count = 0;
  for await (const rows of mirror.slices(batchSize, signal)) {
    const more = rows.filter(matches).length;
    count += more;
    if (more > 0) onCount({ count, exact: false });
  }
}
