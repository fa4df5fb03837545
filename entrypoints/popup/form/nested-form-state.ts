/**
 * The forms within the link form, stored while they are open: a user copies a pixel's tag from another tab, and the popup
 * closes on the way there. They are read after the first paint, so they have a record of their own beside the draft.
 */
import { effect } from '@preact/signals';
import { isObject } from '../../../lib/api/is-object.ts';
import { readStorage, removeStorage, writeStorage } from '../../../lib/browser/storage.ts';
import type { PopupModel } from '../model.ts';
import type { NewPixel } from './nested-forms.ts';

/** Starts with the name of the chosen preset. */
export function openPresetForm({ presets, nestedForms }: PopupModel): void {
  nestedForms.presetName.value = presets.peek()?.chosen.peek().preset?.name ?? '';
}

/** Unique: no key of a draft ends like this. It is deleted with the drafts, as it has their prefix. */
export const nestedFormsKey = (formKey: string) => `${formKey} forms`;

/** The record to store; `null` if no form is open. */
export function toRecord({ newPixel, presetName }: PopupModel['nestedForms'], at: number): object | null {
  const [pixel, preset] = [newPixel.value, presetName.value];
  return pixel === null && preset === null ? null : { at, pixel, preset };
}

/** @param formKey the storage key of the link form's draft */
export async function saveNestedForms(model: PopupModel, formKey: string): Promise<() => void> {
  const { job, page, deps, nestedForms } = model;
  const area = page.private ? 'session' : 'local';
  const key = nestedFormsKey(formKey);
  const raw: unknown = (await readStorage(area, key))[key];
  // A form that was opened meanwhile stays.
  nestedForms.newPixel.value ??= pixelOf(raw);
  nestedForms.presetName.value ??= presetOf(raw);
  let isStored = raw !== undefined;
  return effect(() => {
    const forms = toRecord(nestedForms, deps.now());
    // They are deleted once their link is created.
    if (forms !== null && !job.value?.result) {
      isStored = true;
      void writeStorage(area, key, forms);
    } else if (isStored) {
      isStored = false;
      void removeStorage(area, key);
    }
  });
}

function pixelOf(raw: unknown): NewPixel | null {
  const pixel = isObject(raw) ? raw['pixel'] : null;
  if (!isObject(pixel)) return null;
  const { name, type, tag } = pixel;
  const isWhole = typeof name === 'string' && typeof type === 'string' && typeof tag === 'string';
  return isWhole ? { name, type, tag } : null;
}

function presetOf(raw: unknown): string | null {
  const name = isObject(raw) ? raw['preset'] : null;
  return typeof name === 'string' ? name : null;
}
