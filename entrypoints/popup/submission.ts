/** Submits the form's link and follows its job to the short link. */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { MessageError } from '../../lib/messages/client.ts';
import { withRecord } from '../../lib/draft/with-record.ts';
import type { AwaitedRecord, CreateLinkCommand } from '../../lib/outbox/commands.ts';
import type { LinkDraft } from '../../lib/draft/draft.ts';
import type { LinkForm } from '../../lib/forms/link-form.ts';
import type { LinkByUrl } from '../../lib/storage/links-by-url.ts';
import type { JobView } from '../../lib/views/job-view.ts';
import type { PopupView } from '../../lib/views/popup-view.ts';
import { delay } from '../../lib/time/delay.ts';
import type { createNestedForms } from './form/nested-forms.ts';
import type { RecordPickers } from './form/record-pickers.ts';
import type { OptionsCheckState, PresetLoader } from './lazy-state.ts';
import type { PopupDeps } from './model-deps.ts';

interface SubmissionState {
  readonly view: ReadonlySignal<PopupView>;
  readonly form: LinkForm;
  readonly job: Signal<JobView | null>;
  readonly editable: ReadonlySignal<boolean>;
  readonly existingLink: ReadonlySignal<LinkByUrl | null>;
  readonly recordPickers: ReadonlySignal<RecordPickers | null>;
  readonly nestedForms: ReturnType<typeof createNestedForms>;
  readonly options: OptionsCheckState;
  readonly presets: PresetLoader;
  readonly copy: (text: string) => Promise<void>;
}

/** In ms: the most that the clipboard may delay the result. */
const maxCopyMs = 200;

/** With the records that it waits for. */
const shownDraft = ({ link, awaits = [] }: CreateLinkCommand): LinkDraft =>
  awaits.reduce((draft, record) => withRecord(draft, record.field, record), link);

/** True for the command's own job, and for a job that it has joined. */
export const isSameJob = ({ id, joined = [] }: JobView, commandId: string): boolean =>
  id === commandId || joined.includes(commandId);

const areSameJob = (one: JobView, other: JobView): boolean =>
  isSameJob(one, other.id) || isSameJob(other, one.id);

/** The job as it is shown until the stored view has it. */
function optimisticJob({ id, at, link }: Pick<CreateLinkCommand, 'id' | 'at' | 'link'>): JobView {
  return {
    id,
    at,
    kind: 'shorten',
    from: 'popup',
    state: 'sent',
    subject: link.address,
    goesAt: null,
    waits: null,
    endedAt: null,
    question: null,
    result: null,
    failure: null,
    copied: false,
  };
}

interface CommandOptions {
  readonly isAnother: boolean;
  readonly awaits: readonly AwaitedRecord[] | undefined;
  readonly refused: JobView | null;
}

const toCommand = (
  { newId, now, page }: PopupDeps,
  link: LinkDraft,
  { isAnother, awaits = [], refused }: CommandOptions,
): CreateLinkCommand => ({
  id: newId(),
  at: now(),
  kind: 'shorten',
  from: 'popup',
  private: page.private,
  link,
  ...(isAnother && { another: true }),
  ...(awaits.length > 0 && { awaits: [...awaits] }),
  // Acknowledged with this command, too: a popup that closes now may not have sent the message.
  ...(refused && { replaces: refused.id }),
});

/** After an update of the extension its old code can't be loaded. */
async function isLoaded({ presets, options }: SubmissionState): Promise<boolean> {
  try {
    if (presets.isUsed()) await presets.beforeSubmit();
    if (options.isNeeded()) await options.load();
    return true;
  } catch {
    // The caller shows it.
    return false;
  }
}

const notLoaded = ({ newId, now }: PopupDeps, link: LinkDraft): JobView => ({
  ...optimisticJob({ id: newId(), at: now(), link }),
  state: 'refused',
  failure: { kind: 'internal' },
});

/** Copies a link that was created, and shows it. */
function createResultHandler(deps: PopupDeps, { view, job, copy }: SubmissionState) {
  /** The job whose link is being copied. */
  let copying: JobView | null = null;

  /**
   * Copies before it draws, which would delay the browser's answer (Enter to clipboard 12.0 instead of 17.1 ms over
   * the service's answer, 2026-11-28, 48 links each).
   */
  return async function onCreated(created: JobView, shortUrl: string): Promise<void> {
    if (copying !== null && areSameJob(created, copying)) return;
    deps.dropDraft();
    // A page that the user has left would replace what was copied since.
    if (view.peek().autoCopy && !created.copied && deps.hasFocus()) {
      copying = created;
      await Promise.race([copy(shortUrl), delay(maxCopyMs)]);
      copying = null;
    }
    const shown = job.peek();
    // Unless the user has gone back to the form meanwhile.
    if (shown !== null && areSameJob(created, shown)) job.value = created;
  };
}

export function createSubmission(deps: PopupDeps, state: SubmissionState) {
  const { form, job, editable, existingLink, recordPickers, options, presets } = state;
  const onCreated = createResultHandler(deps, state);
  let last: CreateLinkCommand | null = null;
  /** The next press submits another link, beside an existing one. */
  const wantsAnother = signal(false);

  /** Notifies the background that the user has seen how the job ended. */
  function acknowledge(): void {
    if (job.value) deps.send('acknowledge', { id: job.value.id });
  }

  async function submit(): Promise<void> {
    // An existing link that may expire (`unchecked`) doesn't count: the command may still join a job in progress.
    const existing = existingLink.peek();
    const isAnother = wantsAnother.peek() || (existing !== null && existing.unchecked !== true);
    const command = toCommand(deps, form.content(), {
      isAnother,
      awaits: recordPickers.peek()?.awaited(),
      refused: job.peek(),
    });
    const shown = optimisticJob(command);
    last = command;
    // Submitted before anything is redrawn.
    const submitted = deps.submit(command);
    wantsAnother.value = false;
    job.value = shown;
    // `MessageError` isn't imported, to keep it out of the first paint. An error without `failure`: code could not be loaded.
    const outcome = await submitted.catch(({ failure = { kind: 'internal' } }: Partial<MessageError>) => {
      const current = job.peek();
      // Unless the user has gone back to the form meanwhile.
      if (current !== null && areSameJob(current, shown)) job.value = { ...shown, state: 'refused', failure };
    });
    const [result, current] = [outcome?.result, job.peek()];
    if (result?.shortUrl && current && isSameJob(current, command.id) && current.state !== 'done')
      await onCreated({ ...shown, state: 'done', result }, result.shortUrl);
  }

  return {
    acknowledge,
    onCreated,
    wantsAnother,
    /** The draft submitted here as this job; `null` for a job of an earlier opening. */
    submittedDraft: (one: JobView): LinkDraft | null =>
      last !== null && isSameJob(one, last.id) ? shownDraft(last) : null,

    async shorten(): Promise<void> {
      // Awaited only if needed: it would delay the command.
      if ((presets.isUsed() || options.isNeeded()) && !(await isLoaded(state)))
        return void (job.value = notLoaded(deps, form.content()));
      const isBlocked = options.hasBlockingError.value || !editable.value;
      if (!form.readable.value.ok || isBlocked || state.nestedForms.blockLink()) return;
      acknowledge();
      await submit();
    },
  };
}
