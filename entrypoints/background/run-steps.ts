/** Steps of a start or a clean-up: each is carried out in its turn, even if others have failed. */
import { logError } from '../../lib/browser/log-error.ts';

/** @returns whether all of them have succeeded */
export async function runSteps(steps: readonly (() => Promise<unknown>)[]): Promise<boolean> {
  let isDone = true;
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      logError(error);
      isDone = false;
    }
  }
  return isDone;
}
