/** Counts API requests and reports the limit in the headers of every API response (API §8). */
import type { Context, MiddlewareHandler } from 'hono';
import type { Verdict } from './rate-limit.ts';
import type { Env, Service } from './service.ts';

function tell(c: Context<Env>, verdict: Verdict): void {
  if (verdict.limit === 0) return;
  c.header('X-RateLimit-Limit', String(verdict.limit));
  c.header('X-RateLimit-Remaining', String(verdict.remaining));
  c.header('X-RateLimit-Reset', String(Math.ceil(verdict.resetAt / 1000)));
}

/** Goes before the key check, so that its refusals carry the headers too. */
export const tellLimit =
  (service: Service): MiddlewareHandler<Env> =>
  async (c, next) => {
    await next();
    tell(c, service.limiter.peek(service.now()));
  };

/** Goes after the key check: requests without the key are not this account's. */
export const guardLimit =
  (service: Service): MiddlewareHandler<Env> =>
  async (c, next) => {
    const verdict = service.limiter.take(service.now());
    if (verdict.allowed) return next();
    service.log.countLimited();
    const seconds = Math.max(1, Math.ceil(verdict.retryAfterMs / 1000));
    return c.json(
      { error: 429, message: 'Too many requests. Please slow down.', 'Retry-After': seconds },
      429,
    );
  };
