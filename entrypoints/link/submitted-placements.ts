/** Actions on the submission: making it, and what can be done with its rows afterwards. */
import type { LinkDraft } from '../../lib/draft/draft.ts';
import { defaultLinkOptions } from '../../lib/draft/parse-options.ts';
import { redactPassword } from '../../lib/draft/redact-password.ts';
import type { CreateLinkCommand } from '../../lib/outbox/commands.ts';
import type { Decision } from '../../lib/outbox/job.ts';
import {
  placementLink,
  sourceOf,
  suffixOf,
  type SubmittedSet,
  type Placement,
  type SubmittedPlacement,
} from '../../lib/placements/placements.ts';
import { hasAliasClash, type PlacementRow } from './placement-row.ts';
import type { PlacementsDeps, PlacementsState } from './placements-state.ts';
import type { PlacementsSync } from './placements-sync.ts';

function toCommand(
  { base, parameter }: Pick<SubmittedSet, 'base' | 'parameter'>,
  placement: SubmittedPlacement,
  at: number,
  isPrivate: boolean,
): CreateLinkCommand {
  const link = placementLink(base, parameter, placement);
  return { id: placement.id, at, kind: 'shorten', from: 'places', private: isPrivate, link };
}

/** @param alreadySubmitted those that keep their job and their link */
function toSubmitted(
  places: readonly Placement[],
  alreadySubmitted: ReadonlyMap<Placement, SubmittedPlacement>,
  alias: string,
  newId: () => string,
): SubmittedPlacement[] {
  // The background processes intents in the order of their ids.
  const ids = places.map(() => newId()).toSorted((one, other) => (one < other ? -1 : 1));
  return places.map(
    (placement, row) =>
      alreadySubmitted.get(placement) ?? {
        id: ids[row] ?? newId(),
        name: placement.name.trim(),
        source: sourceOf(placement),
        suffix: suffixOf(placement, alias),
        typed: null,
        shortUrl: null,
      },
  );
}

const replaced = (
  asked: readonly SubmittedPlacement[],
  id: string,
  next: SubmittedPlacement,
): SubmittedPlacement[] => asked.map((other) => (other.id === id ? next : other));

/** The common draft with its password, which is not stored, as it is in the form now. */
function baseOf({ base, hadPassword }: SubmittedSet, form: PlacementsDeps['form']): LinkDraft {
  const { password = '' } = form.content().extras ?? {};
  return hadPassword ? { ...base, extras: { ...defaultLinkOptions, ...base.extras, password } } : base;
}

export function createSubmittedPlacements(
  deps: PlacementsDeps,
  state: PlacementsState,
  sync: PlacementsSync,
) {
  const submit = createSubmit(state, sync);
  const retry: Retry = async (id) => {
    sync.forgetAcknowledged(id);
    await deps.request('retry', { id });
  };
  return {
    ...createSubmissionActions(deps, state, submit, retry),
    ...createRowActions(deps, state, submit, retry),
  };
}

/** Retries the same job: the service may have received it, so the link is looked for first. */
type Retry = (id: string) => Promise<void>;

type Submit = ReturnType<typeof createSubmit>;

function createSubmit(state: PlacementsState, sync: PlacementsSync) {
  const { notice, isSubmitting } = state;

  /** Stores intents, then wakes the background. @returns false, after a notice to the user, if the write failed */
  return async (saving: () => Promise<void>, onSaved: () => void): Promise<boolean> => {
    isSubmitting.value = true;
    notice.value = null;
    try {
      await saving();
      onSaved();
      // Stores what was changed during the write.
      state.save();
      sync.afterSubmit();
      return true;
    } catch {
      notice.value = { name: 'not-stored' };
      return false;
    } finally {
      isSubmitting.value = false;
    }
  };
}

function createSubmissionActions(deps: PlacementsDeps, state: PlacementsState, submit: Submit, retry: Retry) {
  const { set, submission, editing, notice, started, alreadySubmitted, retried, ready, waiting } = state;
  return {
    /** Submits the typed placements that have no link yet, in one write before the background is notified. */
    async shorten(): Promise<void> {
      if (!ready.peek() || deps.blockedByNestedForm()) return;
      const [base, at, { parameter }] = [deps.form.content(), deps.now(), set.peek()];
      const [kept, failed] = [alreadySubmitted.peek(), retried.peek()];
      const asked = toSubmitted(started.peek(), kept, base.alias, deps.newId);
      const keptIds = new Set(Array.from(kept.values(), ({ id }) => id));
      const next: SubmittedSet = {
        base: redactPassword(base),
        hadPassword: !!base.extras?.password,
        parameter: parameter.trim(),
        asked,
      };
      const commands = asked
        .filter(({ id }) => !keptIds.has(id))
        .map((placement) => toCommand({ base, parameter }, placement, at, deps.private));
      const isSubmitted = await submit(
        () => deps.save({ ...state.draft(), batch: next, editing: false }, commands, state.typedSet()),
        () => {
          submission.value = next;
          editing.value = false;
        },
      );
      if (isSubmitted) await Promise.all(failed.map(retry));
    },

    /** Cancels this page's placements only. */
    async cancelQueued(): Promise<void> {
      const ids = waiting.peek().map(({ placement }) => placement.id);
      const cancelled = await Promise.all(ids.map((id) => deps.request('cancel', { id })));
      notice.value = { name: 'queued-canceled', count: cancelled.filter((done) => done === true).length };
    },

    /** Shows the rows instead of the table of the submission, or the table again. */
    setEditing(isEditing: boolean): void {
      notice.value = null;
      editing.value = isEditing;
      state.save();
    },
  };
}

function createRowActions(deps: PlacementsDeps, state: PlacementsState, submit: Submit, retry: Retry) {
  const { form } = deps;
  const { submission, notice, isSubmitting } = state;

  /** Submits a refused row again, as a job of its own. */
  async function resubmit(before: SubmittedSet, old: SubmittedPlacement, suffix: string): Promise<void> {
    const next: SubmittedPlacement = { ...old, id: deps.newId(), suffix, typed: null };
    const asked = replaced(before.asked, old.id, next);
    const common = { base: baseOf(before, form), parameter: before.parameter };
    const command = toCommand(common, next, deps.now(), deps.private);
    const isSubmitted = await submit(
      () => deps.save({ ...state.draft(), batch: { ...before, asked } }, [command]),
      // From the current submission, which may have been updated during the write.
      () => state.changeSubmitted(replaced(submission.peek()?.asked ?? [], old.id, next)),
    );
    if (isSubmitted) void deps.request('acknowledge', { id: old.id });
  }

  return {
    /** Takes another suffix for a placement that was refused. */
    retype(id: string, typed: string): void {
      const asked = submission.peek()?.asked ?? [];
      state.changeSubmitted(
        asked.map((placement) => (placement.id === id ? { ...placement, typed } : placement)),
      );
      state.save();
    },

    clashes: ({ placement }: PlacementRow): boolean =>
      submission.value !== null && hasAliasClash(submission.value, placement),

    /** The password is not stored and has to be typed in the form again. */
    lacksPassword({ job }: PlacementRow): boolean {
      const typed = form.draft.value.extras?.password ?? '';
      const isDropped = job === null ? submission.value?.hadPassword : job.passwordDropped;
      return isDropped === true && typed === '';
    },

    /** Retries the same job, or submits a new one where something is different or the job is no longer stored. */
    async tryAgain({ placement, job }: PlacementRow): Promise<void> {
      const before = submission.peek();
      if (before === null || isSubmitting.peek()) return;
      const suffix = (placement.typed ?? placement.suffix).trim();
      if (suffix !== placement.suffix || job === null || job.passwordDropped === true)
        return resubmit(before, placement, suffix);
      notice.value = null;
      await retry(placement.id);
    },

    decide: (id: string, decision: Decision) => void deps.request('decide', { id, decision }),
  };
}
