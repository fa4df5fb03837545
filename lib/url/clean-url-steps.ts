/** The steps of a clean-up. Separate from clean-url.ts, which imports the large rule set. */

/** In the order of their execution. */
export const cleanSteps = ['tracking', 'session', 'campaign', 'site', 'canonical', 'hash', 'www'] as const;
export type CleanStepName = (typeof cleanSteps)[number];
/** The steps that are switched on. */
export type CleanSwitches = ReadonlySet<CleanStepName>;

/** By default only identifiers of a single click or visit are removed: no `utm_*`, no site's own parameters. */
export const defaultSteps: readonly CleanStepName[] = ['tracking', 'session'];

/** @param names of steps; unknown ones are ignored */
export const toSwitches = (names: readonly string[]): CleanSwitches =>
  new Set(cleanSteps.filter((step) => names.includes(step)));
