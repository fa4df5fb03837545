/** The sections by name. Each is loaded when it is opened; its styles are in manage.css. */
import {
  Activity as ActivityIcon,
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
import type { MirrorCounts } from '../../lib/mirror/mirror-reader.ts';
import type { SectionComponent } from './section-props.ts';
import type { SectionName } from './section-names.ts';

interface SectionRoute {
  readonly title: MessageName;
  readonly icon: IconNode;
  /** The list whose length the sidebar shows. */
  readonly collection?: keyof MirrorCounts;
  readonly load: () => Promise<SectionComponent>;
}

export const routes: Readonly<Record<SectionName, SectionRoute>> = {
  links: {
    title: 'links',
    icon: Link,
    collection: 'links',
    load: () => import('./links/links.tsx').then(({ Links }) => Links),
  },
  campaigns: {
    title: 'campaigns',
    icon: Folder,
    collection: 'campaigns',
    load: () => import('./campaigns/campaigns.tsx').then(({ Campaigns }) => Campaigns),
  },
  channels: {
    title: 'channels',
    icon: Hash,
    collection: 'channels',
    load: () => import('./channels/channels.tsx').then(({ Channels }) => Channels),
  },
  pixels: {
    title: 'pixels',
    icon: Target,
    collection: 'pixels',
    load: () => import('./pixels/pixels.tsx').then(({ Pixels }) => Pixels),
  },
  domains: {
    title: 'domains',
    icon: Globe,
    collection: 'domains',
    load: () => import('./domains/domains.tsx').then(({ Domains }) => Domains),
  },
  'splash-pages': {
    title: 'splashPages',
    icon: PanelsTopLeft,
    collection: 'splashPages',
    load: () => import('./splash-pages/splash-pages.tsx').then(({ SplashPages }) => SplashPages),
  },
  overlays: {
    title: 'overlays',
    icon: MessageSquare,
    collection: 'overlays',
    load: () => import('./overlays/overlays.tsx').then(({ Overlays }) => Overlays),
  },
  bulk: {
    title: 'bulk',
    icon: ListPlus,
    load: () => import('./bulk/bulk.tsx').then(({ Bulk }) => Bulk),
  },
  activity: {
    title: 'activity',
    icon: ActivityIcon,
    load: () => import('./activity/activity.tsx').then(({ Activity }) => Activity),
  },
  account: {
    title: 'account',
    icon: CircleUser,
    load: () => import('./account/account.tsx').then(({ Account }) => Account),
  },
};
