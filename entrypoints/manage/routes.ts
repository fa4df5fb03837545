/** The sections by name. Each is loaded when it is opened; its styles are in manage.css. */
import {
  Activity,
  CircleUser,
  Folder,
  Globe,
  Hash,
  Link,
  ListPlus,
  MessageSquare,
  PanelsTopLeft,
  Target,
  type IconNode,
} from 'lucide';
import type { MessageName } from '../../lib/i18n/t.ts';
import { sectionNames, type SectionName } from './section-names.ts';
import type { SectionModule } from './section-deps.ts';

export interface Section {
  readonly title: MessageName;
  readonly icon: IconNode;
  readonly load: () => Promise<SectionModule>;
}

/** A section that is missing here is not in the navigation. */
const sections: Partial<Readonly<Record<SectionName, Section>>> = {
  links: { title: 'links', icon: Link, load: () => import('./links/links.tsx') },
  campaigns: { title: 'campaigns', icon: Folder, load: () => import('./campaigns/campaigns.tsx') },
  channels: { title: 'channels', icon: Hash, load: () => import('./channels/channels.tsx') },
  pixels: { title: 'pixels', icon: Target, load: () => import('./pixels/pixels.tsx') },
  domains: { title: 'domains', icon: Globe, load: () => import('./domains/domains.tsx') },
  'splash-pages': {
    title: 'splashPages',
    icon: PanelsTopLeft,
    load: () => import('./splash-pages/splash-pages.tsx'),
  },
  overlays: { title: 'overlays', icon: MessageSquare, load: () => import('./overlays/overlays.tsx') },
  bulk: { title: 'bulk', icon: ListPlus, load: () => import('./bulk/bulk.tsx') },
  activity: { title: 'activity', icon: Activity, load: () => import('./activity/activity.tsx') },
  account: { title: 'account', icon: CircleUser, load: () => import('./account/account.tsx') },
};

export const sectionOf = (name: SectionName): Section | undefined => sections[name];

export const openSections: readonly SectionName[] = sectionNames.filter((name) => sections[name]);

export function isOpenSection(name: string): name is SectionName {
  return openSections.some((open) => open === name);
}
