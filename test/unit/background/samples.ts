/** Sample jobs and service responses. */
import type { Failure } from '../../../lib/api/failure.ts';

export const noon = 1_700_000_000_000;

export const wrongKey: Failure = { kind: 'key', status: 401, message: 'Invalid key' };

/** A link in a list of the service. */
export function listed(id: number | string, longurl = `https://example.com/${id}`, more: object = {}) {
  return { id, alias: `a${id}`, longurl, shorturl: `https://sho.rt/a${id}`, ...more };
}

/** The body of a list of links. */
export function linkList(urls: readonly unknown[], envelope: object = {}) {
  return { body: { error: 0, data: { ...envelope, urls } } };
}
