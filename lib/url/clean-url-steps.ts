/** The steps of a clean-up. Separate from clean-url.ts, which imports the large rule set. */

/** In the order of their execution. */
export const cleanSteps = ['tracking', 'session', 'campaign', 'site', 'canonical', 'hash', 'www'] as const;
export type CleanStepName = (typeof cleanSteps)[number];
export type CleanSwitches = Readonly<Record<CleanStepName, boolean>>;

/** By default only identifiers of a single click or visit are removed: no `utm_*`, no site's own parameters. */
export const defaultSteps: readonly CleanStepName[] = ['tracking', 'session'];

/** @param names of steps; unknown ones are ignored */
export function toSwitches(names: readonly string[]): CleanSwitches {
  return {
    tracking: names.includes('tracking'),
    session: names.includes('session'),
    campaign: names.includes('campaign'),
    site: names.includes('site'),
    canonical: names.includes('canonical'),
    hash: names.includes('hash'),
    www: names.includes('www'),
  };
}
