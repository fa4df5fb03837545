/** The rooms of the manage page, in the order in which people meet them: what its address names them by. */
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
