/** The presets that a person has made. */
import type { Choice } from '../draft/draft.ts';
import { presetsSchema, type Presets } from '../presets/preset.ts';
import type { ItemDefinition } from './stored-item.ts';
import { presetsKey } from './presets-key.ts';

export const presetsItem: ItemDefinition<Presets> = {
  key: presetsKey,
  version: 1,
  schema: presetsSchema,
  fallback: { list: [], defaultId: null },
  migrations: {},
};

/** The work put into them stays; ids and domains of another account would name other things, or nothing. */
export function withoutAccount(presets: Presets): Presets {
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

type Filing = { readonly [K in 'campaign' | 'channel']?: Choice | null | undefined };

/** What of which id is called what now; `null` when it is deleted. */
type ChangeOfChoice = [what: keyof Filing, id: string, now: Choice | null];

/** After a campaign or a channel was renamed or deleted. */
export function withChoice<T extends Filing>(kept: T, ...[what, id, now]: ChangeOfChoice): T {
  // What is unchanged is not written.
  return kept[what]?.id === id ? { ...kept, [what]: now } : kept;
}

/** The same of every preset. */
export function withChoices(presets: Presets, ...change: ChangeOfChoice): Presets {
  const list = presets.list.map((preset) => ({ ...preset, fields: withChoice(preset.fields, ...change) }));
  return list.some(({ fields }, n) => fields !== presets.list[n]?.fields) ? { ...presets, list } : presets;
}
