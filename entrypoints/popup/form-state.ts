/** The popup's form and its stored draft. */
import { effect, signal, type Signal } from '@preact/signals';
import type { LinkDraft } from '../../lib/draft/draft.ts';
import { draftFromDefaults, type LinkDefaults } from '../../lib/draft/link-defaults.ts';
import { isEqual } from '../../lib/draft/is-equal.ts';
import { createLinkForm, isSamePage } from '../../lib/forms/link-form.ts';
import type { PopupDeps } from './model-deps.ts';

export type FormState = ReturnType<typeof createFormState>;

const setFailed = (hasFailed: Signal<boolean>, work: Promise<void>) =>
  void work.then(
    () => (hasFailed.value = false),
    () => (hasFailed.value = true),
  );

export function createFormState({ page, view, draft: stored, ...deps }: PopupDeps) {
  const defaults = signal(draftFromDefaults(view.defaults, page));
  /** The form in which nothing is typed: with the fields of a preset, once one has loaded. */
  let initial = defaults.peek();
  const start = { ...initial, ...(stored && { extras: undefined, ...stored }) };
  const titled = page.address === '' || page.title === '' ? start : page;
  const title = isSamePage(start.address, titled.address) ? titled.title : start.title;
  const form = createLinkForm({ ...start, title }, deps.keepsTitle ? null : titled);
  /** A password was typed before, and is never stored: the user types it again, or leaves it out knowingly. */
  const passwordOmitted = signal(deps.passwordOmitted);
  /** What was typed last could not be stored. */
  const draftFailed = signal(false);
  /** The next change of the draft doesn't count as typing. */
  let skipsChange = stored === null;

  const isPristine = () => isEqual(form.draft.peek(), initial);

  return {
    form,
    defaults,
    passwordOmitted,
    draftFailed,

    /** Nothing is typed or chosen. */
    isPristine,

    /** Stores what is typed, and removes the stored draft when nothing is. */
    saveOnChange(isEditable: () => boolean): void {
      effect(() => {
        const draft = form.draft.value;
        const isSkipped = skipsChange;
        skipsChange = false;
        if (isSkipped) return;
        if (draft.extras?.password) passwordOmitted.value = false;
        if (!isEditable()) return;
        if (isPristine()) deps.dropDraft();
        else setFailed(draftFailed, deps.saveDraft(draft, passwordOmitted.peek()));
      });
    },

    /** Fills the form. Does not count as typing. */
    startFrom(draft: LinkDraft): void {
      skipsChange = true;
      form.change({ extras: undefined, ...draft });
      initial = form.draft.peek();
    },

    /** For the next link; this one stays as it is. */
    changeDefaults(next: LinkDefaults): void {
      defaults.value = draftFromDefaults(next, page);
      initial = defaults.peek();
    },
  };
}
