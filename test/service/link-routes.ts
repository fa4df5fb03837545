/** API §4 Links. */
import { type Context, Hono } from 'hono';
import { pathId, readBody } from './body.ts';
import { assignItem } from './channel-routes.ts';
import { statistics } from './click.ts';
import { listResponse } from './envelope.ts';
import {
  type Link,
  type Target,
  allLinks,
  countLinks,
  insertLink,
  linkByAddress,
  linkById,
  searchLinks,
  shortUrl,
} from './link.ts';
import { readNewLink } from './new-link.ts';
import { Refusal, missing } from './refusal.ts';
import type { Env, Service } from './service.ts';

const asMap = (targets: readonly Target[]): Record<string, string> =>
  Object.fromEntries(targets.map((target) => [target.when, target.link]));

const withoutSlash = (address: string): string => address.trim().replace(/\/+$/, '');

export function linkRoutes(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  const { database } = service;

  const record = (link: Link) => ({
    id: link.id,
    alias: link.alias,
    shorturl: shortUrl(service, link),
    longurl: link.longurl,
    clicks: link.clicks,
    title: link.title,
    description: link.description,
    date: link.date,
  });

  const single = (link: Link) => ({
    error: 0,
    id: link.id,
    details: {
      id: link.id,
      shorturl: shortUrl(service, link),
      longurl: link.longurl,
      title: link.title,
      description: link.description,
      location: asMap(link.geotarget),
      device: asMap(link.devicetarget),
      expiry: link.expiry,
      date: link.date,
    },
    data: statistics(service, link.id),
  });

  /** `short` overrides every other parameter; a match has the single-link form (API §4, rules 1 and 2). */
  function searchShort(c: Context<Env>, short: string): Response {
    const { quirks } = service;
    const asked = withoutSlash(short);
    const address = (link: Link) => `${link.domain ?? service.address}/${link.alias}`;
    if (quirks.has('short-many')) {
      const near = allLinks(service).filter((link) => address(link).startsWith(asked));
      return listResponse(c, service, 'urls', near.length, () => near.map(record), false);
    }
    const found = allLinks(service).find((link) => address(link) === asked);
    if (found && quirks.has('short-list'))
      return listResponse(c, service, 'urls', 1, () => [record(found)], false);
    if (found) return c.json(single(found));
    if (quirks.has('short-error')) throw missing('The link');
    return listResponse(c, service, 'urls', 0, () => [], false);
  }

  app.get('/api/urls', (c) => {
    const short = c.req.query('short');
    if (short) return searchShort(c, short);
    const order = c.req.query('order') ?? 'date';
    if (order !== 'date' && order !== 'click') throw new Refusal('The order must be date or click.');
    const q = (c.req.query('q') ?? '').trim();
    return listResponse(c, service, 'urls', countLinks(service, q), (slice) =>
      searchLinks(service, { q, order, ...slice }).map(record),
    );
  });

  app.get('/api/url/:id', (c) => {
    const link = linkById(service, pathId(c));
    if (!link) throw missing('The link');
    return c.json(single(link));
  });

  app.post('/api/url/add', async (c) => {
    const { body, raw } = await readBody(c);
    const { link, channel } = readNewLink(service, body, raw);
    const same = service.quirks.has('dedupe') ? linkByAddress(service, link.longurl) : undefined;
    if (same) return c.json({ error: 0, id: same.id, shorturl: shortUrl(service, same) });
    let id = 0;
    database.together(() => {
      id = insertLink(service, link);
      if (channel !== null) assignItem(service, { channel, type: 'links', item: id });
    });
    const made = linkById(service, id);
    if (!made) throw new Error('a link was made and is not there');
    return c.json({ error: 0, id, shorturl: shortUrl(service, made) });
  });

  return app;
}
