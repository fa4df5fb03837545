/** What the link form's model asks of the browser: in the popup as in the full page. */
import type { ReadonlySignal } from '@preact/signals';
import { options } from 'preact';
import { writeStored, type AreaName } from '../../lib/browser/storage.ts';
import { keptDraft } from '../../lib/draft/parse-draft.ts';
import type * as laterParts from './deferred.tsx';
import type { PopupParts } from './model.ts';

/** Has it done by what loads after the first paint: at once, or as soon as that is there, in the order asked for. */
export type Rest = <T>(act: (parts: typeof laterParts) => Promise<T>) => Promise<T>;

export const restOf =
  (later: ReadonlySignal<typeof laterParts | null>, services: Promise<typeof laterParts>): Rest =>
  (act) =>
    // At once where it can be: a promise more would put a redraw before the copy.
    later.value ? act(later.value) : services.then(act);

export interface Surroundings {
  readonly area: AreaName;
  /** Where the form's draft is kept. */
  readonly key: string;
  readonly rest: Rest;
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
  rest,
  presets,
}: Surroundings): Omit<PopupParts, 'page' | 'view' | 'draft' | 'passwordLeft'> {
  return {
    now: Date.now,
    newId: () => crypto.randomUUID(),
    submit(ask) {
      // The write is on its way before the nudge is: a popup that closes now has asked all the same.
      const written = writeStored(area, `intent:${ask.id}`, ask);
      underWay++;
      return rest(({ takeUp }) => takeUp(ask, area, written)).finally(
        () => void setTimeout(() => underWay--, isCopiedAfter),
      );
    },
    tell: (kind, request) => void rest(({ askAgain }) => askAgain(kind, request)),
    saveDraft: (draft, passwordLeft) =>
      void writeStored(area, key, keptDraft(draft, passwordLeft, Date.now())),
    dropDraft: () => void rest(({ removeStored }) => removeStored(area, key)),
    optionsCheck: () => import('./form/more-options.tsx').then(({ canBeSent }) => canBeSent),
    presets,
    presetParts: () => import('./presets/preset-picker.tsx'),
    copy: (text) => rest(({ copyInPage }) => copyInPage(text)),
  };
}
