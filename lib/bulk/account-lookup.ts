/** Resolves the names in cells to records of the account. */
import { toId } from '../api/ids.ts';
import type { PickerOption } from '../draft/draft.ts';
import { isNamedType } from '../draft/link-types.ts';
import { normalizeName } from '../text/normalize-text.ts';
import { hostOf } from '../url/hosts.ts';

export interface AccountLists {
  readonly campaigns: readonly PickerOption[];
  readonly channels: readonly PickerOption[];
  readonly pixels: readonly PickerOption[];
  /** Registered values, scheme included. */
  readonly domains: readonly string[];
  /** Splash pages and overlays. */
  readonly types: readonly PickerOption[];
}

type Find = (name: string) => PickerOption | undefined;

export type AccountLookup = ReturnType<typeof createAccountLookup>;

/** Exports of other services have the HTTP status of a redirect in this column. As an id it could be anyone's page. */
const httpRedirect = /^30[12378]$/u;

const domainKey = (domain: string): string => hostOf(domain) ?? normalizeName(domain);

/** By name, in the same letters if there is such a record, or by id if no record has that name. */
function createFinder(options: readonly PickerOption[]): Find {
  const reversed = options.toReversed();
  const bySpelling = new Map(reversed.map((option) => [option.name.trim(), option]));
  const byName = new Map(reversed.map((option) => [normalizeName(option.name), option]));
  const byId = new Map(options.map((option) => [option.id, option]));
  return (name) => bySpelling.get(name.trim()) ?? byName.get(normalizeName(name)) ?? byId.get(name.trim());
}

export function createAccountLookup(lists: AccountLists) {
  const domains = new Map(lists.domains.map((domain) => [domainKey(domain), domain]));
  const findType = createFinder(lists.types);
  return {
    campaign: createFinder(lists.campaigns),
    channel: createFinder(lists.channels),
    pixel: createFinder(lists.pixels),
    /** The registered domain. */
    domain: (name: string) => domains.get(domainKey(name)),
    /** As requests have it: a keyword or an id. */
    type(text: string): string | undefined {
      const name = normalizeName(text);
      if (isNamedType(name)) return name;
      const known = findType(text)?.id;
      if (known === undefined && httpRedirect.test(name)) return 'direct';
      return known ?? toId(name) ?? undefined;
    },
  };
}
