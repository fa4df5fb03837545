/** Turns a row of a table into a link draft and its problems. Pure. */
import { validateLink } from '../forms/validate-link.ts';
import { parseUserUrl } from '../url/parse-user-url.ts';
import { applyPreset } from '../presets/apply-preset.ts';
import { cleanUrl } from '../url/clean-url.ts';
import type { CleanSwitches } from '../url/clean-url-steps.ts';
import type { PickerOption, LinkDraft } from '../draft/draft.ts';
import { defaultLinkOptions, touchedOptions } from '../draft/parse-options.ts';
import { taggedUrls, type ParameterConflict } from '../draft/utm-parameters.ts';
import { lintUrl, type LintContext, type Warning } from '../url/lint-url.ts';
import { draftFromDefaults, type LinkDefaults } from '../draft/link-defaults.ts';
import { mergeDraft } from '../draft/merge-draft.ts';
import type { Preset } from '../presets/preset.ts';
import type { MessageName } from '../i18n/t.ts';
import { createAccountLookup, type AccountLists } from './account-lookup.ts';
import { applyCells, type CellSource } from './apply-cells.ts';
import type { Columns } from './columns.ts';
import { urlSuffix } from './url-suffix.ts';

/** Options of all rows that have no cell for them. */
export interface SharedOptions {
  /** The user's choice; its campaign, channel, pixels, domain and expiration are in the fields below. */
  readonly preset: Preset | null;
  /** Selects a preset for each row, in place of that choice. */
  readonly presetFor?: ((address: string) => Preset | null) | undefined;
  readonly campaign: PickerOption | null;
  readonly channel: PickerOption | null;
  readonly pixels: readonly PickerOption[];
  readonly domain: string;
  /** Absolute, relative or empty (lib/draft/expiry.ts). */
  readonly expiry: string;
  /** A parameter that a URL has already is replaced there; else the row's preset decides, and without one it stays. */
  readonly replacesParameters?: boolean;
  /** What the options began with: a preset selected automatically overrides it, and no other choice. */
  readonly defaults: LinkDefaults;
  /** The clean-up steps of the settings, and whether every URL is cleaned by them. */
  readonly cleanUp: { readonly steps: CleanSwitches; readonly isOn: boolean };
}

export interface RowProblem {
  readonly message: MessageName;
  /** The cell it is about, or the field of that cell; substituted into the message. */
  readonly about: string;
  /** The service would certainly refuse it, or a cell would be dropped silently. */
  readonly blocks: boolean;
}

interface MissingRecord {
  readonly kind: 'campaign' | 'channel';
  readonly name: string;
}

export interface ValidatedRow {
  readonly link: LinkDraft;
  /** The clean-up steps change its URL, or would. */
  readonly isCleanable: boolean;
  /** The preset that was selected automatically. */
  readonly preset: Preset | null;
  /** Its expiration is the default one, which nothing has chosen for this row. */
  readonly expiresByDefault: boolean;
  /** The same of its domain. */
  readonly isDomainByDefault: boolean;
  readonly problems: readonly RowProblem[];
  readonly warnings: readonly Warning[];
  /** Parameters that its URLs already have with another value. */
  readonly conflicts: readonly ParameterConflict[];
  /** Names that the account lacks and the user may add. */
  readonly missing: readonly MissingRecord[];
}

export interface ValidationContext {
  readonly columns: Columns;
  /** The rows are the lines of a list, where a separator may be a part of the URL. */
  readonly isList?: boolean;
  readonly forAll: SharedOptions;
  readonly lint: LintContext;
  readonly now: Date;
  /** UTC offset of the service in minutes; `undefined` until it is known. */
  readonly utcOffset?: number | undefined;
}

export function createDraftFromRow(lists: AccountLists) {
  const lookup = createAccountLookup(lists);
  return (cells: readonly string[], context: ValidationContext): ValidatedRow => {
    const { columns, forAll, now, utcOffset } = context;
    const problems: RowProblem[] = [];
    const missing: MissingRecord[] = [];
    const source: CellSource = {
      cell(field) {
        const column = columns.indexOf(field);
        return column < 0 ? '' : (cells[column] ?? '').trim();
      },
      report: (message, about = '') => problems.push({ message, about, blocks: true }),
      reportMissing: (kind, name) => missing.push({ kind, name }),
    };

    const parsed = parseAddress(source, forAll.cleanUp);
    const { address, isCleanable = false } = parsed;
    const preset = (parsed.ok && forAll.presetFor?.(address)) || null;
    const base = baseLink(address, source.cell('title'), preset, context);
    const link = applyCells(base, source, lookup, forAll.replacesParameters === true);

    const end = parsed.ok && /[,;.]$/u.exec(source.cell('address'));
    if (end) problems.push({ message: 'bulkEndsWithPunctuation', about: end[0], blocks: false });
    const suffix = parsed.ok && context.isList === true ? urlSuffix(source.cell('address')) : '';
    if (suffix !== '') problems.push({ message: 'bulkUrlSuffix', about: suffix, blocks: false });
    for (const { message, blocks: blocking } of Object.values(validateLink(link, now.getTime(), utcOffset)))
      problems.push({ message, about: '', blocks: blocking });
    const { extras = defaultLinkOptions } = link;
    return {
      link,
      isCleanable,
      preset,
      expiresByDefault: expiresByDefault(source, preset, forAll),
      isDomainByDefault: isDomainByDefault(source, preset, forAll),
      problems,
      missing,
      warnings: parsed.ok ? lintUrl(address, context.lint) : [],
      conflicts: parsed.ok ? taggedUrls({ address, extras }).conflicts : [],
    };
  };
}

/** Neither the row nor its preset nor a choice for all rows says when it expires. */
function expiresByDefault({ cell }: CellSource, preset: Preset | null, forAll: SharedOptions): boolean {
  const { expiry, defaults } = forAll;
  const byPreset = (preset ?? forAll.preset)?.fields.extras?.expiry;
  return expiry !== '' && expiry === defaults.expiry && byPreset === undefined && cell('expiry') === '';
}

/** The same of its domain. */
function isDomainByDefault({ cell }: CellSource, preset: Preset | null, forAll: SharedOptions): boolean {
  const byPreset = (preset ?? forAll.preset)?.fields.domain;
  return forAll.domain === (forAll.defaults.domain ?? '') && byPreset === undefined && cell('domain') === '';
}

/** The URL of the row, cleaned where that is wanted; an invalid one is reported and returned as it is. */
function parseAddress(
  { cell, report }: CellSource,
  { steps, isOn }: SharedOptions['cleanUp'],
): { readonly ok: boolean; readonly address: string; readonly isCleanable?: boolean } {
  const parsed = parseUserUrl(cell('address'));
  if (!parsed.ok) {
    if (parsed.problem === 'empty') report('bulkNoUrl');
    else report(parsed.problem === 'not-web' ? 'urlNotWeb' : 'urlIncomplete');
    return { ok: false, address: cell('address') };
  }
  const { address } = parsed;
  const cleaned = cleanUrl(address, {}, steps).address;
  return { ok: true, address: isOn ? cleaned : address, isCleanable: cleaned !== address };
}

/** The link before the row's own cells are applied. @param preset selected for this row */
function baseLink(
  address: string,
  title: string,
  preset: Preset | null,
  { forAll, now }: ValidationContext,
): LinkDraft {
  const { campaign, channel, pixels, domain, expiry, defaults } = forAll;
  const apply = (draft: LinkDraft, by: Preset) => applyPreset(draft, by, { now, selection: '' });
  const draftWith = (own: LinkDefaults) => draftFromDefaults(own, { address, title });
  const shared = draftWith({ campaign, channel, pixels: [...pixels], expiry, domain });
  if (preset !== null) {
    // As in every form, a choice that differs from the defaults overrides the preset.
    const untouched = draftWith(defaults);
    return mergeDraft(shared, untouched, apply(untouched, preset));
  }
  if (forAll.preset === null) return shared;
  // Campaign, channel, pixels, domain and expiration of this preset are in the options for all rows, where they can be changed.
  const empty = draftWith({ campaign: null, channel: null, pixels: [] });
  const { alias, extras = defaultLinkOptions } = apply(empty, forAll.preset);
  return { ...shared, alias, extras: touchedOptions({ ...extras, expiry }) };
}

export const hasBlockingProblem = ({ problems }: Pick<ValidatedRow, 'problems'>): boolean =>
  problems.some((problem) => problem.blocks);
