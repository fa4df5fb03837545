import type { PresetChanges, Presets } from './preset.ts';

/** Idempotent: a message may be repeated. A default that no longer exists is none. */
export function applyPresetChanges(stored: Presets, changes: PresetChanges): Presets {
  const { put, removed, order = [], defaultId = stored.defaultId } = changes;
  const presets = new Map([...stored.list, ...put].map((preset) => [preset.id, preset]));
  for (const id of removed) presets.delete(id);
  const positionOf = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length);
  const list = [...presets.values()].toSorted((one, other) => positionOf(one.id) - positionOf(other.id));
  return { list, defaultId: list.some(({ id }) => id === defaultId) ? defaultId : null };
}
