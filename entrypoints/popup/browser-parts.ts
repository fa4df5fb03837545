/** What the link form's model asks of the browser: in the popup as in the full page. */
import type { ReadonlySignal } from '@preact/signals';
import { options } from 'preact';
import { writeStored, type AreaName } from '../../lib/browser/stored.ts';
import { keptDraft } from '../../lib/shortening/draft-guard.ts';
import type * as laterParts from './later.tsx';
import type { PopupParts } from './model.ts';

export interface Surroundings {
  readonly area: AreaName;
  /** Where the form's draft is kept. */
  readonly key: string;
  readonly later: ReadonlySignal<typeof laterParts | null>;
  readonly services: Promise<typeof laterParts>;
  readonly presets: unknown;
}

/** Asked for and not yet on the clipboard: drawing waits for it, since both take the same few milliseconds. */
let underWay = 0;
/** In ms: longer than an ask needs to leave, and an answer to be copied; shorter than anybody sees. */
const drawingWaits = 12;
const isCopiedAfter = 50;
options.debounceRendering = (draw) =>
  void (underWay > 0 ? setTimeout(draw, drawingWaits) : queueMicrotask(draw));

export function browserParts({
  area,
  key,
  later,
  services,
  presets,
}: Surroundings): Omit<PopupParts, 'page' | 'view' | 'draft' | 'passwordLeft'> {
  return {
    now: Date.now,
    newId: () => crypto.randomUUID(),
    submit(ask) {
      // The write is on its way before the nudge is: a popup that closes now has asked all the same.
      const written = writeStored(area, `intent:${ask.id}`, ask);
      const parts = later.value;
      underWay++;
      const outcome = parts
        ? parts.takeUp(ask, area, written)
        : services.then(({ takeUp }) => takeUp(ask, area, written));
      return outcome.finally(() => void setTimeout(() => underWay--, isCopiedAfter));
    },
    tell: (kind, request) => void services.then(({ askAgain }) => askAgain(kind, request)),
    saveDraft: (draft, passwordLeft) =>
      void writeStored(area, key, keptDraft(draft, passwordLeft, Date.now())),
    dropDraft: () => void services.then(({ removeStored }) => removeStored(area, key)),
    optionsCheck: () => import('./more-options.tsx').then(({ canBeSent }) => canBeSent),
    presets,
    presetParts: () => import('./presets.tsx'),
    // At once where that part is there: a promise more would put a redraw before the copy.
    copy: (text) =>
      later.value ? later.value.copyInPage(text) : services.then(({ copyInPage }) => copyInPage(text)),
  };
}
