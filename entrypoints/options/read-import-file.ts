/** Reads a file that is to be imported. */
import { maxFileLength } from '../../lib/presets/preset-rules.ts';

export interface ImportFile {
  readonly slice: (start: number, end: number) => Pick<Blob, 'text'>;
}

/** In UTF-8, a character of the limit takes at most three bytes; with a byte order mark. */
const maxBytes = 3 * maxFileLength + 3;

/** @returns only the beginning of a file that is too large, which is enough to be reported as that */
export async function readImportFile(file: ImportFile): Promise<string> {
  const part = file.slice(0, maxBytes + 1);
  // An unreadable file is reported as an empty one.
  return part.text().catch(() => '');
}
