/** Texts for presets: their fields, and the problem of a rejected file. */
import type { ImportProblem } from '../presets/import-export.ts';
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

const filing = {
  campaign: 'campaign',
  channel: 'channel',
  pixels: 'pixels',
  alias: 'alias',
  domain: 'domain',
} as const satisfies Readonly<Record<string, MessageName>>;

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
} as const satisfies Readonly<Record<string, MessageName>>;

/** Names the fields that it leaves empty on purpose; empty if there are none. */
export function describeClearedFields(fields: PresetFields): string {
  const isEmpty = (value: unknown) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0);
  const names = Object.entries(filing).filter(([field]) =>
    Object.entries(fields).some(([key, value]) => key === field && isEmpty(value)),
  );
  if (names.length === 0) return '';
  return t('presetEmptied', formatList(names.map(([, name]) => t(name))));
}

/** Names its fields, in the form's order. */
export function describeFields({ extras = {}, ...own }: PresetFields): string {
  const names = [
    ...Object.entries(filing).filter(([field]) => Object.entries(own).some(isSet(field))),
    ...Object.entries(extraNames).filter(([field]) => Object.entries(extras).some(isSet(field))),
  ].map(([, name]) => t(name));
  if (names.length === 0) return t('presetIncludesNothing');
  return t('presetIncludes', formatList([...new Set(names)]));
}

const isSet =
  (field: string) =>
  ([name, value]: [string, unknown]) =>
    name === field && value !== undefined;
