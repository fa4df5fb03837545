/** When an existing short link expires. Few links do, so it is loaded on its own. */
import { describeRestrictions } from '../../../lib/i18n/describe-restrictions.ts';

export const ExpirationNote = ({ expires }: { readonly expires: string }) => (
  <p class="note">{describeRestrictions({ expires })}</p>
);
