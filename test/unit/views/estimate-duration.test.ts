// How long requests take, by the limit and the window that the request queue has measured.
import { describe, expect, it } from 'vitest';
import { estimateDuration, requestsPerMinute } from '../../../lib/views/estimate-duration.ts';

const now = 1_000_000;
const hour = 3_600_000;
const meter = { limit: 30, windowMs: 60_000, remaining: 3, resetAt: null, usedHere: 0, usedElsewhere: 0 };

describe('the time that requests take', () => {
  it('is one slot each, of the window that was measured', () => {
    expect(estimateDuration(300, meter, now)).toBe(600_000);
    expect(estimateDuration(300, { ...meter, windowMs: 10_000 }, now)).toBe(100_000);
  });

  it('is that of a minute within a quota of an hour, and continues after its resets', () => {
    const quota = { ...meter, limit: 100, windowMs: hour, remaining: 60, resetAt: now + 600_000 };
    expect(estimateDuration(60, quota, now)).toBe(36_000);
    expect(estimateDuration(61, quota, now)).toBe(600_000);
    expect(estimateDuration(261, quota, now)).toBe(600_000 + 2 * hour);
    expect(estimateDuration(261, { ...quota, remaining: null }, now)).toBe(156_600);
  });

  it('is unknown without a limit', () => {
    expect(estimateDuration(1, null, now)).toBeNull();
    expect(estimateDuration(1, { ...meter, limit: 'none' }, now)).toBeNull();
  });
});

it('names the limit for a minute', () => {
  const perMinute = [60_000, 10_000, hour].map((windowMs) => requestsPerMinute({ ...meter, windowMs }));
  expect(perMinute).toEqual([30, 180, 1]);
  expect([requestsPerMinute(null), requestsPerMinute({ ...meter, limit: 'none' })]).toEqual([null, null]);
});
