/** The state of "Placements": signals, what is derived from them, and how they are stored. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { copyInPage } from '../../lib/browser/clipboard.ts';
import type { CopyNotice } from '../../lib/forms/copy-notice.ts';
import type { LinkForm } from '../../lib/forms/link-form.ts';
import { hasErrors, validateLink } from '../../lib/forms/validate-link.ts';
import { hasTooManyPlacements, validatePlacements } from '../../lib/forms/validate-placements.ts';
import type { PageKind, ReplyOf, RequestOf } from '../../lib/messages/protocol.ts';
import type { CreateLinkCommand } from '../../lib/outbox/commands.ts';
import {
  emptyPlacements,
  isStarted,
  type Placement,
  type SubmittedSet,
  type PlacementsDraft,
  type PlacementSet,
  type SubmittedPlacement,
  type TableFormat,
} from '../../lib/placements/placements.ts';
import type { ActivityView } from '../../lib/views/activity-view.ts';
import { findAlreadySubmitted } from './already-submitted.ts';
import { isFailed, placementRows, replacedValues, type PlacementRow } from './placement-row.ts';

export interface PlacementsDeps {
  readonly form: Pick<LinkForm, 'content' | 'draft' | 'readable'>;
  readonly private: boolean;
  /** The names of the campaign, channel and pixels that were chosen in the form and are still being created. */
  readonly creating: () => readonly string[];
  /** True, after a message, while a form within the form has to be finished first. */
  readonly blockedByNestedForm: () => boolean;
  /** Stored by this page before. */
  readonly stored: PlacementsDraft | null;
  /** The set that was typed last, on any page. */
  readonly last: PlacementSet | null;
  /** The stored view of all jobs, unchecked. */
  readonly view: unknown;
  readonly now: () => number;
  /** The service's UTC offset in minutes, once it is known. */
  readonly utcOffset: () => number | undefined;
  /** The service's own; `undefined` while it is not known. */
  readonly defaultDomain: () => string | undefined;
  readonly newId: () => string;
  /** Writes the draft and the commands' intents in one step: all of it is stored or nothing. */
  readonly save: (
    draft: PlacementsDraft,
    commands?: readonly CreateLinkCommand[],
    last?: PlacementSet,
  ) => Promise<void>;
  /** Called once all links are created: the form's own draft is no longer needed. */
  readonly onAllCreated: () => void;
  /** The ids whose intents are still stored: the background has not accepted them yet. */
  readonly pendingIntents: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Wakes the background, which accepts the intents and writes the view. */
  readonly ping: () => Promise<unknown>;
  /** `null` when it could not be done. */
  readonly request: <K extends PageKind>(kind: K, request: RequestOf<K>) => Promise<ReplyOf<K> | null>;
  readonly isVisible: () => boolean;
  readonly copy: typeof copyInPage;
  readonly formatTable: (format: TableFormat, cells: readonly (readonly string[])[]) => Promise<string>;
}

export type PlacementNotice =
  | CopyNotice
  | { readonly name: 'queued-canceled' | 'pasted'; readonly count: number }
  | { readonly name: 'not-stored' };

export type PlacementsState = ReturnType<typeof createPlacementsState>;

export function createPlacementsState(deps: PlacementsDeps) {
  const signals = createSignals(deps);
  const derived = derive(deps, signals);
  const { set, submission, editing, format } = signals;

  const draft = (): PlacementsDraft => ({
    set: set.peek(),
    batch: submission.peek(),
    editing: editing.peek(),
    format: format.peek(),
  });

  return {
    ...signals,
    ...derived,
    draft,

    /** The set for a page that is opened after this one is closed; `undefined` while there is nothing in it. */
    typedSet: (): PlacementSet | undefined =>
      derived.started.peek().length > 0 ? { ...set.peek(), places: derived.started.peek() } : undefined,

    // What can't be stored stays in the page, and can still be sent.
    save: () => void deps.save(draft()).catch(() => undefined),

    changeSubmitted(asked: readonly SubmittedPlacement[]): void {
      const before = submission.peek();
      if (before !== null) submission.value = { ...before, asked: [...asked] };
    },
  };
}

function createSignals({ stored, now }: PlacementsDeps) {
  return {
    set: signal<PlacementSet>(stored?.set ?? emptyPlacements.set),
    submission: signal<SubmittedSet | null>(stored?.batch ?? null),
    /** The rows are shown instead of the submitted placements. */
    editing: signal(stored?.editing ?? false),
    format: signal<TableFormat>(stored?.format ?? emptyPlacements.format),
    view: signal<ActivityView | null>(null),
    now: signal(now()),
    notice: signal<PlacementNotice | null>(null),
    isSubmitting: signal(false),
    /** Jobs that were in a view, or whose intents are gone: those that a view lacks are no longer stored. */
    knownIds: signal<ReadonlySet<string>>(new Set()),
  };
}

type PlacementsSignals = ReturnType<typeof createSignals>;

function derive(
  { form, utcOffset, defaultDomain, creating: creatingNow }: PlacementsDeps,
  signals: PlacementsSignals,
) {
  const { set, submission, editing, now, isSubmitting } = signals;
  const alias = computed(() => form.draft.value.alias);
  /** For the preview. */
  const domain = computed(() => form.draft.value.domain || (defaultDomain() ?? ''));
  const problems = computed(() => validatePlacements(set.value, alias.value));
  const tooMany = computed(() => hasTooManyPlacements(set.value));
  const started = computed(() => set.value.places.filter(isStarted));
  const { rows, alreadySubmitted, retried } = deriveSubmission(form, started, signals);
  /** How many links would be created. */
  const newCount = computed(() => started.value.length - alreadySubmitted.value.size + retried.value.length);
  /** The links of a submission share the form's fields, so they wait until those have their ids. */
  const creating = computed(creatingNow);
  const ready = computed(
    () =>
      newCount.value > 0 &&
      creating.value.length === 0 &&
      form.readable.value.ok &&
      !isSubmitting.value &&
      !tooMany.value &&
      !hasErrors(problems.value) &&
      !hasErrors(validateLink(form.draft.value, now.value, utcOffset())),
  );
  const replaced = computed((): string | null => {
    if (started.value.length === 0) return null;
    const address = form.readable.value.ok ? form.readable.value.address : '';
    return replacedValues({ ...form.draft.value, address }, set.value.parameter.trim());
  });
  const waiting = computed(() => rows.value.filter(({ status }) => status === 'waiting'));
  /** The submission as long as its table is shown. */
  const submitted = computed(() => (editing.value ? null : submission.value));
  return {
    alias,
    domain,
    problems,
    tooMany,
    started,
    alreadySubmitted,
    retried,
    newCount,
    creating,
    ready,
    replaced,
    rows,
    waiting,
    submitted,
  };
}

/** What is left of the last submission: its rows, and what a new one keeps of them. */
function deriveSubmission(
  form: PlacementsDeps['form'],
  started: ReadonlySignal<readonly Placement[]>,
  { set, submission, view, knownIds }: PlacementsSignals,
) {
  const rows = computed((): PlacementRow[] =>
    submission.value === null ? [] : placementRows(submission.value, view.value?.jobs ?? [], knownIds.value),
  );
  const alreadySubmitted = computed(() => {
    // A job without its password can't be retried.
    const kept = rows.value.filter((row) => !(isFailed(row) && row.job?.passwordDropped));
    return findAlreadySubmitted(
      submission.value,
      form.content(),
      set.value.parameter,
      started.value,
      kept.map(({ placement }) => placement),
    );
  });
  /** The ids of the jobs that are retried. */
  const retried = computed(() => {
    const failed = new Set(rows.value.filter(isFailed).map(({ placement }) => placement.id));
    return Array.from(alreadySubmitted.value.values(), ({ id }) => id).filter((id) => failed.has(id));
  });
  return { rows, alreadySubmitted, retried };
}
