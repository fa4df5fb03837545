/** Many texts in few strings read as a plain list of them does. */
import { expect, it } from 'vitest';
import { ChunkedStrings } from '../../../../lib/mirror/search/chunked-strings.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const texts = ['', 'a', 'a longer one', '日本語', '\ud83d', '\0', 'x'.repeat(5_000)];

it.each([1, 2, 3])('the texts are right after any additions and changes (%i)', (seed) => {
  const random = seededRandom(seed);
  const any = (count: number) => Math.floor(random() * count);
  const blocks = new ChunkedStrings();
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

it.each([1, 2, 3])('a word is found where `includes` finds it, in any order of the queries (%i)', (seed) => {
  const random = seededRandom(seed);
  const any = (count: number) => Math.floor(random() * count);
  const blocks = new ChunkedStrings();
  // Few letters: words stand often, also over the seam between two texts.
  const plain = Array.from({ length: 300 }, () =>
    Array.from({ length: any(12) }, () => 'ab日'[any(3)]).join(''),
  );
  for (const [number, text] of plain.entries()) blocks.set(number, text);
  for (const word of ['a', 'ab', 'aba', '日a', 'bbbb', 'none']) {
    const find = blocks.finder(word);
    const upwards = plain.map((_, number) => [number, 0] as const);
    const asked = [...upwards, ...Array.from({ length: 1_000 }, () => [any(300), any(12)] as const)];
    expect(asked.map(([number, from]) => find(number, from))).toEqual(
      asked.map(([number, from]) => plain[number]?.indexOf(word, from)),
    );
  }
});
