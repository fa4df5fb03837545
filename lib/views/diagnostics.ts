/**
 * What the background knows for a problem report. Every value is a number, a flag or a word from a closed list, so that
 * no URL, name or key of the stored data can be in it.
 */
import * as z from 'zod/mini';
import type { Failure, FailureKind } from '../api/failure.ts';
import type { ActivityView } from './activity-view.ts';
import type { JobView } from './job-view.ts';

const failureKinds = {
  key: true,
  refused: true,
  limit: true,
  unreachable: true,
  'no-permission': true,
  moved: true,
  blocked: true,
  challenge: true,
  'not-an-api': true,
  unreadable: true,
  'timed-out': true,
  'not-an-address': true,
  'invalid-link': true,
  cancelled: true,
  'not-connected': true,
  'not-stored': true,
  'account-changed': true,
  internal: true,
} as const satisfies Readonly<Record<FailureKind, true>>;

/** Of the API; `:id` stands for every id. */
const paths = [
  '/api/url/add',
  '/api/campaign/add',
  '/api/channel/add',
  '/api/pixel/add',
  '/api/domain/add',
  '/api/campaign/:id/assign',
  '/api/channel/:id/assign',
  '/api/campaign/:id/update',
  '/api/campaign/:id/delete',
  '/api/channel/:id/update',
  '/api/channel/:id/delete',
  '/api/domain/:id/update',
  '/api/domain/:id/delete',
  '/api/account',
] as const;
type Path = (typeof paths)[number];

const errorSchema = z.object({
  /** A kind that this version does not have is `other`. */
  kind: z.custom<FailureKind | 'other'>((kind) => kind === 'other' || isFailureKind(kind)),
  status: z.nullable(z.number()),
  /** `null` where it concerns no single call. */
  path: z.nullable(z.literal(paths)),
  /** Epoch ms; `null` where it is not known. */
  at: z.nullable(z.number()),
});
export type DiagnosticError = Readonly<z.infer<typeof errorSchema>>;

export const diagnosticsSchema = z.object({
  connected: z.boolean(),
  queued: z.number(),
  decisions: z.number(),
  finished: z.number(),
  /** Epoch ms; `null` for never. */
  lastFinishedAt: z.nullable(z.number()),
  /** `null` when not connected. */
  limit: z.nullable(z.union([z.literal('none'), z.number()])),
  remaining: z.nullable(z.number()),
  paused: z.nullable(z.literal(['offline', 'failure'])),
  storageFailing: z.boolean(),
  /** The newest first. */
  errors: z.array(errorSchema),
});
export type Diagnostics = Readonly<z.infer<typeof diagnosticsSchema>>;

const maxErrors = 10;

export interface DiagnosticsSources {
  readonly view: Pick<ActivityView, 'connected' | 'jobs' | 'meter' | 'paused' | 'storageFailing'>;
  /** Of the last attempt to connect. */
  readonly connectFailure: Failure | null;
}

export function createDiagnostics({ view, connectFailure }: DiagnosticsSources): Diagnostics {
  const { connected, meter, paused, storageFailing } = view;
  // What is done in a private window stays there.
  const jobs = view.jobs.filter((job) => job.private !== true);
  const ends = jobs.flatMap(({ endedAt }) => endedAt ?? []);
  const errors = jobs.flatMap((job) =>
    job.failure === null ? [] : errorOf(job.failure, pathOf(job), job.endedAt ?? job.at),
  );
  return {
    connected,
    queued: jobs.filter(({ state }) => state === 'queued' || state === 'sent').length,
    decisions: jobs.filter(({ question }) => question !== null).length,
    finished: ends.length,
    lastFinishedAt: ends.length === 0 ? null : Math.max(...ends),
    limit: meter?.limit ?? null,
    remaining: meter?.remaining ?? null,
    paused: paused?.why ?? null,
    storageFailing,
    errors: [
      ...(paused?.failure ? [errorOf(paused.failure, null, null)] : []),
      ...(connectFailure ? [errorOf(connectFailure, '/api/account', null)] : []),
      ...errors.sort((one, other) => (other.at ?? 0) - (one.at ?? 0)).slice(0, maxErrors),
    ],
  };
}

const isFailureKind = (kind: unknown): kind is FailureKind =>
  typeof kind === 'string' && Object.hasOwn(failureKinds, kind);

/** A stored failure is checked for its shape alone (lib/api/schema-helpers.ts). */
function errorOf(failure: Failure, path: Path | null, at: number | null): DiagnosticError {
  const status: unknown = 'status' in failure ? failure.status : null;
  return {
    kind: isFailureKind(failure.kind) ? failure.kind : 'other',
    status: typeof status === 'number' ? status : null,
    path,
    at,
  };
}

function pathOf({ kind, what, act }: JobView): Path | null {
  switch (kind) {
    case 'shorten':
      return '/api/url/add';
    case 'add-campaign':
      return '/api/campaign/add';
    case 'add-channel':
      return '/api/channel/add';
    case 'add-pixel':
      return '/api/pixel/add';
    case 'add-domain':
      return '/api/domain/add';
    case 'assign-campaign':
      return '/api/campaign/:id/assign';
    case 'assign-channel':
      return '/api/channel/:id/assign';
    case 'change':
      return what && act ? `/api/${what}/:id/${act}` : null;
  }
}
