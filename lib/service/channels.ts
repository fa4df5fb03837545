/** Channels, which group links, bio pages and QR codes (API §2, §4). */
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { flag, type Id, id, idInPath, text, timestamp, webAddress, withoutEmpty } from './fields.ts';
import { type Done, insist, listCall, type PageQuery, readDone, readRecord } from './list.ts';

/** `color` is whatever text the service keeps: check that it is `#RRGGBB` before styling with it. */
export const channelRecord = z.object({ id, name: text, description: text, color: text, starred: flag });
export type Channel = z.infer<typeof channelRecord>;

/** `type` is `links`, `bio` or `qr`; an unknown one passes through. `date` is a day here. */
export const channelItemRecord = z.object({
  type: text,
  id,
  title: text,
  preview: webAddress,
  link: webAddress,
  date: timestamp,
});
export type ChannelItem = z.infer<typeof channelItemRecord>;

export const channelItemTypes = ['links', 'bio', 'qr'] as const;
export type ChannelItemType = (typeof channelItemTypes)[number];

export interface ChannelFields {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** `#RRGGBB` */
  readonly color?: string | undefined;
  readonly starred?: boolean | undefined;
}

function sent({ name, description, color, starred }: ChannelFields) {
  return withoutEmpty({ name, description, color, starred });
}

export function listChannels(query: PageQuery = {}) {
  return listCall('/api/channels', 'channels', channelRecord, query);
}

export function listChannelItems(channelId: Id, query: PageQuery = {}) {
  return listCall(`/api/channel/${idInPath(channelId)}`, 'items', channelItemRecord, query);
}

export function addChannel(fields: ChannelFields & { readonly name: string }): Call<Channel> {
  return {
    method: 'POST',
    path: '/api/channel/add',
    body: sent(fields),
    read: (body) => insist(readRecord(body, channelRecord)),
    repeatable: false,
  };
}

/** An item is in a channel or not: assigning it twice changes nothing more. */
export function assignToChannel(channelId: Id, type: ChannelItemType, itemId: Id): Call<Done> {
  return {
    method: 'POST',
    path: `/api/channel/${idInPath(channelId)}/assign/${encodeURIComponent(type)}/${idInPath(itemId)}`,
    read: readDone,
    repeatable: true,
  };
}

export function updateChannel(channelId: Id, fields: ChannelFields): Call<Done> {
  return {
    method: 'PUT',
    path: `/api/channel/${idInPath(channelId)}/update`,
    body: sent(fields),
    read: readDone,
    repeatable: true,
  };
}

/** Also takes every item out of the channel. */
export function deleteChannel(channelId: Id): Call<Done> {
  return {
    method: 'DELETE',
    path: `/api/channel/${idInPath(channelId)}/delete`,
    read: readDone,
    repeatable: true,
  };
}
