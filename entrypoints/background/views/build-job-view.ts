/** Builds what the popup view and the activity view show of a job, and of the reason why nothing is sent. */
import type { BlockReason } from '../../../lib/outbox/block-reason.ts';
import { isAssign, isBulkRow } from '../../../lib/outbox/commands.ts';
import { isFinished, isActive, type Job } from '../../../lib/outbox/job.ts';
import { isPressedIn } from '../../../lib/outbox/join-job.ts';
import type { WaitReason } from '../../../lib/outbox/outbox-deps.ts';
import { linkSummary } from '../../../lib/draft/link-summary.ts';
import type { BlockReasonView, JobView } from '../../../lib/views/job-view.ts';

/** A block is not shown while no job waits. */
export function blockReasonViewOf({
  blockReason,
  jobs,
}: {
  readonly blockReason: BlockReason | null;
  readonly jobs: readonly Job[];
}): BlockReasonView | null {
  if (blockReason === null || jobs.every((job) => isFinished(job))) return null;
  return { why: blockReason.failure === null ? 'offline' : 'failure', ...blockReason };
}

export interface JobViewSource {
  /** The id of the job whose link automatic copying has put on the clipboard last. */
  readonly copiedJob: string | null;
  /** The reason why an active job waits; `null` when it does not wait. */
  readonly waitOf: (id: string) => WaitReason | null;
}

/** A press in the popup is answered there, even where it has joined a job of the menu. */
function sourceOf(job: Job): JobView['from'] {
  const { command } = job;
  const { from = 'popup' } = 'from' in command ? command : {};
  return isPressedIn(job, 'popup') ? 'popup' : from;
}

export function buildJobView(job: Job, { copiedJob, waitOf }: JobViewSource): JobView {
  const { command, state } = job;
  const question = state.name === 'unknown' ? state.question : null;
  const wait = state.name !== 'sent' && isActive(job) ? waitOf(command.id) : null;
  return {
    id: command.id,
    kind: command.kind,
    from: sourceOf(job),
    state: state.name,
    at: command.at,
    subject: command.kind === 'shorten' ? command.link.address : command.name,
    goesAt: wait?.goesAt ?? null,
    waits: wait?.waits ?? null,
    endedAt: 'at' in state ? state.at : null,
    question: question && {
      shortUrl: question.shortUrl ?? '',
      address: question.address,
      ...(question.id === null && { unconfirmed: true }),
      ...(question.notShown && { notShown: question.notShown }),
    },
    result: state.name === 'done' ? state.result : null,
    failure: state.name === 'refused' ? state.failure : null,
    ...(state.name === 'unknown' && state.question === null && { sendFailure: state.failure }),
    ...(state.name === 'refused' &&
      command.kind === 'shorten' &&
      command.link.alias && { alias: command.link.alias }),
    ...(state.name === 'refused' && state.unconfirmed && { unconfirmed: true }),
    ...(state.name === 'refused' &&
      (isBulkRow(command) ? state.dismissed : job.acknowledged) && { dismissed: true }),
    ...(command.kind === 'shorten' && command.replaces && { replaces: command.replaces }),
    copied: copiedJob === command.id,
    ...(command.kind === 'shorten' &&
      isPressedIn(job, 'popup') &&
      state.name === 'done' && {
        linkSummary: linkSummary(command.link, job.passwordDropped, state.result.expiry),
      }),
    ...(job.joined && { joined: job.joined.map(({ id }) => id) }),
    ...(command.private && { private: true }),
    ...(isAssign(command) && { to: command.to.name }),
    ...(command.kind === 'change' && { what: command.what, act: command.act }),
    ...(job.passwordDropped && { passwordDropped: true }),
  };
}
