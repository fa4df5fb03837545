/** Campaign parameters that links were made with, newest first: what a form suggests. Only the background writes them. */
import * as z from 'zod/mini';
import type { UtmParameter } from '../draft/utm-parameters.ts';
import type { ItemDefinition } from './stored-item.ts';
import { utmHistoryKey } from './parse-utm-history.ts';

export const utmHistoryItem: ItemDefinition<UtmParameter[]> = {
  key: utmHistoryKey,
  version: 1,
  schema: z.array(z.object({ name: z.string(), value: z.string() })),
  fallback: [],
  migrations: {},
};

/** Kept of each name, and of all. */
const maxPerName = 12;
const maxNames = 200;
/** Longer ones are nothing that is used twice. */
const maxValueLength = 200;

export function withUsed(used: readonly UtmParameter[], added: readonly UtmParameter[]): UtmParameter[] {
  const sound = added.filter(
    ({ name, value }) => name !== '' && value !== '' && name.length + value.length <= maxValueLength,
  );
  const all = [
    ...sound,
    ...used.filter((old) => !sound.some(({ name, value }) => old.name === name && old.value === value)),
  ];
  return all
    .filter(({ name }, at) => all.slice(0, at).filter((newer) => newer.name === name).length < maxPerName)
    .slice(0, maxNames);
}
