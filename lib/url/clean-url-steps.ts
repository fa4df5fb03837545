/** The steps of a clean-up. Apart from what they do, which brings the rules along. */

/** In the order in which they are taken. */
export const cleanSteps = ['tracking', 'session', 'campaign', 'site', 'canonical', 'hash', 'www'] as const;
export type CleanStepName = (typeof cleanSteps)[number];
export type CleanSwitches = Readonly<Record<CleanStepName, boolean>>;

/** By itself it takes only marks of one person's click and visit: not `utm_*`, not a site's own, nothing that leads elsewhere. */
export const defaultSteps: readonly CleanStepName[] = ['tracking', 'session'];

/** @param names of steps; others than ours say nothing */
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
