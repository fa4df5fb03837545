/** Keeps a name of either writing direction from reordering the sentence it is put into (first strong isolate). */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}

/** For a text that becomes data: a name that is stored or sent. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/gu, '');
}

/** Keeps the order of a URL's parts in a sentence that runs from right to left. */
export function isolateLeftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}
