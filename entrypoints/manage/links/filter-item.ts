/** Routes to the links of one campaign or channel: `#links/campaign=12`. */
import { toHash } from '../router.ts';
import { toId, type Id } from '../../../lib/api/coerce.ts';

type Filter = Partial<Readonly<Record<'campaign' | 'channel', Id>>>;

export const filterHash = (name: keyof Filter, id: Id): string =>
  toHash({ section: 'links', item: `${name}=${id}` });

/** `null` for the id of a link, or for none. */
export function parseFilterItem(item: string): Filter | null {
  const [, name, digits = ''] = /^(campaign|channel)=(.+)$/u.exec(item) ?? [];
  const id = toId(digits);
  return id === null ? null : name === 'channel' ? { channel: id } : { campaign: id };
}
