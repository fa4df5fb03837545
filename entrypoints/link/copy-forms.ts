/** Copies what is typed in a page for its duplicate: loaded in that one alone. */
import { isObject } from '../../lib/api/is-object.ts';
import { readStorage, writeAllStorage, type AreaName } from '../../lib/browser/storage.ts';
import { pageDraftKey } from '../../lib/draft/stored-draft.ts';
import { placementsDraftKey } from '../../lib/placements/placements.ts';
import { nestedFormsKey } from '../popup/form/nested-form-state.ts';

/** The storage keys of a page: its draft, the forms within it, and its placements. */
const keysOf = [pageDraftKey, (name: string) => nestedFormsKey(pageDraftKey(name)), placementsDraftKey];

/** @param from the name of the page that was duplicated @param to that of the duplicate */
export async function copyForms(area: AreaName, from: string, to: string): Promise<void> {
  const stored = await readStorage(area, ...keysOf.map((keyOf) => keyOf(from)));
  const copies = keysOf.map((keyOf) => [keyOf(to), stored[keyOf(from)]] as const);
  const typed = copies.filter(([, value]) => value !== undefined && !hasSubmitted(value));
  await writeAllStorage(area, Object.fromEntries(typed));
}

/** Placements that are links already, or are becoming links: they stay with the page that submitted them. */
const hasSubmitted = (value: unknown): boolean => isObject(value) && isObject(value['batch']);
