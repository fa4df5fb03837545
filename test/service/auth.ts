/** Checks the key first: without it no request is counted and no data returned (API §5). */
import type { MiddlewareHandler } from 'hono';
import { Refusal } from './refusal.ts';
import type { Env, Service } from './service.ts';

export const requireKey =
  (service: Service): MiddlewareHandler<Env> =>
  async (c, next) => {
    const [, key] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    // One status for a missing, a wrong and an expired key: a client can't distinguish them.
    if (key !== service.key) throw new Refusal('A valid API key is required to use this service.', 403);
    await next();
  };
