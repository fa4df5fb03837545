/**
 * Removes certain characters from the end of a text. An expression like `/x+$/` tries again from each of them in the rest
 * of the text: a run of 80,000 in the middle of a line takes it minutes.
 *
 * @param unwanted matches one such character; not global
 */
export function withoutTrailing(text: string, unwanted: RegExp): string {
  let end = text.length;
  while (end > 0 && unwanted.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}
