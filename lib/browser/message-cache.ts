/**
 * The texts that the popup has needed before. At a page's first question for one the browser hands out its whole catalogue,
 * and holds the page up meanwhile; the few that are kept beside what else is read for the first paint hold up nothing.
 */
import { native } from './native.ts';

declare global {
  interface ImportMetaEnv {
    /** Another one with every change of the catalogue. */
    readonly CATALOGUE?: string;
  }
}

export const messageCacheKey = 'words';

/** Many are asked for at once, in ms. */
const debounceMs = 300;

/** No text has more. */
const placeholders = ['$1', '$2', '$3', '$4'];

/**
 * @param stored as it was read
 * @param language in which the browser speaks
 * @param save told of all of them, whenever there are more
 * @returns `getMessage` in the place of the browser's own
 */
export function openMessageCache(stored: unknown, language: string, save: (words: object) => void) {
  const version = `${import.meta.env.CATALOGUE} ${language}`;
  const found: Record<string, unknown> = Object.assign({}, stored);
  /** With their places left open; under '' stands what they are true of. */
  const words: Record<string, unknown> = found[''] === version ? found : { '': version };
  let isFlushPending = false;

  function flush(): void {
    isFlushPending = false;
    save(words);
  }

  return (name: string, substitutions: readonly string[] = []): string => {
    let word = words[name];
    if (typeof word !== 'string') {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser's types list one overload a key
      words[name] = word = native.i18n.getMessage(name as 'extName', placeholders);
      if (!isFlushPending) setTimeout(flush, debounceMs);
      isFlushPending = true;
    }
    return String(word).replaceAll(/\$(\d)/gu, (_, place: string) => substitutions[Number(place) - 1] ?? '');
  };
}
