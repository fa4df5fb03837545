// Reads what the build made, for the tests of the architecture and of the sizes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');

/** Relative to the project, with forward slashes; ids of the bundler's own helpers are no files and start with a NUL. */
const modulePath = (id: string): string =>
  path.isAbsolute(id)
    ? path.relative(root, id.split('?')[0] ?? id).replaceAll('\\', '/')
    : id.replace('\0', '');

/** As wxt.config.ts records one built JavaScript file. */
const recordSchema = z.object({
  file: z.string(),
  modules: z.array(z.string().transform(modulePath)),
  /** Other built files that load along with it. */
  imports: z.array(z.string()),
  /** Other built files that it may load later. */
  dynamicImports: z.array(z.string()),
  css: z.array(z.string()),
});

type ChunkRecord = z.infer<typeof recordSchema>;

export interface Built {
  readonly dir: string;
  readonly chunks: ReadonlyMap<string, ChunkRecord>;
  /** The built modules and styles that a page names itself; public/theme.js is no module. */
  page(file: string): { readonly scripts: readonly string[]; readonly styles: readonly string[] };
  /** These files and what they import, step by step; dynamic imports too if asked, except those excluded. */
  reach(
    files: readonly string[],
    follow: { readonly dynamic: boolean; readonly except?: RegExp },
  ): ChunkRecord[];
  gzipSize(file: string): number;
}

/** Undefined when that target hasn't been built here. */
export function readBuilt(target: string): Built | undefined {
  const dir = path.join(root, '.output', target);
  if (!existsSync(path.join(dir, 'manifest.json'))) return undefined;

  const records = path.join(root, '.output/modules', target);
  const chunks = new Map<string, ChunkRecord>();
  for (const name of existsSync(records) ? readdirSync(records) : []) {
    const record = recordSchema.parse(JSON.parse(readFileSync(path.join(records, name), 'utf8')));
    // Records of earlier builds stay behind; a file name carries its content's hash, so a file that exists matches its record.
    if (existsSync(path.join(dir, record.file))) chunks.set(record.file, record);
  }

  const chunk = (file: string): ChunkRecord => {
    const record = chunks.get(file);
    if (!record)
      throw new Error(`No record of ${file} in ${records}: was it built with the plugin recordModules()?`);
    return record;
  };

  return {
    dir,
    chunks,
    page(file) {
      const html = readFileSync(path.join(dir, file), 'utf8');
      const all = (pattern: RegExp): string[] =>
        [...html.matchAll(pattern)].map((match) => (match[1] ?? '').replace(/^\.?\//, ''));
      return {
        scripts: all(/<script\b(?=[^>]*\btype="module")[^>]*\bsrc="([^"]+)"/g),
        styles: all(/<link\b(?=[^>]*rel="stylesheet")[^>]*\bhref="([^"]+)"/g),
      };
    },
    reach(files, { dynamic, except }) {
      const seen = new Map<string, ChunkRecord>();
      const visit = (file: string): void => {
        if (seen.has(file)) return;
        const record = chunk(file);
        seen.set(file, record);
        for (const next of record.imports) visit(next);
        if (dynamic) for (const next of record.dynamicImports) if (!except?.test(next)) visit(next);
      };
      for (const file of files) visit(file);
      return [...seen.values()];
    },
    gzipSize: (file) => gzipSync(readFileSync(path.join(dir, file)), { level: 9 }).length,
  };
}
