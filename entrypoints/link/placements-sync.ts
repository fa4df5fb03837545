/** Keeps the submission synced with the stored view, and the background awake while a job is in progress. */
import { createPingTimer } from '../../lib/messages/ping-timer.ts';
import { activityViewSchema } from '../../lib/views/activity-view.ts';
import type { JobView } from '../../lib/views/job-view.ts';
import { isBaseOf } from './already-submitted.ts';
import { withShortUrls } from './placement-row.ts';
import type { PlacementsDeps, PlacementsState } from './placements-state.ts';

export type PlacementsSync = ReturnType<typeof createPlacementsSync>;

/** In ms after the first answered ping: by then the background has accepted every intent. */
const acceptedAfterMs = 5_000;

export function createPlacementsSync(deps: PlacementsDeps, state: PlacementsState) {
  const { view, now, knownIds, waiting } = state;
  const { acknowledgeRefused, forgetAcknowledged } = createAcknowledgement(deps, state);
  /** The time of the first answered ping after the last submit. */
  let firstPingAt: number | null = null;
  const pingTimer = createPingTimer({
    now: deps.now,
    send: deps.ping,
    onReply: (sentAt) => (firstPingAt ??= sentAt),
  });

  function show(raw: unknown): void {
    const read = activityViewSchema.safeParse(raw);
    if (!read.success) return;
    const { jobs } = read.data;
    view.value = read.data;
    now.value = deps.now();
    updateSubmission(deps, state, jobs);
    acknowledgeRefused();
  }

  /** Finds jobs that are no longer stored: neither in the view nor an intent any more. */
  async function findMissing(): Promise<void> {
    const missing = waiting.peek().filter(({ job }) => job === null);
    if (missing.length === 0 || firstPingAt === null || deps.now() - firstPingAt < acceptedAfterMs) return;
    firstPingAt = deps.now();
    const ids = missing.map(({ placement }) => placement.id);
    const pending = await deps.pendingIntents(ids).catch(() => ids);
    knownIds.value = new Set([...knownIds.peek(), ...ids.filter((id) => !pending.includes(id))]);
  }

  return {
    show,
    ping: pingTimer.ping,

    /** Wakes the background to new intents, and gives it time to accept them. */
    afterSubmit(): void {
      firstPingAt = null;
      pingTimer.ping();
    },

    forgetAcknowledged,

    /** The page may have been suspended, and the background stopped. */
    onPageShown(): void {
      acknowledgeRefused();
      if (waiting.peek().length > 0) pingTimer.ping();
    },

    tick(): void {
      now.value = deps.now();
      if (waiting.peek().length > 0) pingTimer.pingIfDue();
      void findMissing();
    },
  };
}

/** Acknowledges each refused job once, after the user has seen the refusal. */
function createAcknowledgement({ isVisible, request }: PlacementsDeps, { rows }: PlacementsState) {
  const acknowledged = new Set<string>();
  return {
    acknowledgeRefused(): void {
      if (!isVisible()) return;
      for (const { placement, status } of rows.peek()) {
        if (status !== 'refused' || acknowledged.has(placement.id)) continue;
        acknowledged.add(placement.id);
        void request('acknowledge', { id: placement.id });
      }
    },

    /** A job that is retried may be refused, and acknowledged, again. */
    forgetAcknowledged: (id: string) => void acknowledged.delete(id),
  };
}

/** Takes over the submission's jobs from a newer view. */
function updateSubmission(deps: PlacementsDeps, state: PlacementsState, jobs: readonly JobView[]): void {
  const { knownIds } = state;
  const submission = state.submission.peek();
  if (submission === null) return;
  const { asked } = submission;
  const known = asked.map(({ id }) => id).filter((id) => jobs.some((job) => job.id === id));
  if (known.some((id) => !knownIds.peek().has(id))) knownIds.value = new Set([...knownIds.peek(), ...known]);
  const updated = withShortUrls(asked, jobs);
  if (updated.every((placement, index) => placement === asked[index])) return;
  state.changeSubmitted(updated);
  state.save();
  // The form may be in use for the next link.
  if (updated.every(({ shortUrl }) => shortUrl !== null) && isBaseOf(submission, deps.form.content()))
    deps.onAllCreated();
}
