/** Parts of a URL as a list that is short enough for a sentence. */
import { isolate } from '../text/isolate.ts';
import { formatList } from './format.ts';
import { truncateMiddle } from './truncate.ts';

const maxListed = 3;
/** Characters of a part that stands alone, and of one among others. */
const maxLength = { alone: 60, listed: 24 };

/** @param toIsolated keeps the direction of a part from reordering the sentence */
export function listParts(parts: readonly string[], toIsolated = isolate): string {
  const different = [...new Set(parts)];
  const length = different.length > 1 ? maxLength.listed : maxLength.alone;
  const listed = different.slice(0, maxListed).map((part) => toIsolated(truncateMiddle(part, length)));
  return formatList(different.length > maxListed ? [...listed, '…'] : listed);
}
