/** Decides when a request exceeds the limit. Three window kinds, since the contract names a number but no window (API §8). */

export const windowKinds = ['fixed', 'sliding', 'bucket'] as const;
export type WindowKind = (typeof windowKinds)[number];

export interface Verdict {
  readonly allowed: boolean;
  /** 0 means there is no limit. */
  readonly limit: number;
  readonly remaining: number;
  /** Epoch ms: the window ends, the oldest request leaves it, or the bucket is full again. */
  readonly resetAt: number;
  /** Until one more request is allowed; 0 when it already is. */
  readonly retryAfterMs: number;
}

export interface RateLimiter {
  /** Counts a request. A refused one costs nothing. */
  take(now: number): Verdict;
  /** The state for the headers of an uncounted response. */
  peek(now: number): Verdict;
}

export interface RateLimitOptions {
  readonly limit: number;
  readonly window: WindowKind;
  readonly windowMs: number;
}

export function createRateLimiter({ limit, window, windowMs }: RateLimitOptions): RateLimiter {
  if (limit <= 0) return unlimited;
  if (window === 'fixed') return fixedWindow(limit, windowMs);
  if (window === 'sliding') return slidingWindow(limit, windowMs);
  return bucket(limit, windowMs);
}

const free = (now: number): Verdict => ({
  allowed: true,
  limit: 0,
  remaining: 0,
  resetAt: now,
  retryAfterMs: 0,
});
const unlimited: RateLimiter = { take: free, peek: free };

/** Opens with the first request and forgets everything at its end; two bursts may meet at the boundary. */
function fixedWindow(limit: number, windowMs: number): RateLimiter {
  let start = Number.NEGATIVE_INFINITY;
  let used = 0;
  const verdict = (now: number, allowed: boolean): Verdict => {
    const open = now < start + windowMs;
    const resetAt = open ? start + windowMs : now + windowMs;
    const remaining = open ? limit - used : limit;
    return { allowed, limit, remaining, resetAt, retryAfterMs: remaining > 0 ? 0 : resetAt - now };
  };
  return {
    peek: (now) => verdict(now, true),
    take: (now) => {
      if (now >= start + windowMs) {
        start = now;
        used = 0;
      }
      if (used >= limit) return verdict(now, false);
      used += 1;
      return verdict(now, true);
    },
  };
}

/** Never more than `limit` in any range of `windowMs`. */
function slidingWindow(limit: number, windowMs: number): RateLimiter {
  let times: number[] = [];
  const verdict = (now: number, allowed: boolean): Verdict => {
    times = times.filter((time) => time > now - windowMs);
    const resetAt = (times[0] ?? now) + windowMs;
    const remaining = limit - times.length;
    return { allowed, limit, remaining, resetAt, retryAfterMs: remaining > 0 ? 0 : resetAt - now };
  };
  return {
    peek: (now) => verdict(now, true),
    take: (now) => {
      if (verdict(now, true).remaining === 0) return verdict(now, false);
      times.push(now);
      return verdict(now, true);
    },
  };
}

/** Starts full; one token comes back every `windowMs / limit`. */
function bucket(limit: number, windowMs: number): RateLimiter {
  const tokenMs = windowMs / limit;
  // The missing part is stored as a small time: epoch milliseconds are too large for the precision of a third.
  let lackingMs = 0;
  let last = 0;
  const grain = 1e-6;
  const verdict = (now: number, allowed: boolean): Verdict => {
    lackingMs = Math.max(0, lackingMs - Math.max(0, now - last));
    last = Math.max(last, now);
    const remaining = Math.floor((windowMs - lackingMs + grain) / tokenMs);
    const retryAfterMs = remaining > 0 ? 0 : Math.ceil(lackingMs + tokenMs - windowMs - grain);
    return { allowed, limit, remaining, resetAt: now + lackingMs, retryAfterMs };
  };
  return {
    peek: (now) => verdict(now, true),
    take: (now) => {
      if (verdict(now, true).remaining === 0) return verdict(now, false);
      lackingMs += tokenMs;
      return verdict(now, true);
    },
  };
}
