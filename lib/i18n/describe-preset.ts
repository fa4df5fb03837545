/** Texts for presets: their fields, and the problem of a rejected file. */
import type { ImportProblem } from '../presets/import-export.ts';
import type { SitesProblem } from '../presets/parse-sites.ts';
import type { PresetFields } from '../presets/preset.ts';
import { formatList, formatNumber } from './format.ts';
import { formatCount } from './plural.ts';
import { t, type MessageName } from './t.ts';
import { describeExpiry } from './describe-expiry.ts';
import { linkTypeName } from './link-type-name.ts';
import { displayUrl, isolateTruncated } from './truncate.ts';
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

/** Names the fields that it leaves empty on purpose; empty if there are none. */
export function describeClearedFields(fields: PresetFields): string {
  const isEmpty = (value: unknown) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0);
  const values = new Map<string, unknown>(Object.entries(fields));
  const names = Object.entries(ownNames).flatMap(([field, name]) =>
    isEmpty(values.get(field)) ? [t(name)] : [],
  );
  return names.length === 0 ? '' : t('presetEmptied', formatList(names));
}

/** `null` where the name says enough, `undefined` where the preset does not have the field. */
type Value = string | null | undefined;

/** "Campaign: Spring", "Link preview": its fields with their values, in the form's order. */
export function describeFields({ extras = {}, ...own }: PresetFields): readonly string[] {
  const { type, expiry, visibility, note, parameters } = extras;
  const values: readonly (readonly [MessageName, Value])[] = [
    ['campaign', orNone(own.campaign === null ? '' : own.campaign?.name)],
    ['channel', orNone(own.channel === null ? '' : own.channel?.name)],
    ['pixels', orNone(own.pixels && formatList(own.pixels.map(({ name }) => name)))],
    ['alias', orNone(own.alias)],
    ['domain', own.domain === '' ? t('domainDefault') : own.domain && displayUrl(own.domain)],
    // A splash page or overlay is named by its id: that is enough to know that there is one.
    ['linkType', type === undefined ? undefined : linkTypeName(type, {})],
    ['expires', expiry === undefined ? undefined : describeExpiry(expiry)],
    ['visibility', visibility === undefined ? undefined : t(visibilityNames[visibility])],
    ['note', orNone(note)],
    ['linkPreview', extras.card && null],
    ['targets', (extras.countries ?? extras.devices ?? extras.languages) && null],
    ['deepLink', extras.deepLink && null],
    ['utmParameters', orNone(parameters?.map(({ value }) => value.trim()).join(' / '))],
  ];
  const fields = values.flatMap(([name, value]) => (value === undefined ? [] : [describe(t(name), value)]));
  return fields.length === 0 ? [t('presetIncludesNothing')] : fields;
}

const describe = (name: string, value: string | null): string =>
  value === null ? name : t('setTo', name, isolateTruncated(value, maxValueLength));

const orNone = (value: string | undefined): string | undefined => (value === '' ? t('none') : value);

/** In characters. */
const maxValueLength = 40;

const visibilityNames = {
  '': 'visibilityDefault',
  private: 'visibilityPrivate',
  public: 'visibilityPublic',
} as const satisfies Readonly<Record<string, MessageName>>;
