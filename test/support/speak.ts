/** The real catalog behind a `getMessage` that fills in as Chrome does: $1 to $9 in one pass, `$$` is a dollar. */
import { setTranslator } from '../../lib/i18n/t.ts';
import { catalog, fill, type Catalog } from './texts.ts';

export { catalog };

/** The texts of `messages`, by their names; a name that is not there gives an empty text. */
export function speak(language = 'en', messages: Catalog = catalog): void {
  setTranslator((name, given = []) => {
    if (name === 'locale') return language;
    const entry = messages[name];
    return entry === undefined ? '' : fill(entry.message, given);
  });
}
