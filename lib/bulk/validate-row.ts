/** A row of a table → the link it asks for, and what is wrong with it. Pure; nothing is sent by it. */
import { hostOf } from '../url/hosts.ts';
import { hasErrors, validateLink } from '../forms/validate-link.ts';
import { parseUserUrl } from '../url/parse-user-url.ts';
import { applyPreset } from '../presets/apply-preset.ts';
import { cleanUrl } from '../url/clean-url.ts';
import type { CleanSwitches } from '../url/clean-url-steps.ts';
import type { PickerOption, LinkDraft } from '../draft/draft.ts';
import type { LinkOptions } from '../draft/link-options.ts';
import { defaultLinkOptions } from '../draft/parse-options.ts';
import { taggedUrls, type ParameterConflict } from '../draft/utm-parameters.ts';
import { lintUrl, type LintContext, type Warning } from '../url/lint-url.ts';
import { mergeDraft } from '../draft/merge-draft.ts';
import type { Preset } from '../presets/preset.ts';
import type { MessageName } from '../i18n/t.ts';
import type { ColumnField, Columns } from './columns.ts';
import { normalizeName } from '../text/normalize-text.ts';
import { parseExpiry } from './parse-expiry.ts';

/** What the account has that a table can name. */
export interface AccountLists {
  readonly campaigns: readonly PickerOption[];
  readonly channels: readonly PickerOption[];
  readonly pixels: readonly PickerOption[];
  /** Registered values, scheme included. */
  readonly domains: readonly string[];
  /** Splash pages and overlays. */
  readonly types: readonly PickerOption[];
}

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
  readonly says: MessageName;
  /** What it is about, as the row has it; goes into the sentence. */
  readonly about: string;
  /** The service would surely refuse it, or something would be left out without a word. */
  readonly blocks: boolean;
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
  readonly missing: readonly { readonly kind: 'campaign' | 'channel'; readonly name: string }[];
}

export interface ValidationContext {
  readonly columns: Columns;
  readonly forAll: SharedOptions;
  readonly lint: LintContext;
  readonly now: Date;
  /** Of the service's times, in minutes ahead of UTC, once it is known. */
  readonly zone?: number | undefined;
}

const domainKey = (domain: string): string => hostOf(domain) ?? normalizeName(domain);

/** Finds by name, or by id where nothing has that name. */
function finder(choices: readonly PickerOption[]): (name: string) => PickerOption | undefined {
  const byName = new Map(choices.toReversed().map((choice) => [normalizeName(choice.name), choice]));
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  return (name) => byName.get(normalizeName(name)) ?? byId.get(name.trim());
}

/** Names in one cell, between semicolons, bars or commas; a name may hold a comma itself. */
function namesIn(cell: string, isKnown: (name: string) => boolean): string[] {
  return cell
    .split(/[;|\n]/u)
    .flatMap((part) => (isKnown(part) ? [part] : part.split(',')))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

const utmFields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id'] as const;
/** A map: a cell may hold a name that every plain object inherits (`constructor`). */
const visibilities = new Map<string, LinkOptions['visibility']>([
  ['public', 'public'],
  ['private', 'private'],
]);
const namedTypes: readonly string[] = ['direct', 'frame', 'splash'];

export function createRowValidator(lists: AccountLists) {
  const find = {
    campaign: finder(lists.campaigns),
    channel: finder(lists.channels),
    pixel: finder(lists.pixels),
    type: finder(lists.types),
  };
  const domains = new Map(lists.domains.map((domain) => [domainKey(domain), domain]));

  return (cells: readonly string[], context: ValidationContext): ValidatedRow => {
    const { columns, forAll, now, zone } = context;
    const problems: RowProblem[] = [];
    const missing: { kind: 'campaign' | 'channel'; name: string }[] = [];
    const tell = (says: MessageName, about = '') => problems.push({ says, about, blocks: true });
    const cell = (field: ColumnField): string => {
      const at = columns.indexOf(field);
      return at < 0 ? '' : (cells[at] ?? '').trim();
    };

    const read = parseUserUrl(cell('address'));
    if (!read.ok) {
      if (read.problem === 'empty') tell('bulkNoAddress');
      else tell(read.problem === 'not-web' ? 'addressNotWeb' : 'addressUnclear');
    }
    const typed = read.ok ? read.address : cell('address');
    const address = read.ok && forAll.cleanUp !== null ? cleanUrl(typed, {}, forAll.cleanUp).address : typed;

    const { campaign, channel, pixels, domain, presetByItself } = forAll;
    const bare: LinkDraft = {
      address,
      title: cell('title'),
      campaign: null,
      channel: null,
      pixels: [],
      alias: '',
      domain: '',
    };
    const given: LinkDraft = { ...bare, campaign, channel, pixels: [...pixels], domain };
    const bySelf = (read.ok && presetByItself?.presetFor(address)) || null;
    const link = bySelf === null ? withChosen() : withOwn(bySelf, presetByItself?.defaults);
    if (cell('alias') !== '') link.alias = cell('alias');

    if (cell('domain') !== '') {
      const known = domains.get(domainKey(cell('domain')));
      if (known === undefined) tell('bulkUnknownDomain', cell('domain'));
      else link.domain = known;
    }
    for (const kind of ['campaign', 'channel'] as const) {
      const name = cell(kind);
      if (name === '') continue;
      const known = find[kind](name);
      if (known === undefined) {
        tell(kind === 'campaign' ? 'bulkUnknownCampaign' : 'bulkUnknownChannel', name);
        missing.push({ kind, name });
      } else link[kind] = known;
    }
    if (cell('pixels') !== '') {
      const names = namesIn(cell('pixels'), (name) => find.pixel(name) !== undefined);
      for (const name of names) if (find.pixel(name) === undefined) tell('bulkUnknownPixel', name);
      link.pixels = names.flatMap((name) => find.pixel(name) ?? []);
    }
    link.extras = withCells(link.extras ?? defaultLinkOptions);
    if (JSON.stringify(link.extras) === JSON.stringify(defaultLinkOptions)) delete link.extras;

    const found = validateLink(link, now.getTime(), zone);
    for (const { says, blocks: blocking } of Object.values(found))
      problems.push({ says, about: '', blocks: blocking });
    const { extras = defaultLinkOptions } = link;
    return {
      link,
      preset: bySelf,
      problems,
      missing,
      warnings: read.ok ? lintUrl(address, context.lint) : [],
      conflicts: read.ok ? taggedUrls({ address, extras }).conflicts : [],
    };

    function laidOver(draft: LinkDraft, preset: Preset): LinkDraft {
      return applyPreset(draft, preset, { now, selection: '' });
    }

    /** What the preset files under stands in the fields for all rows, where it can be seen and changed. */
    function withChosen(): LinkDraft {
      if (forAll.preset === null) return { ...given };
      const { alias, extras } = laidOver(bare, forAll.preset);
      return { ...given, alias, extras };
    }

    /** As in every form: what was chosen in place of what all new links have stays. */
    function withOwn(preset: Preset, defaults: Partial<AutoPreset['defaults']> = {}): LinkDraft {
      const { campaign: into = null, channel: of = null, pixels: by = [] } = defaults;
      const untouched: LinkDraft = { ...bare, campaign: into, channel: of, pixels: [...by] };
      return mergeDraft(given, untouched, laidOver(untouched, preset));
    }

    function withCells(base: LinkOptions): LinkOptions {
      const own: LinkOptions = { ...base, card: { ...base.card } };
      if (cell('note') !== '') own.note = cell('note');
      if (cell('password') !== '') own.password = cell('password');
      if (cell('metaTitle') !== '') own.card.title = cell('metaTitle');
      if (cell('metaDescription') !== '') own.card.description = cell('metaDescription');
      if (cell('metaImage') !== '') own.card.picture = cell('metaImage');
      if (cell('expiry') !== '') {
        const expiry = parseExpiry(cell('expiry'));
        if (expiry === null) tell('bulkExpiry', cell('expiry'));
        else own.expiry = expiry;
      }
      if (cell('visibility') !== '') {
        const visibility = visibilities.get(normalizeName(cell('visibility')));
        if (visibility === undefined) tell('bulkUnknownVisibility', cell('visibility'));
        else own.visibility = visibility;
      }
      if (cell('type') !== '') {
        const type = typeOf(cell('type'));
        if (type === null) tell('bulkUnknownType', cell('type'));
        else own.type = type;
      }
      const set = utmFields.flatMap((name) => (cell(name) === '' ? [] : [{ name, value: cell(name) }]));
      if (set.length > 0)
        own.parameters = [
          ...base.parameters.filter(({ name }) => !set.some((one) => one.name === name)),
          ...set,
        ];
      if (forAll.replacesParameters && own.parameters.length > 0) own.parameterConflict = 'replace';
      return own;
    }
  };

  function typeOf(text: string): string | null {
    const name = normalizeName(text);
    if (namedTypes.includes(name)) return name;
    return find.type(text)?.id ?? (/^[1-9]\d*$/u.test(name) ? name : null);
  }
}

export const blocks = ({ problems }: Pick<ValidatedRow, 'problems'>): boolean =>
  hasErrors(Object.fromEntries(problems.entries()));
