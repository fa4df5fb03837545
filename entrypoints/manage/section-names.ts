/** The sections of the manage page, by their names in the page's hash. */

/** As the sidebar groups them: links, what links are added to, and the work on them. */
export const sectionGroups = [
  ['links'],
  ['campaigns', 'channels', 'pixels', 'domains', 'splash-pages', 'overlays'],
  ['bulk', 'activity'],
] as const;

/** The account is at the foot. */
export type SectionName = (typeof sectionGroups)[number][number] | 'account';

const sectionNames: readonly SectionName[] = [...sectionGroups.flat(), 'account'];

export const isSectionName = (name: string): name is SectionName => sectionNames.some((one) => one === name);
