/** @param ms 0: until the browser has had a turn */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
