// Some proofs take minutes, so `npm test` runs a few rounds of them and `npm run test:soak` all.

export const isSoak = process.env['SOAK'] === '1';

/** How often, or how long: in every run, and in the soak. */
export const rounds = (always: number, soak: number): number => (isSoak ? soak : always);
