/** @param ms 0: until the browser has had a turn */
export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
