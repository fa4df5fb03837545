/** Stores the draft of an import while it is edited, and loads it when the page opens again. */
import type { ImportDeps, ImportState } from './import-state.ts';
import { importDraftSchema, maxStoredLength, type ImportDraft } from './import-draft.ts';

/** Ms after the last change. */
const saveDebounceMs = 500;
/** Waits after each attempt to load it, in ms. */
const retryMs = [100, 500, 2_000, 0];

export function createImportDraftStore(deps: Pick<ImportDeps, 'repository' | 'delay'>, state: ImportState) {
  const { repository } = deps;
  let lastRequest = 0;
  /** The stored draft has not been read, so it must not be overwritten. */
  let unread = false;
  /** Something has changed since it was stored. */
  let isPending = false;

  /** A password is stored nowhere before its row is submitted. */
  function currentDraft(): ImportDraft | null {
    const text = state.text.peek();
    if (text === '' || text.length > maxStoredLength || state.hasPasswords.peek()) return null;
    return { version: 1, text, file: state.file.peek(), ...state.options.peek() };
  }

  async function save(): Promise<void> {
    lastRequest += 1;
    isPending = false;
    // The page still holds the text, and "Create … links" reports when nothing can be stored.
    await repository.storeDraft(currentDraft()).catch(() => undefined);
  }

  return {
    /** Call when text is typed, which is stored a moment later. */
    prepare: () => repository.prepareDraft(),

    async saveDebounced(): Promise<void> {
      isPending = true;
      const request = ++lastRequest;
      await deps.delay(saveDebounceMs);
      if (!unread && request === lastRequest && state.parsedText.peek() === state.text.peek()) await save();
    },

    /** Stores what is not stored yet. The text has been parsed, so that it is known whether it has passwords. */
    saveNow(): void {
      if (isPending && !unread) void save();
    },

    /** @returns `null` for none */
    async load(): Promise<ImportDraft | null | 'unreadable'> {
      unread = true;
      for (const wait of retryMs)
        try {
          const draft = await repository.loadDraft(() => state.text.peek() === '');
          unread = false;
          return importDraftSchema.safeParse(draft).data ?? null;
        } catch {
          await deps.delay(wait);
        }
      return 'unreadable';
    },
  };
}
