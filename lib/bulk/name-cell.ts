/** Several names in one cell. */

const separators = /[;|,\n"]/u;

export const toNameCell = (names: readonly string[]): string =>
  names.map((name) => (separators.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join('; ');

const nextName = /[^\S\n]*("(?:[^"]|""){0,1000}")[^\S\n]*(?:,|(?=[;|\n]|$))|([^;|\n]+)/gu;

/** Names between semicolons, bars, line ends or commas; a name may hold a comma itself, and any of them in quotes. */
export function splitNames(cell: string, isKnown: (name: string) => boolean): string[] {
  return [...cell.matchAll(nextName)]
    .flatMap(([, quoted, plain = '']) => {
      if (quoted === undefined) return isKnown(plain) ? [plain] : plain.split(',');
      const name = quoted.slice(1, -1).replaceAll('""', '"');
      return [!isKnown(name) && isKnown(quoted) ? quoted : name];
    })
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
