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

const parseVisibility = (text: string) =>
  (['public', 'private'] as const).find((one) => one === normalizeName(text));

/** What a cell stands for; `undefined` for an empty one, and for one that is reported as unusable. */
function readCell<T>(
  { cell, report }: CellSource,
  field: ColumnField,
  parse: (text: string) => T | null | undefined,
  problem: MessageName,
): T | undefined {
  const text = cell(field);
  if (text === '') return undefined;
  const parsed = parse(text) ?? undefined;
  if (parsed === undefined) report(problem, text);
  return parsed;
}

export function applyCells(
  link: LinkDraft,
  source: CellSource,
  lookup: AccountLookup,
  replacesParameters: boolean,
): LinkDraft {
  const applied: LinkDraft = { ...link, alias: source.cell('alias') || link.alias };
  applyAssignments(applied, source, lookup);
  const options = applyOptions(link.extras ?? defaultLinkOptions, source, lookup, replacesParameters);
  applied.extras = touchedOptions(options);
  return applied;
}

/** Domain, campaign, channel and pixels. */
function applyAssignments(link: LinkDraft, source: CellSource, lookup: AccountLookup): void {
  const { cell, report, reportMissing } = source;
  link.domain = readCell(source, 'domain', lookup.domain, 'bulkUnknownDomain') ?? link.domain;
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
  source: CellSource,
  lookup: AccountLookup,
  replacesParameters: boolean,
): LinkOptions {
  const { cell } = source;
  const options: LinkOptions = {
    ...base,
    note: cell('note') || base.note,
    password: cell('password') || base.password,
    card: {
      title: cell('metaTitle') || base.card.title,
      description: cell('metaDescription') || base.card.description,
      picture: cell('metaImage') || base.card.picture,
    },
    expiry: readCell(source, 'expiry', parseExpiry, 'bulkUnclearDate') ?? base.expiry,
    visibility: readCell(source, 'visibility', parseVisibility, 'bulkUnknownVisibility') ?? base.visibility,
    type: readCell(source, 'type', lookup.type, 'bulkUnknownType') ?? base.type,
  };
  const set = utmFields.flatMap((name) => (cell(name) === '' ? [] : [{ name, value: cell(name) }]));
  if (set.length > 0) {
    const isSet = ({ name }: { readonly name: string }) => set.some((one) => one.name === name);
    options.parameters = [...base.parameters.filter((one) => !isSet(one)), ...set];
  }
  if (replacesParameters && options.parameters.length > 0) options.parameterConflict = 'replace';
  return options;
}
