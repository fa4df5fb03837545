// Reads import lines, without a compiler: the code keeps to plain `import … from '…'` forms, and so can this.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface ImportLine {
  readonly specifier: string;
  readonly typeOnly: boolean;
  /** The imported file, relative to the project; undefined for a package. */
  readonly file: string | undefined;
}

export interface SourceFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  /** Its text without comments. */
  readonly code: string;
  /** Its text without the content of strings. */
  readonly words: string;
  readonly comments: readonly string[];
  readonly imports: readonly ImportLine[];
}

const root = path.resolve(import.meta.dirname, '../..');

// A string is matched along with comments, and left unchanged, so that the `//` of an address starts no comment.
const stringOrComment = /(['"`])(?:\\[\s\S]|(?!\1)[^\\])*\1|\/\*[\s\S]*?\*\/|(?<![\\/])\/\/[^\n]*/g;

export const withoutComments = (text: string): string =>
  text.replace(stringOrComment, (match, quote: string | undefined) => (quote === undefined ? '' : match));

/** Comments and code, for checks of the words in them. */
export const withoutStrings = (text: string): string =>
  text.replace(stringOrComment, (match, quote: string | undefined) => (quote === undefined ? match : "''"));

/** The comments, each in one line; consecutive `//` lines are one comment. */
export function commentsIn(text: string): string[] {
  const found: string[] = [];
  let end = -1;
  for (const match of text.matchAll(stringOrComment)) {
    if (match[1] !== undefined) continue;
    const line = match[0].replaceAll(/^\/[/*]+|\*\/$/g, '').replaceAll(/\s*\n\s*\*?\s*/g, ' ');
    const isContinued = match[0].startsWith('//') && text.slice(end, match.index).trim() === '';
    if (end >= 0 && isContinued) found.push(`${found.pop() ?? ''} ${line.trim()}`);
    else found.push(line.trim());
    end = match.index + match[0].length;
  }
  return found;
}

const importForms = [
  /^[ \t]*(?:import|export)\s+(?<type>type\s)?[^'";()]*?\bfrom\s*['"](?<from>[^'"]+)['"]/gm,
  /^[ \t]*import\s+['"](?<from>[^'"]+)['"]/gm,
  /\bimport\s*\(\s*['"](?<from>[^'"]+)['"]/g,
];

export function readImports(file: string, code: string): ImportLine[] {
  return importForms.flatMap((form) =>
    [...code.matchAll(form)].map(({ groups }) => {
      const specifier = groups?.['from'] ?? '';
      return {
        specifier,
        typeOnly: groups?.['type'] !== undefined,
        file: specifier.startsWith('.')
          ? path.posix.join(path.posix.dirname(file), specifier.replace(/\?inline$/, ''))
          : undefined,
      };
    }),
  );
}

/** Every TypeScript file under these folders. */
export function readSources(...folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) => {
    const full = path.join(root, folder);
    if (!existsSync(full)) return [];
    return readdirSync(full, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .sort()
      .map((name) => {
        const file = `${folder}/${name.replaceAll('\\', '/')}`;
        const text = readFileSync(path.join(root, file), 'utf8');
        const code = withoutComments(text);
        return {
          path: file,
          code,
          words: withoutStrings(text),
          comments: commentsIn(text),
          imports: readImports(file, code),
        };
      });
  });
}

export const isThere = (file: string): boolean => existsSync(path.join(root, file));
