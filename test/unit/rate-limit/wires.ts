/** Responses of services that report their count with all headers of the contract, some of them, or none. */
import { SERVER_EPOCH, type Wire } from './device.ts';

export const TELLS = ['everything', 'limit and Date', 'Date', 'nothing'] as const;
export type Tells = (typeof TELLS)[number];

export function serverDate(now: number): string {
  return new Date(SERVER_EPOCH + now).toUTCString();
}

/** The response of a service with this limit, with the chosen headers of API §8. */
export function contractWire(tells: Tells, limit = 30): Wire {
  return ({ ok, remaining, resetAt }, now) => {
    const headers: Record<string, string> = {};
    if (tells !== 'nothing') headers['Date'] = serverDate(now);
    if (tells === 'everything' || tells === 'limit and Date') headers['X-RateLimit-Limit'] = String(limit);
    if (tells === 'everything') {
      headers['X-RateLimit-Remaining'] = String(remaining);
      headers['X-RateLimit-Reset'] = String(Math.ceil((SERVER_EPOCH + resetAt) / 1_000));
    }
    const wait = Math.max(1, Math.ceil((resetAt - now) / 1_000));
    const body = ok ? { error: 0 } : { error: 429, message: 'Slow down.', 'Retry-After': wait };
    return { status: ok ? 200 : 429, headers, body: JSON.stringify(body) };
  };
}
