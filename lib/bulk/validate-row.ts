/** A row of a table → the link it asks for, and what is wrong with it. Pure; nothing is sent by it. */
import { areBlocking, problemsOf } from '../forms/validate-link.ts';
import { readAddress } from '../url/parse-user-url.ts';
import { applyPreset } from '../presets/apply-preset.ts';
import { cleanUp } from '../url/clean-url.ts';
import type { CleanUpSwitches } from '../url/clean-url-steps.ts';
import type { Choice, LinkDraft } from '../draft/draft.ts';
import type { Extras } from '../draft/link-options.ts';
import { noExtras } from '../draft/parse-options.ts';
import { placedUrls, type ParameterConflict } from '../draft/utm-parameters.ts';
import { lint, type LintContext, type Warning } from '../url/lint-url.ts';
import { rebase } from '../draft/merge-draft.ts';
import type { Preset } from '../presets/preset.ts';
import type { MessageName } from '../i18n/t.ts';
import type { ColumnField, Columns } from './columns.ts';
import { readExpiry } from './parse-expiry.ts';

/** What the account has that a table can name. */
export interface AccountLists {
  readonly campaigns: readonly Choice[];
  readonly channels: readonly Choice[];
  readonly pixels: readonly Choice[];
  /** Registered values, scheme included. */
  readonly domains: readonly string[];
  /** Splash pages and overlays. */
  readonly types: readonly Choice[];
}

/** How each row comes by a preset of its own. */
export interface PresetByItself {
  readonly presetFor: (address: string) => Preset | null;
  /** What new links are filed under without anybody's doing: a preset goes before that, but not before another choice. */
  readonly defaults: Pick<ForAll, 'campaign' | 'channel' | 'pixels'>;
}

/** What all rows have unless they say otherwise. */
export interface ForAll {
  /** The person's choice; what it files under stands in the fields below then. */
  readonly preset: Preset | null;
  /** In place of that choice. */
  readonly presetByItself?: PresetByItself | undefined;
  readonly campaign: Choice | null;
  readonly channel: Choice | null;
  readonly pixels: readonly Choice[];
  readonly domain: string;
  /** A parameter that a URL has already is replaced there; else the row's preset decides, and without one it stays. */
  readonly replacesParameters?: boolean;
  /** Steps that are taken with every address; `null` for none. */
  readonly cleanUp: CleanUpSwitches | null;
}

export interface RowProblem {
  readonly says: MessageName;
  /** What it is about, as the row has it; goes into the sentence. */
  readonly about: string;
  /** The service would surely refuse it, or something would be left out without a word. */
  readonly blocks: boolean;
}

export interface Prepared {
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

export interface PrepareContext {
  readonly columns: Columns;
  readonly forAll: ForAll;
  readonly lint: LintContext;
  readonly now: Date;
  /** Of the service's times, in minutes ahead of UTC, once it is known. */
  readonly zone?: number | undefined;
}

const fold = (name: string): string => name.trim().normalize('NFKC').toLowerCase();
const host = (domain: string): string =>
  fold(domain)
    .replace(/^https?:\/\//u, '')
    .replace(/\/.*$/u, '');

/** Finds by name, or by id where nothing has that name. */
function finder(choices: readonly Choice[]): (name: string) => Choice | undefined {
  const byName = new Map(choices.toReversed().map((choice) => [fold(choice.name), choice]));
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  return (name) => byName.get(fold(name)) ?? byId.get(name.trim());
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
const visibilities = new Map<string, Extras['visibility']>([
  ['public', 'public'],
  ['private', 'private'],
]);
const namedTypes: readonly string[] = ['direct', 'frame', 'splash'];

export function createRowPreparer(lists: AccountLists) {
  const find = {
    campaign: finder(lists.campaigns),
    channel: finder(lists.channels),
    pixel: finder(lists.pixels),
    type: finder(lists.types),
  };
  const domains = new Map(lists.domains.map((domain) => [host(domain), domain]));

  return (cells: readonly string[], context: PrepareContext): Prepared => {
    const { columns, forAll, now, zone } = context;
    const problems: RowProblem[] = [];
    const missing: { kind: 'campaign' | 'channel'; name: string }[] = [];
    const tell = (says: MessageName, about = '') => problems.push({ says, about, blocks: true });
    const cell = (field: ColumnField): string => {
      const at = columns.indexOf(field);
      return at < 0 ? '' : (cells[at] ?? '').trim();
    };

    const read = readAddress(cell('address'));
    if (!read.ok) {
      if (read.problem === 'empty') tell('bulkNoAddress');
      else tell(read.problem === 'not-web' ? 'addressNotWeb' : 'addressUnclear');
    }
    const typed = read.ok ? read.address : cell('address');
    const address = read.ok && forAll.cleanUp !== null ? cleanUp(typed, {}, forAll.cleanUp).address : typed;

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
      const known = domains.get(host(cell('domain')));
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
    link.extras = withCells(link.extras ?? noExtras);
    if (JSON.stringify(link.extras) === JSON.stringify(noExtras)) delete link.extras;

    const found = problemsOf(link, now.getTime(), zone);
    for (const { says, blocks: blocking } of Object.values(found))
      problems.push({ says, about: '', blocks: blocking });
    const { extras = noExtras } = link;
    return {
      link,
      preset: bySelf,
      problems,
      missing,
      warnings: read.ok ? lint(address, context.lint) : [],
      conflicts: read.ok ? placedUrls({ address, extras }).conflicts : [],
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
    function withOwn(preset: Preset, defaults: Partial<PresetByItself['defaults']> = {}): LinkDraft {
      const { campaign: into = null, channel: of = null, pixels: by = [] } = defaults;
      const untouched: LinkDraft = { ...bare, campaign: into, channel: of, pixels: [...by] };
      return rebase(given, untouched, laidOver(untouched, preset));
    }

    function withCells(base: Extras): Extras {
      const own: Extras = { ...base, card: { ...base.card } };
      if (cell('note') !== '') own.note = cell('note');
      if (cell('password') !== '') own.password = cell('password');
      if (cell('metaTitle') !== '') own.card.title = cell('metaTitle');
      if (cell('metaDescription') !== '') own.card.description = cell('metaDescription');
      if (cell('metaImage') !== '') own.card.picture = cell('metaImage');
      if (cell('expiry') !== '') {
        const expiry = readExpiry(cell('expiry'));
        if (expiry === null) tell('bulkExpiry', cell('expiry'));
        else own.expiry = expiry;
      }
      if (cell('visibility') !== '') {
        const visibility = visibilities.get(fold(cell('visibility')));
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
    const name = fold(text);
    if (namedTypes.includes(name)) return name;
    return find.type(text)?.id ?? (/^[1-9]\d*$/u.test(name) ? name : null);
  }
}

export const blocks = ({ problems }: Pick<Prepared, 'problems'>): boolean =>
  areBlocking(Object.fromEntries(problems.entries()));
