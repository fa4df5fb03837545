/**
 * What a job goes through, one step after the other, until it has ended or waits for the person:
 *
 *   queued ──▶ sent ──▶ done
 *     ▲ ▲        ├────▶ refused (the service said no)
 *     │ │        └────▶ unknown (no answer, or none that can be read)
 *     │ └─ not made ◀─────┤ looked for: at once, and again SETTLED after the send
 *     │                   ├────▶ done (found)
 *     └─ "make another" ◀─┴────▶ a question for the person (nobody can tell, or sent three times and not found)
 *
 * What passes by itself (network, 5xx, the limit) is waited for; what concerns every job (key, permission, an address
 * that has moved) closes the gate; a refused job is set aside and blocks nobody.
 */
import type { Outcome } from '../api/call.ts';
import type { Failure } from '../api/failure.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { sentAt, lookupDelayMs } from './match-certainty.ts';
import { initialState, type Job, type JobState, type SendSnapshot, type StateOf } from './job.ts';
import { isIdempotent } from './commands.ts';
import type { JobResult } from './job-result.ts';
import { SendBlocked, JobDropped, type OutboxDeps, type WaitReason } from './outbox-deps.ts';
import {
  isUniqueByName,
  isClaimed,
  matches,
  reconcile,
  shortUrlKey,
  type RemoteRecord,
  type CompetingJobs,
  type LostJob,
} from './reconcile.ts';
import { isNewerId } from '../api/coerce.ts';
import { compareUrls } from '../url/compare-urls.ts';
import { parseUrl } from '../api/base-url.ts';
import { parseUserUrl } from '../url/parse-user-url.ts';

/** The `Date` header counts in whole seconds. */
const dateStepMs = 1_000;
/** Longer than this nothing waits by itself without telling the person. */
export const maxSilentWaitMs = 5 * 60_000;
const minBackOffMs = 2_000;
/** A service that is not itself (maintenance, a captive portal) is asked again by itself. */
export const notAnApiRetryMs = 60_000;
/** What the service has not asked for is never waited for longer: two of its windows. */
export const maxBackOffMs = 2 * 60_000;
/** A create is sent no more often than this until the person asks for more; each time after a lookup. */
export const maxSends = 3;
/**
 * What failed looks may come to before the person is asked. An outage counts least: it is waited for, for a day at the
 * longest back-off. What the service says no to will hardly change: some minutes, as the back-off grows.
 */
const mostFailedLooks = 86_400_000 / maxBackOffMs;
const refusedLook = mostFailedLooks / 8;
/** How soon a job looks again that waits for another one's answer. */
const competitorMs = 5_000;

export interface JobRun {
  /** Resolves when the job has ended or waits for the person: when that is known, not when it is written. */
  readonly finished: Promise<Job>;
  /** Resolves when it is written, too. */
  readonly settled: Promise<unknown>;
  readonly resolve: (job: Job) => void;
  /** Gives it up if nothing has been sent; false when it was too late. */
  cancel(): boolean;
  /** Whether it has been given up: what follows is its end. */
  isCancelled(): boolean;
  /** It is nobody's any more. */
  discard(): void;
}

export interface JobRunner {
  /** @param written the job's first write, which is on its way */
  start(job: Job, written?: Promise<unknown>): JobRun;
}

interface RunnerContext {
  readonly gate: CircuitBreaker;
  readonly jobs: () => Iterable<Job>;
  readonly isKnown: (id: string) => boolean;
  /** The life that a job leads, when it leads one. */
  readonly workOf: (id: string) => JobRun | undefined;
  readonly write: (job: Job) => Promise<Job>;
  /** Makes an end known before it is written, so that its record is nobody else's. */
  readonly claim: (job: Job) => void;
  readonly wait: (job: Job, wait: WaitReason | null) => void;
  /** Aborts when waiting for a better time is over. */
  readonly nudged: () => AbortSignal;
}

export function createJobRunner(deps: OutboxDeps, house: RunnerContext): JobRunner {
  const { now } = deps;
  const { gate, write } = house;

  /** One life of one job. */
  function begin(first: Job, written?: Promise<unknown>): JobRun {
    const abort = new AbortController();
    const { signal } = abort;
    let underWay = false;
    let looks = 0;
    let end: (job: Job) => void = () => undefined;
    const ended = new Promise<Job>((resolve) => (end = resolve));

    const move = (job: Job, state: JobState): Promise<Job> => write({ ...job, state });

    function done(job: Job, made: JobResult): Promise<Job> {
      const next: Job = { ...job, state: { name: 'done', at: now(), made } };
      house.claim(next);
      // Whoever waits for a link hears of it at once: should the write be lost, the link is found again. Whoever waits for
      // anything else looks at a list next, and what follows from the write is to come before that.
      if (job.ask.kind === 'shorten') end(next);
      return write(next);
    }

    async function waitUntil(job: Job, at: number, waits: WaitReason['waits']): Promise<void> {
      const left = at - now();
      // Nothing is ever to wait for longer than that: the clock was set back, and nobody knows how much of it is left.
      const ms = left > maxSilentWaitMs ? maxBackOffMs : left;
      if (ms <= 0) return;
      house.wait(job, { goesAt: now() + ms, waits });
      await deps.sleep(
        ms,
        waits === 'hold' || waits === 'look' ? signal : AbortSignal.any([signal, house.nudged()]),
      );
      house.wait(job, null);
    }

    const backOff = (tries: number): number =>
      Math.min(maxBackOffMs, minBackOffMs * 2 ** Math.min(tries, 10) * (0.75 + deps.random() / 2));

    /** Closes the gate for what concerns every job; false for everything else. */
    function concernsAll(failure: Failure): boolean {
      switch (failure.kind) {
        case 'key':
        case 'not-connected':
        case 'no-permission':
        case 'moved':
        case 'challenge':
          gate.block({ failure, until: null });
          return true;
        case 'not-an-api':
          gate.block({ failure, until: now() + notAnApiRetryMs });
          return true;
        case 'limit':
          if (failure.until - now() <= maxSilentWaitMs) return false;
          gate.block({ failure, until: failure.until });
          return true;
        case 'refused':
        case 'unreachable':
        case 'blocked':
        case 'unreadable':
        case 'timed-out':
        case 'not-an-address':
        case 'invalid-link':
        case 'cancelled':
        case 'not-stored':
        case 'account-changed':
        case 'internal':
          return false;
      }
    }

    /** Whether something is in the way of every request; `elsewhere` when another account is connected. */
    async function hindrance(job: Job): Promise<'closed' | 'elsewhere' | null> {
      const [obstacle, scope] = await Promise.all([deps.blockingFailure(), deps.scope()]);
      if (scope !== job.scope) return 'elsewhere';
      return obstacle !== null && concernsAll(obstacle) ? 'closed' : null;
    }

    const invalidity = async ({ ask }: Job): Promise<Failure | null> => (await deps.validate?.(ask)) ?? null;

    /** Had it been sent before, `sending` tells so: then it was looked for in vain. */
    const refuse = (job: Job, { sending }: StateOf<'queued'>, failure: Failure): Promise<Job> =>
      move(job, { name: 'refused', at: now(), failure, sending });

    /** `null` when it rests until its own account is back. */
    async function send(job: Job, state: StateOf<'queued'>): Promise<Job | null> {
      // What a menu was opened on need not be one: told at once, whatever else would have to be waited for.
      if (job.ask.kind === 'shorten' && !parseUserUrl(job.ask.link.address).ok)
        return refuse(job, state, { kind: 'not-an-address' });
      const invalid = await invalidity(job);
      if (invalid !== null) return refuse(job, state, invalid);
      const elder = elderOf(job);
      if (elder !== undefined && !signal.aborted) {
        const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
        // Its own run reports the failure; this one only waits for the end.
        await Promise.race([elder.settled.catch(() => undefined), aborted]);
        return job;
      }
      if (state.notBefore !== null) await waitUntil(job, state.notBefore, state.waits ?? 'retry');
      const passage = await gate.acquire(signal);
      if (passage === null) return move(job, { name: 'cancelled', at: now() });
      try {
        const hindered = await hindrance(job);
        if (hindered !== null) return hindered === 'closed' ? job : null;
        return await sendNow(job, state);
      } finally {
        passage.release();
      }
    }

    async function sendNow(job: Job, state: StateOf<'queued'>): Promise<Job> {
      let current = job;
      let heldBack = false;
      let invalid: Failure | null = null;
      let journalled: Promise<unknown> = Promise.resolve();
      const outcome = await deps.send(job, {
        signal,
        onWait: (goesAt) => house.wait(current, { goesAt, waits: 'limit' }),
        onHeldBack: async (until) => {
          underWay = false;
          current = await move(current, { ...state, notBefore: null, waits: null });
          house.wait(current, { goesAt: until, waits: 'limit' });
        },
        beforeSend: async ({ newest, serverAt, expiry }) => {
          // Once more: while it waited for its turn, its expiration may have passed.
          invalid = await invalidity(job);
          heldBack = gate.blockReason()?.failure != null;
          if (invalid !== null || heldBack || signal.aborted) throw new SendBlocked();
          underWay = true;
          const sending: SendSnapshot = {
            at: now(),
            serverAt,
            newest: state.sending ? state.sending.newest : newest,
            ...(expiry !== undefined && { expiries: [...(state.sending?.expiries ?? []), expiry] }),
            ...firstSentAt(state.sending, serverAt),
            ...(serverAt !== null && { lastServerSentAt: serverAt }),
          };
          journalled = Promise.all([
            write({ ...current, state: { name: 'sent', tries: state.tries + 1, sending } }).then(
              (sent) => (current = sent),
            ),
            // Its first entry may have failed: with this one it is in the journal all the same.
            written?.catch(() => undefined),
          ]);
          journalled.catch(() => (underWay = false));
          await journalled;
        },
      });
      // Not in the journal, so not sent: the job stays as it is and is taken up again at the next resume.
      await journalled;
      if (heldBack) return current;
      house.wait(current, null);
      if (invalid !== null && !signal.aborted) return refuse(current, state, invalid);
      const next = await after(current, state, outcome);
      underWay = false;
      return next;
    }

    function after(job: Job, before: StateOf<'queued'>, outcome: Outcome<JobResult>): Promise<Job> {
      const sent = job.state.name === 'sent' ? job.state : null;
      if (outcome.ok) {
        const newest = sent?.sending.newest ?? null;
        const { id } = outcome.value;
        const isOld = id !== null && newest !== null && !isNewerId(id, newest);
        const existing = isOld || isClaimed(outcome.value, others(job));
        return done(job, { ...outcome.value, existing });
      }
      const { failure } = outcome;
      const refused = () => refuse(job, before, failure);
      const unclear = (answered: boolean) =>
        sent === null
          ? move(job, { ...before, notBefore: now() + backOff(before.tries + looks++), waits: 'retry' })
          : move(job, {
              name: 'unknown',
              tries: sent.tries,
              sending: sent.sending,
              failure,
              answered,
              question: null,
            });
      switch (failure.kind) {
        case 'unreachable':
        case 'timed-out':
          return unclear(false);
        case 'unreadable':
          return unclear(true);
        case 'not-an-api':
          concernsAll(failure);
          return unclear(false);
        case 'not-stored':
        case 'account-changed':
        case 'internal':
          // Surely not sent, whatever the journal has of it by now.
          return move(job, {
            ...before,
            notBefore: now() + backOff(before.tries + looks++),
            waits: 'retry',
          });
        case 'cancelled':
          return sent !== null && underWay ? unclear(false) : move(job, { name: 'cancelled', at: now() });
        case 'refused':
          // "Taken", perhaps by its own first try: looked for, like an answer that could not be read.
          if (before.sending !== null && isUniqueByName(job.ask)) return unclear(true);
          // Or "no such record": what its own first try has taken away.
          return before.sending !== null && isDeletion(job.ask) ? done(job, nothing) : refused();
        case 'blocked':
        case 'not-an-address':
        case 'invalid-link':
        case 'not-connected':
          return refused();
        case 'limit':
        case 'key':
        case 'no-permission':
        case 'moved':
        case 'challenge':
          // At the gate it waits without a time of its own.
          return move(job, {
            ...before,
            notBefore: !concernsAll(failure) && failure.kind === 'limit' ? failure.until : null,
            waits: failure.kind === 'limit' ? 'retry' : null,
          });
      }
    }

    async function lookFor(job: Job, state: StateOf<'unknown'>): Promise<Job | null> {
      const passage = await gate.acquire(signal);
      if (passage === null) throw new JobDropped();
      const began = now();
      const { sending } = state;
      try {
        // The clock was set back: from here on it is as if it had been sent now.
        if (began < sending.at) return await move(job, { ...state, sending: { ...sending, at: began } });
        const hindered = await hindrance(job);
        if (hindered !== null) return hindered === 'closed' ? job : null;
        const { failedLooks = 0 } = state;
        const isLast = failedLooks + refusedLook >= mostFailedLooks;
        const seen = await deps.lookUp(job.ask, sending.newest, isLast);
        if (!seen.ok && concernsAll(seen.failure)) return job;
        passage.release();
        if (!seen.ok) return await afterFailedLook(job, { ...state, failedLooks }, seen.failure, began);
        return await judge(job, state, { records: seen.value, began, date: seen.date });
      } finally {
        passage.release();
      }
    }

    /** Waits for a better time, but not for ever without a word. */
    async function afterFailedLook(
      job: Job,
      before: StateOf<'unknown'> & { readonly failedLooks: number },
      failure: Failure,
      began: number,
    ): Promise<Job> {
      const weight = weightOf(failure);
      const state = { ...before, failedLooks: before.failedLooks + weight };
      const isSettled = before.answered || began - before.sending.at >= lookupDelayMs;
      if (weight > 0 && isSettled && state.failedLooks >= mostFailedLooks) {
        // Done again without harm.
        if (isIdempotent(job.ask)) return judge(job, before, { records: [], began, date: null });
        return move(job, { ...state, question: nothingFound });
      }
      const next = weight > 0 ? await move(job, state) : job;
      const until = failure.kind === 'limit' ? failure.until : 0;
      await waitUntil(next, Math.max(until, now() + backOff(looks++)), 'retry');
      return next;
    }

    async function judge(
      job: Job,
      state: StateOf<'unknown'>,
      look: {
        readonly records: readonly RemoteRecord[];
        readonly began: number;
        readonly date: number | null;
      },
    ): Promise<Job> {
      const { sending, failure, answered, tries } = state;
      const { onAmbiguous: unclear } = await deps.preferences();
      if (!house.isKnown(job.ask.id)) throw new JobDropped();
      // Nothing is awaited between the sum and the claim, so two jobs never take one record.
      const rest = others(job);
      const repeats = isIdempotent(job.ask);
      const wanted = { ask: job.ask, sending, mark: job.mark, sentAt: sentAt(sending, tries, look) };
      const verdict = reconcile(look.records, wanted, rest);
      if (!repeats && verdict.kind !== 'none' && awaitsAnswer(job)) {
        await waitUntil(job, now() + competitorMs, 'look');
        return job;
      }
      const byServer =
        look.date === null || sending.serverAt === null
          ? Infinity
          : look.date - sending.serverAt - dateStepMs;
      const age = Math.min(look.began - sending.at, byServer);
      // Sent before the service had told its time: from this look on both clocks are watched.
      const clockless = sending.serverAt === null && look.date !== null;
      const settled = repeats || answered || (!clockless && age >= lookupDelayMs);
      // While its own may still come, one that may be a twin's as well is left to the twin.
      const isTwins =
        verdict.kind === 'found' && job.mark === null && rest.rivals.some(matches(verdict.record));
      if (!settled && (isTwins || verdict.kind !== 'found')) {
        if (clockless) {
          const timed = await move(job, { ...state, sending: { ...sending, serverAt: look.date } });
          await waitUntil(timed, now() + lookupDelayMs + dateStepMs, 'look');
          return timed;
        }
        await waitUntil(job, now() + lookupDelayMs - age, 'look');
        return job;
      }
      if (verdict.kind === 'found') {
        // It is there, and its address is none that can be given to anybody.
        if (job.ask.kind === 'shorten' && verdict.record.shortUrl === null)
          return move(job, {
            name: 'refused',
            at: now(),
            failure: { kind: 'unreadable', status: 200 },
            sending,
          });
        return done(job, toJobResult(job, verdict.record));
      }
      const again: StateOf<'queued'> = { ...initialState, tries, sending };
      if (verdict.kind === 'none') {
        if (answered && tries > 0) return move(job, { name: 'refused', at: now(), failure, sending });
        // A service that keeps links under another URL would get one more with every send.
        if (!repeats && tries >= maxSends) return move(job, { ...state, question: nothingFound });
        // It has waited already; only a service that keeps failing is given more time.
        const notBefore = tries > 1 ? now() + backOff(tries) : null;
        return move(job, { ...again, notBefore, waits: 'retry' });
      }
      const { record, notShown } = verdict;
      // A setting hands out no link that may lack the password it was to have.
      if (unclear === 'use' && notShown.length === 0) return done(job, toJobResult(job, record));
      if (unclear === 'again' && tries < maxSends)
        return move(job, { ...again, sending: { ...sending, newest: record.id } });
      const question = {
        id: record.id,
        shortUrl: record.shortUrl,
        address: shownSubject(job, record),
        ...(notShown.length > 0 && { notShown: [...notShown] }),
      };
      return move(job, { ...state, question });
    }

    function others(job: Job): CompetingJobs {
      const claimed = new Set<string>();
      const claimedUrls = new Set<string>();
      const rivals: LostJob[] = [];
      for (const { ask, state, mark, scope } of house.jobs()) {
        // Every account counts its own ids.
        if (scope !== job.scope) continue;
        if (ask.id === job.ask.id || (ask.kind === 'shorten') !== (job.ask.kind === 'shorten')) continue;
        if (ask.kind !== 'shorten' && ask.kind !== job.ask.kind) continue;
        if (state.name === 'done') {
          const { id, shortUrl } = state.made;
          if (id !== null) claimed.add(id);
          if (shortUrl !== null) claimedUrls.add(shortUrlKey(shortUrl));
        }
        if (state.name === 'unknown') rivals.push({ ask, sending: state.sending, mark });
        if (state.name === 'queued' && state.sending !== null)
          rivals.push({ ask, sending: state.sending, mark });
      }
      return { claimed, claimedUrls, rivals };
    }

    /** Who goes first of those that change the same record: the last one asked for is to be what stays. */
    function elderOf({ ask: mine, scope }: Job): JobRun | undefined {
      for (const { ask, scope: its } of house.jobs()) {
        if (ask.id === mine.id) break;
        const work = its === scope && editsSameRecord(ask, mine) ? house.workOf(ask.id) : undefined;
        if (work !== undefined) return work;
      }
      return undefined;
    }

    /** Whether the answer to the same ask of another job is still on its way: that record may be its. */
    function awaitsAnswer(job: Job): boolean {
      for (const { ask, state, scope } of house.jobs()) {
        if (ask.id === job.ask.id || scope !== job.scope) continue;
        if (state.name === 'sent' && house.workOf(ask.id) && hasSameTarget(ask, job.ask)) return true;
      }
      return false;
    }

    async function live(): Promise<void> {
      for (let job: Job | null = first; job !== null;) {
        const { state }: Job = job;
        if (state.name === 'queued') job = await send(job, state);
        else if (state.name === 'sent')
          // Left so by an earlier life.
          job = await move(job, {
            name: 'unknown',
            tries: state.tries,
            sending: state.sending,
            failure: { kind: 'unreachable', status: null, message: null },
            answered: false,
            question: null,
          });
        else if (state.name === 'unknown' && state.question === null) job = await lookFor(job, state);
        else return;
      }
    }

    return {
      finished: ended,
      settled: live(),
      resolve: end,
      cancel() {
        if (underWay) return false;
        abort.abort();
        return true;
      },
      isCancelled: () => signal.aborted,
      discard: () => abort.abort(),
    };
  }

  return { start: begin };
}

/** Of the first of several sends: what it left is not older than that. */
function firstSentAt(
  before: SendSnapshot | null,
  serverAt: number | null,
): Pick<SendSnapshot, 'serverSentAt'> {
  const at = before === null ? (serverAt ?? undefined) : before.serverSentAt;
  return at === undefined ? {} : { serverSentAt: at };
}

/** The question without a record: retry, or dismiss. */
const nothingFound = { id: null, shortUrl: null, address: '' };

/** What one failed look counts of `mostFailedLooks`. */
function weightOf({ kind }: Failure): number {
  if (kind === 'refused' || kind === 'unreadable' || kind === 'blocked') return refusedLook;
  return kind === 'unreachable' || kind === 'timed-out' ? 1 : 0;
}

const isDeletion = (ask: Job['ask']) => ask.kind === 'change' && ask.act === 'delete';

const nothing: JobResult = { id: null, shortUrl: null, aliasDiffers: false, lookedUp: true, existing: false };

function hasSameTarget(one: Job['ask'], other: Job['ask']): boolean {
  if (one.kind === 'shorten')
    return other.kind === 'shorten' && compareUrls(one.link.address, other.link.address) !== 'other';
  return other.kind === one.kind && other.name === one.name;
}

/** What a link is in besides, no later channel takes away. */
const editsSameRecord = (one: Job['ask'], other: Job['ask']): boolean =>
  isIdempotent(one) &&
  isIdempotent(other) &&
  one.kind === other.kind &&
  one.kind !== 'assign-channel' &&
  one.item === other.item &&
  (one.kind !== 'change' || other.kind !== 'change' || one.what === other.what);

/** A list may show a long URL with spaces and invisible characters: a person sees it encoded. */
function shownSubject({ ask }: Job, { subject }: RemoteRecord): string {
  return ask.kind === 'shorten' ? (parseUrl(subject)?.href ?? subject) : subject;
}

function toJobResult({ ask }: Job, { id, shortUrl, alias }: RemoteRecord): JobResult {
  const wanted = ask.kind === 'shorten' ? ask.link.alias.trim().toLowerCase() : '';
  return {
    id,
    shortUrl,
    aliasDiffers: wanted !== '' && alias !== '' && alias.toLowerCase() !== wanted,
    lookedUp: true,
    existing: false,
  };
}
