/** UTM parameters that links were made with, newest first: what a form suggests. Only the background writes them. */
import * as z from 'zod/mini';
import type { UtmParameter } from '../draft/utm-parameters.ts';
import type { ItemDefinition } from './stored-item.ts';
import { utmHistoryKey } from './parse-utm-history.ts';

export const utmHistoryItem: ItemDefinition<UtmParameter[]> = {
  key: utmHistoryKey,
  version: 1,
  schema: z.array(z.object({ name: z.string(), value: z.string() })),
  fallback: [],
};

const maxPerName = 12;
const maxNames = 200;
/** Longer values are hardly used twice. */
const maxValueLength = 200;

export function addToUtmHistory(
  used: readonly UtmParameter[],
  added: readonly UtmParameter[],
): UtmParameter[] {
  const valid = added.filter(
    ({ name, value }) => name !== '' && value !== '' && name.length + value.length <= maxValueLength,
  );
  const all = [
    ...valid,
    ...used.filter((old) => !valid.some(({ name, value }) => old.name === name && old.value === value)),
  ];
  return all
    .filter(
      ({ name }, index) => all.slice(0, index).filter((newer) => newer.name === name).length < maxPerName,
    )
    .slice(0, maxNames);
}
