/** API §4 Custom splash pages. */
import { Hono } from 'hono';
import { text, whole } from './database.ts';
import { listResponse } from './envelope.ts';
import type { Env, Service } from './service.ts';

export function splashRoutes(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  const { database } = service;
  app.get('/api/splash', (c) =>
    listResponse(c, service, 'splash', database.count('SELECT count(*) n FROM splash'), (slice) =>
      database.all('SELECT * FROM splash ORDER BY id LIMIT :limit OFFSET :offset', { ...slice }, (row) => ({
        id: whole(row, 'id'),
        name: text(row, 'name'),
        date: text(row, 'date'),
      })),
    ),
  );
  return app;
}
