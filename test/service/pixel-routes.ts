/** API §4 Pixels. */
import { Hono } from 'hono';
import { readBody, requiredText } from './body.ts';
import { text, whole } from './database.ts';
import { listResponse } from './envelope.ts';
import { Refusal } from './refusal.ts';
import type { Env, Service } from './service.ts';
import { stamp } from './stamp.ts';

/** The contract's thirteen neutral words (API §2), and the names public services use in their place. */
export const pixelTypes: readonly string[] = [
  ...Array.from({ length: 8 }, (_, index) => `provider${index + 1}pixel`),
  ...Array.from({ length: 5 }, (_, index) => `provider${index + 9}`),
  'gtmpixel',
  'gapixel',
  'fbpixel',
  'adwordspixel',
  'linkedinpixel',
  'twitterpixel',
  'adrollpixel',
  'quorapixel',
  'pinterest',
  'bing',
  'snapchat',
  'reddit',
  'tiktok',
];

export function pixelRoutes(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  const { database } = service;

  app.get('/api/pixels', (c) =>
    listResponse(c, service, 'pixels', database.count('SELECT count(*) n FROM pixel'), (slice) =>
      database.all(
        'SELECT * FROM pixel ORDER BY id DESC LIMIT :limit OFFSET :offset',
        { ...slice },
        (row) => ({
          id: whole(row, 'id'),
          type: text(row, 'type'),
          name: text(row, 'name'),
          tag: text(row, 'tag'),
          date: text(row, 'date'),
        }),
      ),
    ),
  );

  app.post('/api/pixel/add', async (c) => {
    const { body } = await readBody(c);
    const type = requiredText(body, 'type');
    if (!pixelTypes.includes(type)) throw new Refusal('This pixel type is not supported.');
    const name = requiredText(body, 'name');
    const tag = requiredText(body, 'tag');
    const date = stamp(service.now(), service.utcOffsetMinutes);
    return c.json({ error: 0, id: database.insert('pixel', { type, name, tag, date }) });
  });

  return app;
}
