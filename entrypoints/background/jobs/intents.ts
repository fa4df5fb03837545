/** Intents: what pages wrote to disk before anything else. Taken up at every start, removed once they are jobs. */
import { browser } from 'wxt/browser';
import { damagedPrefix, withoutSecrets } from '../../../lib/storage/damaged-copy.ts';
import type { Outbox } from '../../../lib/outbox/outbox.ts';
import { logError } from '../log-error.ts';
import { readByPrefix } from '../storage/read-by-prefix.ts';
import { commandSchema, type Command, type Job } from '../../../lib/outbox/job.ts';
import { intentPrefix } from '../../../lib/storage/intent-key.ts';
import { connectAskSchema } from '../../../lib/messages/protocol.ts';

export interface IntentHandlers {
  readonly report: (error: unknown) => void;
  readonly take: (ask: Command) => Promise<unknown>;
  readonly connect: (id: string) => Promise<unknown>;
  readonly onDamaged: (key: string) => void;
}

/** An intent has become a job: its own key is no longer needed. */
export async function forgetIntent(ask: Command): Promise<void> {
  const area = ask.private ? browser.storage.session : browser.storage.local;
  await area.remove(`${intentPrefix}${ask.id}`);
}

/** Makes a job of an ask and forgets its intent, in that order: what is not in the journal stays where it is. */
export async function acceptIntent(jobs: Pick<Outbox, 'take' | 'has'>, ask: Command): Promise<Job> {
  const job = await jobs.take(ask);
  // Once more than at its beginning: the page's own write may have landed after the nudge that made the job.
  if (jobs.has(ask.id)) forgetIntent(ask).catch(logError);
  return job;
}

export async function recoverIntents({ take, connect, onDamaged, report }: IntentHandlers): Promise<void> {
  for (const area of [browser.storage.local, browser.storage.session]) {
    for (const [key, raw] of await readByPrefix(intentPrefix, area)) {
      const ask = commandSchema.safeParse(raw);
      const connecting = connectAskSchema.safeParse(raw);
      if (ask.success) {
        take(ask.data).catch(report);
      } else if (connecting.success) {
        connect(connecting.data.id).catch(report);
      } else {
        await area.set({ [damagedPrefix + key]: withoutSecrets(raw) });
        await area.remove(key);
        onDamaged(key);
      }
    }
  }
}
