import { formatList } from './format.ts';
import { formatCount } from './plural.ts';

/** "A, B, 3 more": the first names as a list; the others are counted. */
export function formatNames(names: readonly string[], maxListed: number): string {
  const others = names.length - maxListed;
  return formatList(others > 0 ? [...names.slice(0, maxListed), formatCount('moreNames', others)] : names);
}
