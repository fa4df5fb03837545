/** Keeps a name of either writing direction from reordering the sentence it is put into (first strong isolate). */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}
