/** The stored preset that a page edits: what is changed of it elsewhere is shown, and what is typed here stays. */
import type { Signal } from '@preact/signals';
import { isObject } from '../../lib/api/is-object.ts';
import { watchStorage } from '../../lib/browser/storage.ts';
import type { LinkDraft } from '../../lib/draft/draft.ts';
import { isEqual } from '../../lib/draft/is-equal.ts';
import { mergeDraft } from '../../lib/draft/merge-draft.ts';
import { parseDraft, storedDraft } from '../../lib/draft/stored-draft.ts';
import { parsePresetFields, parsePresets } from '../../lib/presets/parse-presets.ts';
import type { Preset, Presets } from '../../lib/presets/preset.ts';
import { presetToDraft } from '../../lib/presets/to-draft.ts';
import { presetsKey } from '../../lib/storage/storage-keys.ts';
import type { PopupModel } from '../popup/model.ts';
import { readPresets } from '../popup/presets/save-preset.ts';

/** As it was stored last; `null` for a new one. */
export type PresetSignal = Signal<Preset | null>;

/** The form in which nothing is changed; `null` for a new preset, all of which is a draft. */
export const startOf = (preset: Preset | null): LinkDraft | null => preset && presetToDraft(preset.fields);

const rebase = (draft: LinkDraft, from: LinkDraft, to: LinkDraft): LinkDraft =>
  isEqual(draft, from) ? to : mergeDraft(draft, from, to);

/** The record of a draft has the fields that it was typed over. */
export const draftRecord = (draft: LinkDraft, passwordOmitted: boolean, base: Preset | null) => ({
  ...storedDraft(draft, passwordOmitted, Date.now()),
  base: base?.fields,
});

/** @param raw the stored draft @param stored the preset, which may have been changed since the draft was typed */
export function restoreDraft(raw: unknown, stored: Preset | null): LinkDraft | null {
  const [draft, start] = [parseDraft(raw), startOf(stored)];
  if (draft === null || start === null) return draft ?? start;
  // An earlier version stored none.
  const base = isObject(raw) && isObject(raw['base']) ? raw['base'] : null;
  return base === null ? draft : rebase(draft, presetToDraft(parsePresetFields(base)), start);
}

/** Shows the preset as it is stored now. One that was deleted stays as it was: saving restores it. */
export function showStored(
  { form, defaults }: PopupModel,
  base: PresetSignal,
  id: string,
  { list }: Presets,
) {
  const latest = list.find((preset) => preset.id === id);
  if (latest === undefined || isEqual(latest, base.peek())) return;
  const draft = form.draft.peek();
  const merged = rebase(draft, startOf(base.peek()) ?? defaults.peek(), presetToDraft(latest.fields));
  base.value = latest;
  // A change to the same would store a draft.
  if (!isEqual(merged, draft)) form.change({ extras: undefined, ...merged });
}

/** @returns unsubscribes */
export function followStored(model: PopupModel, base: PresetSignal, id: string): () => void {
  const unwatch = watchStorage('local', presetsKey, (raw) => showStored(model, base, id, parsePresets(raw)));
  // It may have been changed since the page read it.
  void readPresets().then((presets) => showStored(model, base, id, presets));
  return unwatch;
}
