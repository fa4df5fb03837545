/**
 * A circuit breaker for a bulk: after a few equal refusals in a row ("plan limit reached", a firewall's page) the bulk
 * pauses and those rows wait again, passwords included. "Resume" half-opens it: one link goes first.
 */
import * as z from 'zod/mini';
import type { Failure } from '../api/failure.ts';
import { failureSchema, integer } from '../api/schema-helpers.ts';
import type { LinkDraft } from '../draft/draft.ts';
import { hostOf } from '../url/hosts.ts';

export const breakerSchema = z.object({
  state: z.literal(['closed', 'open', 'half-open']),
  /** The response of the service each time. */
  failure: failureSchema,
  /** The refused rows, in the order of the responses. Their passwords stay stored until they are settled or requeued. */
  rows: z.array(integer(0)),
});
export type Breaker = z.infer<typeof breakerSchema>;

/** This many equal refusals in a row are about the account, and not about these links. */
export const maxEqualRefusals = 5;

/** The effect of a response on the breaker and on the rows that were refused before. */
export interface BreakerStep {
  readonly breaker: Breaker | undefined;
  /** Refused for good: their passwords are deleted. */
  readonly settled: readonly number[];
  /** They wait again. */
  readonly requeued: readonly number[];
}

interface RefusedRow {
  readonly n: number;
  readonly link: LinkDraft;
}

/** Equal in kind, status and, apart from what identifies a single request, in message. */
function isSameRefusal(one: Failure, other: Failure, link: LinkDraft): boolean {
  const status = (failure: Failure) => ('status' in failure ? failure.status : null);
  const message = (failure: Failure) => ('message' in failure ? failure.message : null) ?? '';
  return (
    one.kind === other.kind &&
    status(one) === status(other) &&
    isSameMessage(message(one), message(other), link)
  );
}

/** Matches ids, UUIDs, numbers and dates as one word each. */
const wordPattern = /[\p{L}\p{N}_-]+/gu;
const lowerCaseWords = (text: string): string[] => text.toLowerCase().match(wordPattern) ?? [];
/** A number, or an id: most have a digit, but eight letters of a hexadecimal one may have none. */
const isVariable = (word: string): boolean => /\p{N}|^[\da-f]{8,}$/u.test(word);

/**
 * A service may add an id, a count or a time to each of its messages. A number of the row's own (its alias, its URL) is
 * none of these: that message is about this link alone.
 *
 * @param link of the row that `now` is about
 */
function isSameMessage(before: string, now: string, link: LinkDraft): boolean {
  if (before === now) return true;
  // A quoted URL may be cut in the middle of a number, so its host has to be enough.
  const host = hostOf(link.address);
  if (host === null || now.toLowerCase().includes(host)) return false;
  const template = (text: string) =>
    text.toLowerCase().replace(wordPattern, (word) => (isVariable(word) ? '#' : word));
  if (template(before) !== template(now)) return false;
  // Same template, so the words of both are in the same places.
  const wordsBefore = lowerCaseWords(before);
  const changed = lowerCaseWords(now).filter((word, at) => word !== wordsBefore[at]);
  const own = new Set(lowerCaseWords(JSON.stringify(link)));
  return !changed.some((word) => own.has(word));
}

/** The refusal came from the service or its firewall; one from a local check was never sent. */
export const isServiceRefusal = ({ kind }: Failure): boolean =>
  kind === 'refused' || kind === 'blocked' || kind === 'unreadable';

export function afterRefusal(
  before: Breaker | undefined,
  { n, link }: RefusedRow,
  failure: Failure,
): BreakerStep {
  const fresh: Breaker = { state: 'closed', failure, rows: [n] };
  if (before === undefined) return { breaker: fresh, settled: [], requeued: [] };
  const { state } = before;
  const same = isSameRefusal(before.failure, failure, link);
  if (state === 'closed' && !same) return { breaker: fresh, settled: before.rows, requeued: [] };
  // A request that was already sent shows nothing about the reason for the pause.
  if (state === 'open' && !same) return { breaker: before, settled: [n], requeued: [] };
  if (!same) return { breaker: fresh, settled: [], requeued: [] };
  const rows = [...before.rows.filter((other) => other !== n), n];
  if (state === 'closed' && rows.length < maxEqualRefusals)
    return { breaker: { ...before, rows }, settled: [], requeued: [] };
  return {
    breaker: { state: 'open', failure, rows },
    settled: [],
    requeued: state === 'closed' ? rows : [n],
  };
}

export function afterSuccess(before: Breaker | undefined): BreakerStep {
  // As above, a request that was already sent.
  if (before?.state === 'open') return { breaker: before, settled: [], requeued: [] };
  return { breaker: undefined, settled: before?.state === 'closed' ? before.rows : [], requeued: [] };
}

/** The user resumes: the next row shows whether the service still refuses. */
export const halfOpened = (before: Breaker | undefined): Breaker | undefined =>
  before?.state === 'open' ? { ...before, state: 'half-open' } : before;
