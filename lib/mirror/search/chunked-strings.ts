/**
 * Texts by number, many in one string. The browser visits each string whenever it collects its garbage, however long it
 * is: of a hundred thousand, that takes frames from a list that is being scrolled at the time.
 */
import { doubleBuffer } from './compact-storage.ts';

const shift = 6;
/** Texts in a block: a change rewrites the whole of it. */
const perBlock = 1 << shift;

export class ChunkedStrings {
  readonly #blocks: string[] = [];
  /** The texts of the last block, as long as it is not full. */
  #last: string[] = [];
  /** Of each text, within its block. */
  #starts = new Uint32Array(1_024);
  #ends = new Uint32Array(1_024);

  get size(): number {
    return this.#blocks.length * perBlock + this.#last.length;
  }

  /** @param number of a text that is there, or the next one's */
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

  /** Empty where there is none. */
  at(number: number): string {
    const block = number >>> shift;
    if (block === this.#blocks.length) return this.#last[number % perBlock] ?? '';
    return this.#blocks[block]?.slice(this.#starts[number], this.#ends[number]) ?? '';
  }

  /**
   * @returns finds the word in the text of a number, `from` a place within it on: where it stands there, -1 where it does
   *   not. Whoever asks about one text after the other has every block gone through once, however many texts are asked about
   */
  finder(word: string): (number: number, from?: number) => number {
    let block = -1;
    let text = '';
    /** Where the word stands first in the block from `since` on. */
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
