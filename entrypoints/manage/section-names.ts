/** The sections of the manage page in the order of its navigation, by their names in the page's hash. */
export const sectionNames = [
  'links',
  'campaigns',
  'channels',
  'pixels',
  'domains',
  'splash-pages',
  'overlays',
  'bulk',
  'activity',
  'account',
] as const;
export type SectionName = (typeof sectionNames)[number];

export const isSectionName = (name: string): name is SectionName => sectionNames.some((one) => one === name);
