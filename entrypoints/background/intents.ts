/** Intents: what pages wrote to disk before anything else. Taken up at every start, removed once they are jobs. */
import { browser } from 'wxt/browser';
import { askSchema, type Ask } from '../../lib/outbox/job.ts';
import { connectAskSchema, intentPrefix } from '../../lib/messages/protocol.ts';

export interface IntentTakers {
  readonly report: (error: unknown) => void;
  readonly take: (ask: Ask) => Promise<unknown>;
  readonly connect: (id: string) => Promise<void>;
  readonly onDamaged: (key: string) => void;
}

/** An intent has become a job: its own key is no longer needed. */
export async function forgetIntent(ask: Ask): Promise<void> {
  const area = ask.private ? browser.storage.session : browser.storage.local;
  await area.remove(`${intentPrefix}${ask.id}`);
}

export async function takeUpIntents({ take, connect, onDamaged, report }: IntentTakers): Promise<void> {
  for (const area of [browser.storage.local, browser.storage.session]) {
    for (const [key, raw] of Object.entries(await area.get(null))) {
      if (!key.startsWith(intentPrefix)) continue;
      const ask = askSchema.safeParse(raw);
      const connecting = connectAskSchema.safeParse(raw);
      if (ask.success) {
        // Its job may be long done: the page's write can land after the nudge that made the job.
        take(ask.data)
          .then(() => forgetIntent(ask.data))
          .catch(report);
      } else if (connecting.success) {
        connect(connecting.data.id).catch(report);
      } else {
        await area.set({ [`damaged:${key}`]: raw });
        await area.remove(key);
        onDamaged(key);
      }
    }
  }
}
