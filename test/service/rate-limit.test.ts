import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { type WindowKind, createRateLimiter } from './rate-limit.ts';
import { startService } from './start.ts';

const start = Date.UTC(2026, 0, 1);

async function limited(window: WindowKind) {
  const clock = { now: start };
  const service = await startService({ limit: 3, window, windowMs: 60_000, now: () => clock.now });
  const status = async () => (await ask(service, 'GET /api/account')).status;
  return { clock, service, status, [Symbol.asyncDispose]: () => service.close() };
}

describe('over HTTP', () => {
  it('a fixed window restarts at its end', async () => {
    await using at = await limited('fixed');
    expect([await at.status(), await at.status()]).toEqual([200, 200]);
    at.clock.now += 59_000;
    expect([await at.status(), await at.status()]).toEqual([200, 429]);
    at.clock.now += 1000;
    expect([await at.status(), await at.status(), await at.status(), await at.status()]).toEqual([
      200, 200, 200, 429,
    ]);
  });

  it('a sliding window frees one slot at a time', async () => {
    await using at = await limited('sliding');
    for (const step of [0, 10_000, 10_000]) {
      at.clock.now += step;
      expect(await at.status()).toBe(200);
    }
    expect(await at.status()).toBe(429);
    at.clock.now = start + 60_000;
    expect([await at.status(), await at.status()]).toEqual([200, 429]);
  });

  it('a bucket fills up evenly', async () => {
    await using at = await limited('bucket');
    expect([await at.status(), await at.status(), await at.status(), await at.status()]).toEqual([
      200, 200, 200, 429,
    ]);
    at.clock.now += 19_999;
    expect(await at.status()).toBe(429);
    at.clock.now += 1;
    expect([await at.status(), await at.status()]).toEqual([200, 429]);
  });

  it('reports the quota in headers, and the wait in the body', async () => {
    await using at = await limited('fixed');
    const { headers } = await ask(at.service, 'GET /api/account');
    expect(headers.get('x-ratelimit-limit')).toBe('3');
    expect(headers.get('x-ratelimit-remaining')).toBe('2');
    expect(headers.get('x-ratelimit-reset')).toBe(String(start / 1000 + 60));
    expect(headers.get('date')).toBe('Thu, 01 Jan 2026 00:00:00 GMT');
    await ask(at.service, 'GET /api/account');
    await ask(at.service, 'GET /api/account');
    at.clock.now += 19_500;
    const over = await ask(at.service, 'GET /api/account');
    expect(over).toMatchObject({
      status: 429,
      body: { error: 429, message: expect.any(String), 'Retry-After': 41 },
    });
    expect(over.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(at.service.counts()).toEqual({ seen: 4, limited: 1, others: 0 });
    expect(at.service.mostWithin(19_500)).toBe(3);
  });

  it('a refused key costs nothing, yet carries the headers', async () => {
    await using at = await limited('fixed');
    const response = await fetch(`${at.service.address}/api/account`);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('3');
  });

  it('can be changed and lifted while it runs', async () => {
    await using at = await limited('fixed');
    at.service.setLimit({ limit: 1 });
    expect([await at.status(), await at.status()]).toEqual([200, 429]);
    at.service.setLimit({ limit: 0 });
    const { headers } = await ask(at.service, 'GET /api/account');
    expect(headers.has('x-ratelimit-limit')).toBe(false);
  });
});

it('no sliding range ever has more than the limit', () => {
  const limiter = createRateLimiter({ limit: 5, window: 'sliding', windowMs: 1000 });
  const taken: number[] = [];
  for (let now = 0; now < 5000; now += 37) if (limiter.take(now).allowed) taken.push(now);
  for (const time of taken)
    expect(taken.filter((other) => other > time - 1000 && other <= time).length).toBeLessThanOrEqual(5);
});

it.each(['fixed', 'sliding', 'bucket'] as const)('%s: the wait it names is exactly long enough', (window) => {
  const limiter = createRateLimiter({ limit: 7, window, windowMs: 60_000 });
  let now = 1000;
  for (let round = 0; round < 50; round += 1) {
    const verdict = limiter.take(now);
    if (!verdict.allowed) {
      expect(verdict.retryAfterMs).toBeGreaterThan(0);
      expect(limiter.take(now + verdict.retryAfterMs - 1).allowed).toBe(false);
      now += verdict.retryAfterMs;
      expect(limiter.take(now).allowed).toBe(true);
    }
    now += 100;
  }
});
