/** The service itself as one Hono app: the contract under /api, short links and pages beside it. */
import { Hono } from 'hono';
import { accountRoutes } from './account-routes.ts';
import { requireKey } from './auth.ts';
import { campaignRoutes } from './campaign-routes.ts';
import { channelRoutes } from './channel-routes.ts';
import { domainRoutes } from './domain-routes.ts';
import { guardLimit, tellLimit } from './limit-guard.ts';
import { linkRoutes } from './link-routes.ts';
import { overlayRoutes } from './overlay-routes.ts';
import { notFound, pages } from './pages.ts';
import { pixelRoutes } from './pixel-routes.ts';
import { bareDomain, redirects } from './redirect.ts';
import { Refusal } from './refusal.ts';
import type { Env, Service } from './service.ts';
import { splashRoutes } from './splash-routes.ts';

export function createApp(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  app.use('/api/*', tellLimit(service), requireKey(service), guardLimit(service));
  app.route('/', accountRoutes(service));
  app.route('/', domainRoutes(service));
  app.route('/', overlayRoutes(service));
  app.route('/', campaignRoutes(service));
  app.route('/', channelRoutes(service));
  app.route('/', splashRoutes(service));
  app.route('/', pixelRoutes(service));
  app.route('/', linkRoutes(service));
  app.all('/api/*', () => {
    throw new Refusal('This endpoint does not exist.', 404);
  });
  app.use('/', bareDomain(service));
  app.route('/', pages(service));
  // Last, since an alias could be any first path segment.
  app.route('/', redirects(service));

  app.notFound((c) => notFound(c));
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json({ error: 1, message: error.message }, error.status);
    // A fault of the service itself must not look like a response of the contract.
    console.error(error);
    return c.text('Internal Server Error', 500);
  });
  return app;
}
