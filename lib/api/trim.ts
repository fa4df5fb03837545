/**
 * A text without certain characters at its end. An expression like `/x+$/` starts again at every one of them that stands
 * elsewhere: a run of 80,000 in the middle of a line costs it minutes.
 *
 * @param unwanted matches one such character; not global
 */
export function withoutTrailing(text: string, unwanted: RegExp): string {
  let end = text.length;
  while (end > 0 && unwanted.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}
