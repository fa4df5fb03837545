/** The account's picture as a `data:` address: the content policy loads nothing remote into a page. */
import { parse } from '../../lib/service/address.ts';
import type { Gateway } from './gateway.ts';

/** Only from the service's own origin, for which access has been granted; else `null`, and initials stand in. */
export async function fetchAvatar(
  gateway: Gateway,
  picture: string | null,
  address: string,
): Promise<string | null> {
  const url = picture === null ? null : parse(picture);
  return url === null || url.origin !== new URL(address).origin ? null : gateway.picture(url.href);
}
