/** Fills the form from an existing link ("duplicate"): everything that is known of it and can be repeated. */
import { isOnDomain } from '../url/hosts.ts';
import type { LinkDetails } from '../api/link-details.ts';
import type { Link } from '../api/links.ts';
import type { PickerOption, LinkDraft } from './draft.ts';
import { minUtcOffset, parseTimestamp, toDateTimeLocal, toLocalFields } from './local-time.ts';
import type { UtmParameter } from './utm-parameters.ts';
import { defaultLinkOptions, touchedOptions } from './parse-options.ts';

export interface DraftFromLinkContext {
  /** As they were assigned here: no response of the service has them. */
  readonly campaign: PickerOption | null;
  readonly channel: PickerOption | null;
  /** Registered values, scheme included. */
  readonly domains: readonly string[];
  readonly now: Date;
  /** From the service's field, which no response has. */
  readonly parameters?: readonly UtmParameter[] | undefined;
}

/** Omits the alias, which is unique, and password, type and pixels, which no response has. */
export function draftFromLink(
  link: Link | LinkDetails,
  { campaign, channel, domains, now, parameters = [] }: DraftFromLinkContext,
): LinkDraft {
  const extras = touchedOptions({
    ...defaultLinkOptions,
    note: link.description,
    parameters: parameters.map(({ name, value }) => ({ name, value })),
    ...('expiry' in link && {
      expiry: futureExpiry(link.expiry, now),
      countries: targetsOf(link.location),
      devices: targetsOf(link.device),
    }),
  });
  return {
    address: link.longUrl ?? '',
    title: link.title,
    campaign,
    channel,
    pixels: [],
    alias: '',
    domain: domains.find((domain) => isOnDomain(link.shortUrl, domain)) ?? '',
    ...(extras && { extras }),
  };
}

const targetsOf = (targets: Readonly<Record<string, string>>) =>
  Object.entries(targets).map(([when, link]) => ({ when, link }));

/** In the form of a date and time field; empty once it has passed. */
function futureExpiry(expiry: string | null, now: Date): string {
  // Without a time zone in the response: past means past in every zone.
  const at = parseTimestamp(expiry, minUtcOffset);
  return at === null || at < now.getTime() ? '' : toDateTimeLocal(toLocalFields(new Date(at), minUtcOffset));
}
