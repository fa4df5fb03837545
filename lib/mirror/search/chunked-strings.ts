/**
 * Texts by number, 64 to a string. The garbage collector visits every string, however short: with a hundred thousand of
 * them it drops frames while a list is being scrolled.
 */
import { doubleBuffer } from './compact-storage.ts';

const shift = 6;
/** Texts per block: a change rewrites the whole block. */
const perBlock = 1 << shift;

export class ChunkedStrings {
  readonly #blocks: string[] = [];
  /** The texts of the last block while it is not full. */
  #last: string[] = [];
  /** Offsets of each text within its block. */
  #starts = new Uint32Array(1_024);
  #ends = new Uint32Array(1_024);

  get size(): number {
    return this.#blocks.length * perBlock + this.#last.length;
  }

  /** @param number of an existing text, or the next one */
  set(number: number, text: string): void {
    if (number === this.size) this.#add(text);
    else if (number >>> shift === this.#blocks.length) {
      this.#last[number % perBlock] = text;
      this.#mark(number - (number % perBlock), this.#last);
    } else {
      const first = number - (number % perBlock);
      const texts = Array.from({ length: perBlock }, (_, n) =>
        first + n === number ? text : this.at(first + n),
      );
      this.#blocks[number >>> shift] = texts.join('');
      this.#mark(first, texts);
    }
  }

  /** Empty for an unknown number. */
  at(number: number): string {
    const block = number >>> shift;
    if (block === this.#blocks.length) return this.#last[number % perBlock] ?? '';
    return this.#blocks[block]?.slice(this.#starts[number], this.#ends[number]) ?? '';
  }

  /**
   * @returns a function like `indexOf` on the text of a number. Called for ascending numbers it scans every block once,
   *   however many texts are searched.
   */
  finder(word: string): (number: number, from?: number) => number {
    let block = -1;
    let text = '';
    /** First occurrence in the block from `since` on. */
    let offset = -1;
    let since = Infinity;
    return (number, from = 0) => {
      if (number >>> shift !== block) {
        block = number >>> shift;
        text = this.#blocks[block] ?? this.#last.join('');
        since = Infinity;
      }
      const start = this.#starts[number] ?? 0;
      const first = start + from;
      if (first < since || (offset >= 0 && offset < first)) {
        offset = text.indexOf(word, first);
        since = first;
      }
      return offset >= 0 && offset + word.length <= (this.#ends[number] ?? 0) ? offset - start : -1;
    };
  }

  #add(text: string): void {
    const number = this.size;
    if (number >= this.#starts.length) {
      this.#starts = doubleBuffer(this.#starts);
      this.#ends = doubleBuffer(this.#ends);
    }
    this.#last.push(text);
    const start = number % perBlock === 0 ? 0 : (this.#ends[number - 1] ?? 0);
    this.#starts[number] = start;
    this.#ends[number] = start + text.length;
    if (this.#last.length < perBlock) return;
    this.#blocks.push(this.#last.join(''));
    this.#last = [];
  }

  #mark(first: number, texts: readonly string[]): void {
    let start = 0;
    for (const [n, text] of texts.entries()) {
      this.#starts[first + n] = start;
      start += text.length;
      this.#ends[first + n] = start;
    }
  }
}
