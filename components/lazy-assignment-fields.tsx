/** Pickers for the campaign, the channel and the pixels of a link, which may be rendered before their lists have loaded. */
import { Folder, Hash, Target } from 'lucide';
import type { PickerOption } from '../lib/draft/draft.ts';
import { t } from '../lib/i18n/t.ts';
import { Combobox } from './combobox/combobox.tsx';
import type { ComboboxProps } from './combobox/types.ts';

export interface Assignment {
  readonly campaign: PickerOption | null;
  readonly channel: PickerOption | null;
  readonly pixels: PickerOption[];
}

const icons = { campaign: Folder, channel: Hash, pixels: Target } as const;
const listNames = { campaign: 'campaigns', channel: 'channels', pixels: 'pixels' } as const;

export interface AssignmentFieldsProps<Field extends keyof Assignment> {
  readonly fields: readonly Field[];
  /** Prefix of the ids. */
  readonly prefix?: string;
  readonly lists: Partial<Readonly<Record<(typeof listNames)[Field], readonly PickerOption[]>>>;
  readonly chosen: Pick<Assignment, Field>;
  readonly onChange: (fields: Partial<Assignment>) => void;
  /** With `onCreate`, a record that the account lacks can be created. */
  readonly creation?: (field: Field) => Pick<ComboboxProps, 'onCreate' | 'busy' | 'unmatched' | 'clearable'>;
}

export function LazyAssignmentFields<Field extends keyof Assignment>(
  props: AssignmentFieldsProps<Field> & Pick<ComboboxProps, 'behavior' | 'onApproach'>,
) {
  const { fields, prefix = '', lists, chosen, onChange, creation, behavior, onApproach } = props;
  return fields.map((field) => {
    const multiple = field === 'pixels';
    return (
      <Combobox
        key={field}
        id={`${prefix}${field}`}
        label={t(field)}
        icon={icons[field]}
        multiple={multiple}
        options={lists[listNames[field]] ?? []}
        chosen={[chosen[field] ?? []].flat()}
        onChange={(picked) => onChange({ [field]: multiple ? [...picked] : (picked[0] ?? null) })}
        {...creation?.(field)}
        behavior={behavior}
        onApproach={onApproach}
      />
    );
  });
}
