/** Where the text of an import comes from: typed, a file, the open tabs, or the stored draft. */
import { maxTextLength } from '../../../lib/bulk/parse-table.ts';
import { decodeTextFile } from './decode-text-file.ts';
import type { ImportDraftStore } from './import-draft-store.ts';
import { guessedFormat, type ImportOptions } from './import-options.ts';
import type { ImportState } from './import-state.ts';
import type { RowValidation } from './row-validation.ts';

type TextFormat = Pick<ImportOptions, 'separator' | 'hasHeader' | 'columns'>;

export function createImportInput(
  state: ImportState,
  drafts: ImportDraftStore,
  { parseNow, parseDebounced }: Pick<RowValidation, 'parseNow' | 'parseDebounced'>,
) {
  const { text, file, options, filter, notice } = state;

  /** The default format is a guess: how the previous text was read says nothing about this one. */
  function loadText(name: string, content: string, format: TextFormat = guessedFormat): void {
    file.value = name;
    text.value = content;
    filter.value = 'all';
    notice.value = null;
    options.value = { ...options.peek(), ...format };
    parseNow();
  }

  return {
    loadText,

    /** Restores the draft that an earlier page has stored, unless something was typed meanwhile. */
    async open(): Promise<void> {
      const draft = await drafts.load();
      if (draft === 'unreadable') notice.value = { name: 'draft-not-read' };
      if (text.peek() !== '') void drafts.saveDebounced();
      else if (draft !== null && draft !== 'unreadable') {
        const { version: _version, text: whole, file: name, ...rest } = draft;
        text.value = whole;
        file.value = name;
        options.value = rest;
        parseNow();
      }
      state.ready.value = true;
    },

    type(typed: string): void {
      text.value = typed;
      file.value = '';
      notice.value = null;
      void parseDebounced();
    },

    async loadFile(chosen: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<void> {
      if (chosen.size > maxTextLength) {
        notice.value = { name: 'too-large' };
        return;
      }
      try {
        loadText(chosen.name, decodeTextFile(new Uint8Array(await chosen.arrayBuffer())));
      } catch {
        notice.value = { name: 'not-readable' };
      }
    },

    /** A page chooses its own title, so line breaks and tabs are removed: they would make rows and cells. */
    loadTabs(tabs: readonly { readonly address: string; readonly title: string }[], left: number): void {
      const lines = tabs.map(
        ({ address, title }) => `${address}\t${title.replaceAll(/["\s]+/gu, ' ').trim()}`,
      );
      loadText('', lines.join('\n'), { separator: '\t', hasHeader: false, columns: ['address', 'title'] });
      notice.value = { name: 'tabs', taken: tabs.length, left };
    },
  };
}
