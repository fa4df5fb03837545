/** Firefox has no offscreen page and needs none: its event page is one, and the keeper sits in it. */
import { createSeat } from '../../lib/keeper/seat.ts';
import type { Task } from '../../lib/keeper/task.ts';
import type { Answers } from '../../lib/messages/answer.ts';
import { pause } from '../../lib/messages/pause.ts';

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
