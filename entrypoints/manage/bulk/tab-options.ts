/** What was chosen in the popup before "Shorten several tabs…": for all links that are created from the tabs. */
import * as z from 'zod/mini';
import { readStorage, removeStorage } from '../../../lib/browser/storage.ts';
import { pickerOptionSchema } from '../../../lib/draft/draft.ts';
import { isExpiry } from '../../../lib/draft/expiry.ts';
import { tabOptionsKey } from '../../../lib/draft/stored-draft.ts';
import type { PresetOptions } from './import-options.ts';

const option = z.exactOptional(z.nullable(pickerOptionSchema));

const tabOptionsSchema = z.object({
  campaign: option,
  channel: option,
  pixels: z.exactOptional(z.array(pickerOptionSchema)),
  domain: z.exactOptional(z.string()),
  expiry: z.exactOptional(z.string().check(z.refine((text) => text === '' || isExpiry(text)))),
});
export type TabOptions = Partial<PresetOptions>;

/** @returns nothing for damaged ones: the review shows what the links get */
export async function readTabOptions(id: string): Promise<TabOptions> {
  const key = tabOptionsKey(id);
  return tabOptionsSchema.safeParse((await readStorage('local', key))[key]).data ?? {};
}

export const removeTabOptions = (id: string): Promise<void> => removeStorage('local', tabOptionsKey(id));
