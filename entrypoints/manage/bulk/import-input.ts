/** Sources of an import's text: typing, a file, the open tabs, or the stored draft. */
import type { OpenTab } from '../../../lib/browser/open-tabs.ts';
import { maxTextLength } from '../../../lib/bulk/parse-table.ts';
import type { ImportDraftStore } from './import-draft-store.ts';
import {
  guessedFormat,
  optionsFromDraft,
  withCurrentDefaults,
  type ImportOptions,
  type ImportOptionsDeps,
} from './import-options.ts';
import type { ImportState } from './import-state.ts';
import type { RowValidation } from './import-validation.ts';

type TabRow = Pick<OpenTab, 'address' | 'title'>;

export function createImportInput(
  state: ImportState,
  drafts: ImportDraftStore,
  { parseNow, parseDebounced }: Pick<RowValidation, 'parseNow' | 'parseDebounced'>,
  deps: ImportOptionsDeps,
) {
  const { text, options, filter, notice } = state;
  /** Only the newest text counts: a file may be read late. */
  let newest = 0;

  /** The tab may be closed next. */
  function storeNow(): void {
    if (state.parsedText.peek() !== text.peek()) parseNow();
    drafts.saveNow();
  }

  /** The format is guessed again: that of the previous text need not fit this one. */
  function loadText(name: string, content: string, own: Partial<ImportOptions> = guessedFormat): void {
    newest++;
    replaceText(state, name, content, own);
    filter.value = 'all';
    parseNow();
    drafts.saveNow();
  }

  return {
    loadText,
    storeNow,

    /** @param isWhole it was pasted or dropped in one piece */
    type(typed: string, isWhole = false): void {
      newest++;
      // Each line of tabs has one: another text has replaced them.
      const isOther = options.peek().isTabs && !typed.includes('\t');
      replaceText(state, '', typed, isOther ? guessedFormat : {});
      if (isWhole) return storeNow();
      drafts.prepare();
      void parseDebounced();
    },

    open: () => restoreDraft(state, drafts, { parseNow, storeNow }, deps),

    async loadFile(chosen: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<void> {
      if (chosen.size > maxTextLength) {
        notice.value = { name: 'too-large' };
        return;
      }
      const number = ++newest;
      const content = await readTextFile(chosen);
      if (number !== newest) return;
      if (content === null) notice.value = { name: 'not-readable' };
      else loadText(chosen.name, content);
    },

    loadTabs(tabs: readonly TabRow[], skipped: number): void {
      loadText('', [...linesBefore(state), ...tabs.map(toLine)].join('\n'), tabsFormat);
      notice.value = { name: 'tabs', added: tabs.length, skipped };
    },
  };
}

const tabsFormat: Partial<ImportOptions> = {
  isTabs: true,
  separator: '\t',
  hasHeader: false,
  columns: ['address', 'title'],
};

function replaceText(
  { text, file, options, notice }: ImportState,
  name: string,
  content: string,
  own: Partial<ImportOptions>,
): void {
  file.value = name;
  text.value = content;
  notice.value = null;
  options.value = { ...options.peek(), ...own };
}

/** Restores the draft that an earlier page has stored, unless something was typed meanwhile. */
async function restoreDraft(
  { text, file, options, notice, ready }: ImportState,
  drafts: ImportDraftStore,
  { parseNow, storeNow }: { readonly parseNow: () => void; readonly storeNow: () => void },
  deps: ImportOptionsDeps,
): Promise<void> {
  const draft = await drafts.load();
  if (draft === 'unreadable') notice.value = { name: 'draft-not-read' };
  if (text.peek() !== '') storeNow();
  else if (draft !== null && draft !== 'unreadable') {
    text.value = draft.text;
    file.value = draft.file;
    options.value = withCurrentDefaults(optionsFromDraft(draft, deps), deps);
    parseNow();
  }
  ready.value = true;
}

/** The lines that the tabs are added to: none of a table, whose columns are other ones. */
function linesBefore({ text, table, options }: ImportState): string[] {
  if (options.peek().isTabs) return [text.peek().trimEnd()].filter((lines) => lines !== '');
  const { separator, rows = [] } = table.peek() ?? {};
  // A line of a list may hold any text beside its URL.
  return separator === 'list' ? rows.map(([address = '', title = '']) => toLine({ address, title })) : [];
}

/** A page chooses its own title: line breaks and tabs in it would make rows and cells. */
function toLine({ address, title }: TabRow): string {
  return `${address}\t${title.replaceAll(/["\s]+/gu, ' ').trim()}`;
}

/** `null` for a file that can't be read. */
const readTextFile = (file: Pick<File, 'arrayBuffer'>): Promise<string | null> =>
  file.arrayBuffer().then(
    (buffer) => decodeTextFile(new Uint8Array(buffer)),
    // The caller reports it.
    () => null,
  );

/** Decodes what spreadsheets write: UTF-8, UTF-16 with a byte order mark, or the western European code page. */
export function decodeTextFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
