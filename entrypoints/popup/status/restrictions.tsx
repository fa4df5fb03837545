/** Below an existing short link: when it expires, or that it may. Most links never do, so it is loaded on its own. */
import { describeRestrictions } from '../../../lib/i18n/describe-restrictions.ts';
import type { LinkByUrl } from '../../../lib/storage/links-by-url.ts';

export const Restrictions = ({ link }: { readonly link: LinkByUrl }) => (
  <p class="note">{describeRestrictions(link)}</p>
);
