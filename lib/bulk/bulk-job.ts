/** A bulk: many links asked for at once, as rows on disk that are handed to the outbox a few at a time. Plain data. */
import * as z from 'zod/mini';
import { jobResultSchema } from '../outbox/job-result.ts';
import { failureSchema, integer } from '../api/schema-helpers.ts';
import { pickerOptionSchema, linkDraftSchema } from '../draft/draft.ts';
import { breakerSchema } from './refusal-breaker.ts';

/**
 * `out`: with the outbox. `asks`: there, too, and nobody can tell what became of it (Activity asks the person).
 * `left-out`: never meant to be sent.
 */
export const rowStates = ['waiting', 'out', 'asks', 'done', 'refused', 'cancelled', 'left-out'] as const;
export type RowState = (typeof rowStates)[number];

/** Why a row was left out. */
const reasons = ['problem', 'twice', 'exists'] as const;
export type SkipReason = (typeof reasons)[number];

export const rowSchema = z.object({
  bulk: z.string(),
  /** Its place in what was pasted, from 0. */
  n: integer(0),
  /** The ask's: fixed before it is handed over, since the same id is the same job. */
  id: z.string(),
  link: linkDraftSchema,
  state: z.literal(rowStates),
  /** Of one that is left out. */
  why: z.nullable(z.literal(reasons)),
  /** What was wrong with it, as the person was told; empty for nothing. */
  reason: z.string(),
  /** It was refused, and is asked for once more: the outbox looks first for what a lost answer may have left. */
  again: z.boolean(),
  made: z.nullable(jobResultSchema),
  failure: z.nullable(failureSchema),
  /** Epoch ms. */
  endedAt: z.nullable(z.number()),
  /** It had a password, which is kept no longer than the row is under way. */
  passwordDropped: z.optional(z.boolean()),
  /** A person gives up this one link, and not all that waits: its bulk goes on. */
  dropped: z.optional(z.boolean()),
});
export type BulkRow = z.infer<typeof rowSchema>;

const counts = z.object({
  waiting: integer(0),
  out: integer(0),
  asks: integer(0),
  done: integer(0),
  refused: integer(0),
  cancelled: integer(0),
  'left-out': integer(0),
});
export type BulkCounts = z.infer<typeof counts>;

export const bulkSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  /** What people know it by: the file's name, or the first address. */
  name: z.string(),
  /** Epoch ms of the start. */
  at: z.number(),
  /** What the person wants of it. */
  wish: z.literal(['run', 'pause', 'cancel']),
  /** It was paused because what waited was cancelled elsewhere: in Activity, or by the button's menu. */
  cancelledElsewhere: z.boolean(),
  /** Changed in the same step as the rows, so that they are always equal to them. */
  counts,
  /** No row before this one waits. */
  next: integer(0),
  /** Rows that are with the outbox. */
  out: z.array(integer(0)),
  /** Ids whose end is written down here, and the outbox has not been told so yet. */
  untold: z.array(z.string()),
  endedAt: z.nullable(z.number()),
  /** The campaign that was made for these tabs, whose one address is what was wanted. */
  into: z.nullable(pickerOptionSchema),
  /** Equal refusals in a row; absent while there are none. */
  breaker: z.optional(breakerSchema),
  /** Looked through, once it was over, for passwords that an earlier version had left. */
  swept: z.optional(z.boolean()),
});
export type Bulk = z.infer<typeof bulkSchema>;

/** More rows that wait for the person's answer say that something is wrong: no more of that bulk are sent meanwhile. */
export const maxUndecided = 50;

export const countRows = ({ counts: all }: Bulk): number =>
  rowStates.reduce((sum, state) => sum + all[state], 0);

/** Rows that have not come to an end. */
export const countOpen = ({ counts: { waiting, out, asks } }: Pick<Bulk, 'counts'>): number =>
  waiting + out + asks;

export const isFinished = (bulk: Pick<Bulk, 'counts'>): boolean => countOpen(bulk) === 0;
