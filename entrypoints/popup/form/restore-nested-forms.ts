/** Reads what nested-form-state.ts has stored: loaded where there is something. */
import { isObject } from '../../../lib/api/is-object.ts';
import type { PopupModel } from '../model.ts';
import { acceptedAfterMs, listOf, restoreAdding } from './create-record.ts';
import type { NewPixel } from './nested-forms.ts';
import type { RecordToAdd } from './record-pickers.ts';

export function restoreNestedForms(model: PopupModel, raw: unknown): void {
  if (!isObject(raw)) return;
  const { nestedForms, view, deps } = model;
  // A form that was opened meanwhile stays.
  nestedForms.newPixel.value ??= pixelOf(raw['pixel']);
  nestedForms.presetName.value ??= textOf(raw['preset']);
  nestedForms.presetSites.value ??= textOf(raw['sites']);
  const { jobs } = view.peek();
  const isListed = (record: RecordToAdd) =>
    listOf(record, view.peek()).some(({ name }) => name === record.name);
  // A link can’t get the id of one that is neither in progress nor in a list.
  const isKnown = (record: RecordToAdd) =>
    jobs.some(({ id }) => id === record.id) || isListed(record) || deps.now() - record.at < acceptedAfterMs;
  const { records } = raw;
  const stored = Array.isArray(records) ? records.filter(isRecordToAdd).filter(isKnown) : [];
  if (stored.length > 0) restoreAdding(model, stored);
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function pixelOf(pixel: unknown): NewPixel | null {
  return isPixel(pixel) ? { name: pixel.name, type: pixel.type, tag: pixel.tag } : null;
}

function isPixel(value: unknown): value is NewPixel {
  if (!isObject(value)) return false;
  const { name, type, tag } = value;
  return typeof name === 'string' && typeof type === 'string' && typeof tag === 'string';
}

function isRecordToAdd(value: unknown): value is RecordToAdd {
  if (!isObject(value)) return false;
  const { id, at, kind, name, failure } = value;
  // A failure was shown to the user, and no job has it.
  if (typeof id !== 'string' || typeof at !== 'number' || failure !== undefined) return false;
  return kind === 'add-pixel'
    ? isPixel(value)
    : typeof name === 'string' && (kind === 'add-campaign' || kind === 'add-channel');
}
