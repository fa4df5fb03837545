/**
 * Routes to the links of one campaign or channel, `campaign=12`, to the export of a campaign, `campaign=12&export`, and to a
 * search, `search=red shoes`.
 */
import { toHash } from '../router.ts';
import { toId, type Id } from '../../../lib/api/ids.ts';
import { searchPrefix } from '../../../lib/browser/open-page.ts';

type RecordFilter = Partial<Readonly<Record<'campaign' | 'channel', Id>>>;

const exportSuffix = '&export';

export const filterHash = (name: keyof RecordFilter, id: Id): string =>
  toHash({ section: 'links', item: `${name}=${id}` });

export const campaignExportItem = (id: Id): string => `campaign=${id}${exportSuffix}`;

/** The export of all links. */
const exportItem = 'export';

export const isExportItem = (item: string): boolean => item === exportItem || item.endsWith(exportSuffix);

/** `null` for the id of a link, or for none. */
export function parseFilterItem(item: string): RecordFilter | { readonly text: string } | null {
  const text = item.startsWith(searchPrefix) ? item.slice(searchPrefix.length) : '';
  if (text !== '') return { text };
  const [, name, digits = ''] = /^(campaign|channel)=(.+?)(?:&export)?$/u.exec(item) ?? [];
  const id = toId(digits);
  return id === null ? null : name === 'channel' ? { channel: id } : { campaign: id };
}
