/** Parts of the popup's model whose code loads only when it is needed. */
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import { hasInvalidCharacters } from '../../lib/forms/alias-characters.ts';
import type { LinkForm } from '../../lib/forms/link-form.ts';
import type { PopupView } from '../../lib/views/popup-view.ts';
import type { FormState } from './form-state.ts';
import type { OptionsCheck, PopupDeps } from './model-deps.ts';
import type { HasPage } from './page-metadata/page-metadata.ts';
import type * as presetPicker from './presets/preset-picker.tsx';

export type OptionsCheckState = ReturnType<typeof createOptionsCheck>;

/** Validates "More options": loaded once one of them is set, which most links don't need. */
export function createOptionsCheck(deps: PopupDeps, form: LinkForm, view: ReadonlySignal<PopupView>) {
  const check = signal<OptionsCheck | null>(null);
  const isNeeded = () => form.draft.value.extras !== undefined && check.peek() === null;
  async function load(): Promise<void> {
    check.value ??= await deps.loadOptionsCheck();
  }
  effect(() => {
    // If it does not load, "Shorten" tries again.
    if (isNeeded()) load().catch(() => undefined);
  });
  return {
    isNeeded,
    load,
    /** An error under "More options" has to be corrected first. */
    hasBlockingError: computed(() => {
      const draft = form.draft.value;
      if (hasInvalidCharacters(draft.alias)) return true;
      return draft.extras !== undefined && check.value?.(draft, deps.now(), view.value.zone) === false;
    }),
  };
}

export type PresetLoader = ReturnType<typeof createPresetLoader>;

/** Loads the preset picker if there are presets. */
export function createPresetLoader(deps: PopupDeps & HasPage, formState: FormState) {
  const loaded = signal<presetPicker.PresetPart | null>(null);
  async function load(): Promise<void> {
    const { createPresetPicker } = await deps.loadPresetPicker();
    loaded.value ??= createPresetPicker(deps, formState);
  }
  return {
    loaded,
    load,
    isUsed: (): boolean => Boolean(deps.presets) || loaded.peek() !== null,
    /** Resolves once the preset's template variables are filled in. */
    async beforeSubmit(): Promise<void> {
      if (deps.presets && !loaded.peek()) await load();
      await loaded.peek()?.whenFilled();
    },
  };
}
