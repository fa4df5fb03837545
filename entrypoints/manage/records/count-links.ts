/** How many links of the mirror are so, counted while it is read. */
import type { LinkRow } from '../../../lib/mirror/link-row.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { AffectedCount } from './record-section-config.ts';

const slice = 2_000;

/** Never exact: what the mirror does not know of a link, it does not count. */
export async function countLinks(
  { mirror }: Pick<SectionDeps, 'mirror'>,
  isSo: (link: LinkRow) => boolean,
  tell: (consequence: AffectedCount) => void,
  signal: AbortSignal,
): Promise<void> {
  let count = 0;
  for await (const rows of mirror.slices(slice, signal)) {
    const more = rows.filter(isSo).length;
    count += more;
    if (more > 0) tell({ count, exact: false });
  }
}
