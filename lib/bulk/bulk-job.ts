/**
 * A bulk: many links requested at once, stored as rows that are submitted to the outbox a few at a time. Plain data.
 */
import * as z from 'zod/mini';
import { jobResultSchema } from '../outbox/job-result.ts';
import { lostSendSchema } from '../outbox/job.ts';
import { failureSchema, integer } from '../api/schema-helpers.ts';
import { pickerOptionSchema, linkDraftSchema, type LinkDraft } from '../draft/draft.ts';
import { breakerSchema } from './refusal-breaker.ts';

/**
 * `out`: with the outbox. `asks`: there as well, its outcome is unknown and Activity prompts the user. `left-out`:
 * never to be sent. The states and keys are persisted.
 */
export const rowStates = ['waiting', 'out', 'asks', 'done', 'refused', 'cancelled', 'left-out'] as const;
export type RowState = (typeof rowStates)[number];

export const rowSchema = z.object({
  bulk: z.string(),
  /** Its index in the pasted table. */
  n: integer(0),
  /** The id of its command: fixed before it is submitted, because the same id is the same job. */
  id: z.string(),
  link: linkDraftSchema,
  state: z.literal(rowStates),
  /** The error as it was shown to the user; empty for none. */
  errorText: z.string(),
  /** It was refused and is retried: the outbox first looks for a link that a lost response may have left. */
  again: z.boolean(),
  result: z.nullable(jobResultSchema),
  /** Adds the existing link of its `result` to its campaign, and creates none. */
  assigns: z.optional(z.boolean()),
  /** Of a refused row, or one that is `editedInto` another job: its failure, or `unconfirmed`. Otherwise `null`. */
  failure: z.nullable(failureSchema),
  /**
   * The job of the form into which the failed row was edited. Until that ends, the row is `left-out`, so that it can't be
   * retried beside it; then it is done or refused as that job is.
   */
  editedInto: z.optional(z.string()),
  /** It had a password, which is stored no longer than the row is in progress. */
  passwordDropped: z.optional(z.boolean()),
  /** With the outbox, where its lost response can't be looked up for now: other rows go first. */
  parked: z.optional(z.boolean()),
  /** A send that may have created its link: looked up before the row is sent again, also by another job. */
  lost: z.optional(lostSendSchema),
  /** It was never sent, unlike a `left-out` row that failed before. Missing in bulks of an earlier version. */
  skippedInReview: z.optional(z.boolean()),
  /** The number of the row whose link it uses: it requests the same. Missing in bulks of an earlier version. */
  duplicateOf: z.optional(integer(0)),
  /** The user has cancelled this link alone: its bulk continues. */
  dropped: z.optional(z.boolean()),
});
export type BulkRow = z.infer<typeof rowSchema>;

/** The persisted `failure` of a refused row without a response: only the user can find out if its link was created. */
export const unconfirmed = null;

export const bulkVersion = 2;

export const bulkSchema = z.object({
  version: z.literal(bulkVersion),
  id: z.string(),
  /** Says where its links come from, or in which campaign they are. */
  name: z.string(),
  /**
   * How a name that was not typed is shown, in the language of that moment: by the number of its tabs, or by `name`, that of
   * its first row, and the number of the others. Absent where `name` is shown as it is, also in bulks of an earlier version.
   */
  namedBy: z.optional(z.literal(['tabs', 'first-row'])),
  /** Epoch ms of the start. */
  at: z.number(),
  /** The state that the user has requested. */
  desiredState: z.literal(['run', 'pause', 'cancel']),
  /** It was paused because its waiting jobs were cancelled elsewhere: in Activity, or by the button's menu. */
  cancelledElsewhere: z.boolean(),
  /** Changed in the same transaction as the rows. */
  counts: z.record(z.literal(rowStates), integer(0)),
  /** No row before this one waits. */
  next: integer(0),
  /** Rows that are with the outbox. */
  out: z.array(integer(0)),
  /** Those of them whose lost responses can't be looked up for now. */
  parked: z.optional(z.array(integer(0))),
  /** Those of them that were there when it was resumed: the pause may have cancelled their jobs. */
  paused: z.optional(z.array(integer(0))),
  /** Ids of jobs whose end is stored here and not yet acknowledged to the outbox. */
  unacknowledged: z.array(z.string()),
  /** The campaign that was created for this import, where the user has asked for its rotator URL. */
  rotatorCampaign: z.nullable(pickerOptionSchema),
  /** The campaigns of its links, as `campaignNames`. Missing in bulks of an earlier version. */
  campaigns: z.optional(z.array(z.string())),
  /** Equal refusals in a row; absent while there are none. */
  breaker: z.optional(breakerSchema),
  /** It has ended while no page showed it. Missing in bulks of an earlier version, and in those that were cancelled. */
  endUnread: z.optional(z.boolean()),
  /** Scanned, after its end, for passwords that an earlier version had left. */
  swept: z.optional(z.boolean()),
});
export type Bulk = z.infer<typeof bulkSchema>;

/** Each once, in the order of the links; an empty one for links without a campaign. */
export const campaignNames = (links: readonly Pick<LinkDraft, 'campaign'>[]): string[] => [
  ...new Set(links.map(({ campaign }) => campaign?.name ?? '')),
];

/** With more rows than this waiting for the user's decision something is wrong, and no more rows are sent. */
export const maxUndecided = 50;

export const countRows = ({ counts: all }: Bulk): number =>
  rowStates.reduce((sum, state) => sum + all[state], 0);

/** Without the rows that were skipped in the review: they were never to become links. */
export const countLinks = (bulk: Bulk): number => countRows(bulk) - bulk.counts['left-out'];

export const countOpen = ({ counts: { waiting, out, asks } }: Pick<Bulk, 'counts'>): number =>
  waiting + out + asks;

export const isFinished = (bulk: Pick<Bulk, 'counts'>): boolean => countOpen(bulk) === 0;

/** The share of their links that is finished: from 0 to 1. */
export function progressOf(...bulks: readonly Bulk[]): number {
  const sum = (count: (bulk: Bulk) => number) => bulks.reduce((all, bulk) => all + count(bulk), 0);
  const all = sum(countLinks);
  return all === 0 ? 1 : (all - sum(countOpen)) / all;
}

/** Rows with the outbox that may stay there for long: they need a decision, or a list that can be read. */
export const countIdle = ({ counts: { asks }, parked = [] }: Bulk): number => asks + parked.length;
