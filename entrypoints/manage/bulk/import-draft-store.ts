/** Stores the draft of an import while it is edited, and loads it when the page opens again. */
import type { ImportDeps, ImportState } from './import-state.ts';
import { importDraftSchema, maxStoredLength, type ImportDraft } from './import-draft.ts';

/** Ms after the last change. */
const saveDebounceMs = 500;
/** Waits before each retry of loading, in ms. */
const retryMs = [100, 500, 2_000];

export type ImportDraftStore = ReturnType<typeof createImportDraftStore>;

export function createImportDraftStore(deps: Pick<ImportDeps, 'repository' | 'delay'>, state: ImportState) {
  const { repository } = deps;
  let lastRequest = 0;
  /** The stored draft has not been read, so it must not be overwritten. */
  let unread = false;

  /** A password is stored nowhere before its row is submitted. */
  function currentDraft(): ImportDraft | null {
    const text = state.text.peek();
    if (text === '' || text.length > maxStoredLength || state.hasPasswords.peek()) return null;
    return { version: 1, text, file: state.file.peek(), ...state.options.peek() };
  }

  async function readWithRetry(): Promise<{ readonly draft: unknown } | null> {
    for (let attempt = 0; ; attempt++)
      try {
        return { draft: await repository.loadDraft(() => state.text.peek() === '') };
      } catch {
        const wait = retryMs[attempt];
        if (wait === undefined) return null;
        await deps.delay(wait);
      }
  }

  return {
    async saveDebounced(): Promise<void> {
      const request = ++lastRequest;
      await deps.delay(saveDebounceMs);
      if (!unread && request === lastRequest && state.parsedText.peek() === state.text.peek())
        // The page still holds the text, and "Create … links" reports when nothing can be stored.
        await repository.storeDraft(currentDraft()).catch(() => undefined);
    },

    clear(): void {
      lastRequest += 1;
      // At worst the old draft appears again, and is cleared again.
      if (!unread) void repository.storeDraft(null).catch(() => undefined);
    },

    /** @returns `null` for none */
    async load(): Promise<ImportDraft | null | 'unreadable'> {
      unread = true;
      const found = await readWithRetry();
      unread = found === null;
      if (found === null) return 'unreadable';
      const parsed = importDraftSchema.safeParse(found.draft);
      return parsed.success ? parsed.data : null;
    },
  };
}
