/** Sample jobs and service responses. */
import { initialState, type Job, type JobState } from '../../../lib/outbox/job.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { jobOf as plainJobOf } from '../outbox/samples.ts';

export const noon = 1_700_000_000_000;

export const wrongKey: Failure = { kind: 'key', status: 401, message: 'Invalid key' };

export function jobOf(n: number, state: JobState = initialState, change: Partial<Job> = {}): Job {
  return { ...plainJobOf(n, state), ...change };
}

/** A link in a list of the service. */
export function listed(id: number | string, longurl = `https://example.com/${id}`, more: object = {}) {
  return { id, alias: `a${id}`, longurl, shorturl: `https://sho.rt/a${id}`, ...more };
}

/** The body of a list of links. */
export function linkList(urls: readonly unknown[], envelope: object = {}) {
  return { body: { error: 0, data: { ...envelope, urls } } };
}
