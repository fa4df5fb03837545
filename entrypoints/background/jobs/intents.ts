/** Intents: commands that pages wrote to disk before anything else. Recovered at every start, removed once they are jobs. */
import { browser } from 'wxt/browser';
import type { Outbox } from '../../../lib/outbox/outbox.ts';
import { logError } from '../../../lib/browser/log-error.ts';
import { readByPrefix } from '../../../lib/storage/keys-by-prefix.ts';
import { readByPrefixOrMove } from '../storage/damaged-copies.ts';
import { commandSchema, type Command } from '../../../lib/outbox/commands.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import { intentKey, intentPrefix } from '../../../lib/storage/storage-keys.ts';
import { connectIntentSchema, type ConnectIntent } from '../../../lib/messages/protocol.ts';

interface IntentHandlers {
  readonly report: (error: unknown) => void;
  readonly submit: (command: Command) => Promise<unknown>;
  readonly connect: (id: string) => Promise<unknown>;
  readonly onDamaged: (key: string) => void;
}

export async function removeIntents(ids: readonly string[], isPrivate = false): Promise<void> {
  const { local, session } = browser.storage;
  if (ids.length > 0) await (isPrivate ? session : local).remove(ids.map(intentKey));
}

export async function readConnectIntents(): Promise<readonly ConnectIntent[]> {
  const stored = await readByPrefix(intentPrefix, browser.storage.local);
  return stored.flatMap(([, raw]) => connectIntentSchema.safeParse(raw).data ?? []);
}

/** Makes a job of a command and removes its intent, in that order: what is not in the journal stays where it is. */
export async function acceptIntent(
  jobs: Pick<Outbox, 'submit' | 'isJournaled'>,
  command: Command,
): Promise<Job> {
  const job = await jobs.submit(command);
  // Also for a job that exists already: the page's own write may have landed after the message that made the job.
  if (jobs.isJournaled(command.id)) removeIntents([command.id], command.private).catch(logError);
  return job;
}

export async function recoverIntents({ submit, connect, onDamaged, report }: IntentHandlers): Promise<void> {
  const accept = (raw: unknown) => {
    const command = commandSchema.safeParse(raw);
    if (command.success) submit(command.data).catch(report);
    const connectIntent = connectIntentSchema.safeParse(raw);
    if (connectIntent.success) connect(connectIntent.data.id).catch(report);
    return command.success || connectIntent.success;
  };
  await readByPrefixOrMove(intentPrefix, accept, onDamaged);
}
