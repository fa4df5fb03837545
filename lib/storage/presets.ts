/** The user's presets. */
import type { PickerOption } from '../draft/draft.ts';
import { isAccountType } from '../draft/without-account-ids.ts';
import { presetsSchema, type PresetFields, type Presets } from '../presets/preset.ts';
import type { ItemDefinition } from './stored-item.ts';
import { presetsKey } from './storage-keys.ts';

export const presetsItem: ItemDefinition<Presets> = {
  key: presetsKey,
  version: 1,
  schema: presetsSchema,
  fallback: { list: [], defaultId: null },
  isEmpty: ({ list }) => list.length === 0,
};

/** Presets outlive a change of the account; ids and domains of the previous one would name other records, or none. */
export function stripAccountIds(presets: Presets): Presets {
  const gone = { campaign: undefined, channel: undefined, pixels: undefined, domain: undefined };
  const list = presets.list.map((preset) => {
    const { extras, ...fields } = { ...preset.fields, ...gone };
    const { type = '', ...open } = extras ?? {};
    const left = isAccountType(type) ? open : extras;
    return { ...preset, fields: { ...fields, ...(left && { extras: left }) } };
  });
  // The same object is not written: the key stays absent where there are no presets.
  return list.length === 0 ? presets : { ...presets, list };
}

type Assignable = { readonly [K in 'campaign' | 'channel']?: PickerOption | null | undefined };

interface OptionChange {
  readonly what: keyof Assignable;
  readonly id: string;
  /** The renamed record; `null` when it was deleted. */
  readonly now: PickerOption | null;
}

/** After a campaign or a channel was renamed or deleted. */
export function replaceOption<T extends Assignable>(fields: T, { what, id, now }: OptionChange): T {
  // The same object is not written.
  return fields[what]?.id === id ? { ...fields, [what]: now } : fields;
}

/** The same of every preset. */
export function replaceOptions(presets: Presets, change: OptionChange): Presets {
  return changeFields(presets, (fields) => replaceOption(fields, change));
}

/** After a domain was deleted. */
export function withoutDomain<T extends { readonly domain?: string | undefined }>(
  fields: T,
  gone: string,
): T {
  // The same object is not written.
  return fields.domain === gone ? { ...fields, domain: '' } : fields;
}

/** The same of every preset. */
export const withoutDomainOfPresets = (presets: Presets, gone: string): Presets =>
  changeFields(presets, (fields) => withoutDomain(fields, gone));

function changeFields(presets: Presets, change: (fields: PresetFields) => PresetFields): Presets {
  const list = presets.list.map((preset) => ({ ...preset, fields: change(preset.fields) }));
  return list.some(({ fields }, n) => fields !== presets.list[n]?.fields) ? { ...presets, list } : presets;
}
