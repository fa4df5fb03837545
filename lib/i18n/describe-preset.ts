/** Texts for presets: their fields, and the problem of a rejected file. */
import type { ImportProblem } from '../presets/import-export.ts';
import type { SitesProblem } from '../presets/parse-sites.ts';
import type { PresetFields } from '../presets/preset.ts';
import { formatList, formatNumber } from './format.ts';
import { formatCount } from './plural.ts';
import { t, type MessageName } from './t.ts';
import { isolateTruncated } from './truncate.ts';
import { isolate } from '../text/isolate.ts';

const plain = {
  'too-large': 'presetsTooLarge',
  'not-json': 'presetsNotJson',
  'not-presets': 'presetsNotPresets',
  newer: 'presetsNewer',
  none: 'presetsNone',
} as const satisfies Readonly<Record<string, MessageName>>;

export function describeImportProblem(problem: ImportProblem): string {
  if (problem.kind === 'wide-rule')
    return t('presetRuleTooWide', isolateTruncated(problem.rule.trim()), isolateTruncated(problem.name));
  if (problem.kind === 'too-many') return formatCount('presetsTooMany', problem.max);
  if (problem.kind !== 'wrong-preset') return t(plain[problem.kind]);
  return t('presetWrong', formatNumber(problem.at), isolate(problem.name));
}

export function describeSitesProblem(problem: SitesProblem): string {
  if ('max' in problem) return formatCount('presetSitesTooMany', problem.max);
  return 'wide' in problem
    ? t('presetSiteTooWide', isolateTruncated(problem.wide))
    : t('presetSiteWrong', isolateTruncated(problem.wrong));
}

const ownNames = {
  campaign: 'campaign',
  channel: 'channel',
  pixels: 'pixels',
  alias: 'alias',
  domain: 'domain',
} as const satisfies Readonly<Record<Exclude<keyof PresetFields, 'extras'>, MessageName>>;

const extraNames = {
  type: 'linkType',
  expiry: 'expires',
  visibility: 'visibility',
  note: 'note',
  card: 'linkPreview',
  countries: 'targets',
  devices: 'targets',
  languages: 'targets',
  deepLink: 'deepLink',
  parameters: 'utmParameters',
  parametersIn: 'utmParameters',
  parameterConflict: 'utmParameters',
} as const satisfies Readonly<Record<keyof NonNullable<PresetFields['extras']>, MessageName>>;

function namesOf(
  names: Readonly<Record<string, MessageName>>,
  fields: object,
  isNamed: (value: unknown) => boolean,
): string[] {
  const values = new Map<string, unknown>(Object.entries(fields));
  return Object.entries(names).flatMap(([field, name]) => (isNamed(values.get(field)) ? [t(name)] : []));
}

/** Names the fields that it leaves empty on purpose; empty if there are none. */
export function describeClearedFields(fields: PresetFields): string {
  const isEmpty = (value: unknown) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0);
  const names = namesOf(ownNames, fields, isEmpty);
  return names.length === 0 ? '' : t('presetEmptied', formatList(names));
}

/** Names its fields, in the form's order. */
export function describeFields({ extras = {}, ...own }: PresetFields): string {
  const isSet = (value: unknown) => value !== undefined;
  const names = [...namesOf(ownNames, own, isSet), ...namesOf(extraNames, extras, isSet)];
  return names.length === 0
    ? t('presetIncludesNothing')
    : t('presetIncludes', formatList([...new Set(names)]));
}
