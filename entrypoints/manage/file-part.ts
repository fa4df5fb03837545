/** Names of campaigns and batches as a part of a file name that is valid on every system. */

const maxLength = 40;

/** Letters and digits of any script: the rest could be a path, a device name, or invisible. Empty if there are none. */
export const toFilePart = (name: string): string =>
  Array.from(name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'))
    .slice(0, maxLength)
    .join('')
    .replace(/^-+|-+$/gu, '');
