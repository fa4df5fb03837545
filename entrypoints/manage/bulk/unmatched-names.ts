/**
 * Names typed into the pickers for all rows that the account lacks. A name stays until it is created, chosen or removed,
 * and no bulk starts before that: its links would lack the campaign for good.
 */
import { normalizeText } from '../../../lib/text/normalize-text.ts';
import { isNameTooLong } from '../../../lib/text/name-length.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import {
  unmatchedFields,
  type CreatableField,
  type Creation,
  type UnmatchedField,
  type UnmatchedNames,
} from './blocking-name.ts';
import type { PresetOptions } from './import-options.ts';
import type { ImportDeps, ImportState } from './import-state.ts';

const kinds = { campaign: 'add-campaign', channel: 'add-channel' } as const;
const listNames = { campaign: 'campaigns', channel: 'channels', pixels: 'pixels' } as const;

interface OptionActions {
  readonly chooseSharedOptions: (fields: Partial<Pick<PresetOptions, UnmatchedField>>) => void;
  readonly changeUnmatched: (unmatched: UnmatchedNames) => void;
}

type UnmatchedDeps = Pick<ImportDeps, 'lists' | 'submit'>;

export function createUnmatchedNames(
  deps: UnmatchedDeps,
  { options, creations }: ImportState,
  { chooseSharedOptions, changeUnmatched }: OptionActions,
) {
  const nameIn = (field: UnmatchedField): string => options.peek().unmatched[field];

  function setName(field: UnmatchedField, name: string, creation?: Creation): void {
    changeUnmatched({ ...options.peek().unmatched, [field]: name });
    const { [field]: _previous, ...others } = creations.peek();
    creations.value = creation ? { ...others, [field]: creation } : others;
  }

  function choose(field: UnmatchedField, record: PickerOption): void {
    setName(field, '');
    if (field === 'pixels') chooseSharedOptions({ pixels: [...options.peek().pixels, record] });
    else chooseSharedOptions({ [field]: record });
  }

  return {
    /** A picker was left with this text. */
    keepName(field: UnmatchedField, name: string): void {
      if (name === nameIn(field)) return;
      const listed = findByName(deps.lists()[listNames[field]], name);
      if (listed) choose(field, listed);
      else setName(field, name);
    },

    async createNamed(field: CreatableField, name: string): Promise<void> {
      if (isNameTooLong(name)) {
        setName(field, name, { state: 'failed', failure: 'long-name' });
        return;
      }
      const creation = { state: 'pending' } as const;
      setName(field, name, creation);
      const result = await deps.submit({ kind: kinds[field], name });
      // Another name was typed, or a record was chosen meanwhile.
      if (nameIn(field) !== name || creations.peek()[field] !== creation) return;
      const id = result.ok ? (result.made?.id ?? null) : null;
      if (id !== null) choose(field, { id, name });
      else setName(field, name, { state: 'failed', failure: result.ok ? null : result.failure });
    },

    /** Chooses the records that the account has by now. */
    chooseListed(): void {
      for (const field of unmatchedFields) {
        const listed = findByName(deps.lists()[listNames[field]], nameIn(field));
        if (listed && creations.peek()[field]?.state !== 'pending') choose(field, listed);
      }
    },
  };
}

function findByName(list: readonly PickerOption[], name: string): PickerOption | undefined {
  const wanted = normalizeText(name);
  return wanted === '' ? undefined : list.find((one) => normalizeText(one.name) === wanted);
}
