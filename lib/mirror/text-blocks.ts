/**
 * Texts by number, many in one string. The browser visits each string whenever it collects its garbage, however long it
 * is: of a hundred thousand, that takes frames from a list that is being scrolled at the time.
 */
import { grown } from './grown.ts';

const shift = 6;
/** Texts in a block: a change rewrites the whole of it. */
const perBlock = 1 << shift;

export class TextBlocks {
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

  #add(text: string): void {
    const number = this.size;
    if (number >= this.#starts.length) {
      this.#starts = grown(this.#starts);
      this.#ends = grown(this.#ends);
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
