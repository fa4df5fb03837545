/** The real catalogue behind a `getMessage` that fills in as Chrome does: $1 to $9 in one pass, `$$` is a dollar. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { setTranslator } from '../../../lib/i18n/t.ts';
import { fill } from '../../support/texts.ts';

const entries = z.record(
  z.string(),
  z.object({ message: z.string(), placeholders: z.unknown() }).partial({ placeholders: true }),
);
type Entries = Readonly<Record<string, { readonly message: string; readonly placeholders?: unknown }>>;

const file = path.resolve(import.meta.dirname, '../../../public/_locales/en/messages.json');
export const catalogue: Entries = entries.parse(JSON.parse(readFileSync(file, 'utf8')));

/** The texts of `messages`, by their names; a name that is not there gives an empty text. */
export function speak(language = 'en', messages: Entries = catalogue): void {
  setTranslator((name, given = []) => {
    const entry = messages[name];
    return entry === undefined ? '' : fill(entry.message, given);
  }, language);
}
