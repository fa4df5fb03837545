/** A row of a table → the link it asks for, and what is wrong with it. Pure; nothing is sent by it. */
import { hasErrors, validateLink } from '../forms/validate-link.ts';
import { parseUserUrl } from '../url/parse-user-url.ts';
import { applyPreset } from '../presets/apply-preset.ts';
import { cleanUrl } from '../url/clean-url.ts';
import type { CleanSwitches } from '../url/clean-url-steps.ts';
import type { PickerOption, LinkDraft } from '../draft/draft.ts';
import { defaultLinkOptions } from '../draft/parse-options.ts';
import { taggedUrls, type ParameterConflict } from '../draft/utm-parameters.ts';
import { lintUrl, type LintContext, type Warning } from '../url/lint-url.ts';
import { mergeDraft } from '../draft/merge-draft.ts';
import type { Preset } from '../presets/preset.ts';
import type { MessageName } from '../i18n/t.ts';
import { createAccountLookup, type AccountLists, type AccountLookup } from './account-lookup.ts';
import { applyCells, type CellSource } from './apply-cells.ts';
import type { Columns } from './columns.ts';

/** How each row comes by a preset of its own. */
export interface AutoPreset {
  readonly presetFor: (address: string) => Preset | null;
  /** What new links are filed under without anybody's doing: a preset goes before that, but not before another choice. */
  readonly defaults: Pick<SharedOptions, 'campaign' | 'channel' | 'pixels'>;
}

/** What all rows have unless they say otherwise. */
export interface SharedOptions {
  /** The person's choice; what it files under stands in the fields below then. */
  readonly preset: Preset | null;
  /** In place of that choice. */
  readonly presetByItself?: AutoPreset | undefined;
  readonly campaign: PickerOption | null;
  readonly channel: PickerOption | null;
  readonly pixels: readonly PickerOption[];
  readonly domain: string;
  /** A parameter that a URL has already is replaced there; else the row's preset decides, and without one it stays. */
  readonly replacesParameters?: boolean;
  /** Steps that are taken with every address; `null` for none. */
  readonly cleanUp: CleanSwitches | null;
}

export interface RowProblem {
  readonly message: MessageName;
  /** What it is about, as the row has it; goes into the sentence. */
  readonly about: string;
  /** The service would surely refuse it, or something would be left out without a word. */
  readonly blocks: boolean;
}

interface MissingRecord {
  readonly kind: 'campaign' | 'channel';
  readonly name: string;
}

export interface ValidatedRow {
  readonly link: LinkDraft;
  /** The one that was chosen by itself. */
  readonly preset: Preset | null;
  readonly problems: readonly RowProblem[];
  readonly warnings: readonly Warning[];
  /** Parameters that its URLs have already, with another value. */
  readonly conflicts: readonly ParameterConflict[];
  /** Names that the account does not have, which could be added. */
  readonly missing: readonly MissingRecord[];
}

export interface ValidationContext {
  readonly columns: Columns;
  readonly forAll: SharedOptions;
  readonly lint: LintContext;
  readonly now: Date;
  /** Of the service's times, in minutes ahead of UTC, once it is known. */
  readonly zone?: number | undefined;
}

export function createRowValidator(lists: AccountLists) {
  const lookup = createAccountLookup(lists);
  return (cells: readonly string[], context: ValidationContext): ValidatedRow =>
    validateRow(cells, context, lookup);
}

function validateRow(
  cells: readonly string[],
  context: ValidationContext,
  lookup: AccountLookup,
): ValidatedRow {
  const { columns, forAll, now, zone } = context;
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
  const { address } = parsed;
  const preset = (parsed.ok && forAll.presetByItself?.presetFor(address)) || null;
  const base = baseLink(address, source.cell('title'), preset, context);
  const link = applyCells(base, source, lookup, forAll.replacesParameters === true);

  for (const { message, blocks: blocking } of Object.values(validateLink(link, now.getTime(), zone)))
    problems.push({ message, about: '', blocks: blocking });
  const { extras = defaultLinkOptions } = link;
  return {
    link,
    preset,
    problems,
    missing,
    warnings: parsed.ok ? lintUrl(address, context.lint) : [],
    conflicts: parsed.ok ? taggedUrls({ address, extras }).conflicts : [],
  };
}

/** The row's URL, cleaned; as it stands in the cell where it is none, which is reported. */
function parseAddress(
  { cell, report }: CellSource,
  cleanUp: CleanSwitches | null,
): { readonly ok: boolean; readonly address: string } {
  const parsed = parseUserUrl(cell('address'));
  if (!parsed.ok) {
    if (parsed.problem === 'empty') report('bulkNoAddress');
    else report(parsed.problem === 'not-web' ? 'addressNotWeb' : 'addressUnclear');
    return { ok: false, address: cell('address') };
  }
  const { address } = parsed;
  return { ok: true, address: cleanUp === null ? address : cleanUrl(address, {}, cleanUp).address };
}

/** What the options for all rows, and a preset, make of a URL before the row's own cells. @param preset its own */
function baseLink(
  address: string,
  title: string,
  preset: Preset | null,
  { forAll, now }: ValidationContext,
): LinkDraft {
  const { campaign, channel, pixels, domain } = forAll;
  const apply = (draft: LinkDraft, by: Preset) => applyPreset(draft, by, { now, selection: '' });
  const empty: LinkDraft = {
    address,
    title,
    campaign: null,
    channel: null,
    pixels: [],
    alias: '',
    domain: '',
  };
  const shared: LinkDraft = { ...empty, campaign, channel, pixels: [...pixels], domain };
  if (preset !== null) {
    // As in every form, a choice that differs from the defaults of new links goes before the preset.
    const { defaults } = forAll.presetByItself ?? {};
    const untouched: LinkDraft = {
      ...empty,
      campaign: defaults?.campaign ?? null,
      channel: defaults?.channel ?? null,
      pixels: [...(defaults?.pixels ?? [])],
    };
    return mergeDraft(shared, untouched, apply(untouched, preset));
  }
  if (forAll.preset === null) return shared;
  // Campaign, channel, pixels and domain of this preset stand in the fields for all rows, where they can be changed.
  const { alias, extras } = apply(empty, forAll.preset);
  return { ...shared, alias, extras };
}

export const blocks = ({ problems }: Pick<ValidatedRow, 'problems'>): boolean =>
  hasErrors(Object.fromEntries(problems.entries()));
