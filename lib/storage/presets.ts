/** The presets that a person has made. */
import type { PickerOption } from '../draft/draft.ts';
import { presetsSchema, type Presets } from '../presets/preset.ts';
import type { ItemDefinition } from './stored-item.ts';
import { presetsKey } from './keys.ts';

export const presetsItem: ItemDefinition<Presets> = {
  key: presetsKey,
  version: 1,
  schema: presetsSchema,
  fallback: { list: [], defaultId: null },
  migrations: {},
};

/** The work put into them stays; ids and domains of another account would name other things, or nothing. */
export function stripAccountIds(presets: Presets): Presets {
  const gone = { campaign: undefined, channel: undefined, pixels: undefined, domain: undefined };
  const list = presets.list.map((preset) => {
    const { extras, ...fields } = { ...preset.fields, ...gone };
    // The id of a splash page or an overlay.
    const { type = '', ...open } = extras ?? {};
    const left = /^\d/u.test(type) ? open : extras;
    return { ...preset, fields: { ...fields, ...(left && { extras: left }) } };
  });
  // What is unchanged is not written: there is nothing kept where there are no presets.
  return list.length === 0 ? presets : { ...presets, list };
}

type Filing = { readonly [K in 'campaign' | 'channel']?: PickerOption | null | undefined };

/** What of which id is called what now; `null` when it is deleted. */
type OptionChange = [what: keyof Filing, id: string, now: PickerOption | null];

/** After a campaign or a channel was renamed or deleted. */
export function replaceOption<T extends Filing>(kept: T, ...[what, id, now]: OptionChange): T {
  // What is unchanged is not written.
  return kept[what]?.id === id ? { ...kept, [what]: now } : kept;
}

/** The same of every preset. */
export function replaceOptions(presets: Presets, ...change: OptionChange): Presets {
  const list = presets.list.map((preset) => ({ ...preset, fields: replaceOption(preset.fields, ...change) }));
  return list.some(({ fields }, n) => fields !== presets.list[n]?.fields) ? { ...presets, list } : presets;
}
