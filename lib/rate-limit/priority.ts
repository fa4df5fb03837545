/** What a request is for: the user is waiting, a bulk job, or a background refresh. */
export type Priority = 'user' | 'bulk' | 'background';

/** Most urgent first; a less urgent call goes only when no more urgent one is waiting. */
export const PRIORITIES: readonly Priority[] = ['user', 'bulk', 'background'];
