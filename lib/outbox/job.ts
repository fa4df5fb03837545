/**
 * An ask is what a person wanted, with an id its page made; a job is an ask on its way through the background.
 * Both are plain data, one storage key each, so that a killed worker leaves nothing half-known.
 */
import * as z from 'zod/mini';
import { madeSchema } from './made.ts';
import { linkDraftSchema } from '../shortening/draft.ts';
import type { Failure } from '../service/failure.ts';

const askBase = {
  id: z.uuid(),
  /** Epoch ms of the person's act: automatic copying is allowed for 10 s after it. */
  at: z.number(),
  /** From a private window: kept in session memory only, never on disk. */
  private: z.boolean(),
};

export const shortenAskSchema = z.object({
  ...askBase,
  kind: z.literal('shorten'),
  from: z.enum(['popup', 'menu']),
  link: linkDraftSchema,
});
export type ShortenAsk = z.infer<typeof shortenAskSchema>;

const addName = z.string().check(z.minLength(1), z.maxLength(500));
export const addAskSchema = z.discriminatedUnion('kind', [
  z.object({ ...askBase, kind: z.literal('add-campaign'), name: addName }),
  z.object({ ...askBase, kind: z.literal('add-channel'), name: addName }),
  z.object({ ...askBase, kind: z.literal('add-pixel'), name: addName, type: addName, tag: addName }),
]);
export type AddAsk = z.infer<typeof addAskSchema>;

export const askSchema = z.discriminatedUnion('kind', [shortenAskSchema, ...addAskSchema.def.options]);
export type Ask = z.infer<typeof askSchema>;

const failureSchema = z.custom<Failure>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string',
);

export const jobSchema = z.object({
  ask: askSchema,
  /** The account it was asked for; a job never runs under another key. */
  scope: z.string(),
  state: z.discriminatedUnion('name', [
    z.object({ name: z.literal('queued') }),
    /** The request may have reached the service. */
    z.object({ name: z.literal('sent'), at: z.number() }),
    z.object({ name: z.literal('done'), at: z.number(), made: madeSchema }),
    /** Surely not made. */
    z.object({ name: z.literal('refused'), at: z.number(), failure: failureSchema }),
    /** May or may not have been made: never repeated without a look-up. */
    z.object({ name: z.literal('unknown'), at: z.number(), failure: failureSchema }),
    z.object({ name: z.literal('cancelled'), at: z.number() }),
  ]),
  /** The person has been shown how it ended. */
  seen: z.boolean(),
});
export type Job = z.infer<typeof jobSchema>;
export type JobState = Job['state'];

export function isFinished(job: Job): boolean {
  return job.state.name !== 'queued' && job.state.name !== 'sent';
}

/** Whether a failed create may nevertheless have happened (a complete refusal says it did not). */
export function outcomeIsUnknown(failure: Failure): boolean {
  return failure.kind === 'unreachable' || failure.kind === 'timed-out' || failure.kind === 'unreadable';
}
