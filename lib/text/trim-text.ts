/** Trims characters from the ends of a text, but no bracket whose other half is in it. */

/** A bracket whose other half is not there goes, too: one of `Foo_(bar)` belongs to the text. */
export function trimEnd(text: string, unwanted: RegExp): string {
  const surplus = closingSurplus(text);
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text[end - 1] ?? '';
    const change = bracketChange(last);
    if (change === null ? !unwanted.test(last) : change.by > 0 && surplus[change.kind] <= 0) break;
    if (change !== null) surplus[change.kind] -= change.by;
  }
  return text.slice(0, end);
}

export function trimStart(text: string, unwanted: RegExp): string {
  const surplus = closingSurplus(text);
  let start = 0;
  for (; start < text.length; start += 1) {
    const first = text[start] ?? '';
    const change = bracketChange(first);
    if (change === null ? !unwanted.test(first) : change.by < 0 && surplus[change.kind] >= 0) break;
    if (change !== null) surplus[change.kind] -= change.by;
  }
  return text.slice(start);
}

/** How many more brackets are closed than opened. */
interface Surplus {
  round: number;
  square: number;
}

function closingSurplus(text: string): Surplus {
  const surplus: Surplus = { round: 0, square: 0 };
  for (const character of text) {
    const change = bracketChange(character);
    if (change !== null) surplus[change.kind] += change.by;
  }
  return surplus;
}

const bracketChanges = new Map<string, { readonly kind: keyof Surplus; readonly by: 1 | -1 }>([
  ['(', { kind: 'round', by: -1 }],
  [')', { kind: 'round', by: 1 }],
  ['[', { kind: 'square', by: -1 }],
  [']', { kind: 'square', by: 1 }],
]);
const bracketChange = (character: string) => bracketChanges.get(character) ?? null;
