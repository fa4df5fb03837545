/**
 * The next step of a job after a response and after a lookup, as pure functions:
 *
 *   queued ──▶ sent ──▶ done
 *     ▲ ▲        ├────▶ refused (by the service)
 *     │ │        └────▶ unknown (no response, or none that can be read)
 *     │ └─ not created ◀─────────┤ looked up: immediately, and again `lookupDelayMs` after the send
 *     │                          ├────▶ done (found)
 *     └─ "Create another link" ◀─┼────▶ a question for the user (ambiguous, or sent three times and not found),
 *                                │      which "Dismiss" ends as refused
 *                                └────▶ refused (idempotent, and its sends are answered with 5xx or a page)
 *
 * A queued job ends as cancelled by the user, or as refused where its input can't be sent.
 *
 * The steps are carried out by job-run.ts.
 */
import { parseUrl } from '../api/parse-url.ts';
import type { Outcome } from '../api/call.ts';
import { isNewerId } from '../api/ids.ts';
import type { Failure } from '../api/failure.ts';
import { blockReasonOf } from './block-reason.ts';
import { isIdempotent } from './commands.ts';
import { initialState, type Job, type JobState, type SendSnapshot, type StateOf } from './job.ts';
import { isOtherAlias, jobResult, type JobResult } from './job-result.ts';
import { lookupDelayMs, sentAt } from './lost-job-certainty.ts';
import type { OutboxPreferences, SendSnapshotInput } from './outbox-deps.ts';
import {
  isClaimed,
  isUniqueByName,
  matches,
  matchLostJob,
  type CompetingJobs,
  type MatchResult,
} from './lost-job-match.ts';
import type { RemoteRecord } from './remote-record.ts';

/** The `Date` header counts in whole seconds. */
const dateStepMs = 1_000;
/** A create is sent no more often than this until the user asks for more; each time after a lookup. */
export const maxSends = 3;
/** An idempotent command fails after this many sends (some six minutes), unless the last one had no response. */
export const maxAnsweredSends = 8;
/** The delay before the next lookup of a job that waits for another one's response. */
const rivalRetryMs = 5_000;

export type Step =
  | { readonly kind: 'done'; readonly result: JobResult }
  | { readonly kind: 'move'; readonly state: JobState }
  /** Surely not made: sent again, after a back-off that grows with the attempts of this run. */
  | { readonly kind: 'retry'; readonly state: StateOf<'queued'> }
  /** Looked up and not found: sent again, after a back-off that grows with its sends. */
  | { readonly kind: 'resend'; readonly state: StateOf<'queued'> }
  /** Looked up again after `ms`. */
  | { readonly kind: 'wait'; readonly ms: number; readonly state?: JobState };

/** A question without a record: the user retries or dismisses. */
export const nothingFound = { id: null, shortUrl: null, address: '' };

interface SendOutcome {
  /** The state from which it was sent. */
  readonly before: StateOf<'queued'>;
  readonly outcome: Outcome<JobResult>;
  /** The bytes may have left: when it is cancelled now, the outcome is unknown. */
  readonly inFlight: boolean;
  readonly others: CompetingJobs;
  readonly now: number;
}

/** `sending` means that it was sent before, and that the lookup found nothing. */
export const refusedState = (
  { sending }: Pick<StateOf<'queued'>, 'sending'>,
  failure: Failure,
  now: number,
): StateOf<'refused'> => ({ name: 'refused', at: now, failure, sending });

export const cancelledState = (
  { sending, tries }: Pick<StateOf<'queued'>, 'sending' | 'tries'>,
  now: number,
): StateOf<'cancelled'> => ({ name: 'cancelled', at: now, sending, tries });

export const sentState = (
  { tries, sending }: StateOf<'queued'>,
  known: SendSnapshotInput,
  now: number,
): StateOf<'sent'> => ({ name: 'sent', tries: tries + 1, sending: toSnapshot(sending, known, now) });

function toSnapshot(
  before: SendSnapshot | null,
  { newest, unlisted, serverAt, expiry }: SendSnapshotInput,
  at: number,
): SendSnapshot {
  // Taken from the first of several sends: a record of its own is not older than that.
  const isUnlisted = (before === null ? unlisted : before.unlisted) === true;
  const serverSentAt = before === null ? (serverAt ?? undefined) : before.serverSentAt;
  return {
    at,
    serverAt,
    newest: before ? before.newest : newest,
    ...(isUnlisted && { unlisted: true }),
    ...(expiry !== undefined && { expiries: [...(before?.expiries ?? []), expiry] }),
    ...(serverSentAt !== undefined && { serverSentAt }),
    ...(serverAt !== null && { lastServerSentAt: serverAt }),
  };
}

/** @param answered the service did answer, so no commit is still to come */
export const unknownState = (
  { tries, sending }: StateOf<'sent'>,
  failure: Failure,
  answered: boolean,
): StateOf<'unknown'> => ({ name: 'unknown', tries, sending, failure, answered, question: null });

const move = (state: JobState): Step => ({ kind: 'move', state });

const isDeletion = (command: Job['command']) => command.kind === 'change' && command.act === 'delete';

export function afterSend(job: Job, { before, outcome, inFlight, others, now }: SendOutcome): Step {
  const sent = job.state.name === 'sent' ? job.state : null;
  if (outcome.ok) return { kind: 'done', result: withExisting(outcome.value, sent, others) };
  const { failure } = outcome;
  const refused = move(refusedState(before, failure, now));
  const unknown = (answered: boolean): Step =>
    sent === null ? { kind: 'retry', state: before } : move(unknownState(sent, failure, answered));
  switch (failure.kind) {
    case 'unreachable':
    case 'timed-out':
    case 'not-an-api':
      return unknown(false);
    case 'unreadable':
      return unknown(true);
    case 'not-stored':
    case 'account-changed':
    case 'internal':
      // Surely not sent, even if the journal already has it as sent.
      return { kind: 'retry', state: before };
    case 'cancelled':
      return sent !== null && inFlight ? unknown(false) : move(cancelledState(before, now));
    case 'refused':
      if (before.sending === null) return refused;
      // "Taken", perhaps by its own first try: looked up, like a response that could not be read.
      if (isUniqueByName(job.command)) return unknown(true);
      // Or "no such record": its own first try has deleted it.
      return isDeletion(job.command) ? { kind: 'done', result: jobResult({ lookedUp: true }) } : refused;
    case 'blocked':
    case 'not-an-address':
    case 'invalid-link':
    case 'not-connected':
      return refused;
    case 'limit':
      // Where the circuit breaker holds it back, it has no time of its own.
      return move({
        ...before,
        notBefore: blockReasonOf(failure, now) === null ? failure.until : null,
        waits: 'retry',
      });
    case 'key':
    case 'no-permission':
    case 'moved':
    case 'challenge':
      return move({ ...before, notBefore: null, waits: null });
  }
}

/** A record that is older than the send, or that another job has, existed before. */
function withExisting(result: JobResult, sent: StateOf<'sent'> | null, others: CompetingJobs): JobResult {
  const newest = sent?.sending.newest ?? null;
  const isOld = result.id !== null && newest !== null && !isNewerId(result.id, newest);
  return { ...result, existing: isOld || isClaimed(result, others) };
}

export interface Lookup {
  readonly records: readonly RemoteRecord[];
  /** Its start, by this device's clock. */
  readonly began: number;
  /** The service's `Date`. */
  readonly date: number | null;
}

interface LookupOutcome {
  readonly lookup: Lookup;
  readonly others: CompetingJobs;
  /** Another job with the same target still waits for its response. */
  readonly isResponsePending: boolean;
  readonly onAmbiguous: OutboxPreferences['onAmbiguous'];
  readonly now: number;
}

export function afterLookup(job: Job, state: StateOf<'unknown'>, outcome: LookupOutcome): Step {
  const { lookup, others, now } = outcome;
  const { sending, tries } = state;
  const lost = {
    command: job.command,
    sending,
    noteTag: job.noteTag,
    sentAt: sentAt(sending, tries, lookup),
  };
  const match = matchLostJob(lookup.records, lost, others);
  if (!isIdempotent(job.command) && match.kind !== 'none' && outcome.isResponsePending)
    return { kind: 'wait', ms: rivalRetryMs };
  const early = waitForCommit(job, state, match, outcome);
  if (early !== null) return early;
  // The link exists, but its short URL is not usable.
  if (match.kind !== 'none' && job.command.kind === 'shorten' && match.record.shortUrl === null)
    return move(refusedState(state, { kind: 'unreadable', status: 200 }, now));
  switch (match.kind) {
    case 'found':
      return { kind: 'done', result: toJobResult(job, match.record) };
    case 'none':
      return afterNothingFound(job, state, now);
    case 'unclear':
      return afterAmbiguous(job, state, match, outcome.onAmbiguous);
  }
}

/** A step while the request may still be carried out and its record is not found; otherwise `null`. */
function waitForCommit(
  job: Job,
  state: StateOf<'unknown'>,
  match: MatchResult,
  { lookup, others }: LookupOutcome,
): Step | null {
  const { sending } = state;
  const { began, date } = lookup;
  if (isIdempotent(job.command) || state.answered) return null;
  // A record that may be a twin's as well is left to the twin.
  const isTwins = match.kind === 'found' && job.noteTag === null && others.rivals.some(matches(match.record));
  if (match.kind === 'found' && !isTwins) return null;
  // Sent before the service's time was known: from this lookup on both clocks are compared.
  if (sending.serverAt === null && date !== null)
    return {
      kind: 'wait',
      ms: lookupDelayMs + dateStepMs,
      state: { ...state, sending: { ...sending, serverAt: date } },
    };
  const byServer =
    date === null || sending.serverAt === null ? Infinity : date - sending.serverAt - dateStepMs;
  const age = Math.min(began - sending.at, byServer);
  return age >= lookupDelayMs ? null : { kind: 'wait', ms: lookupDelayMs - age };
}

function afterNothingFound(job: Job, state: StateOf<'unknown'>, now: number): Step {
  const { tries, sending, failure, answered } = state;
  if (answered && tries > 0) return move(refusedState(state, failure, now));
  if (isIdempotent(job.command)) {
    const isAnswered = 'status' in failure && failure.status !== null;
    if (isAnswered && tries >= maxAnsweredSends) return move(refusedState(state, failure, now));
    // A service that stores links under another URL would get one more with every send.
  } else if (tries >= maxSends) return move({ ...state, question: nothingFound });
  const again: StateOf<'queued'> = { ...initialState, tries, sending, waits: 'retry' };
  // It has waited already; only a service that keeps failing is given more time.
  return tries > 1 ? { kind: 'resend', state: again } : move(again);
}

function afterAmbiguous(
  job: Job,
  state: StateOf<'unknown'>,
  { record, notShown, isDoubtful }: Extract<MatchResult, { kind: 'unclear' }>,
  onAmbiguous: OutboxPreferences['onAmbiguous'],
): Step {
  const { tries, sending } = state;
  // A preference alone returns no link that may lack its password, or that may have been created at another time.
  if (onAmbiguous === 'use' && notShown.length === 0 && !isDoubtful && sending.unlisted !== true)
    return { kind: 'done', result: { ...toJobResult(job, record), chosen: true } };
  if (onAmbiguous === 'again' && tries < maxSends)
    return move({ ...initialState, tries, sending: { ...sending, newest: record.id } });
  const question = {
    id: record.id,
    shortUrl: record.shortUrl,
    address: shownSubject(job, record),
    ...(notShown.length > 0 && { notShown: [...notShown] }),
  };
  return move({ ...state, question });
}

/** A list may show a long URL with spaces and invisible characters: the user sees it encoded. */
function shownSubject({ command }: Job, { subject }: RemoteRecord): string {
  return command.kind === 'shorten' ? (parseUrl(subject)?.href ?? subject) : subject;
}

function toJobResult({ command }: Job, { id, shortUrl, alias }: RemoteRecord): JobResult {
  const aliasDiffers = command.kind === 'shorten' && isOtherAlias(command.link.alias, alias);
  return jobResult({ id, shortUrl, aliasDiffers, lookedUp: true });
}
