/**
 * Caches the texts that the popup has used. The first `getMessage` of a page blocks while the browser loads its whole
 * catalog; cached texts come with the storage read that the first paint needs anyway.
 */
import { native } from './native.ts';

declare global {
  interface ImportMetaEnv {
    /** A hash of the message catalog. */
    readonly CATALOG?: string;
  }
}

export const messageCacheKey = 'words';

/** In ms. Collects the texts that a page requests together into one write. */
const debounceMs = 300;

/** The maximum of any text. */
const placeholders = ['$1', '$2', '$3', '$4'];

/**
 * @param stored raw storage value
 * @param language UI language of the browser
 * @param save called with the whole cache after additions
 * @returns a replacement for the browser's `getMessage`
 */
export function openMessageCache(stored: unknown, language: string, save: (words: object) => void) {
  const version = `${import.meta.env.CATALOG} ${language}`;
  const found: Record<string, unknown> = Object.assign({}, stored);
  /** Texts with open placeholders; the key '' has the version that they are valid for. */
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
    return String(word).replaceAll(
      /\$(\d)/gu,
      (_, number: string) => substitutions[Number(number) - 1] ?? '',
    );
  };
}
