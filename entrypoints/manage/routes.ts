/** The sections by name. Each is loaded when it is opened; its styles are in manage.css. */
import type { MessageName } from '../../lib/i18n/t.ts';
import { sectionNames, type SectionName } from './section-names.ts';
import type { SectionModule } from './section-deps.ts';

export interface Section {
  readonly title: MessageName;
  readonly load: () => Promise<SectionModule>;
}

/** A section that is missing here is not in the navigation. */
const sections: Partial<Readonly<Record<SectionName, Section>>> = {
  links: { title: 'links', load: () => import('./links/links.tsx') },
  campaigns: { title: 'campaigns', load: () => import('./campaigns/campaigns.tsx') },
  channels: { title: 'channels', load: () => import('./channels/channels.tsx') },
  pixels: { title: 'pixels', load: () => import('./pixels/pixels.tsx') },
  domains: { title: 'domains', load: () => import('./domains/domains.tsx') },
  'splash-pages': { title: 'splashPages', load: () => import('./splash-pages/splash-pages.tsx') },
  overlays: { title: 'overlays', load: () => import('./overlays/overlays.tsx') },
  bulk: { title: 'bulk', load: () => import('./bulk/bulk.tsx') },
  activity: { title: 'activity', load: () => import('./activity/activity.tsx') },
  account: { title: 'account', load: () => import('./account/account.tsx') },
};

export const sectionOf = (name: SectionName): Section | undefined => sections[name];

export const openSections: readonly SectionName[] = sectionNames.filter((name) => sections[name]);

export function isOpenSection(name: string): name is SectionName {
  return openSections.some((open) => open === name);
}
