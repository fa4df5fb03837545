/** Campaign parameters that links were made with, newest first: what a form suggests. Only the background writes them. */
import * as z from 'zod/mini';
import type { Parameter } from '../draft/utm-parameters.ts';
import type { ItemDefinition } from './stored-item.ts';
import { usedParametersKey } from './parse-utm-history.ts';

export const usedParametersItem: ItemDefinition<Parameter[]> = {
  key: usedParametersKey,
  version: 1,
  schema: z.array(z.object({ name: z.string(), value: z.string() })),
  fallback: [],
  migrations: {},
};

/** Kept of each name, and of all. */
const perName = 12;
const most = 200;
/** Longer ones are nothing that is used twice. */
const longest = 200;

export function withUsed(used: readonly Parameter[], added: readonly Parameter[]): Parameter[] {
  const sound = added.filter(
    ({ name, value }) => name !== '' && value !== '' && name.length + value.length <= longest,
  );
  const all = [
    ...sound,
    ...used.filter((old) => !sound.some(({ name, value }) => old.name === name && old.value === value)),
  ];
  return all
    .filter(({ name }, at) => all.slice(0, at).filter((newer) => newer.name === name).length < perName)
    .slice(0, most);
}
