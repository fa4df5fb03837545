/** The way between the rooms: the page's address names one, and maybe something in it (`#links/12`). */
import { signal } from '@preact/signals';
import type { SectionName } from './section-names.ts';
import { isOpenSection } from './routes.ts';

export interface Route {
  readonly section: SectionName;
  /** Empty for none. */
  readonly item: string;
}

/** @param fallback the room for an address that names none */
export function parseHash(hash: string, fallback: SectionName): Route {
  const [, name = '', item = ''] = /^#([^/]*)\/?(.*)$/su.exec(hash) ?? [];
  if (!isOpenSection(name)) return { section: fallback, item: '' };
  try {
    return { section: name, item: decodeURIComponent(item) };
  } catch {
    return { section: name, item: '' };
  }
}

export const toHash = ({ section, item }: Route): string =>
  `#${section}${item === '' ? '' : `/${encodeURIComponent(item)}`}`;

export type Router = ReturnType<typeof createRouter>;

export function createRouter(deps: {
  readonly hash: string;
  readonly fallback: SectionName;
  /** Changes the page's address; what it becomes is told by `follow`. */
  readonly visit: (hash: string) => void;
}) {
  const place = signal(parseHash(deps.hash, deps.fallback));
  return {
    place,
    /** The page's address has changed. */
    follow(hash: string): void {
      place.value = parseHash(hash, place.peek().section);
    },
    go: (section: SectionName, item = ''): void => deps.visit(toHash({ section, item })),
  };
}
