/** Purpose of a request: the user waits for it, a bulk job, or a background refresh. */
export type Priority = 'user' | 'bulk' | 'background';

/** Most urgent first; a less urgent request goes only when no more urgent one waits. */
export const priorities: readonly Priority[] = ['user', 'bulk', 'background'];
