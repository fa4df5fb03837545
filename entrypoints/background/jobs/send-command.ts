/** Sends commands to the service. What became of a command without a clear response: look-up-lost-job.ts. */
import { failed, mapOutcome, type Outcome, type Send } from '../../../lib/api/call.ts';
import { createLink } from '../../../lib/api/create-link.ts';
import { toLinkFields, toSentExpiry } from '../../../lib/draft/to-link-fields.ts';
import {
  isIdempotent,
  priorityOf,
  type Command,
  type CreateLinkCommand,
} from '../../../lib/outbox/commands.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import { jobResult, type JobResult } from '../../../lib/outbox/job-result.ts';
import type { SendHooks } from '../../../lib/outbox/outbox-deps.ts';
import { orAborted } from '../../../lib/time/or-aborted.ts';
import type { Gateway } from '../api/gateway.ts';
import { createRecordCall, callOf, linkResult } from './command-calls.ts';
import { createLostJobLookup, type LostJobLookupDeps } from './look-up-lost-job.ts';
import { createLinkScanner, type LinkScannerDeps } from './link-scanner.ts';

type CommandSenderDeps = LinkScannerDeps & LostJobLookupDeps;

const notConnected = failed({ kind: 'not-connected' });

export function createCommandSender(deps: CommandSenderDeps) {
  const { highWaterMark } = deps;
  const { scan, learnHighWaterMark, readKnown } = createLinkScanner(deps);
  const lookUp = createLostJobLookup(deps, scan);

  return {
    /** Learns the newest link id, so that the first link does not wait for the list. */
    async learnNewestLink(): Promise<void> {
      const scope = await deps.scope();
      const gateway = await deps.gateway();
      if (gateway !== null && (await highWaterMark.read('shorten')) === null)
        await learnHighWaterMark({ gateway, scope, priority: 'user' });
    },

    async send(job: Job, hooks: SendHooks): Promise<Outcome<JobResult>> {
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
        return mapOutcome(await send(createRecordCall(command)), ({ id }) => jobResult({ id }));
      // Repeating is up to the outbox. So the send is journaled (`createSend`), and without a response it counts as sent,
      // even if the permission is gone by then (lib/api/api-client.ts).
      const call = { ...callOf(command), idempotent: false };
      const outcome = await send(call);
      // The service lacks this endpoint or the record: unlike another page, that does not concern every request.
      if (!outcome.ok && outcome.failure.kind === 'not-an-api' && outcome.failure.status === 404)
        return failed({ kind: 'refused', status: 404, message: null });
      return mapOutcome(outcome, () => jobResult({}));
    },

    lookUp,
  };
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
  { highWaterMark }: CommandSenderDeps,
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
  deps: CommandSenderDeps,
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
