/** The user's presets. */
import type { PickerOption } from '../draft/draft.ts';
import { isAccountType } from '../draft/without-account-ids.ts';
import { presetsSchema, type Presets } from '../presets/preset.ts';
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

type Replaceable = { readonly [K in 'campaign' | 'channel']?: PickerOption | null | undefined } & {
  readonly domain?: string | undefined;
};

type OptionChange =
  | {
      readonly what: 'campaign' | 'channel';
      readonly id: string;
      /** The renamed record; `null` when it was deleted. */
      readonly now: PickerOption | null;
    }
  /** A domain is named by its value, which can't be changed. */
  | { readonly what: 'domain'; readonly id: string; readonly now: '' };

/** After a campaign or a channel was renamed or deleted, or a domain was deleted. */
export function replaceOption<T extends Replaceable>(fields: T, { what, id, now }: OptionChange): T {
  const chosen = fields[what];
  // The same object is not written.
  return (typeof chosen === 'string' ? chosen : chosen?.id) === id ? { ...fields, [what]: now } : fields;
}

/** The same of every preset. */
export function replaceOptions(presets: Presets, change: OptionChange): Presets {
  const list = presets.list.map((preset) => ({ ...preset, fields: replaceOption(preset.fields, change) }));
  return list.some(({ fields }, n) => fields !== presets.list[n]?.fields) ? { ...presets, list } : presets;
}
