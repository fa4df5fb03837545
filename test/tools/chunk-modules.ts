import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** What one built JavaScript file is made of. */
export interface ChunkRecord {
  readonly file: string;
  readonly isEntry: boolean;
  /** Source modules, relative to the project with forward slashes. */
  readonly modules: readonly string[];
  /** Other built files that load along with it. */
  readonly imports: readonly string[];
  /** Other built files that it may load later. */
  readonly dynamicImports: readonly string[];
  readonly css: readonly string[];
}

const root = path.resolve(import.meta.dirname, '../..');

/** Where the records of a build live: beside the shipped folder, never in it. */
export const recordsFolder = (target: string): string => path.join(root, '.output/modules', target);

const relative = (id: string): string =>
  // Some bundler helpers have ids that are no files and start with a NUL.
  path.isAbsolute(id)
    ? path.relative(root, id.split('?')[0] ?? id).replaceAll('\\', '/')
    : id.replace('\0', '');

/** Writes down which modules went into which file, for the tests of the house and of the sizes. */
export function chunkModules(): Plugin {
  return {
    name: 'curtail:chunk-modules',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const folder = recordsFolder(path.basename(dir));
      mkdirSync(folder, { recursive: true });
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const record: ChunkRecord = {
          file: chunk.fileName,
          isEntry: chunk.isEntry,
          modules: chunk.moduleIds.map(relative).sort(),
          imports: chunk.imports,
          dynamicImports: chunk.dynamicImports,
          css: [...(chunk.viteMetadata?.importedCss ?? [])],
        };
        const name = chunk.fileName.replaceAll('/', '__');
        writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(record, null, 2)}\n`);
      }
    },
  };
}
