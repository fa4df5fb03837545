/** Channels, which group links, bio pages and QR codes (API §2, §4). */
import * as z from 'zod/mini';
import { flag, id, text, timestamp, webAddress } from './coerce.ts';
import { type Id, idInPath } from './ids.ts';
import { withoutEmpty } from './without-empty.ts';
import { listCall, type PageQuery } from './pagination.ts';
import { addCall, assignCall, updateCall } from './record-calls.ts';

/** `color` is any text that the service stores: check that it is `#RRGGBB` before styling with it. */
const channelRecord = z.object({ id, name: text, description: text, color: text, starred: flag });
export type Channel = z.infer<typeof channelRecord>;

/** `type` is `links`, `bio` or `qr`; an unknown one passes through. `date` is a day here. */
const channelItemRecord = z.object({
  type: text,
  id,
  title: text,
  preview: webAddress,
  link: webAddress,
  date: timestamp,
});
export type ChannelItem = z.infer<typeof channelItemRecord>;

/** An id is unique within its type. */
export const itemKey = ({ type, id }: { readonly type: string; readonly id: string }): string =>
  `${type} ${id}`;

export const channelItemTypes = ['links', 'bio', 'qr'] as const;
export type ChannelItemType = (typeof channelItemTypes)[number];

interface ChannelFields {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** `#RRGGBB` */
  readonly color?: string | undefined;
  readonly starred?: boolean | undefined;
}

const sent = ({ name, description, color, starred }: ChannelFields) => ({
  name,
  description,
  color,
  starred,
});

export function listChannels(query: PageQuery = {}) {
  return listCall('/api/channels', 'channels', channelRecord, query);
}

export function listChannelItems(channelId: Id, query: PageQuery = {}) {
  return listCall(`/api/channel/${idInPath(channelId)}`, 'items', channelItemRecord, query);
}

export function addChannel(fields: ChannelFields & { readonly name: string }) {
  return addCall('channel', withoutEmpty(sent(fields)));
}

export function assignToChannel(channelId: Id, type: ChannelItemType, itemId: Id) {
  return assignCall('channel', channelId, `${type}/${idInPath(itemId)}`);
}

/** An empty field is sent as such: it clears the channel's own. */
export function updateChannel(channelId: Id, fields: ChannelFields) {
  return updateCall('channel', channelId, sent(fields));
}
