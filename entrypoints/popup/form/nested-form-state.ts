/**
 * The forms within the link form, stored while they are open: a user copies a pixel's tag from another tab, and the popup
 * closes on the way there. The same for records that are still being added: the draft can't hold them without their ids.
 * They are read after the first paint, so they have a record of their own beside the draft.
 */
import { effect } from '@preact/signals';
import { readStorage, removeStorage, writeStorage } from '../../../lib/browser/storage.ts';
import type { PopupModel } from '../model.ts';

/** Starts with the name of the chosen preset. */
export function openPresetForm({ presets, nestedForms }: PopupModel): void {
  nestedForms.presetName.value = presets.peek()?.chosen.peek().preset?.name ?? '';
}

/** Unique: no key of a draft ends like this. It is deleted with the drafts, as it has their prefix. */
export const nestedFormsKey = (formKey: string) => `${formKey} forms`;

/** The record to store; `null` if no form is open and nothing is being added. */
export function toRecord({ nestedForms, adding, deps }: PopupModel): object | null {
  const { newPixel, presetName, presetSites } = nestedForms;
  const [pixel, preset, sites] = [newPixel.value, presetName.value, presetSites.value];
  const records = [...adding.value.values()];
  if ((pixel ?? preset ?? sites) === null && records.length === 0) return null;
  return { at: deps.now(), pixel, preset, ...(sites !== null && { sites }), records };
}

/** @param formKey the storage key of the link form's draft */
export async function saveNestedForms(model: PopupModel, formKey: string): Promise<() => void> {
  const { job, page, draftFailed } = model;
  const area = page.private ? 'session' : 'local';
  const key = nestedFormsKey(formKey);
  const raw: unknown = (await readStorage(area, key))[key];
  let isStored = raw !== undefined;
  if (isStored) (await import('./restore-nested-forms.ts')).restoreNestedForms(model, raw);
  return effect(() => {
    const forms = toRecord(model);
    // They are deleted once their link is created.
    if (forms !== null && !job.value?.result) {
      isStored = true;
      writeStorage(area, key, forms).catch(() => (draftFailed.value = true));
    } else if (isStored) {
      isStored = false;
      // What stays is deleted with the drafts.
      removeStorage(area, key).catch(() => undefined);
    }
  });
}
