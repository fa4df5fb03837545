/** What the link form's model asks of the browser: in the popup as in the full page. */
import type { ReadonlySignal } from '@preact/signals';
import { options } from 'preact';
import { writeStorage, type AreaName } from '../../lib/browser/storage.ts';
import { writeIntent } from '../../lib/messages/write-intent.ts';
import { storedDraft } from '../../lib/draft/parse-draft.ts';
import type * as laterParts from './deferred.tsx';
import type { PopupDeps } from './model-deps.ts';

/** Has it done by what loads after the first paint: at once, or as soon as that is there, in the order asked for. */
export type Deferred = <T>(act: (deferred: typeof laterParts) => Promise<T>) => Promise<T>;

export const whenDeferred =
  (later: ReadonlySignal<typeof laterParts | null>, services: Promise<typeof laterParts>): Deferred =>
  (act) =>
    // At once where it can be: a promise more would put a redraw before the copy.
    later.value ? act(later.value) : services.then(act);

export interface PopupSurroundings {
  readonly area: AreaName;
  /** Where the form's draft is kept. */
  readonly key: string;
  readonly rest: Deferred;
  readonly presets: unknown;
}

/** Asked for and not yet on the clipboard: drawing waits for it, since both take the same few milliseconds. */
let underWay = 0;
/** In ms: longer than an ask needs to leave, and an answer to be copied; shorter than anybody sees. */
const drawingWaits = 12;
const isCopiedAfter = 50;
options.debounceRendering = (draw) =>
  void (underWay > 0 ? setTimeout(draw, drawingWaits) : queueMicrotask(draw));

export function browserDeps({
  area,
  key,
  rest,
  presets,
}: PopupSurroundings): Omit<PopupDeps, 'page' | 'view' | 'draft' | 'passwordLeft'> {
  return {
    now: Date.now,
    newId: () => crypto.randomUUID(),
    submit(ask) {
      // The write is on its way before the nudge is: a popup that closes now has asked all the same.
      const written = writeIntent(ask);
      underWay++;
      return rest(({ submitCommand }) => submitCommand(ask, written)).finally(
        () => void setTimeout(() => underWay--, isCopiedAfter),
      );
    },
    // The stored view shows what came of it.
    tell: (kind, request) =>
      void rest(({ sendWithRetry }) => sendWithRetry(kind, request)).catch(() => undefined),
    saveDraft: (draft, passwordLeft) =>
      void writeStorage(area, key, storedDraft(draft, passwordLeft, Date.now())),
    dropDraft: () => void rest(({ removeStorage }) => removeStorage(area, key)),
    optionsCheck: () => import('./form/more-options.tsx').then(({ canBeSent }) => canBeSent),
    presets,
    presetParts: () => import('./presets/preset-picker.tsx'),
    copy: (text) => rest(({ copyInPage }) => copyInPage(text)),
  };
}
