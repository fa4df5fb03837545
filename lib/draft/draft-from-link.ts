/** A form filled like a link that is there: everything that is known of it, but for what only one link can have. */
import { hostOf } from '../url/hosts.ts';
import type { LinkDetails } from '../api/link-details.ts';
import type { Link } from '../api/links.ts';
import type { PickerOption, LinkDraft } from './draft.ts';
import { defaultLinkOptions } from './parse-options.ts';

export interface DraftFromLinkContext {
  /** Where it was filed here. */
  readonly campaign: PickerOption | null;
  readonly channel: PickerOption | null;
  /** Registered values, scheme included. */
  readonly domains: readonly string[];
  readonly now: Date;
}

/** Its alias is its own, and its password nobody is told. What it is led through, and its pixels, no answer tells. */
export function draftFromLink(
  link: Link | LinkDetails,
  { campaign, channel, domains, now }: DraftFromLinkContext,
): LinkDraft {
  const extras = {
    ...defaultLinkOptions,
    note: link.description,
    ...('expiry' in link && {
      expiry: futureExpiry(link.expiry, now),
      countries: targetsOf(link.location),
      devices: targetsOf(link.device),
    }),
  };
  const untouched = JSON.stringify(extras) === JSON.stringify(defaultLinkOptions);
  return {
    address: link.longUrl ?? '',
    title: link.title,
    campaign,
    channel,
    pixels: [],
    alias: '',
    domain: domains.find((domain) => hostOf(domain) === hostOf(link.shortUrl ?? '')) ?? '',
    ...(!untouched && { extras }),
  };
}

const targetsOf = (targets: Readonly<Record<string, string>>) =>
  Object.entries(targets).map(([when, link]) => ({ when, link }));

/** As a date and time field has it. A link that has expired is no model in that. */
function futureExpiry(expiry: string | null, now: Date): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)/u.exec(expiry ?? '') ?? [];
  if (day === undefined || time === undefined) return '';
  // No zone is told: what is past in every one.
  const past = Date.parse(`${day}T${time}:00Z`) + 12 * 3_600_000 < now.getTime();
  return past ? '' : `${day}T${time}`;
}
