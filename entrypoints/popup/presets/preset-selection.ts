/**
 * The preset that fills the form: automatically the site's or the default one, else the user's choice. What is typed
 * survives an automatic choice; the user's own choice overrides it.
 */
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { LinkForm } from '../../../lib/forms/link-form.ts';
import { isEqual } from '../../../lib/draft/is-equal.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import type { Preset, Presets } from '../../../lib/presets/preset.ts';
import type { PresetBase } from '../../../lib/presets/from-draft.ts';
import { mergeDraft } from '../../../lib/draft/merge-draft.ts';
import { usesSelection } from '../../../lib/presets/template.ts';
import { automaticChoice, fillDraft, type Chosen } from './fill-draft.ts';

export interface PresetSelectionDeps {
  readonly form: LinkForm;
  /** The form in which nothing is typed, without any preset. */
  readonly defaults: ReadonlySignal<LinkDraft>;
  /** The form was restored from a stored draft: nothing is chosen automatically. */
  readonly isRestored: boolean;
  readonly now: () => number;
  /** Fills the form with what counts as not typed. */
  readonly startFrom: (draft: LinkDraft) => void;
  /** The text selected in the page; `null` if it can't be read. In a press it may request the permission for that. */
  readonly selection: (inPress: boolean) => Promise<string | null>;
}

export type PresetSelection = ReturnType<typeof createPresetSelection>;

export function createPresetSelection(start: Presets, deps: PresetSelectionDeps) {
  const { form, defaults, isRestored } = deps;
  const presets = signal(start);
  const chosen = signal<Chosen>({ preset: null, why: 'restored' });
  const filling = createFormFilling(deps, chosen);

  function chooseAutomatically(draft: LinkDraft, isTyped: boolean): void {
    chosen.value = automaticChoice(form.content().address, presets.peek());
    filling.fill(draft, isTyped, false);
  }

  function choose(preset: Preset | null): void {
    const draft = filling.withoutPreset();
    chosen.value = { preset, why: 'user' };
    filling.fill(draft, true, true);
  }

  if (!isRestored) {
    const draft = form.draft.peek();
    chooseAutomatically(draft, !isEqual(draft, defaults.peek()));
  }

  let lastUrl = form.content().address;
  effect(() => {
    const read = form.readable.value;
    if (!read.ok || read.address === lastUrl) return;
    lastUrl = read.address;
    const { why } = chosen.peek();
    // The new URL's site may have a preset of its own.
    if (why === 'site' || why === 'default') chooseAutomatically(filling.withoutPreset(), true);
  });

  return {
    presets,
    chosen,
    choose,

    /** Resolves once the form is filled; to be called in the press that submits it. */
    async whenFilled(): Promise<void> {
      await filling.insertSelection(true);
    },

    /** The fields of the chosen preset, and the form right after it was filled with them. */
    filledFrom(): PresetBase | null {
      const { preset } = chosen.peek();
      return preset && { fields: preset.fields, applied: filling.applied() };
    },

    /** The presets have been edited, and this one is to be chosen. */
    onPresetsEdited(next: Presets, preset: Preset): void {
      presets.value = next;
      choose(preset);
    },
  };
}

/** Fills the form with the chosen preset, so that the preset can be taken out again. */
function createFormFilling(deps: PresetSelectionDeps, chosen: ReadonlySignal<Chosen>) {
  const { form, defaults } = deps;
  /** The form before it was filled, and right after. */
  let before = form.draft.peek();
  let applied = before;
  /** The filling counts as not typed. */
  let isUntyped = false;
  let selection: string | null = null;
  let reading: Promise<void> | null = null;

  function filled(draft: LinkDraft): LinkDraft {
    const url = form.readable.peek();
    const context = {
      defaults: defaults.peek(),
      url: url.ok ? url.address : null,
      now: deps.now(),
      selection: selection ?? '',
    };
    return fillDraft(draft, chosen.peek(), context);
  }

  function write(draft: LinkDraft, isTyped: boolean): void {
    isUntyped = !isTyped;
    if (isTyped) form.change({ extras: undefined, ...draft });
    else deps.startFrom(draft);
  }

  async function readSelection(inPress: boolean): Promise<void> {
    const text = await deps.selection(inPress);
    if (text === null) return;
    selection = text;
    const draft = form.draft.peek();
    const previous = applied;
    applied = filled(before);
    // Keeps what was typed meanwhile.
    if (isUntyped && isEqual(draft, previous)) write(applied, false);
    else write(mergeDraft(draft, previous, applied), true);
  }

  /** The page is read only for a preset with `{selection}`. */
  function insertSelection(inPress: boolean): Promise<void> | null {
    const { preset } = chosen.peek();
    if (selection === null && preset !== null && usesSelection(preset.fields))
      reading = readSelection(inPress);
    return reading;
  }

  return {
    insertSelection,
    applied: () => applied,
    withoutPreset: () => mergeDraft(form.draft.peek(), applied, before),

    fill(draft: LinkDraft, isTyped: boolean, inPress: boolean): void {
      before = draft;
      applied = filled(draft);
      write(applied, isTyped);
      void insertSelection(inPress);
    },
  };
}
