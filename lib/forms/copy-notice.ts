/** The result of a copy, as the pages report it. */
import type { Signal } from '@preact/signals';

export interface CopyNotice {
  readonly name: 'copied' | 'copy-failed';
  /** Identifies what was copied. */
  readonly what: string;
}

/** The clipboard may hold something else later; in ms. */
const copiedMs = 4_000;

/** Empties the notice until the copy has ended: the same text is announced again only after another one. */
export async function reportCopy<Other>(
  notice: Signal<CopyNotice | Other | null>,
  copying: Promise<boolean>,
  what: string,
): Promise<void> {
  notice.value = null;
  const shown: CopyNotice = { name: (await copying) ? 'copied' : 'copy-failed', what };
  notice.value = shown;
  if (shown.name === 'copied')
    setTimeout(() => {
      if (notice.peek() === shown) notice.value = null;
    }, copiedMs);
}
