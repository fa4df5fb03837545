/** Many texts in few strings read as a plain list of them does. */
import { expect, test } from 'vitest';
import { TextBlocks } from '../../../lib/mirror/text-blocks.ts';
import { createRandom } from './link-rows.ts';

const texts = ['', 'a', 'a longer one', '日本語', '\ud83d', '\0', 'x'.repeat(5_000)];

test.each([1, 2, 3])('whatever is added and changed (%i)', (seed) => {
  const random = createRandom(seed);
  const any = (count: number) => Math.floor(random() * count);
  const blocks = new TextBlocks();
  const plain: string[] = [];
  for (let turn = 0; turn < 3_000; turn++) {
    const number = any(3) > 0 ? plain.length : any(plain.length + 1);
    const text = texts[any(texts.length)] ?? '';
    blocks.set(number, text);
    plain[number] = text;
    if (turn % 500 === 0) expect(plain.map((_, n) => blocks.at(n))).toEqual(plain);
  }
  expect(plain.map((_, n) => blocks.at(n))).toEqual(plain);
  expect([blocks.size, blocks.at(plain.length), blocks.at(1e6)]).toEqual([plain.length, '', '']);
});
