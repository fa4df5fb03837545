/**
 * Validates a link's fields; the problems are message names of the catalog. Only values that the service would
 * certainly refuse, or that would be dropped silently, are blocking.
 */
import { parseUserUrl } from '../url/parse-user-url.ts';
import type { LinkDraft } from '../draft/draft.ts';
import type { LinkOptions, Target } from '../draft/link-options.ts';
import { isNamedType } from '../draft/link-types.ts';
import { minUtcOffset, parseDateTimeLocal } from '../draft/local-time.ts';
import { defaultLinkOptions } from '../draft/parse-options.ts';
import { isRelativeExpiry } from '../draft/expiry.ts';
import { toId } from '../api/ids.ts';
import type { InvalidField } from '../api/failure.ts';
import type { MessageName } from '../i18n/t.ts';
import { validateAlias } from './validate-alias.ts';

export interface Problem {
  readonly message: MessageName;
  readonly blocks: boolean;
}

/** By field: `expiry`, `card.picture`, `countries.0.link` … */
export type Problems = Readonly<Record<string, Problem>>;

type Found = readonly [field: string, message: MessageName, blocks?: boolean];

/** @param utcOffset of the service in minutes; `undefined` until it is known */
export function validateLink(
  { alias, extras = defaultLinkOptions }: LinkDraft,
  now: number,
  utcOffset?: number,
): Problems {
  const { card, deepLink } = extras;
  const oddAlias = validateAlias(alias);
  const found: readonly Found[] = [
    ...(oddAlias === null ? [] : [['alias', oddAlias, oddAlias === 'problemAlias'] as const]),
    ...typeProblem(extras.type),
    ...expiryProblem(extras.expiry, now, utcOffset),
    ...hint(!isAddress(card.picture), 'card.picture', 'urlIncomplete'),
    // Stores have schemes of their own.
    ...hint(!isAddress(deepLink.apple, false), 'deepLink.apple', 'urlIncomplete'),
    ...hint(!isAddress(deepLink.google, false), 'deepLink.google', 'urlIncomplete'),
    ...(['countries', 'devices', 'languages'] as const).flatMap((list) => targetProblems(list, extras[list])),
    ...parameterProblems(extras.parameters),
  ];
  return Object.fromEntries(found.map(([field, message, blocks = true]) => [field, { message, blocks }]));
}

export function hasErrors(problems: Problems): boolean {
  return Object.values(problems).some(({ blocks }) => blocks);
}

/**
 * The final check before every link is created, regardless of its trigger.
 *
 * @returns the first field with a blocking problem
 */
export function invalidField(link: LinkDraft, now: number, utcOffset?: number): InvalidField | null {
  const [field, problem] =
    Object.entries(validateLink(link, now, utcOffset)).find(([, { blocks }]) => blocks) ?? [];
  if (field === undefined) return null;
  if (field === 'alias' || field === 'type') return field;
  if (field === 'expiry') return problem?.message === 'problemExpiry' ? 'expiry' : 'expired';
  return field.startsWith('parameters') ? 'parameters' : 'targets';
}

/** A problem that does not block. */
function hint(wrong: boolean, field: string, message: MessageName): Found[] {
  return wrong ? [[field, message, false]] : [];
}

/** Accepts an empty one. */
function isAddress(text: string, onlyWeb = true): boolean {
  const typed = text.trim();
  if (typed === '') return true;
  // A scheme is required, because the URL is sent as typed.
  return onlyWeb ? /^https?:\/\//iu.test(typed) && parseUserUrl(typed).ok : URL.canParse(typed);
}

function typeProblem(type: string): Found[] {
  return isNamedType(type) || toId(type) !== null ? [] : [['type', 'problemTypeId']];
}

function expiryProblem(expiry: string, now: number, utcOffset: number | undefined): Found[] {
  if (expiry === '') return [];
  // A relative one is always in the future, except a duration of zero.
  if (isRelativeExpiry(expiry)) return /^\+0+\D/u.test(expiry) ? [['expiry', 'problemExpiryOver']] : [];
  const at = parseDateTimeLocal(expiry, utcOffset ?? minUtcOffset);
  if (at === null) return [['expiry', 'problemExpiry']];
  return at < now ? [['expiry', utcOffset === undefined ? 'problemExpiryPast' : 'problemExpiryOver']] : [];
}

function targetProblems(list: string, targets: readonly Target[]): Found[] {
  const seen = new Set<string>();
  return targets.flatMap(({ when, link }, row): Found[] => {
    const [name, to] = [when.trim().toLowerCase(), link.trim()];
    // An empty row is ignored.
    if (name === '') return to === '' ? [] : [[`${list}.${row}.when`, 'problemTargetName']];
    const found: Found[] = [];
    if (seen.has(name)) found.push([`${list}.${row}.when`, 'problemDuplicate']);
    seen.add(name);
    if (to === '') found.push([`${list}.${row}.link`, 'problemTargetUrl']);
    else if (!isAddress(to)) found.push([`${list}.${row}.link`, 'urlIncomplete']);
    return found;
  });
}

function parameterProblems(parameters: LinkOptions['parameters']): Found[] {
  const seen = new Set<string>();
  return parameters.flatMap((parameter, row): Found[] => {
    const [name, value] = [parameter.name.trim(), parameter.value.trim()];
    if (name === '') return value === '' ? [] : [[`parameters.${row}.name`, 'problemParameterName']];
    const found: Found[] = [];
    if (seen.has(name)) found.push([`parameters.${row}.name`, 'problemDuplicate']);
    seen.add(name);
    if (value === '') found.push([`parameters.${row}.value`, 'problemParameterValue']);
    return found;
  });
}
