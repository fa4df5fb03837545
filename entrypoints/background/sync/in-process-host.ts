/** Firefox has no offscreen page and needs none: its event page is one, and the keeper sits in it. */
import { createSeat } from '../../../lib/sync-host/sync-host.ts';
import type { Task } from '../../../lib/sync-host/sync-commands.ts';
import type { Answers } from '../../../lib/messages/listener.ts';
import { pause } from '../../../lib/messages/delay.ts';

/** @param answers what the keeper would ask by messages */
export function createSeatHere(answers: Answers): (task: Task) => void {
  const seat = createSeat({
    questions: answers,
    now: Date.now,
    newId: () => crypto.randomUUID(),
    pause,
  });
  // Handed over, as in Chromium: nobody waits for the end of it.
  return (task) => void seat(task);
}
