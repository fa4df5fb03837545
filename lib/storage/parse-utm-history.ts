/** Parses the stored parameters by hand: a page that suggests them needs no schema library. */
import { isObject } from '../api/is-object.ts';

export const utmHistoryKey = 'used-parameters';

/** Values by name, newest first; empty for anything but such a list. */
export type UtmHistory = ReadonlyMap<string, readonly string[]>;

const field = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** @param raw the stored item, its version included */
export function parseUtmHistory(raw: unknown): UtmHistory {
  const values = new Map<string, string[]>();
  const list = field(raw, 'data');
  if (field(raw, 'version') !== 1 || !Array.isArray(list)) return values;
  for (const entry of list as unknown[]) {
    const [name, value] = [field(entry, 'name'), field(entry, 'value')];
    if (typeof name === 'string' && typeof value === 'string')
      values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}
