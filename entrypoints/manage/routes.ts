/** What is behind the names of the rooms; each room loads when it is entered. Its styles stand in manage.css. */
import type { MessageName } from '../../lib/i18n/t.ts';
import { roomNames, type RoomName } from './section-names.ts';
import type { RoomModule } from './section-deps.ts';

export interface Room {
  readonly title: MessageName;
  readonly load: () => Promise<RoomModule>;
}

/** A room that is not here is named nowhere on the page. */
const rooms: Partial<Readonly<Record<RoomName, Room>>> = {
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

export const room = (name: RoomName): Room | undefined => rooms[name];

export const openRooms: readonly RoomName[] = roomNames.filter((name) => rooms[name]);

export function isOpenRoom(name: string): name is RoomName {
  return openRooms.some((open) => open === name);
}
