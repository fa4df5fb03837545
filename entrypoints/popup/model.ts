/**
 * The popup's state: the form, the job it has asked for, and what it knows from the stored view. It asks and watches
 * through what is handed in; the component only draws it.
 */
import { computed, effect, signal } from '@preact/signals';
import type { LinkDraft } from '../../lib/draft/draft.ts';
import type { CreateRecordCommand, Command } from '../../lib/outbox/commands.ts';
import type { MessageKind, RequestOf } from '../../lib/messages/protocol.ts';
import type { LinkByUrl } from '../../lib/storage/links-by-url.ts';
import type { JobView } from '../../lib/views/job-view.ts';
import type { PopupView } from '../../lib/views/popup-view.ts';
import { hasOddCharacters } from '../../lib/forms/alias-characters.ts';
import { createLinkForm } from '../../lib/forms/link-form.ts';
import type * as presetParts from './presets/preset-picker.tsx';

/** What the popup tells the background without waiting for an answer: the stored view shows what came of it. */
export type PopupNotice = Extract<
  MessageKind,
  'cancel' | 'retry' | 'decide' | 'go-on' | 'seen' | 'save-preferences'
>;

export type OptionsCheck = (draft: LinkDraft, now: number, zone?: number) => boolean;

export interface PopupDeps {
  readonly page: { readonly address: string; readonly title: string; readonly private: boolean };
  readonly view: PopupView;
  /** What was typed here before, if it was not sent. */
  readonly draft: LinkDraft | null;
  /** The short link that the page has already. */
  readonly known?: LinkByUrl | null;
  /** A password was typed here before, too, and not kept. */
  readonly passwordLeft: boolean;
  readonly now: () => number;
  readonly newId: () => string;
  /** Writes the intent to storage and nudges the background; the answer is only a quicker way to hear of the end. */
  readonly submit: (
    ask: Command,
  ) => Promise<(Pick<JobView, 'made'> & Partial<Pick<JobView, 'state'>>) | null>;
  readonly tell: <K extends PopupNotice>(kind: K, request: RequestOf<K>) => void;
  readonly saveDraft: (draft: LinkDraft, passwordLeft: boolean) => void;
  readonly dropDraft: () => void;
  /** What is under "More options" can be sent as it is. Loaded where there is something in it: most links have nothing. */
  readonly optionsCheck: () => Promise<OptionsCheck>;
  /** The presets as they are stored; `undefined` where there are none. */
  readonly presets: unknown;
  /** What chooses among them. */
  readonly presetParts: () => Promise<typeof presetParts>;
  /** Whether the text is really on the clipboard. */
  readonly copy: (text: string) => Promise<boolean>;
}

/** Whether this job is, or was joined by, what was asked for under that id. */
export const isSameJob = ({ id, joined = [] }: JobView, asked: string): boolean =>
  id === asked || joined.includes(asked);

export type PopupModel = ReturnType<typeof createPopupModel>;

export function createPopupModel(deps: PopupDeps) {
  const { page } = deps;
  const view = signal(deps.view);
  const defaults: LinkDraft = {
    ...deps.view.defaults,
    address: page.address,
    title: page.title,
    alias: '',
    domain: '',
  };
  /** The form in which nothing is typed: with what a preset holds, once that has loaded. */
  let fresh = defaults;
  const form = createLinkForm({ ...(deps.draft ?? fresh), title: page.title || (deps.draft?.title ?? '') });
  /** The job shown instead of the form: this popup's own, or one that an earlier opening left for the same page. */
  const job = signal<JobView | null>(
    deps.view.jobs.find(
      ({ kind, from, subject }) =>
        kind === 'shorten' && from === 'popup' && subject === form.content().address,
    ) ?? null,
  );
  /** The form is shown: nothing was asked for yet, or what was asked for was refused and can be mended. */
  const editable = computed(() => job.value === null || job.value.state === 'refused');
  /** To be typed again, or left out knowingly. */
  const passwordLeft = signal(deps.passwordLeft);
  const check = signal<OptionsCheck | null>(null);
  const known = signal(deps.known ?? null);
  /** Something under "More options" has to be mended first. */
  const obstructed = computed(() => {
    const draft = form.draft.value;
    if (hasOddCharacters(draft.alias)) return true;
    return draft.extras !== undefined && check.value?.(draft, deps.now(), view.value.zone) === false;
  });
  /** The short address last put on the clipboard by this popup. */
  const copied = signal('');
  /** The short address that the clipboard last refused. */
  const copyFailed = signal('');

  /** What was asked for here last, and under which id. */
  let last: { readonly id: string; readonly link: LinkDraft } | null = null;
  /** The next press asks for another link, beside one that is there. */
  let wantsAnother = false;

  let untouched = deps.draft === null;
  effect(() => {
    const draft = form.draft.value;
    // Nothing is typed yet, and nothing is kept that would have to go.
    const isFirst = untouched;
    untouched = false;
    if (isFirst) return;
    if (draft.extras?.password) passwordLeft.value = false;
    if (!editable.peek()) return;
    if (JSON.stringify(draft) === JSON.stringify(fresh)) deps.dropDraft();
    else deps.saveDraft(draft, passwordLeft.peek());
  });
  if (job.peek()?.made) deps.dropDraft();

  async function loadCheck(): Promise<void> {
    check.value ??= await deps.optionsCheck();
  }
  const isUnchecked = () => form.draft.value.extras !== undefined && check.peek() === null;
  effect(() => {
    // Where it does not load, "Shorten" tries again.
    if (isUnchecked()) loadCheck().catch(() => undefined);
  });

  const presets = signal<presetParts.PresetPart | null>(null);
  async function loadPresets(): Promise<void> {
    const { begin } = await deps.presetParts();
    presets.value ??= begin(deps, form, defaults, startFrom);
  }
  function startFrom(draft: LinkDraft): void {
    untouched = true;
    form.change({ extras: undefined, ...draft });
    fresh = form.draft.peek();
  }

  /** The person knows how it ended. */
  function seen(): void {
    if (job.value) deps.tell('seen', { id: job.value.id });
  }

  async function copy(text: string): Promise<void> {
    const done = await deps.copy(text);
    copyFailed.value = done ? '' : text;
    if (done) copied.value = text;
  }

  /** The link is there: on the clipboard first, everything else after. */
  function ended(done: JobView, shortUrl: string): void {
    if (view.peek().autoCopy && !done.copied) void copy(shortUrl);
    job.value = done;
    deps.dropDraft();
  }

  /** The short link that the address in the form has already, until another one is asked for. */
  const knownHere = computed(() => (form.draft.value.address === page.address ? known.value : null));

  return {
    deps,
    page,
    view,
    form,
    defaults,
    job,
    editable,
    obstructed,
    known,
    knownHere,
    /** What was asked for here as this job; `null` for one of an earlier opening. */
    askedFor: (one: JobView): LinkDraft | null =>
      last !== null && isSameJob(one, last.id) ? last.link : null,
    passwordLeft,
    presets,
    loadPresets,
    copied,
    copyFailed,
    now: signal(deps.now()),
    /** Additions asked for in a picker, by job id: what to choose once the record is there (additions.ts). */
    adding: signal<ReadonlyMap<string, CreateRecordCommand>>(new Map()),
    copy,
    ended,

    async shorten(): Promise<void> {
      if (deps.presets && !presets.peek()) await loadPresets();
      const preset = presets.peek();
      if (preset) await preset.filled();
      if (isUnchecked()) await loadCheck();
      if (!form.readable.value.ok || obstructed.value || !editable.value) return;
      seen();
      const [id, at, link] = [deps.newId(), deps.now(), form.content()];
      const asked: JobView = {
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
        made: null,
        failure: null,
        copied: false,
      };
      // On its way before anything is redrawn.
      last = { id, link };
      const another = wantsAnother || knownHere.peek() !== null;
      const submitted = deps.submit({
        id,
        at,
        kind: 'shorten',
        from: 'popup',
        private: page.private,
        link,
        ...(another && { another }),
      });
      wantsAnother = false;
      job.value = asked;
      known.value = null;
      const told = await submitted.catch(() => {
        // Not even the intent could be written.
        job.value = { ...asked, state: 'refused', failure: { kind: 'not-stored' } };
      });
      const shown = job.peek();
      if (told?.made?.shortUrl && shown && isSameJob(shown, id) && shown.state !== 'done')
        ended({ ...asked, state: 'done', made: told.made }, told.made.shortUrl);
    },

    /** The job has been seen: back to the form. */
    leave(): void {
      seen();
      job.value = null;
      copied.value = '';
      copyFailed.value = '';
    },

    /** Back to the form, for another link of the same page. */
    another(): void {
      // Options are set anew: none of them goes along unknowingly.
      passwordLeft.value = false;
      form.change({ extras: undefined, ...fresh });
      presets.peek()?.again();
      wantsAnother = true;
      this.leave();
    },
  };
}
