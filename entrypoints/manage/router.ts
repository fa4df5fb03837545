/** The way between the rooms: the page's address names one, and maybe something in it (`#links/12`). */
import { signal } from '@preact/signals';
import type { RoomName } from './section-names.ts';
import { isOpenRoom } from './routes.ts';

export interface Place {
  readonly room: RoomName;
  /** Empty for none. */
  readonly item: string;
}

/** @param fallback the room for an address that names none */
export function readHash(hash: string, fallback: RoomName): Place {
  const [, name = '', item = ''] = /^#([^/]*)\/?(.*)$/su.exec(hash) ?? [];
  if (!isOpenRoom(name)) return { room: fallback, item: '' };
  try {
    return { room: name, item: decodeURIComponent(item) };
  } catch {
    return { room: name, item: '' };
  }
}

export const hashOf = ({ room, item }: Place): string =>
  `#${room}${item === '' ? '' : `/${encodeURIComponent(item)}`}`;

export type Way = ReturnType<typeof createWay>;

export function createWay(parts: {
  readonly hash: string;
  readonly fallback: RoomName;
  /** Changes the page's address; what it becomes is told by `follow`. */
  readonly visit: (hash: string) => void;
}) {
  const place = signal(readHash(parts.hash, parts.fallback));
  return {
    place,
    /** The page's address has changed. */
    follow(hash: string): void {
      place.value = readHash(hash, place.peek().room);
    },
    go: (room: RoomName, item = ''): void => parts.visit(hashOf({ room, item })),
  };
}
