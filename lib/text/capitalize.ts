/** For a word of the service that is shown as a name: a plan, the type of an overlay, a network. */
export function capitalize(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
}
