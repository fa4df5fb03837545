/** The names that were typed into the pickers for all rows and that the account lacks: plain data. */
import type { PickerOption } from '../../../lib/draft/draft.ts';
import { isNameTooLong } from '../../../lib/text/name-length.ts';
import type { ImportDraft } from './import-draft.ts';

type UnmatchedNames = ImportDraft['unmatched'];
export type UnmatchedField = keyof UnmatchedNames;
export type CreatableField = Exclude<UnmatchedField, 'pixels'>;

type NameOptions = Pick<ImportDraft, 'unmatched' | 'toCreate' | 'together'>;

export interface BlockingName {
  readonly field: UnmatchedField;
  readonly name: string;
}

export const unmatchedFields = ['campaign', 'channel', 'pixels'] as const;
export const creatableFields = ['campaign', 'channel'] as const;
export const isCreatable = (field: UnmatchedField): field is CreatableField => field !== 'pixels';

/** In the rows, the id of a record that is created with them; no id of the service. */
const idToCreate = 'new';

export const isToCreate = (record: PickerOption | null): boolean => record?.id === idToCreate;

/** The record that is created at the start; `null` for none. */
export function recordToCreate(options: NameOptions, field: UnmatchedField): PickerOption | null {
  const name = options.unmatched[field];
  // All links go into one new campaign: that picker is not shown.
  const isUsed = name !== '' && !(options.together && field === 'campaign');
  const isChosen = isUsed && isCreatable(field) && options.toCreate.includes(field);
  return isChosen && !isNameTooLong(name) ? { id: idToCreate, name } : null;
}

/** A typed name that has to be chosen, created or removed before the start; `null` for none. */
export function blockingName(options: NameOptions): BlockingName | null {
  const { unmatched, together } = options;
  const field = unmatchedFields.find(
    (one) =>
      unmatched[one] !== '' && !(together && one === 'campaign') && recordToCreate(options, one) === null,
  );
  return field === undefined ? null : { field, name: unmatched[field] };
}

/** The names without those of the given fields. */
export const withoutNames = (names: UnmatchedNames, given: object): UnmatchedNames => ({
  campaign: 'campaign' in given ? '' : names.campaign,
  channel: 'channel' in given ? '' : names.channel,
  pixels: 'pixels' in given ? '' : names.pixels,
});
