/** Asks the background, and asks again when the worker died under the question. */
import { removeStored, type AreaName } from '../../lib/browser/stored.ts';
import { ask, AskError, sayHello } from '../../lib/messages/ask.ts';
import { intentPrefix } from '../../lib/messages/intent-key.ts';
import type { MessageKind, ReplyOf, RequestOf } from '../../lib/messages/protocol.ts';
import type { Ask } from '../../lib/outbox/job.ts';

/** Waits between two messages, in ms; the last one is kept to as long as the page lives. */
const waits = [0, 50, 250, 1_000, 2_000];

/** The background answers within 20 s; a message that takes longer was swallowed by a worker on its way out. */
const overdueMs = 23_000;

async function overdue(): Promise<never> {
  await pause(overdueMs);
  throw new AskError('no-answer');
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Repeats a message until the background has answered it: what a person asked for is on disk, but a worker that was
 * killed meanwhile may have nothing else that wakes it.
 *
 * @throws AskError when the background answered that it could not do it
 */
async function insist<R>(put: () => Promise<R>): Promise<R> {
  for (let tried = 0; ; tried++) {
    try {
      return await Promise.race([put(), overdue()]);
    } catch (error) {
      if (!(error instanceof AskError) || error.problem !== 'no-answer') throw error;
    }
    await pause(waits[Math.min(tried, waits.length - 1)] ?? 0);
  }
}

/** For what the page can do nothing about when it fails. */
export async function askAgain<K extends MessageKind>(
  kind: K,
  request: RequestOf<K>,
): Promise<ReplyOf<K> | null> {
  return insist(() => ask(kind, request)).catch(() => null);
}

/** After the popup has come to rest, in ms: a worker that starts beside it would slow it. A press wakes it sooner. */
const restMs = 250;

export function greet(): void {
  setTimeout(() => void insist(() => sayHello('popup')).catch(() => undefined), restMs);
}

/**
 * Nudges the background to an intent that is being written.
 *
 * @throws when it could be stored neither as an intent nor as a job; then nothing of it is left
 */
export async function takeUp(
  asked: Ask,
  area: AreaName,
  written: Promise<void>,
): Promise<ReplyOf<'take-up'>> {
  written.catch(() => undefined);
  try {
    for (;;) {
      const outcome = await insist(() => ask('take-up', asked));
      if (outcome.state !== 'queued' && outcome.state !== 'sent') return outcome;
      // The answer comes after 20 s at the latest; asking again keeps the worker at it while somebody looks on.
      await pause(1_000);
    }
  } catch (error) {
    // Else a second press would be a second link, once the first intent is taken up after all.
    await written.catch(() => undefined);
    await removeStored(area, intentPrefix + asked.id);
    throw error;
  }
}
