/**
 * Which preset fills the form: the one for the site or the default by itself, another by the person's choice. What is
 * typed stays, whichever is chosen after it by itself; a choice of the person's lays the preset over it.
 */
import { effect, signal } from '@preact/signals';
import type { LinkForm } from '../../../lib/forms/link-form.ts';
import { applyPreset } from '../../../lib/presets/apply-preset.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import type { Preset, Presets } from '../../../lib/presets/preset.ts';
import type { PresetBase } from '../../../lib/presets/from-draft.ts';
import { mergeDraft } from '../../../lib/draft/merge-draft.ts';
import { usesSelection } from '../../../lib/presets/template.ts';
import { presetByDefault, presetBySite } from '../../../lib/presets/match-site.ts';

export interface PresetHost {
  readonly form: LinkForm;
  /** The form in which nothing is typed, without any preset. */
  readonly defaults: LinkDraft;
  /** The form came back as the person had left it: nothing is chosen by itself. */
  readonly kept: boolean;
  readonly now: () => number;
  /** Fills the form with what counts as not typed. */
  readonly startFrom: (draft: LinkDraft) => void;
  /** What is marked in the page; `null` where it can't be read. In a press it may ask for what that takes. */
  readonly selection: (inPress: boolean) => Promise<string | null>;
}

/** Why it is the chosen one; `kept` where nobody knows any more. */
export type SelectionReason = 'site' | 'default' | 'person' | 'kept';

export interface Chosen {
  readonly preset: Preset | null;
  readonly why: SelectionReason;
}

export type PresetSelection = ReturnType<typeof createPresetSelection>;

export function createPresetSelection(start: Presets, host: PresetHost) {
  const { form, defaults, startFrom } = host;
  const presets = signal(start);
  const chosen = signal<Chosen>({ preset: null, why: 'kept' });
  /** The form before the chosen preset was laid over it, and right after. */
  let before = form.draft.peek();
  let applied = before;
  /** What the form was filled with counts as not typed. */
  let isFresh = false;
  let selection: string | null = null;
  let reading: Promise<void> | null = null;

  function laidOver(draft: LinkDraft, preset: Preset | null): LinkDraft {
    if (preset === null) return draft;
    const read = form.readable.peek();
    const context = { now: new Date(host.now()), selection: selection ?? '' };
    const address = read.ok ? read.address : draft.address;
    return { ...applyPreset({ ...draft, address }, preset, context), address: draft.address };
  }

  const withoutChosen = () => mergeDraft(form.draft.peek(), applied, before);

  /** The person's choice lies over what is typed, one that was chosen by itself under it. */
  function withChosen(draft: LinkDraft): LinkDraft {
    const { preset, why } = chosen.peek();
    if (why === 'person') return laidOver(draft, preset);
    const { address, title } = draft;
    const bare = { ...defaults, address, title };
    return mergeDraft(draft, bare, laidOver(bare, preset));
  }

  /** The one for the site or the default, under what is typed. */
  function byItself(draft: LinkDraft): LinkDraft {
    const bySite = presetBySite(form.content().address, presets.peek());
    const preset = bySite ?? presetByDefault(presets.peek());
    chosen.value = { preset, why: bySite === null ? 'default' : 'site' };
    before = draft;
    applied = withChosen(draft);
    void look(false);
    return applied;
  }

  function put(draft: LinkDraft): void {
    isFresh = false;
    form.change({ extras: undefined, ...draft });
  }

  function startWith(draft: LinkDraft): void {
    isFresh = true;
    startFrom(draft);
  }

  /** Fills `{selection}` in, where the chosen preset has it: only then is the page looked at. */
  function look(inPress: boolean): Promise<void> | null {
    const { preset } = chosen.peek();
    if (selection === null && preset !== null && usesSelection(preset.fields))
      reading = host.selection(inPress).then((text) => {
        if (text === null) return;
        selection = text;
        const draft = form.draft.peek();
        const was = applied;
        applied = withChosen(before);
        // What was typed meanwhile stays.
        if (isFresh && JSON.stringify(draft) === JSON.stringify(was)) startWith(applied);
        else put(mergeDraft(draft, was, applied));
      });
    return reading;
  }

  if (!host.kept) {
    const isTyped = JSON.stringify(before) !== JSON.stringify(defaults);
    if (isTyped) put(byItself(before));
    else startWith(byItself(before));
  }

  let last = form.content().address;
  effect(() => {
    // Another address may be another site's.
    const read = form.readable.value;
    if (!read.ok || read.address === last) return;
    last = read.address;
    const { why } = chosen.peek();
    if (why === 'site' || why === 'default') put(byItself(withoutChosen()));
  });

  return {
    presets,
    chosen,

    choose(preset: Preset | null): void {
      before = withoutChosen();
      chosen.value = { preset, why: 'person' };
      applied = withChosen(before);
      put(applied);
      void look(true);
    },

    /** For another link of the same page: as at the first opening. */
    again(): void {
      startWith(byItself({ ...defaults, title: form.draft.peek().title }));
    },

    /** The form is as it will be; called in the press that sends it. */
    async filled(): Promise<void> {
      await look(true);
    },

    /** What the chosen preset holds, and the form right after it was laid over it. */
    filledFrom(): PresetBase | null {
      const { preset } = chosen.peek();
      return preset && { fields: preset.fields, applied };
    },

    /** They have been changed; `preset` is to be the chosen one. */
    changed(next: Presets, preset: Preset): void {
      presets.value = next;
      this.choose(preset);
    },
  };
}
