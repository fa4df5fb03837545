/** The presets that a person has made. */
import { presetsSchema, type Presets } from '../shortening/preset.ts';
import type { ItemDefinition } from './item.ts';
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
  const list = presets.list.map((preset) => ({ ...preset, fields: { ...preset.fields, ...gone } }));
  // What is unchanged is not written: there is nothing kept where there are no presets.
  return list.length === 0 ? presets : { ...presets, list };
}
