/** Firefox has no offscreen page and needs none: its event page is one, and the keeper sits in it. */
import { createSeat } from '../../lib/keeper/seat.ts';
import type { Task } from '../../lib/keeper/task.ts';
import type { Answers } from '../../lib/messages/answer.ts';
import { pause } from '../../lib/messages/pause.ts';

/** @param answers what the keeper would ask by messages */
export function createSeatHere(answers: Answers): (task: Task) => void {
  return createSeat({
    questions: answers,
    now: Date.now,
    newId: () => crypto.randomUUID(),
    pause,
  });
}
