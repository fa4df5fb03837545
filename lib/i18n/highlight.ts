/** Highlights ranges of a text, and truncates it so that a highlighted range stays visible. */
import type { TextRange } from '../text/normalize-text.ts';

interface TextSegment {
  readonly text: string;
  readonly marked: boolean;
}

const gap = '…';

/** Never splits a surrogate pair. */
function characterBoundary(text: string, at: number): number {
  const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
  const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
  return at > 0 && isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at;
}

/** The visible parts of a text: its beginning, its end, and the first range that would be hidden. */
function partsOf(text: string, ranges: readonly TextRange[], length: number): TextRange[] {
  if (text.length <= length) return [{ from: 0, to: text.length }];
  const available = length - gap.length;
  const ends = (head: number, tail: number): TextRange[] => [
    { from: 0, to: characterBoundary(text, head) },
    { from: characterBoundary(text, text.length - tail), to: text.length },
  ];
  const head = Math.ceil(available * 0.6);
  const plain = ends(head, available - head);
  const isSeen = (range: TextRange) => plain.some(({ from, to }) => range.from >= from && range.to <= to);
  const hidden = ranges.find((range) => !isSeen(range));
  if (hidden === undefined) return plain;
  const third = Math.floor((available - gap.length) / 3);
  const [first, last] = ends(third, third);
  const around = Math.max(0, Math.floor((third - (hidden.to - hidden.from)) / 2));
  const from = characterBoundary(text, Math.max(0, hidden.from - around));
  const middle = { from, to: characterBoundary(text, Math.min(text.length, from + third)) };
  return [first, middle, last].filter((part) => part !== undefined);
}

/** @param ranges disjoint, in order @param length approximate maximum of characters */
export function highlight(text: string, ranges: readonly TextRange[], length: number): TextSegment[] {
  const pieces: TextSegment[] = [];
  let shown = 0;
  const add = (from: number, to: number, marked: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), marked });
  };
  for (const part of partsOf(text, ranges, length)) {
    let at = Math.max(part.from, shown);
    if (at > shown) pieces.push({ text: gap, marked: false });
    for (const range of ranges) {
      const [from, to] = [Math.max(range.from, at), Math.min(range.to, part.to)];
      if (to <= from) continue;
      add(at, from, false);
      add(from, to, true);
      at = to;
    }
    add(at, part.to, false);
    shown = Math.max(shown, part.to);
  }
  return pieces;
}
