/** The names that were typed into the pickers for all rows and that the account lacks: plain data. */
import type { Failure } from '../../../lib/api/failure.ts';
import type { ImportOptions } from './import-options.ts';

export type UnmatchedNames = ImportOptions['unmatched'];
export type UnmatchedField = keyof UnmatchedNames;
export type CreatableField = Exclude<UnmatchedField, 'pixels'>;

/** `null` where the service created it without telling its id. */
export type CreationFailure = Failure | 'long-name' | null;
export type Creation =
  { readonly state: 'pending' } | { readonly state: 'failed'; readonly failure: CreationFailure };
/** Of the unmatched names that are, or should have been, created. */
export type Creations = Partial<Readonly<Record<UnmatchedField, Creation>>>;

export interface BlockingName {
  readonly field: UnmatchedField;
  readonly name: string;
  readonly creation: Creation | undefined;
}

export const unmatchedFields = ['campaign', 'channel', 'pixels'] as const;
export const isCreatable = (field: UnmatchedField): field is CreatableField => field !== 'pixels';

export function blockingName(
  { unmatched, together }: Pick<ImportOptions, 'unmatched' | 'together'>,
  creations: Creations,
): BlockingName | null {
  // All links go into one new campaign: that picker is not shown.
  const field = unmatchedFields.find((one) => unmatched[one] !== '' && !(together && one === 'campaign'));
  return field === undefined ? null : { field, name: unmatched[field], creation: creations[field] };
}

/** The names without those of the given fields. */
export const withoutNames = (names: UnmatchedNames, given: object): UnmatchedNames => ({
  campaign: 'campaign' in given ? '' : names.campaign,
  channel: 'channel' in given ? '' : names.channel,
  pixels: 'pixels' in given ? '' : names.pixels,
});
