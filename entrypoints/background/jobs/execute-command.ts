/** Sends commands to the service, and looks for the records of those that got no clear answer. */
import { failed, type FailedOutcome, type Outcome, type Send } from '../../../lib/api/call.ts';
import { createLink } from '../../../lib/api/create-link.ts';
import { failureReach, type Failure } from '../../../lib/api/failure.ts';
import type { LookupLink } from '../../../lib/api/links.ts';
import { toLinkFields, toSentExpiry } from '../../../lib/draft/to-link-fields.ts';
import {
  isSubmittedWithOthers,
  isIdempotent,
  type Command,
  type CreateLinkCommand,
} from '../../../lib/outbox/commands.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import { jobResult, type JobResult } from '../../../lib/outbox/job-result.ts';
import { needsDetails } from '../../../lib/outbox/lost-job-certainty.ts';
import type { SendHooks } from '../../../lib/outbox/outbox-deps.ts';
import type { RemoteRecord } from '../../../lib/outbox/remote-record.ts';
import { orAborted } from '../../../lib/time/or-aborted.ts';
import type { Gateway } from '../api/gateway.ts';
import { logError } from '../log-error.ts';
import { addRecord, callOf, linkResult, mapOutcome } from './command-calls.ts';
import { findAssigned, findLostRecords, toRemoteLink, withDetails } from './find-lost-records.ts';
import type { HighWaterMark } from './high-water-mark.ts';
import { createBatchedScan, maxId, type LookupPriority } from './scan-newest-links.ts';

interface CommandExecutorDeps {
  readonly gateway: () => Promise<Gateway | null>;
  readonly highWaterMark: HighWaterMark;
  readonly onLinks: (links: readonly LookupLink[], scope: string) => Promise<void>;
  /** The present account: read before its gateway is, so that no answer is recorded for one that came later. */
  readonly scope: () => Promise<string>;
  readonly now: () => number;
  /** The UTC offset of the service's times in minutes, once it is known. */
  readonly utcOffset: () => Promise<number | undefined>;
}

/** Between the requests of commands that were submitted together a single one gets its turn. */
const priorityOf = (command: Command): LookupPriority => (isSubmittedWithOthers(command) ? 'bulk' : 'user');

/** After a list that can't be read it is requested again at most this often: each costs one of 30 requests a minute. */
const listRetryMs = 60_000;

const notConnected = failed({ kind: 'not-connected' });

export function createCommandExecutor(deps: CommandExecutorDeps) {
  const { highWaterMark } = deps;
  const { scan, learnHighWaterMark, readKnown } = createLinkScanner(deps);

  return {
    /** Fetches what the first link would have to wait for. */
    async prepare(): Promise<void> {
      const scope = await deps.scope();
      const gateway = await deps.gateway();
      if (gateway !== null && (await highWaterMark.read('shorten')) === null)
        await learnHighWaterMark({ gateway, scope, priority: 'user' });
    },

    async run(job: Job, hooks: SendHooks): Promise<Outcome<JobResult>> {
      const { command, scope } = job;
      const gateway = await deps.gateway();
      if (gateway === null) return notConnected;
      if (command.kind === 'shorten') {
        // The list may wait for the limit; other jobs share it, so a cancelled one only stops waiting.
        const reading = readKnown({ gateway, scope, priority: priorityOf(command) });
        const known = (await orAborted(reading, hooks.signal)) ?? failed({ kind: 'cancelled' });
        return known.ok ? sendLink(deps, { ...known, gateway, job, command, hooks }) : known;
      }
      const newest = await highWaterMark.read(command.kind);
      const send = createSend(deps, { gateway, command, newest, hooks });
      if (!isIdempotent(command))
        return mapOutcome(await addRecord(send, command), ({ id }) => jobResult({ id }));
      // Sent once, as the journal records it: repeating is up to the outbox.
      const call = { ...callOf(command), idempotent: false };
      return mapOutcome(await send(call), () => jobResult({}));
    },

    /** The records among which a job may find its own. */
    async lookUp(
      command: Command,
      newest: string | null,
      isLast = false,
    ): Promise<Outcome<readonly RemoteRecord[]>> {
      const scope = await deps.scope();
      const gateway = await deps.gateway();
      if (gateway === null) return notConnected;
      const priority = priorityOf(command);
      const send: Send = (call) => gateway.request(call, { priority });
      if (isIdempotent(command)) return findAssigned(send, command);
      if (command.kind !== 'shorten')
        return findLostRecords(send, command, (...listed) => highWaterMark.raiseFromList(scope, ...listed));
      const outcome = await scan({ gateway, scope, priority }, newest);
      if (!outcome.ok) return outcome;
      await highWaterMark.raise(scope, maxId(outcome.value));
      const utcOffset = await deps.utcOffset();
      const listed = { ...outcome, value: outcome.value.map((link) => toRemoteLink(link, utcOffset)) };
      return needsDetails(command) ? withDetails(send, { command, newest, isLast }, listed) : listed;
    },
  };
}

interface ScanContext {
  readonly gateway: Gateway;
  readonly scope: string;
  readonly priority: LookupPriority;
}

/** Reads the account's newest links; lookups through one gateway share their scan. */
function createLinkScanner({ highWaterMark, onLinks, now }: CommandExecutorDeps) {
  const scans = new WeakMap<Gateway, ReturnType<typeof createBatchedScan>>();
  /** The account whose list could not be read, and when. */
  let unreadable: { readonly scope: string; readonly at: number } | null = null;

  async function scan(
    { gateway, scope, priority }: ScanContext,
    after: string | null,
  ): Promise<Outcome<readonly LookupLink[]>> {
    const scanAfter =
      scans.get(gateway) ??
      createBatchedScan((call, scanPriority) => gateway.request(call, { priority: scanPriority }));
    scans.set(gateway, scanAfter);
    const outcome = await scanAfter(after, priority);
    // Awaited: the service's UTC offset is learned from the dates.
    if (outcome.ok) await onLinks(outcome.value, scope).catch(logError);
    return outcome;
  }

  /** The first link of an account needs to know which ones existed before it. */
  async function learnHighWaterMark(context: ScanContext): Promise<Outcome<string>> {
    const { scope } = context;
    const endList = await highWaterMark.startList(scope, now());
    const outcome = await scan(context, null);
    if (!outcome.ok) {
      if (failsAlone(outcome.failure)) unreadable = { scope, at: now() };
      return outcome;
    }
    unreadable = null;
    const newest = maxId(outcome.value) ?? '0';
    await endList(newest);
    return { ...outcome, value: newest };
  }

  /** A list that can't be read stops no link: what a lookup then finds is a question for the user. */
  async function readKnown(context: ScanContext): Promise<KnownLinks | FailedOutcome> {
    const newest = await highWaterMark.read('shorten');
    if (newest !== null) return { ok: true, newest, unlisted: false };
    const elapsed = unreadable?.scope === context.scope ? now() - unreadable.at : Infinity;
    if (elapsed < 0 || elapsed >= listRetryMs) {
      const learned = await learnHighWaterMark(context);
      if (learned.ok) return { ok: true, newest: learned.value, unlisted: false };
      if (!failsAlone(learned.failure)) return learned;
    }
    return { ok: true, newest: await highWaterMark.readOutdated(), unlisted: true };
  }

  return { scan, learnHighWaterMark, readKnown };
}

/** The newest link that is known before another one is made. */
interface KnownLinks {
  readonly ok: true;
  readonly newest: string | null;
  readonly unlisted: boolean;
}

/** The list fails, and a link may be created nevertheless. */
function failsAlone(failure: Failure): boolean {
  // What answers is no API, so a create would fail as well.
  return failureReach(failure) === 'request' && failure.kind !== 'not-an-api';
}

interface SendContext {
  readonly gateway: Gateway;
  readonly command: Command;
  /** The high-water mark when the job began. */
  readonly newest: string | null;
  /** There may be newer ones: the list could not be read. */
  readonly unlisted?: boolean;
  readonly hooks: SendHooks;
  /** Called right before the request leaves, which may be hours after the job began. Returns what is added to its body. */
  readonly lateFields?: () => { readonly expiry?: string };
}

/** Sends a job's calls with its priority; passes what a lookup needs to `beforeSend`. */
function createSend(
  { highWaterMark }: CommandExecutorDeps,
  { gateway, command, newest, unlisted = false, hooks, lateFields }: SendContext,
): Send {
  const { signal, beforeSend, onWait, onHeldBack } = hooks;
  const priority = priorityOf(command);
  return (call) => {
    // A lookup that is part of a create is no second create.
    if (call.idempotent) return gateway.request(call, { priority, signal });
    const body: Record<string, unknown> = { ...call.body };
    return gateway.request(call.body ? { ...call, body } : call, {
      priority,
      signal,
      onWait,
      onHeldBack,
      async beforeSend() {
        const late = lateFields?.() ?? {};
        Object.assign(body, late);
        // Lists may have been read while it waited.
        const latest = await highWaterMark.read(command.kind);
        const known = { newest: latest ?? newest, ...(unlisted && latest === null && { unlisted }) };
        await beforeSend({ ...known, serverAt: gateway.serverNow(), ...late });
      },
    });
  };
}

async function sendLink(
  deps: CommandExecutorDeps,
  { job, command, ...context }: SendContext & { readonly job: Job; readonly command: CreateLinkCommand },
): Promise<Outcome<JobResult>> {
  const utcOffset = await deps.utcOffset();
  let sent: { readonly expiry?: string } = {};
  const send = createSend(deps, {
    ...context,
    command,
    lateFields() {
      const expiry = toSentExpiry(command.link, new Date(deps.now()), utcOffset);
      return (sent = expiry === null ? {} : { expiry });
    },
  });
  const fields = toLinkFields(command.link);
  const description = [fields.description, job.noteTag]
    .filter((part) => part != null && part !== '')
    .join(' ');
  const outcome = await createLink(send, { ...fields, description });
  // Of a private link no time is stored.
  const at = command.private || !outcome.ok ? null : outcome.date;
  if (outcome.ok) void deps.highWaterMark.raise(job.scope, outcome.value.id, at);
  return mapOutcome(outcome, ({ id, shortUrl }) => ({ ...linkResult(command, id, shortUrl), ...sent }));
}
