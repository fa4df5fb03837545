/** What a file or the open tabs give as the text of an import. */
import type { OpenTab } from '../../../lib/browser/open-tabs.ts';
import type { ImportOptions } from './import-options.ts';
import type { ImportState } from './import-state.ts';

export type TabRow = Pick<OpenTab, 'address' | 'title'>;

export const tabsFormat: Partial<ImportOptions> = {
  isTabs: true,
  separator: '\t',
  hasHeader: false,
  columns: ['address', 'title'],
};

/** The lines that the tabs are added to: none of a table, whose columns are other ones. */
export function linesBefore({ text, table, options }: ImportState): string[] {
  if (options.peek().isTabs) return [text.peek().trimEnd()].filter((lines) => lines !== '');
  const { separator, rows = [] } = table.peek() ?? {};
  // A line of a list may hold any text beside its URL.
  return separator === 'list' ? rows.map(([address = '', title = '']) => toLine({ address, title })) : [];
}

/** A page chooses its own title: line breaks and tabs in it would make rows and cells. */
export function toLine({ address, title }: TabRow): string {
  return `${address}\t${title.replaceAll(/["\s]+/gu, ' ').trim()}`;
}

/** `null` for a file that can't be read. */
export const readTextFile = (file: Pick<File, 'arrayBuffer'>): Promise<string | null> =>
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
