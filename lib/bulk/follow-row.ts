/** Follows one claimed row: submits it as a job and stores how that job ends. */
import type { MirrorDatabase } from '../mirror/database.ts';
import type { RowCommand } from '../outbox/commands.ts';
import { unconfirmed, type BulkRow } from './bulk-job.ts';
import type { BulkRunnerDeps, JobStatus } from './bulk-runner-deps.ts';
import { completeRow, markIdle, releaseRow, type Idle, type RowEnd } from './store/update-claimed.ts';
import { retryDelayMs } from './database-connection.ts';

interface FollowRowDeps extends Pick<
  BulkRunnerDeps,
  'submit' | 'statusOf' | 'cancel' | 'retry' | 'newId' | 'delay' | 'report'
> {
  readonly signal: AbortSignal;
  /** When the row's bulk was started, epoch ms; `undefined` while the bulk is paused or cancelled. */
  readonly startedAt: (row: BulkRow) => number | undefined;
  /** @returns whether it is stored */
  readonly store: (act: (database: MirrorDatabase) => Promise<unknown>) => Promise<boolean>;
  readonly acknowledge: (id: string) => void;
}

/** Between two requests about a job in progress. */
const pollMs = 1_000;

/**
 * @returns `blocked` when nothing is sent for now, `parked` when its lost response can't be looked up for now, `released`
 *   when it has ended or waits for the user: in each case another row may have its slot
 */
export async function followRow(
  row: BulkRow,
  deps: FollowRowDeps,
): Promise<'blocked' | 'parked' | 'released'> {
  const { signal } = deps;
  let { again, lost } = row;
  // The user's request begins a new count of sends.
  if (again && lost) lost = { ...lost, tries: undefined };
  let idle: Idle = row.state === 'asks' ? 'asks' : row.parked ? 'parked' : null;
  for (let failures = 0; !signal.aborted;) {
    const startedAt = deps.startedAt(row);
    try {
      // A row that is not to be sent any more, or that may have made its link already, must not become a job.
      const isSubmitted = startedAt !== undefined && !again && idle === null;
      const status = await (isSubmitted
        ? deps.submit(toCommand(row, startedAt), lost)
        : deps.statusOf(row.id));
      // The outbox has lost it: only the user can find out if the link was created.
      if (status === null && idle === 'asks') {
        await complete(row, { state: 'refused', failure: unconfirmed, lost }, deps);
        return 'released';
      }
      const isInactive = status === null || (again && status.state === 'refused');
      if (isInactive && startedAt === undefined) {
        await deps.store((database) => releaseRow(database, row, null));
        return 'released';
      }
      if (isInactive) {
        // `null`: forgotten since, so it is submitted again, with its lost send.
        if (status !== null) await deps.retry(row.id);
        again = false;
        idle = null;
        continue;
      }
      again = false;
      // Repeated without harm, adding a link is never looked up.
      if (!row.assigns) lost = status.lost ?? lost;
      if (await storeEnd(row, status, deps)) return 'released';
      const reached = idleOf(status);
      // Its lookup may end, or the user decide, after this instance: the outbox must not send it again then.
      if (status.state === 'unknown' && deps.startedAt(row) === undefined) await deps.cancel(row.id);
      // Requested again after that was stored, so that a response in between is not missed.
      if (reached !== null && reached === idle && !status.blocked)
        return reached === 'parked' ? 'parked' : 'released';
      if (reached !== idle) {
        idle = reached;
        await deps.store((database) => markIdle(database, row, { idle: reached, lost }));
      }
      // A queued row of a stopped bulk can be cancelled nevertheless, and that has still to be noticed.
      const canBeCancelled = deps.startedAt(row) === undefined && status.state === 'queued';
      if (status.blocked && !canBeCancelled) return 'blocked';
      if (idle === null) await deps.delay(pollMs);
      failures = 0;
    } catch (error) {
      if (!isMessageError(error)) deps.report(error);
      await deps.delay(retryDelayMs(failures++));
    }
  }
  return 'released';
}

/**
 * No reply, or an error that the background has reported itself (lib/messages/client.ts, which this layer does not import).
 * In Firefox there are no messages: an error of the background comes as it is, and is reported here.
 */
const isMessageError = (error: unknown): boolean => error instanceof Error && error.name === 'MessageError';

/** As rows are stored. */
const idleOf = ({ stalled }: JobStatus): Idle =>
  stalled === 'needs-decision' ? 'asks' : stalled === 'lookups-fail' ? 'parked' : null;

/** Dated with the start of the bulk: a delay set for new links counts from the user's action. */
function toCommand({ id, link, result, assigns }: BulkRow, at: number): RowCommand {
  const common = { id, at, private: false, from: 'bulk' } as const;
  if (!assigns || !result?.id || link.campaign === null) return { ...common, kind: 'shorten', link };
  const name = result.shortUrl ?? link.address;
  return { ...common, kind: 'assign-campaign', name, item: result.id, to: link.campaign, many: true };
}

/** @returns false while the job has not ended */
async function storeEnd(
  row: BulkRow,
  { state, result, failure, lost, stopped }: JobStatus,
  deps: FollowRowDeps,
): Promise<boolean> {
  const left = { lost: row.assigns ? undefined : lost };
  switch (state) {
    case 'done':
      await complete(row, { state, result: row.assigns ? row.result : result, ...left }, deps);
      return true;
    case 'refused':
      await complete(row, { state, failure, ...left }, deps);
      return true;
    case 'cancelled': {
      const cancelled = { newId: deps.newId(), stopped, ...left };
      await storeAndAcknowledge(row, deps, (database) => releaseRow(database, row, cancelled));
      return true;
    }
    case 'queued':
    case 'sent':
    case 'unknown':
      return false;
  }
}

const complete = (row: BulkRow, end: RowEnd, deps: FollowRowDeps): Promise<void> =>
  storeAndAcknowledge(row, deps, (database) => completeRow(database, row, end, deps.newId));

/** Once it is stored the outbox may forget the job; where it could not be, a later instance requests it again. */
async function storeAndAcknowledge(
  { id }: BulkRow,
  deps: FollowRowDeps,
  act: (database: MirrorDatabase) => Promise<void>,
): Promise<void> {
  if (await deps.store(act)) deps.acknowledge(id);
}
