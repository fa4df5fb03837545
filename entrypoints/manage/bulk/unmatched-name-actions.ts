/**
 * Names typed into the pickers for all rows that the account lacks. A name stays until it is chosen or removed, or is to
 * be created with the links, and no bulk starts before that: its links would lack the campaign for good.
 */
import { optionNamed } from '../../../components/combobox/option-named.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import { unmatchedFields, type CreatableField, type UnmatchedField } from './unmatched-names.ts';
import type { ImportOptions, PresetOptions } from './import-options.ts';
import type { ImportDeps, ImportState } from './import-state.ts';

const listNames = { campaign: 'campaigns', channel: 'channels', pixels: 'pixels' } as const;

interface OptionActions {
  readonly chooseSharedOptions: (fields: Partial<Pick<PresetOptions, UnmatchedField>>) => void;
  readonly changeNames: (
    fields: Partial<Pick<ImportOptions, 'unmatched' | 'toCreate' | CreatableField>>,
  ) => void;
}

export function createUnmatchedNames(
  deps: Pick<ImportDeps, 'lists'>,
  { options }: Pick<ImportState, 'options'>,
  { chooseSharedOptions, changeNames }: OptionActions,
) {
  const nameIn = (field: UnmatchedField): string => options.peek().unmatched[field];

  const withName = (field: UnmatchedField, name: string) => ({
    unmatched: { ...options.peek().unmatched, [field]: name },
    toCreate: options.peek().toCreate.filter((one) => one !== field),
  });

  function choose(field: UnmatchedField, record: PickerOption): void {
    if (field !== 'pixels') chooseSharedOptions({ [field]: record });
    else {
      const others = options.peek().pixels.filter(({ id }) => id !== record.id);
      chooseSharedOptions({ pixels: [...others, record] });
    }
  }

  return {
    /** A picker was left with this text. */
    keepName(field: UnmatchedField, name: string): void {
      if (name === nameIn(field)) return;
      const listed = optionNamed(deps.lists()[listNames[field]], name);
      if (listed) choose(field, listed);
      else changeNames(withName(field, name));
    },

    /** The record is created when the bulk starts. It replaces the choice. */
    createNamed(field: CreatableField, name: string): void {
      const { unmatched, toCreate } = withName(field, name);
      changeNames({ unmatched, toCreate: [...toCreate, field], [field]: null });
    },

    /** Another name may have been typed, or a record chosen, while it was created. */
    chooseCreated(field: CreatableField, record: PickerOption): void {
      if (nameIn(field) === record.name) choose(field, record);
    },

    /** Chooses the records that the account has by now. */
    chooseListed(): void {
      for (const field of unmatchedFields) {
        const listed = optionNamed(deps.lists()[listNames[field]], nameIn(field));
        if (listed) choose(field, listed);
      }
    },
  };
}
