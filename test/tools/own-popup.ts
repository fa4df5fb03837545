import path from 'node:path';
import type { Plugin } from 'vite';

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

export const isOfPopup = (id: string): boolean => /[?&]popup$/u.test(id);
const mark = (id: string): string => `${id}${id.includes('?') ? '&' : '?'}popup`;
const unmark = (id: string): string => id.replace(/[?&]popup$/u, '');

/**
 * The popup shares no file with another page. Each file more costs its main thread about a millisecond, and a shared one
 * carries what only the others need. Marked ids are modules of their own, so the popup's are put together by themselves.
 */
export function ownPopup(): Plugin {
  return {
    name: 'curtail:own-popup',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (importer === undefined) return null;
      if (!/popup[/\\]index\.html$/u.test(importer) && !isOfPopup(importer)) return null;
      const found = await this.resolve(source, unmark(importer), { ...options, skipSelf: true });
      return found && !found.external ? { ...found, id: mark(found.id) } : found;
    },
    load(id) {
      // What is no file is the bundler's own: its helpers, and a hook for plugins of the page, of which there are none.
      if (isOfPopup(id) && !path.isAbsolute(id))
        return this.load({ id: unmark(id) }).then(({ code }) => code ?? '');
      return null;
    },
  };
}

/** One file with everything up to the first paint, one with what loads right after it; the rest falls into files by itself. */
export function popupFile(): (id: string, modules: Modules) => string | null {
  const moduleOf = (file: string) => mark(path.resolve('entrypoints/popup', file));
  let first: Set<string> | undefined;
  let later: Set<string> | undefined;
  return (id, modules) => {
    if (!isOfPopup(id)) return null;
    first ??= reached(moduleOf('main.tsx'), modules);
    later ??= reached(moduleOf('deferred.tsx'), modules);
    if (first.has(id)) return 'popup-first';
    return later.has(id) ? 'popup-later' : null;
  };
}

function reached(start: string, modules: Modules): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
