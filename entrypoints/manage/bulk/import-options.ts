/** Options that apply to every row of an import, and the values that a preset fills in. */
import type { AutoPreset, SharedOptions } from '../../../lib/bulk/validate-row.ts';
import { presetByDefault, presetFor } from '../../../lib/presets/match-site.ts';
import type { Preset, Presets } from '../../../lib/presets/preset.ts';
import { toSwitches } from '../../../lib/url/clean-url-steps.ts';
import type { ImportDraft } from './import-draft.ts';

export interface ImportOptions extends Omit<ImportDraft, 'version' | 'text' | 'file' | 'expiry'> {
  readonly expiry: string;
}

/** The options that a preset can fill in. */
export type PresetOptions = Pick<ImportOptions, 'campaign' | 'channel' | 'pixels' | 'domain' | 'expiry'>;

export interface OptionsDeps {
  readonly presets: () => Presets;
  /** The user's defaults for new links. */
  readonly defaults: () => Pick<SharedOptions, 'campaign' | 'channel' | 'pixels' | 'expiry'>;
  /** The URL clean-up steps that are enabled in the settings. */
  readonly cleanSteps: () => readonly string[];
}

/** Separator, header and columns are guessed from the text. */
export const guessedFormat = { separator: null, hasHeader: null, columns: null };

export function initialOptions(deps: OptionsDeps): ImportOptions {
  return {
    ...guessedFormat,
    preset: null,
    presetByItself: canAutoSelectPreset(deps.presets()),
    ...defaultsOf(deps),
    cleanUp: false,
    twice: 'skip',
    exists: 'skip',
    replacesParameters: false,
    together: false,
    campaignName: '',
    slug: '',
  };
}

function defaultsOf(deps: OptionsDeps): PresetOptions {
  const { campaign, channel, pixels, expiry } = deps.defaults();
  return { campaign, channel, pixels: [...pixels], domain: '', expiry };
}

/** The options of a stored draft. One of an earlier version left the expiration to its preset. */
export function optionsFromDraft(
  draft: ImportDraft,
  { presets }: Pick<OptionsDeps, 'presets'>,
): ImportOptions {
  const { version: _version, text: _text, file: _file, expiry, ...rest } = draft;
  return { ...rest, expiry: expiry ?? optionsOf(findPreset(rest.preset, presets())).expiry ?? '' };
}

/** Some preset is selected by a site rule or as the default. */
export function canAutoSelectPreset(presets: Presets): boolean {
  return presetByDefault(presets) !== null || presets.list.some(({ sites }) => sites.length > 0);
}

const findPreset = (id: string | null, { list }: Presets): Preset | null =>
  list.find((preset) => preset.id === id) ?? null;

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
function withoutPreset(options: ImportOptions, deps: OptionsDeps): Partial<PresetOptions> {
  const filled = optionsOf(findPreset(options.preset, deps.presets()));
  const before = defaultsOf(deps);
  const isUnedited = (name: keyof PresetOptions) =>
    filled[name] !== undefined && JSON.stringify(filled[name]) === JSON.stringify(options[name]);
  return {
    ...(isUnedited('campaign') && { campaign: before.campaign }),
    ...(isUnedited('channel') && { channel: before.channel }),
    ...(isUnedited('pixels') && { pixels: before.pixels }),
    ...(isUnedited('domain') && { domain: before.domain }),
    ...(isUnedited('expiry') && { expiry: before.expiry }),
  };
}

/**
 * Fills the preset's values into the option fields, where they can be edited.
 *
 * @param id `null` for none
 */
export const selectPreset = (options: ImportOptions, id: string | null, deps: OptionsDeps) => ({
  preset: id,
  presetByItself: false,
  ...withoutPreset(options, deps),
  ...optionsOf(findPreset(id, deps.presets())),
});

/** Each row gets the preset of its site, else the default. */
export const selectAutoPreset = (options: ImportOptions, deps: OptionsDeps) => ({
  preset: null,
  presetByItself: true,
  ...withoutPreset(options, deps),
});

export function toSharedOptions(options: ImportOptions, deps: OptionsDeps): SharedOptions {
  const { preset, presetByItself, campaign, channel, pixels, domain, expiry, cleanUp, together } = options;
  const steps = deps.cleanSteps().filter((step) => step !== 'canonical');
  return {
    preset: presetByItself ? null : findPreset(preset, deps.presets()),
    presetByItself: presetByItself ? createAutoPreset(together, deps) : undefined,
    campaign: together ? null : campaign,
    channel,
    pixels,
    domain,
    expiry,
    replacesParameters: options.replacesParameters,
    cleanUp: cleanUp ? toSwitches(steps) : null,
  };
}

/** @param together all links go into one new campaign, even if the presets name others */
function createAutoPreset(together: boolean, deps: OptionsDeps): AutoPreset {
  const presets = deps.presets();
  const defaults = deps.defaults();
  return {
    presetFor(address) {
      const preset = presetFor(address, presets);
      if (preset === null || !together) return preset;
      return { ...preset, fields: { ...preset.fields, campaign: undefined } };
    },
    defaults: together ? { ...defaults, campaign: null } : defaults,
  };
}
