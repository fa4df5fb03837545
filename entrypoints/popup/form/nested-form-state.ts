/**
 * The small forms within the link form, kept while they are open: a pixel's tag is fetched from another tab, and the
 * popup closes on the way there. Read after the first paint, and so in a record of their own beside the form's draft.
 */
import { effect, signal } from '@preact/signals';
import { readStorage, removeStorage, writeStorage } from '../../../lib/browser/storage.ts';
import type { PopupModel } from '../model.ts';

export interface NewPixel {
  readonly name: string;
  readonly type: string;
  readonly tag: string;
}

/** The pixel whose type and tag are being asked for; `null` for none. */
export const newPixel = signal<NewPixel | null>(null);

/** The name under which the form is being saved as a preset; `null` while it is not. */
export const presetName = signal<string | null>(null);

/** Under the name of the preset that is chosen, for a start. */
export function openPresetForm({ presets }: PopupModel): void {
  presetName.value = presets.peek()?.chosen.peek().preset?.name ?? '';
}

/** No address and no page's name has a space, so this is nobody's draft of a link. What clears those takes it along. */
export const nestedFormsKey = (formKey: string) => `${formKey} forms`;

/** As they are written down; `null` where none is open. */
export function storedForms(at: number): object | null {
  const [pixel, preset] = [newPixel.value, presetName.value];
  return pixel === null && preset === null ? null : { at, pixel, preset };
}

/** @param formKey of the form's own draft */
export async function saveNestedForms(model: PopupModel, formKey: string): Promise<() => void> {
  const { job, page, deps } = model;
  const area = page.private ? 'session' : 'local';
  const key = nestedFormsKey(formKey);
  const raw: unknown = (await readStorage(area, key))[key];
  // What was opened meanwhile stays.
  newPixel.value ??= pixelOf(raw);
  presetName.value ??= presetOf(raw);
  let isKept = raw !== undefined;
  return effect(() => {
    const forms = storedForms(deps.now());
    // With the link that they were for, they are gone.
    if (forms !== null && !job.value?.made) {
      isKept = true;
      void writeStorage(area, key, forms);
    } else if (isKept) {
      isKept = false;
      void removeStorage(area, key);
    }
  });
}

function isRecord(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null;
}

function pixelOf(raw: unknown): NewPixel | null {
  const pixel = isRecord(raw) ? raw['pixel'] : null;
  if (!isRecord(pixel)) return null;
  const { name, type, tag } = pixel;
  const isWhole = typeof name === 'string' && typeof type === 'string' && typeof tag === 'string';
  return isWhole ? { name, type, tag } : null;
}

function presetOf(raw: unknown): string | null {
  const name = isRecord(raw) ? raw['preset'] : null;
  return typeof name === 'string' ? name : null;
}
