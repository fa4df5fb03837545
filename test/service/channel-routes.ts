/** API §4 Channels. */
import { Hono } from 'hono';
import { type Body, optionalFlag, optionalText, pathId, readBody, requiredText } from './body.ts';
import { type Row, flag, text, whole } from './database.ts';
import { listResponse } from './envelope.ts';
import { linkById, shortUrl } from './link.ts';
import { Refusal, missing } from './refusal.ts';
import type { Env, Service } from './service.ts';

export interface Channel {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** `#RRGGBB` */
  readonly color: string;
  readonly starred: boolean;
}

export interface ChannelItem {
  readonly channel: number;
  readonly type: string;
  readonly item: number;
}

export const readChannel = (row: Row): Channel => ({
  id: whole(row, 'id'),
  name: text(row, 'name'),
  description: text(row, 'description'),
  color: text(row, 'color'),
  starred: flag(row, 'starred'),
});

export const readChannelItem = (row: Row): ChannelItem => ({
  channel: whole(row, 'channel'),
  type: text(row, 'type'),
  item: whole(row, 'item'),
});

/** A second assignment of the same item changes nothing. */
export const assignItem = (service: Service, values: { channel: number; type: string; item: number }): void =>
  void service.database.run(
    'INSERT OR IGNORE INTO channel_item (channel, type, item) VALUES (:channel, :type, :item)',
    values,
  );

function optionalColor(body: Body): string | undefined {
  const color = optionalText(body, 'color');
  if (color === undefined || color === '') return undefined;
  if (!/^#[0-9a-f]{6}$/i.test(color)) throw new Refusal('The color must be in the form #RRGGBB.');
  return color;
}

export function channelRoutes(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  const { database } = service;
  const byId = (id: number) => database.one('SELECT * FROM channel WHERE id = :id', { id }, readChannel);

  function itemRecord({ type, item }: ChannelItem): unknown {
    const preview = `${service.address}/picture/${type}-${item}.png`;
    if (type === 'links') {
      const link = linkById(service, item);
      return (
        link && {
          type,
          id: item,
          title: link.title || link.longurl,
          preview,
          link: shortUrl(service, link),
          date: link.date.slice(0, 10),
        }
      );
    }
    return database.one(
      'SELECT * FROM other_item WHERE type = :type AND id = :item',
      { type, item },
      (row) => ({
        type,
        id: item,
        title: text(row, 'title'),
        preview,
        link: `${service.address}/${text(row, 'slug')}`,
        date: text(row, 'date').slice(0, 10),
      }),
    );
  }

  app.get('/api/channels', (c) =>
    listResponse(c, service, 'channels', database.count('SELECT count(*) n FROM channel'), (slice) =>
      database.all(
        'SELECT * FROM channel ORDER BY id DESC LIMIT :limit OFFSET :offset',
        { ...slice },
        readChannel,
      ),
    ),
  );

  app.get('/api/channel/:id', (c) => {
    const id = pathId(c);
    if (!byId(id)) throw missing('The channel');
    const total = database.count('SELECT count(*) n FROM channel_item WHERE channel = :id', { id });
    return listResponse(c, service, 'items', total, (slice) =>
      database
        .all(
          'SELECT * FROM channel_item WHERE channel = :id ORDER BY type DESC, item DESC LIMIT :limit OFFSET :offset',
          { id, ...slice },
          readChannelItem,
        )
        .map(itemRecord),
    );
  });

  app.post('/api/channel/add', async (c) => {
    const { body } = await readBody(c);
    const channel = {
      name: requiredText(body, 'name'),
      description: optionalText(body, 'description') ?? '',
      color: optionalColor(body) ?? '#000000',
      starred: optionalFlag(body, 'starred') ?? false,
    };
    const id = database.insert('channel', { ...channel, starred: Number(channel.starred) });
    return c.json({ error: 0, id, ...channel });
  });

  app.post('/api/channel/:channelid/assign/:type/:itemid', (c) => {
    const channel = pathId(c, 'channelid');
    if (!byId(channel)) throw missing('The channel');
    const type = c.req.param('type');
    if (!['links', 'bio', 'qr'].includes(type)) throw new Refusal('The type must be links, bio or qr.');
    const item = pathId(c, 'itemid');
    if (itemRecord({ channel, type, item }) === undefined) throw missing('The item');
    assignItem(service, { channel, type, item });
    return c.json({ error: 0, message: 'Item has been assigned to the channel.' });
  });

  app.put('/api/channel/:id/update', async (c) => {
    const { body } = await readBody(c);
    const old = byId(pathId(c));
    if (!old) throw missing('The channel');
    database.run(
      'UPDATE channel SET name = :name, description = :description, color = :color, starred = :starred WHERE id = :id',
      {
        id: old.id,
        name: body['name'] === undefined ? old.name : requiredText(body, 'name'),
        description: optionalText(body, 'description') ?? old.description,
        color: optionalColor(body) ?? old.color,
        starred: Number(optionalFlag(body, 'starred') ?? old.starred),
      },
    );
    return c.json({ error: 0, message: 'Channel has been updated successfully.' });
  });

  // The foreign key of `channel_item` unassigns everything in it (API §3).
  app.delete('/api/channel/:id/delete', (c) => {
    if (database.run('DELETE FROM channel WHERE id = :id', { id: pathId(c) }) === 0)
      throw missing('The channel');
    return c.json({ error: 0, message: 'Channel has been deleted successfully.' });
  });

  return app;
}
