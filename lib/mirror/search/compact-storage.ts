/** Building blocks of an index that holds a hundred thousand links in few objects. */
import type { Id } from '../../api/ids.ts';

/** An id as a number if that is small enough to need no heap object; `toId` accepts either. */
export type CompactId = number | Id;

/** V8 stores smaller integers within an array itself. */
const maxSmallInteger = 2 ** 30;

export function compactId(id: Id): CompactId {
  const number = Number(id);
  return number < maxSmallInteger ? number : id;
}

export function doubleBuffer(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** Numbers for texts that many links share. */
export class StringInterner {
  /** By number. */
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  intern(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.names.push(name) - 1;
    this.#numbers.set(name, number);
    return number;
  }
}
