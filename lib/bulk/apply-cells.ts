/** Applies the cells of a row to the link that the options for all rows give; unusable cells are reported. */
import type { LinkDraft } from '../draft/draft.ts';
import type { LinkOptions } from '../draft/link-options.ts';
import { defaultLinkOptions, touchedOptions } from '../draft/parse-options.ts';
import type { MessageName } from '../i18n/t.ts';
import { isNameTooLong } from '../text/name-length.ts';
import { normalizeName } from '../text/normalize-text.ts';
import type { AccountLookup } from './account-lookup.ts';
import { utmFields, type ColumnField } from './columns.ts';
import { splitNames } from './name-cell.ts';
import { parseExpiry } from './parse-expiry.ts';

export interface CellSource {
  /** Trimmed; empty where the table has no such column. */
  readonly cell: (field: ColumnField) => string;
  /** Reports an error that blocks the row. */
  readonly report: (message: MessageName, about?: string) => void;
  readonly reportMissing: (kind: 'campaign' | 'channel', name: string) => void;
}

/** A map: a cell may hold a name that every plain object inherits (`constructor`). */
const visibilities = new Map<string, LinkOptions['visibility']>([
  ['public', 'public'],
  ['private', 'private'],
]);

export function applyCells(
  link: LinkDraft,
  source: CellSource,
  lookup: AccountLookup,
  replacesParameters: boolean,
): LinkDraft {
  const { cell } = source;
  const applied: LinkDraft = { ...link };
  if (cell('alias') !== '') applied.alias = cell('alias');
  applyAssignments(applied, source, lookup);
  const options = applyOptions(link.extras ?? defaultLinkOptions, source, lookup, replacesParameters);
  applied.extras = touchedOptions(options);
  return applied;
}

/** Domain, campaign, channel and pixels. */
function applyAssignments(
  link: LinkDraft,
  { cell, report, reportMissing }: CellSource,
  lookup: AccountLookup,
): void {
  if (cell('domain') !== '') {
    const known = lookup.domain(cell('domain'));
    if (known === undefined) report('bulkUnknownDomain', cell('domain'));
    else link.domain = known;
  }
  for (const kind of ['campaign', 'channel'] as const) {
    const name = cell(kind);
    if (name === '') continue;
    const known = lookup[kind](name);
    if (known !== undefined) link[kind] = known;
    // It could not be added.
    else if (isNameTooLong(name)) report('problemLongName_other', kind);
    else {
      report(kind === 'campaign' ? 'bulkUnknownCampaign' : 'bulkUnknownChannel', name);
      reportMissing(kind, name);
    }
  }
  if (cell('pixels') !== '') {
    const names = splitNames(cell('pixels'), (name) => lookup.pixel(name) !== undefined);
    for (const name of names) if (lookup.pixel(name) === undefined) report('bulkUnknownPixel', name);
    link.pixels = names.flatMap((name) => lookup.pixel(name) ?? []);
  }
}

function applyOptions(
  base: LinkOptions,
  { cell, report }: CellSource,
  lookup: AccountLookup,
  replacesParameters: boolean,
): LinkOptions {
  const options: LinkOptions = { ...base, card: { ...base.card } };
  if (cell('note') !== '') options.note = cell('note');
  if (cell('password') !== '') options.password = cell('password');
  if (cell('metaTitle') !== '') options.card.title = cell('metaTitle');
  if (cell('metaDescription') !== '') options.card.description = cell('metaDescription');
  if (cell('metaImage') !== '') options.card.picture = cell('metaImage');
  if (cell('expiry') !== '') {
    const expiry = parseExpiry(cell('expiry'));
    if (expiry === null) report('bulkUnclearDate', cell('expiry'));
    else options.expiry = expiry;
  }
  if (cell('visibility') !== '') {
    const visibility = visibilities.get(normalizeName(cell('visibility')));
    if (visibility === undefined) report('bulkUnknownVisibility', cell('visibility'));
    else options.visibility = visibility;
  }
  if (cell('type') !== '') {
    const type = lookup.type(cell('type'));
    if (type === undefined) report('bulkUnknownType', cell('type'));
    else options.type = type;
  }
  const set = utmFields.flatMap((name) => (cell(name) === '' ? [] : [{ name, value: cell(name) }]));
  if (set.length > 0) {
    const isSet = ({ name }: { readonly name: string }) => set.some((one) => one.name === name);
    options.parameters = [...base.parameters.filter((one) => !isSet(one)), ...set];
  }
  if (replacesParameters && options.parameters.length > 0) options.parameterConflict = 'replace';
  return options;
}
