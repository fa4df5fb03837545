/**
 * The jobs and failures in a problem report. Every value is a number, a flag or a word from a closed list, so that no URL,
 * name or key of the stored data can be in it.
 */
import type { Failure, FailureKind } from '../../lib/api/failure.ts';
import type { ActivityView } from '../../lib/views/activity-view.ts';
import type { JobView } from '../../lib/views/job-view.ts';

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

export interface DiagnosticError {
  /** A kind that this version does not have is `other`. */
  readonly kind: FailureKind | 'other';
  readonly status: number | null;
  /** The API path, with `:id` for every id; `null` if it concerns no single call. */
  readonly path: string | null;
  /** Epoch ms; `null` where it is not known. */
  readonly at: number | null;
}

export type Diagnostics = ReturnType<typeof createDiagnostics>;

const maxErrors = 10;

export interface DiagnosticsSources {
  readonly view: Pick<ActivityView, 'connected' | 'jobs' | 'meter' | 'blockReason' | 'storageFailing'>;
  /** Of the last attempt to connect. */
  readonly connectFailure: Failure | null;
}

export function createDiagnostics({ view, connectFailure }: DiagnosticsSources) {
  const { connected, meter, blockReason, storageFailing } = view;
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
    /** `null` for never. */
    lastFinishedAt: ends.length === 0 ? null : Math.max(...ends),
    /** `null` when not connected. */
    limit: meter?.limit ?? null,
    remaining: meter?.remaining ?? null,
    blockReason: blockReason?.why ?? null,
    storageFailing,
    /** The newest first. */
    errors: [
      ...(blockReason?.failure ? [errorOf(blockReason.failure, null, null)] : []),
      ...(connectFailure ? [errorOf(connectFailure, '/api/account', null)] : []),
      ...errors.sort((one, other) => (other.at ?? 0) - (one.at ?? 0)).slice(0, maxErrors),
    ],
  };
}

const isFailureKind = (kind: unknown): kind is FailureKind =>
  typeof kind === 'string' && Object.hasOwn(failureKinds, kind);

/** A stored failure is checked for its shape alone (lib/api/schema-helpers.ts). */
function errorOf(failure: Failure, path: string | null, at: number | null): DiagnosticError {
  const status: unknown = 'status' in failure ? failure.status : null;
  return {
    kind: isFailureKind(failure.kind) ? failure.kind : 'other',
    status: typeof status === 'number' ? status : null,
    path,
    at,
  };
}

function pathOf({ kind, what, act }: JobView): string | null {
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
