/** Stores in batches what becomes of rows that were edited in the form, in whatever tab, also while no page was open. */
import { effect, type ReadonlySignal } from '@preact/signals';
import { isDismissed } from '../../components/job-facts.ts';
import type { EditEnd, RowEdit } from '../../lib/bulk/store/edited-rows.ts';
import type { ReplyOf } from '../../lib/messages/protocol.ts';
import type { ActivityView } from '../../lib/views/activity-view.ts';
import type { JobView } from '../../lib/views/job-view.ts';

interface EditedRowsDeps {
  readonly view: ReadonlySignal<Pick<ActivityView, 'jobs'> | null>;
  readonly readLink: (id: string) => Promise<ReplyOf<'job-link'>>;
  readonly readStatus: (id: string) => Promise<ReplyOf<'job-status'>>;
  readonly store: (edit: RowEdit) => Promise<unknown>;
}

/** A job of the form that replaces another one, perhaps the row of a batch. */
interface Edit {
  readonly job: JobView;
  readonly replaces: readonly string[];
}

export function followEditedRows({ view, store, ...deps }: EditedRowsDeps): void {
  const stored = new Set<string>();
  /** One after the other: a row may have been edited twice. */
  let storing: Promise<unknown> = Promise.resolve();

  async function storeEdit({ job, replaces }: Edit): Promise<void> {
    const end = await readEnd(job, deps);
    if (end !== null) await store({ job: job.id, replaces, end });
  }

  effect(() => {
    for (const edit of latestEdits(view.value?.jobs ?? [])) {
      const { id, endedAt } = edit.job;
      const key = [id, stateOf(edit.job), endedAt].join(' ');
      if (stored.has(key)) continue;
      stored.add(key);
      // Again with the next change of the view.
      storing = storing.then(() => storeEdit(edit)).catch(() => stored.delete(key));
    }
  });
}

function stateOf(job: JobView): EditEnd['state'] {
  if (isDismissed(job)) return 'dismissed';
  const { state } = job;
  return state === 'done' || state === 'refused' || state === 'cancelled' ? state : 'active';
}

/** Without those that were edited again, unless they have created their link. */
function latestEdits(jobs: readonly JobView[]): readonly Edit[] {
  const edits = jobs
    .filter((job) => job.replaces !== undefined && !job.private)
    .map((job): Edit => ({ job, replaces: replacedBy(job, jobs) }));
  const isEditedAgain = ({ job, replaces }: Edit) =>
    edits.some(
      (other) => other.job.at > job.at && [job.id, ...replaces].some((id) => other.replaces.includes(id)),
    );
  return edits.filter((edit) => edit.job.state === 'done' || !isEditedAgain(edit));
}

/** The ids of the job that it replaces, of the one which that replaces, and so on. */
function replacedBy(job: JobView, jobs: readonly JobView[]): readonly string[] {
  const ids = new Set<string>();
  for (let next = job.replaces; next !== undefined && !ids.has(next);) {
    const id = next;
    ids.add(id);
    next = jobs.find((other) => other.id === id)?.replaces;
  }
  return [...ids];
}

/** `null` where the job has changed since, or is forgotten. */
async function readEnd(
  job: JobView,
  { readLink, readStatus }: Pick<EditedRowsDeps, 'readLink' | 'readStatus'>,
): Promise<EditEnd | null> {
  const state = stateOf(job);
  if (state !== 'done' && state !== 'refused') return { state };
  const link = await readLink(job.id);
  if (state === 'done') return { state, result: job.result, link };
  const status = await readStatus(job.id);
  if (link === null || status?.state !== 'refused') return null;
  const { failure, passwordDropped } = job;
  return { state, link, failure, passwordDropped, lost: status.lost };
}
