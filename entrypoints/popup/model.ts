/**
 * The popup's state: the form, the job it has submitted, and the stored view. The browser is injected (model-deps.ts);
 * the components only render the state.
 */
import { computed, signal } from '@preact/signals';
import type { JobView } from '../../lib/views/job-view.ts';
import { autoOpenedNow } from '../../lib/views/popup-view.ts';
import { createFormState } from './form-state.ts';
import { createNestedForms } from './form/nested-forms.ts';
import type { RecordPickers, RecordsToAdd } from './form/record-pickers.ts';
import { createInitialFocus } from './initial-focus.ts';
import { createOptionsCheck, createPresetLoader } from './lazy-state.ts';
import type { PopupDeps } from './model-deps.ts';
import type { PageMetadataState } from './page-metadata/page-metadata.ts';
import { createSubmission, isSameJob } from './submission.ts';

interface AddedTo {
  readonly shortUrl: string;
  readonly campaign?: string;
  readonly channel?: string;
}

export type PopupModel = ReturnType<typeof createPopupModel>;

/** Props of a component that draws the model. */
export interface ModelProps {
  readonly model: PopupModel;
}

export interface JobProps extends ModelProps {
  readonly job: JobView;
}

/** Recent links that are shown at first, where they fit. */
export const firstRecents = 3;

export function createPopupModel(deps: PopupDeps) {
  const { page } = deps;
  const view = signal(deps.view);
  const formState = createFormState(deps);
  const { form, defaults, passwordOmitted } = formState;
  const job = signal(findJob(deps, form.content().address));
  /** The form is shown: nothing was submitted yet, or what was submitted was refused and can be edited. */
  const editable = computed(() => job.value === null || job.value.state === 'refused');
  const storedLink = signal(deps.storedLink ?? null);
  /** The short link that the form's URL has already, while the form is shown. */
  const existingLink = computed(() =>
    editable.value && form.draft.value.address === page.address ? storedLink.value : null,
  );
  formState.saveOnChange(() => editable.peek());
  if (job.peek()?.result) deps.dropDraft();
  const options = createOptionsCheck(deps, form, view);
  const pageMetadata: PageMetadataState = { tags: signal(null), permission: null };
  const presets = createPresetLoader({ ...deps, pageMetadata }, formState);
  const clipboard = createClipboardState(deps);
  const state = { ...createPageState(deps), view, form, job, editable, storedLink, existingLink };
  const submission = createSubmission(deps, { ...state, options, presets, copy: clipboard.copy });

  /** Acknowledges the job; shows the form. */
  function reset(): void {
    submission.acknowledge();
    job.value = null;
    state.withdrawn.value = null;
    clipboard.copied.value = '';
    clipboard.copyFailed.value = '';
  }

  return {
    deps,
    page,
    pageMetadata,
    ...state,
    defaults,
    passwordOmitted,
    draftFailed: formState.draftFailed,
    isPristine: formState.isPristine,
    changeDefaults: formState.changeDefaults,
    hasBlockingError: options.hasBlockingError,
    presets: presets.loaded,
    loadPresets: presets.load,
    ...clipboard,
    ...submission,
    reset,

    /** Shows the form for another link of the same page. */
    startAnother(): void {
      // What was sent stays, and is shown. Its alias is taken; without a page the next link has another URL.
      form.change({ alias: '', ...(page.address === '' && { address: '', title: '' }) });
      state.nestedForms.close();
      submission.wantsAnother.value = true;
      // Otherwise it would replace the form.
      state.storedLink.value = null;
      reset();
    },
  };
}

/** The job shown instead of the form: this popup's own, or one that an earlier opening left for the same page. */
function findJob({ view, ownJob }: PopupDeps, address: string): JobView | null {
  const isOfPage = (job: JobView) => {
    const { kind, from, subject, state } = job;
    if (kind !== 'shorten' || from !== 'popup' || state === 'cancelled') return false;
    return ownJob === undefined ? subject === address : isSameJob(job, ownJob);
  };
  return view.jobs.find(isOfPage) ?? null;
}

/** State that the model itself does not use: for the components, and for code that loads after the first paint. */
function createPageState({ now, view }: PopupDeps) {
  const nestedForms = createNestedForms();
  const adding = signal<RecordsToAdd>(new Map());
  return {
    nestedForms,
    /** A form in the form is open, or was submitted and its record is not yet there. */
    hasNestedForm: computed(() => {
      const { newPixel, presetName } = nestedForms;
      return newPixel.value !== null || presetName.value !== null || adding.value.size > 0;
    }),
    /** False shows only the existing link. */
    showsForm: signal(true),
    focus: createInitialFocus(),
    /** Why the popup has opened automatically: Enter, typed for the page, must not shorten then. */
    autoOpened: autoOpenedNow(view, now()),
    now: signal(now()),
    /** Epoch ms. */
    openedAt: now(),
    /** What a created link was added to afterwards. */
    addedTo: signal<AddedTo | null>(null),
    /** The link submitted last was canceled before it was sent, or is no longer checked: it may have been created. */
    withdrawn: signal<'canceled' | 'unconfirmed' | null>(null),
    /** The clicks of the recent links, by short URL (recent-list-meta.ts). */
    clicks: signal<ReadonlyMap<string, number>>(new Map()),
    /** How many recent links are shown at first: as many as fit (fit-recents.ts). */
    shownRecents: signal(firstRecents),
    /** `null` before the first record is created. */
    recordPickers: signal<RecordPickers | null>(null),
    /** Chosen once they are created. */
    adding,
  };
}

function createClipboardState(deps: PopupDeps) {
  /** The short URL that this popup last put on the clipboard. */
  const copied = signal('');
  /** The short URL that the clipboard last refused. */
  const copyFailed = signal('');
  return {
    copied,
    copyFailed,
    async copy(text: string): Promise<void> {
      // The same text is announced again only after another one.
      copyFailed.value = '';
      if (copied.peek() === text) copied.value = '';
      const result = (await deps.copy(text)) ? copied : copyFailed;
      result.value = text;
    },
  };
}
