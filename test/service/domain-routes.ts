/** API §4 Branded domains. */
import { Hono } from 'hono';
import { optionalAddress, pathId, readBody, requiredText } from './body.ts';
import { type Row, text, whole } from './database.ts';
import { listResponse } from './envelope.ts';
import { Refusal, missing } from './refusal.ts';
import type { Env, Service } from './service.ts';

export interface Domain {
  readonly id: number;
  /** Scheme and host, exactly as `url/add` accepts it. */
  readonly domain: string;
  readonly redirectroot: string;
  readonly redirect404: string;
}

export const readDomain = (row: Row): Domain => ({
  id: whole(row, 'id'),
  domain: text(row, 'domain'),
  redirectroot: text(row, 'redirectroot'),
  redirect404: text(row, 'redirect404'),
});

/** Scheme and host only, in the form the browser would give them. */
function cleanDomain(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  )
    throw new Refusal('The domain must be a full domain, including http or https.');
  // "The domain must already point to the service's servers": a name that can never resolve (RFC 2606) does not.
  if (url.hostname.endsWith('.invalid')) throw new Refusal('The domain does not point to our servers.');
  return url.origin;
}

export function domainRoutes(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  const { database } = service;

  app.get('/api/domains', (c) =>
    listResponse(c, service, 'domains', database.count('SELECT count(*) n FROM domain'), (slice) =>
      database.all(
        'SELECT * FROM domain ORDER BY own DESC, id LIMIT :limit OFFSET :offset',
        { ...slice },
        readDomain,
      ),
    ),
  );

  app.post('/api/domain/add', async (c) => {
    const { body } = await readBody(c);
    const domain = cleanDomain(requiredText(body, 'domain'));
    const redirectroot = optionalAddress(body, 'redirectroot') ?? '';
    const redirect404 = optionalAddress(body, 'redirect404') ?? '';
    if (database.count('SELECT count(*) n FROM domain WHERE domain = :domain', { domain }) > 0)
      throw new Refusal('This domain has already been added.');
    return c.json({ error: 0, id: database.insert('domain', { domain, redirectroot, redirect404 }) });
  });

  app.put('/api/domain/:id/update', async (c) => {
    const { body } = await readBody(c);
    const changed = database.run(
      'UPDATE domain SET redirectroot = coalesce(:root, redirectroot), redirect404 = coalesce(:lost, redirect404) WHERE id = :id',
      {
        id: pathId(c),
        root: optionalAddress(body, 'redirectroot') ?? (body['redirectroot'] === '' ? '' : null),
        lost: optionalAddress(body, 'redirect404') ?? (body['redirect404'] === '' ? '' : null),
      },
    );
    if (changed === 0) throw missing('The domain');
    return c.json({ error: 0, message: 'Domain has been updated successfully.' });
  });

  app.delete('/api/domain/:id/delete', (c) => {
    if (database.run('DELETE FROM domain WHERE id = :id', { id: pathId(c) }) === 0)
      throw missing('The domain');
    return c.json({ error: 0, message: 'Domain has been deleted successfully.' });
  });

  return app;
}
