/** What several pages say about jobs. */
import type { JobResult } from '../lib/outbox/job-result.ts';
import { normalizeName } from '../lib/text/normalize-text.ts';
import type { JobView } from '../lib/views/job-view.ts';

type LinkRemark = 'linkExisted' | 'aliasDiffers' | 'responseLost';

/** What the user would not expect of a created link, as names of texts. */
export function remarksOn(
  made: Pick<JobResult, 'existing' | 'aliasDiffers' | 'lookedUp'> | null | undefined,
): readonly LinkRemark[] {
  const remarks: (LinkRemark | false | undefined)[] = [
    made?.existing && 'linkExisted',
    made?.aliasDiffers && 'aliasDiffers',
    made?.lookedUp && 'responseLost',
  ];
  return remarks.filter((remark) => remark !== false && remark !== undefined);
}

export const countQueuedLinks = (jobs: readonly Pick<JobView, 'kind' | 'state'>[]): number =>
  jobs.filter(({ kind, state }) => kind === 'shorten' && state === 'queued').length;

/** What the user has dismissed needs nothing more. */
export const hasFailed = (job: JobView): boolean => job.state === 'refused' && !isDismissed(job);

/** A failure, or a result that stayed unknown. */
export const isDismissed = ({ state, unconfirmed, dismissed }: JobView): boolean =>
  state === 'refused' && (unconfirmed === true || dismissed === true);

/**
 * The job that already adds that campaign or channel, for another link: no list has it yet, so the picker offers to create
 * it again. A pixel of the same name may have another tag.
 */
export function findActiveAddition(
  jobs: readonly JobView[],
  kind: JobView['kind'],
  name: string,
): JobView | undefined {
  const wanted = normalizeName(name);
  const isSame = (job: JobView) =>
    job.kind === kind && job.endedAt === null && normalizeName(job.subject) === wanted;
  return kind === 'add-pixel' ? undefined : jobs.find(isSame);
}
