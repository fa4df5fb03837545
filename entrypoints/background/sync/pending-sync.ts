/** The sync host's remaining work, stored so that the next worker instance resumes it. */
import * as z from 'zod/mini';
import type { RequestOf } from '../../../lib/messages/protocol.ts';
import type { ItemDefinition } from '../../../lib/storage/stored-item.ts';

/** A page needs less to store what it has announced; after that the sync host looks for it. */
const maxStoringMs = 60_000;

const pendingSyncSchema = z.object({
  scope: z.string(),
  /** The sync resumes automatically at `at`; else only when the extension is used. */
  more: z.boolean(),
  /** Epoch ms. */
  at: z.number(),
  /** Bulks wait: the sync resumes once requests are sent again, and not at a time. */
  waits: z.optional(z.boolean()),
  /** How many syncs were requested: a report about an earlier one is out of date. */
  asked: z.optional(z.number()),
  /** Work that pages are about to store, and the time (epoch ms) by which they should have stored it. */
  expected: z.optional(z.array(z.object({ work: z.string(), until: z.number() }))),
});
export type PendingSync = z.infer<typeof pendingSyncSchema>;

export const pendingSyncItem: ItemDefinition<PendingSync> = {
  // As earlier versions named it.
  key: 'keeper',
  version: 1,
  schema: pendingSyncSchema,
  fallback: { scope: '', more: false, at: 0 },
};

interface Moment {
  readonly scope: string;
  /** Epoch ms. */
  readonly now: number;
}

/** Stored before a sync begins: should the worker be killed meanwhile, the next instance repeats it. */
export function withRequest(state: PendingSync, { scope, now }: Moment, storedWork: string): PendingSync {
  return {
    scope,
    more: true,
    at: 0,
    asked: (state.asked ?? 0) + 1,
    expected: expectedWork(state, { scope, now }).filter(({ work }) => work !== storedWork),
  };
}

/** Should the page be closed before it has stored the work, the sync host looks for it at `at`. */
export function withExpected(state: PendingSync, { scope, now }: Moment, work: string): PendingSync {
  const until = now + maxStoringMs;
  const expected = [...expectedWork(state, { scope, now }), { work, until }];
  return state.scope === scope && state.more
    ? { ...state, expected }
    : { scope, more: true, at: until, asked: state.asked, expected };
}

export const expectedUntil = (now: number): number => now + maxStoringMs;

/** @returns `null` when the report is out of date: a sync was requested after the one that it is about */
export function withReport(
  state: PendingSync,
  { requestNumber = Infinity, ...report }: RequestOf<'sync-finished'>,
  now: number,
): PendingSync | null {
  if (requestNumber < (state.asked ?? 0)) return null;
  const expected = expectedWork(state, { scope: report.scope, now });
  const next = { ...report, asked: state.asked, expected };
  if (expected.length === 0 || report.waits) return next;
  const firstUntil = Math.min(...expected.map(({ until }) => until));
  return { ...next, more: true, at: report.more ? Math.min(report.at, firstUntil) : firstUntil };
}

/** A time too far ahead comes from a clock that was set back. */
function expectedWork(
  { scope, expected = [] }: PendingSync,
  moment: Moment,
): NonNullable<PendingSync['expected']> {
  const isPending = (leftMs: number) => leftMs > 0 && leftMs <= maxStoringMs;
  return scope === moment.scope ? expected.filter(({ until }) => isPending(until - moment.now)) : [];
}
