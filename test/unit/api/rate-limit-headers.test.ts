import { describe, expect, it } from 'vitest';
import { readRateLimit } from '../../../lib/api/rate-limit-headers.ts';
import { now } from './fake-service.ts';

const read = (status: number, headers: Record<string, string> = {}, body: unknown = null) =>
  readRateLimit({ status, headers: new Headers(headers), body, now });
const httpDate = (time: number) => new Date(time).toUTCString();
const seconds = now / 1000;

describe('how long a refusal asks to wait', () => {
  it.each<[string, Record<string, string>, unknown, number]>([
    ['nothing said', {}, null, 60],
    ['Retry-After in seconds', { 'Retry-After': '41' }, null, 41],
    ['Retry-After with decimals', { 'Retry-After': '1.5' }, null, 1.5],
    ['Retry-After as a date', { 'Retry-After': httpDate(now + 90_000) }, null, 90],
    [
      'Retry-After as a date, the server 10 s behind',
      { 'Retry-After': httpDate(now + 90_000), Date: httpDate(now - 10_000) },
      null,
      100,
    ],
    ['Retry-After in the past', { 'Retry-After': httpDate(now - 90_000) }, null, 1],
    ['Retry-After 0', { 'Retry-After': '0' }, null, 1],
    ['Retry-After empty', { 'Retry-After': '' }, null, 60],
    ['Retry-After negative', { 'Retry-After': '-5' }, null, 60],
    ['Retry-After doubled', { 'Retry-After': '30, 30' }, null, 60],
    ['Retry-After absurd', { 'Retry-After': '1e9' }, null, 60],
    ['Retry-After as an epoch time', { 'Retry-After': String(seconds + 30) }, null, 60],
    ['Retry-After of an hour, uncapped', { 'Retry-After': '3600' }, null, 3600],
    ['Retry-After in the body', {}, { error: 429, 'Retry-After': 41 }, 41],
    ['retry_after in the body, as text', {}, { error: 429, retry_after: '12' }, 12],
    ['header before body', { 'Retry-After': '7' }, { 'Retry-After': 41 }, 7],
    ['body when the header is unusable', { 'Retry-After': 'soon' }, { 'Retry-After': 41 }, 41],
    ['body negative', {}, { 'Retry-After': -4 }, 60],
    ['body before RateLimit', { RateLimit: '"default";r=0;t=9' }, { 'Retry-After': 41 }, 41],
    ['RateLimit t=', { RateLimit: '"default";r=0;t=9' }, null, 9],
    ['RateLimit reset=', { RateLimit: 'limit=30, remaining=0, reset=8' }, null, 8],
    ['RateLimit of two policies: the tightest', { RateLimit: '"day";r=50;t=9000, "min";r=0;t=20' }, null, 20],
    ['RateLimit-Reset', { 'RateLimit-Reset': '17' }, null, 17],
    [
      'RateLimit-Reset before X-RateLimit-Reset',
      { 'RateLimit-Reset': '17', 'X-RateLimit-Reset': '30' },
      null,
      17,
    ],
    ['X-RateLimit-Reset in seconds', { 'X-RateLimit-Reset': '30' }, null, 30],
    ['X-RateLimit-Reset 3600', { 'X-RateLimit-Reset': '3600' }, null, 3600],
    ['X-RateLimit-Reset 3601 to 1e9', { 'X-RateLimit-Reset': '86400' }, null, 60],
    ['X-RateLimit-Reset 0', { 'X-RateLimit-Reset': '0' }, null, 1],
    ['epoch seconds', { 'X-RateLimit-Reset': String(seconds + 30) }, null, 30],
    ['epoch milliseconds', { 'X-RateLimit-Reset': String(now + 30_000) }, null, 30],
    ['epoch microseconds', { 'X-RateLimit-Reset': `${now + 30_000}000` }, null, 30],
    ['epoch nanoseconds', { 'X-RateLimit-Reset': `${now + 30_000}000000` }, null, 30],
    [
      'epoch seconds, the server 20 s ahead',
      { 'X-RateLimit-Reset': String(seconds + 30), Date: httpDate(now + 20_000) },
      null,
      10,
    ],
    ['epoch seconds in the past', { 'X-RateLimit-Reset': String(seconds - 30) }, null, 1],
    ['epoch seconds in the year 5000', { 'X-RateLimit-Reset': '95617584000' }, null, 60],
    ['a number beyond every unit', { 'X-RateLimit-Reset': '9'.repeat(22) }, null, 60],
    ['X-RateLimit-Reset as HTTP date', { 'X-RateLimit-Reset': httpDate(now + 25_000) }, null, 25],
    [
      'X-RateLimit-Reset as ISO date',
      { 'X-RateLimit-Reset': new Date(now + 25_000).toISOString() },
      null,
      25,
    ],
    ['X-RateLimit-Reset as text', { 'X-RateLimit-Reset': 'tomorrow' }, null, 60],
    ['X-RateLimit-Reset doubled', { 'X-RateLimit-Reset': '30, 30' }, null, 60],
  ])('%s', (_, headers, body, expected) => {
    const wait = (read(429, headers, body).retryAt ?? NaN) - now;
    // The clock sums of micro- and nanoseconds lose less than a millisecond.
    expect(Math.abs(wait - expected * 1000)).toBeLessThanOrEqual(1);
  });

  it('knows a refusal by 429 in the body and by the text of a CDN', () => {
    expect(read(200, {}, { error: 429, 'Retry-After': 41 }).retryAt).toBe(now + 41_000);
    expect(read(403, {}, 'error code: 1015').retryAt).toBe(now + 60_000);
  });

  it('keeps a 503 that names a delay, and none that does not', () => {
    expect(read(503, { 'Retry-After': '20' }).retryAt).toBe(now + 20_000);
    expect(read(503, { 'X-RateLimit-Reset': '30' }).retryAt).toBeNull();
  });

  it('asks for no wait after a success', () => {
    expect(read(200, { 'Retry-After': '20', 'X-RateLimit-Reset': '30' }).retryAt).toBeNull();
  });
});

describe('what is left', () => {
  it.each<[Record<string, string>, { limit: number | 'none' | null; remaining: number | null }]>([
    [
      { 'X-RateLimit-Limit': '30', 'X-RateLimit-Remaining': '29' },
      { limit: 30, remaining: 29 },
    ],
    [
      { 'RateLimit-Limit': '30', 'RateLimit-Remaining': '0' },
      { limit: 30, remaining: 0 },
    ],
    [{ RateLimit: '"default";r=5;t=9' }, { limit: null, remaining: 5 }],
    [{ RateLimit: 'limit=30, remaining=4, reset=8' }, { limit: 30, remaining: 4 }],
    [
      { 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '0' },
      { limit: 'none', remaining: null },
    ],
    [
      { 'X-RateLimit-Limit': '30, 30', 'X-RateLimit-Remaining': '-1' },
      { limit: null, remaining: null },
    ],
    [
      { 'X-RateLimit-Limit': '', 'X-RateLimit-Remaining': 'many' },
      { limit: null, remaining: null },
    ],
    [
      { 'X-RateLimit-Limit': '99999999999999999999', 'X-RateLimit-Remaining': '1.5' },
      { limit: null, remaining: null },
    ],
    [{}, { limit: null, remaining: null }],
  ])('reads %j', (headers, expected) => expect(read(200, headers)).toMatchObject(expected));

  it('says when it is renewed', () => {
    expect(read(200, { 'X-RateLimit-Reset': '30' }).resetAt).toBe(now + 30_000);
    expect(read(200).resetAt).toBeNull();
  });
});
