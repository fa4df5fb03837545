/** Options that apply to every row of an import, and the values that a preset fills in. */
import type { SharedOptions } from '../../../lib/bulk/draft-from-row.ts';
import { isEqual } from '../../../lib/draft/is-equal.ts';
import { presetByDefault, presetFor } from '../../../lib/presets/match-site.ts';
import type { Preset, Presets } from '../../../lib/presets/preset.ts';
import { toSwitches } from '../../../lib/url/clean-url-steps.ts';
import { recordToCreate, withoutNames } from './unmatched-names.ts';
import { noUnmatchedNames, type ImportDraft } from './import-draft.ts';

type Stored = Omit<ImportDraft, 'version' | 'text' | 'file'>;

export interface ImportOptions extends Omit<Stored, 'expiry' | 'defaults'> {
  readonly expiry: string;
  readonly defaults: NonNullable<ImportDraft['defaults']>;
}

export interface ImportContent {
  readonly text: string;
  readonly file: string;
  readonly options: ImportOptions;
}

export type PresetOptions = Pick<ImportOptions, 'campaign' | 'channel' | 'pixels' | 'domain' | 'expiry'>;

export interface ImportOptionsDeps {
  readonly presets: () => Presets;
  readonly defaults: () => ImportOptions['defaults'];
  /** The URL clean-up steps that are enabled in the settings. */
  readonly cleanSteps: () => readonly string[];
}

/** Separator, header and columns are guessed from the text. */
export const guessedFormat = { isTabs: false, separator: null, hasHeader: null, columns: null };

export function initialOptions(deps: ImportOptionsDeps): ImportOptions {
  return {
    ...guessedFormat,
    preset: null,
    presetByItself: canAutoSelectPreset(deps.presets()),
    ...deps.defaults(),
    unmatched: noUnmatchedNames,
    toCreate: [],
    defaults: deps.defaults(),
    cleanUp: false,
    twice: 'skip',
    exists: 'skip',
    replacesParameters: false,
    together: false,
    campaignName: '',
    slug: '',
  };
}

const findPreset = (id: string | null, { list }: Presets): Preset | null =>
  list.find((preset) => preset.id === id) ?? null;

/** The options of a stored draft. One of an earlier version left the expiration to presets. */
export function optionsFromDraft(draft: ImportDraft, deps: ImportOptionsDeps): ImportOptions {
  const { version: _version, text: _text, file: _file, ...options } = draft;
  const { defaults = deps.defaults(), presetByItself, preset } = options;
  const byPresets = presetByItself ? defaults.expiry : optionsOf(findPreset(preset, deps.presets())).expiry;
  return { ...options, defaults, expiry: options.expiry ?? byPresets ?? '' };
}

function pick<T extends object>(fields: T, isPicked: (name: keyof T) => boolean): Partial<T> {
  const picked: Partial<T> = {};
  for (const name in fields) if (isPicked(name)) picked[name] = fields[name];
  return picked;
}

/** Fields that still hold the default that they began with follow a change of it in the settings. */
export function withCurrentDefaults(options: ImportOptions, deps: ImportOptionsDeps): ImportOptions {
  const { defaults: before, unmatched } = options;
  const defaults = deps.defaults();
  const filled = optionsOf(findPreset(options.preset, deps.presets()));
  const isUnedited = (name: keyof typeof defaults) =>
    filled[name] === undefined &&
    isEqual(options[name], before[name]) &&
    (name === 'domain' || name === 'expiry' || unmatched[name] === '');
  return { ...options, ...pick(defaults, isUnedited), defaults };
}

/** Some preset is selected by a site rule or as the default. */
export function canAutoSelectPreset(presets: Presets): boolean {
  return presetByDefault(presets) !== null || presets.list.some(({ sites }) => sites.length > 0);
}

function optionsOf(preset: Preset | null): Partial<PresetOptions> {
  const { campaign, channel, pixels, domain, extras } = preset?.fields ?? {};
  return {
    ...(campaign !== undefined && { campaign }),
    ...(channel !== undefined && { channel }),
    ...(pixels !== undefined && { pixels }),
    ...(domain !== undefined && { domain }),
    ...(extras?.expiry !== undefined && { expiry: extras.expiry }),
  };
}

/** Resets the fields that still hold what the selected preset filled in; an edited field stays. */
function withoutPreset(options: ImportOptions, deps: ImportOptionsDeps): Partial<PresetOptions> {
  const filled = optionsOf(findPreset(options.preset, deps.presets()));
  return pick(options.defaults, (name) => filled[name] !== undefined && isEqual(filled[name], options[name]));
}

/**
 * Fills the preset's values into the option fields, where they can be edited.
 *
 * @param id `null` for none
 */
export function selectPreset(options: ImportOptions, id: string | null, deps: ImportOptionsDeps) {
  const filled = optionsOf(findPreset(id, deps.presets()));
  return {
    preset: id,
    presetByItself: false,
    ...withoutPreset(options, deps),
    ...filled,
    unmatched: withoutNames(options.unmatched, filled),
  };
}

export const selectAutoPreset = (options: ImportOptions, deps: ImportOptionsDeps) => ({
  preset: null,
  presetByItself: true,
  ...withoutPreset(options, deps),
});

export function toSharedOptions(options: ImportOptions, deps: ImportOptionsDeps): SharedOptions {
  const { preset, presetByItself, pixels, domain, expiry, cleanUp, together } = options;
  const campaign = recordToCreate(options, 'campaign') ?? options.campaign;
  const steps = deps.cleanSteps().filter((step) => step !== 'canonical');
  return {
    preset: presetByItself ? null : findPreset(preset, deps.presets()),
    presetFor: presetByItself ? (address) => autoPresetFor(address, together, deps) : undefined,
    campaign: together ? null : campaign,
    channel: recordToCreate(options, 'channel') ?? options.channel,
    pixels,
    domain,
    expiry,
    defaults: together ? { ...options.defaults, campaign: null } : options.defaults,
    replacesParameters: options.replacesParameters,
    cleanUp: { steps: toSwitches(steps), isOn: cleanUp },
  };
}

/** @param together all links go into one new campaign, even if the presets name others */
function autoPresetFor(address: string, together: boolean, deps: ImportOptionsDeps): Preset | null {
  const preset = presetFor(address, deps.presets());
  if (preset === null || !together) return preset;
  return { ...preset, fields: { ...preset.fields, campaign: undefined } };
}
