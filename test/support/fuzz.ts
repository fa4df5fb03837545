// Some tests take minutes, so `npm test` runs a few rounds of them and `npm run test:soak` all.

export const isSoak = process.env['SOAK'] === '1';

/** How often, or how long: in every run, and in the soak. */
export const rounds = (always: number, soak: number): number => (isSoak ? soak : always);

/** In the soak only a test that hangs runs into its time limit: a loaded machine takes many times what a quiet one does. */
export const soakTimeoutMs = 3_600_000;

/**
 * For laws that lean on estimates (what another device sends, how long a response travels): one draw in many thousands may
 * break them. So every run draws the same, and the soak draws new values.
 */
export const drawn = (numRuns: number): { readonly numRuns: number; readonly seed?: number } => ({
  numRuns,
  ...(!isSoak && { seed: 20_261_122 }),
});
