/** API §4 CTA overlays. */
import { Hono } from 'hono';
import { text, whole } from './database.ts';
import { listResponse } from './envelope.ts';
import type { Env, Service } from './service.ts';

export function overlayRoutes(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  const { database } = service;
  app.get('/api/overlay', (c) =>
    listResponse(c, service, 'cta', database.count('SELECT count(*) n FROM overlay'), (slice) =>
      database.all('SELECT * FROM overlay ORDER BY id LIMIT :limit OFFSET :offset', { ...slice }, (row) => ({
        id: whole(row, 'id'),
        type: text(row, 'type'),
        name: text(row, 'name'),
        date: text(row, 'date'),
      })),
    ),
  );
  return app;
}
