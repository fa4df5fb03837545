/** Implements the model's dependencies with the browser: for the popup and for the link page. */
import { removeStorage, writeStorage, type AreaName } from '../../lib/browser/storage.ts';
import { writeIntent } from '../../lib/messages/write-intent.ts';
import { storedDraft } from '../../lib/draft/stored-draft.ts';
import type * as deferredModule from './deferred.tsx';
import type { PopupDeps } from './model-deps.ts';

/** Runs an action with the deferred code, immediately or as soon as it has loaded, in the order of the calls. */
type WhenDeferred = <T>(act: (deferred: typeof deferredModule) => Promise<T>) => Promise<T>;

export function whenDeferred(loading: Promise<typeof deferredModule>): WhenDeferred {
  let loaded: typeof deferredModule | null = null;
  loading.then(
    (deferred) => (loaded = deferred),
    // The callers get the failure.
    () => undefined,
  );
  // Called directly if possible: after a `then`, the page could be redrawn before the copy.
  return (act) => (loaded ? act(loaded) : loading.then(act));
}

interface BrowserDepsOptions {
  readonly area: AreaName;
  /** The storage key of the form's draft. */
  readonly key: string;
  readonly whenLoaded: WhenDeferred;
  readonly presets: unknown;
}

export function browserDeps({
  area,
  key,
  whenLoaded,
  presets,
}: BrowserDepsOptions): Omit<PopupDeps, 'page' | 'view' | 'draft' | 'passwordOmitted'> {
  return {
    now: Date.now,
    newId: () => crypto.randomUUID(),
    submit(command) {
      // The write starts before the nudge is sent: a popup that closes now has submitted nevertheless.
      const written = writeIntent(command);
      return whenLoaded(({ submitCommand }) => submitCommand(command, written));
    },
    // The stored view shows the result.
    send: (kind, request) =>
      void whenLoaded(({ sendWithRetry }) => sendWithRetry(kind, request)).catch(() => undefined),
    saveDraft: (draft, passwordOmitted) =>
      writeStorage(area, key, storedDraft(draft, passwordOmitted, Date.now())),
    // Not deferred, as it must not remove a draft that is saved later.
    dropDraft: () => void removeStorage(area, key).catch(() => undefined),
    loadOptionsCheck: () => import('./form/more-options.tsx').then(({ canBeSent }) => canBeSent),
    presets,
    loadPresetPicker: () => import('./presets/preset-picker.tsx'),
    hasFocus: () => document.hasFocus(),
    copy: (text) => whenLoaded(({ copyInPage }) => copyInPage(text)),
  };
}
