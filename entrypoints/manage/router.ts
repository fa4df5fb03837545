/** Routes between the sections by the page's hash, which names a section and an optional item in it (`#links/12`). */
import { signal } from '@preact/signals';
import { isSectionName, type SectionName } from './section-names.ts';

interface Route {
  readonly section: SectionName;
  /** Empty for none. */
  readonly item: string;
}

/** @param fallback the section for a hash that names none */
export function parseHash(hash: string, fallback: SectionName): Route {
  const [, name = '', item = ''] = /^#([^/]*)\/?(.*)$/su.exec(hash) ?? [];
  if (!isSectionName(name)) return { section: fallback, item: '' };
  try {
    return { section: name, item: decodeURIComponent(item) };
  } catch {
    // Harmless: a typed hash whose item can't be decoded opens the section itself.
    return { section: name, item: '' };
  }
}

export const toHash = ({ section, item }: Route): string =>
  `#${section}${item === '' ? '' : `/${encodeURIComponent(item)}`}`;

export type Router = ReturnType<typeof createRouter>;

export function createRouter(deps: {
  readonly hash: string;
  readonly fallback: SectionName;
  /** Changes the page's hash; `follow` is called with the result. */
  readonly visit: (hash: string) => void;
}) {
  const route = signal(parseHash(deps.hash, deps.fallback));
  return {
    route,
    /** The page's hash has changed. */
    follow(hash: string): void {
      route.value = parseHash(hash, route.peek().section);
    },
    go: (section: SectionName, item = ''): void => deps.visit(toHash({ section, item })),
  };
}
