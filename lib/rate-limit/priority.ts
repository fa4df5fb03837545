/** Who waits for an answer: somebody looking at the screen, a long piece of work, or nobody in particular. */
export type Priority = 'person' | 'bulk' | 'refresh';

/** Most urgent first; a less urgent call goes only when no more urgent one is waiting. */
export const PRIORITIES: readonly Priority[] = ['person', 'bulk', 'refresh'];
