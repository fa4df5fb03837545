/** Creates a preset from a filled form: the fields that are set, or that differ from the defaults. */
import type { LinkDraft } from '../draft/draft.ts';
import { isEqual } from '../draft/is-equal.ts';
import { defaultLinkOptions } from '../draft/parse-options.ts';
import type { Overrides } from './apply-preset.ts';
import type { PresetFields } from './preset.ts';
import { isExpiry } from '../draft/expiry.ts';

/** The preset that filled the form, and the form right after: unchanged fields are taken from the preset. */
export interface PresetBase {
  readonly fields: PresetFields;
  readonly applied: LinkDraft;
}

/** Prefers `raw`, which may have variables and a relative expiration, over the values it was resolved to. */
function chosen<T extends object>(form: T, plain: T, empty: T, raw: Overrides<T>, applied: T): Partial<T> {
  const fields: Partial<T> = {};
  for (const key in form) {
    const own = raw[key];
    if (own !== undefined && isEqual(form[key], applied[key])) fields[key] = own;
    else if (!isEqual(form[key], empty[key]) || !isEqual(form[key], plain[key])) fields[key] = form[key];
  }
  return fields;
}

const open = ({ extras }: LinkDraft) => {
  const { password: _password, ...rest } = extras ?? defaultLinkOptions;
  // A date that is still being typed is ignored.
  return { ...rest, expiry: isExpiry(rest.expiry) ? rest.expiry : '' };
};

const mainFields = ({ campaign, channel, pixels, alias, domain }: LinkDraft) => ({
  campaign,
  channel,
  pixels,
  alias,
  domain,
});

export const emptyDraft: LinkDraft = {
  address: '',
  title: '',
  campaign: null,
  channel: null,
  pixels: [],
  alias: '',
  domain: '',
};

export function presetFieldsFromDraft(
  form: LinkDraft,
  defaults: LinkDraft,
  from: PresetBase | null,
): PresetFields {
  const { fields, applied } = from ?? { fields: {}, applied: defaults };
  const { extras: raw = {}, ...own } = fields;
  const extras = chosen(open(form), open(defaults), open(emptyDraft), raw, open(applied));
  return {
    ...chosen(mainFields(form), mainFields(defaults), mainFields(emptyDraft), own, mainFields(applied)),
    ...(Object.keys(extras).length > 0 && { extras }),
  };
}
