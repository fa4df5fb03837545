/** Which states of a job are active or finished. Apart from job.ts, whose schemas a page's first paint does not load. */
type JobStateName = 'queued' | 'sent' | 'unknown' | 'done' | 'refused' | 'cancelled';

/** Ended: only the user can start it again. */
export const isFinishedState = (state: JobStateName): boolean =>
  state === 'done' || state === 'refused' || state === 'cancelled';

/** Neither ended nor waiting for the user's decision. */
export const isActiveState = (state: JobStateName, question: object | null): boolean =>
  !isFinishedState(state) && question === null;
