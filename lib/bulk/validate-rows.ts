/** Validates all rows of a table, also against each other and against existing links, a few at a time. */
import { isOnDomain } from '../url/hosts.ts';
import { normalizeUrl } from '../url/normalize-url.ts';
import { addLink } from '../api/create-link.ts';
import { shortUrlKey, shortUrlOf } from '../api/short-url.ts';
import { toLinkFields } from '../draft/to-link-fields.ts';
import type { UtmParameter } from '../draft/utm-parameters.ts';
import type { AccountLists } from './account-lookup.ts';
import {
  hasBlockingProblem,
  createDraftFromRow,
  type ValidationContext,
  type ValidatedRow,
  type RowProblem,
} from './draft-from-row.ts';

/** A link with the same destination as a row. */
export interface ExistingLink {
  /** `null` or absent where the service did not report it. */
  readonly id?: string | null;
  readonly shortUrl: string | null;
  readonly alias: string;
  /** An id; `null` when it is unknown (lib/mirror/link-row.ts), which is usual. */
  readonly campaign: string | null;
  /** Ids, as far as they are known. */
  readonly channels?: readonly string[];
  /** Created here without an expiration and a password. */
  readonly openEnded?: boolean | undefined;
  /** As `LinkRow` has it. */
  readonly expires?: string | undefined;
  readonly hasPassword?: boolean | undefined;
  readonly parameters?: readonly UtmParameter[] | undefined;
}

export interface ReviewedRow extends ValidatedRow {
  /** Index of an earlier row with the same link; `null` for none. */
  readonly twiceOf: number | null;
  readonly exists: ExistingLink | null;
  /** A link to the same URL that the row can't reuse. */
  readonly otherLink: ExistingLink | null;
}

export interface ValidateRowsDeps {
  readonly lists: AccountLists;
  /** The account's links to a URL in the form of `normalizeUrl`. */
  readonly known: (address: string) => Promise<readonly ExistingLink[]>;
  /** The service's address, which is also the default domain. */
  readonly site: string;
  /** The titles, or URLs, of the account's links that have any of these short URLs, by `shortUrlKey`. */
  readonly findTaken: (shortUrls: ReadonlySet<string>) => Promise<ReadonlyMap<string, string>>;
  /** Yields to the page after every few rows. */
  readonly delay: (ms: number) => Promise<unknown>;
  readonly onProgress: (count: number) => void;
  readonly signal: AbortSignal;
}

/** Rows between two pauses: a few milliseconds of work. */
const rowsAtOnce = 100;

/** @returns `null` when it was aborted */
export async function validateRows(
  rows: readonly (readonly string[])[],
  context: ValidationContext,
  deps: ValidateRowsDeps,
): Promise<readonly ReviewedRow[] | null> {
  const validate = createDraftFromRow(deps.lists);
  const compare = createRowComparison();
  const done: ReviewedRow[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (from > 0) await deps.delay(0);
    if (deps.signal.aborted) return null;
    const fresh = rows.slice(from, from + rowsAtOnce).map((cells) => validate(cells, context));
    const targets = fresh.map(targetOf);
    const known = await Promise.all(
      targets.map(async (target) => (target === null ? [] : deps.known(target.address))),
    );
    if (deps.signal.aborted) return null;
    for (const [at, row] of fresh.entries()) {
      const target = targets[at] ?? null;
      const found =
        target === null
          ? { twiceOf: null, exists: null, otherLink: null }
          : { ...compare(row, target, from + at), ...findLinks(row, target, known[at] ?? []) };
      done.push({ ...row, ...found });
    }
    deps.onProgress(done.length);
  }
  return warnOfTakenAliases(done, deps);
}

/** A warning alone, since the mirror may be out of date. An existing link that is used has the alias itself. */
async function warnOfTakenAliases(
  rows: readonly ReviewedRow[],
  { site, findTaken, signal }: ValidateRowsDeps,
): Promise<readonly ReviewedRow[] | null> {
  const keys = rows.map(({ link: { alias, domain }, exists }) =>
    alias === '' || exists !== null ? '' : shortUrlKey(shortUrlOf(alias, domain, site)),
  );
  const wanted = new Set(keys.filter(Boolean));
  const taken = wanted.size === 0 ? new Map<string, string>() : await findTaken(wanted);
  if (signal.aborted) return null;
  return rows.map((row, at) => {
    const about = taken.get(keys[at] ?? '');
    if (about === undefined) return row;
    return { ...row, problems: [...row.problems, { message: 'aliasKnown', about, blocks: false }] };
  });
}

/** @returns a function that compares each row, in their order, with the rows before it */
function createRowComparison() {
  /** The first row of each link and of each alias. */
  const [firstOf, aliasOf] = [new Map<string, number>(), new Map<string, number>()];

  return (row: ValidatedRow, target: RowTarget, n: number): Pick<ReviewedRow, 'problems' | 'twiceOf'> => {
    const twiceOf = firstOf.get(target.whole) ?? null;
    const taken = target.alias === '' ? undefined : aliasOf.get(target.alias);
    const problems: RowProblem[] = [...row.problems];
    if (taken !== undefined && twiceOf === null)
      problems.push({ message: 'bulkSameAlias', about: String(taken + 1), blocks: true });
    // A blocked row is no duplicate of a later one.
    if (!hasBlockingProblem({ problems })) {
      if (twiceOf === null) firstOf.set(target.whole, n);
      if (taken === undefined) aliasOf.set(target.alias, n);
    }
    return { problems, twiceOf };
  };
}

function findLinks(
  row: ValidatedRow,
  target: RowTarget,
  links: readonly ExistingLink[],
): Pick<ReviewedRow, 'exists' | 'otherLink'> {
  const exists = links.find((link) => matches(link, row, target)) ?? null;
  const otherLink = exists === null ? (links.find(({ shortUrl }) => shortUrl !== null) ?? null) : null;
  return { exists, otherLink };
}

/**
 * Fields that don't rule out an existing link: those that `matches` compares, and those for the assignment, the note and the
 * preview. The others (targets, expiration, visibility) are in no list of links, so an existing link may differ in them.
 */
const uncheckedFields: ReadonlySet<string> = new Set([
  'domain',
  'campaign',
  'channel',
  // Most links have the default pixels: a row that only has them is no reason for a second link.
  'pixels',
  'description',
  'metatitle',
  'metadescription',
  'metaimage',
]);

const addressProblems: readonly string[] = ['bulkNoUrl', 'urlNotWeb', 'urlIncomplete'];

interface RowTarget {
  /** In the mirror's form. */
  readonly address: string;
  /** Equal for two rows that request the same link. */
  readonly whole: string;
  readonly alias: string;
  /** Has no option that an existing link may lack unnoticed. */
  readonly isPlain: boolean;
}

/** `null` without a valid URL. */
function targetOf(row: ValidatedRow): RowTarget | null {
  const fields = toLinkFields(row.link);
  const { custom = '', domain } = fields;
  const address = normalizeUrl(fields.url);
  if (address === '' || row.problems.some(({ message }) => addressProblems.includes(message))) return null;
  const alias = custom === '' ? '' : `${domain}/${custom.toLowerCase()}`;
  // Only fields that are sent count; the title is not.
  const { url: _url, custom: _custom, ...asked } = addLink(fields).body ?? {};
  const pixels = fields.pixels?.toSorted();
  return {
    address,
    alias,
    whole: JSON.stringify({ ...asked, pixels, address, alias }),
    isPlain: Object.entries(asked).every(
      ([name, value]) =>
        uncheckedFields.has(name) ||
        (name === 'type' && value === 'direct') ||
        (name === 'expiry' && row.expiresByDefault),
    ),
  };
}

/** A row with another alias, campaign or chosen domain requests another link. */
function matches(
  { shortUrl, alias, campaign, openEnded, parameters }: ExistingLink,
  { link, expiresByDefault, isDomainByDefault }: ValidatedRow,
  { isPlain }: RowTarget,
): boolean {
  if (!isPlain || parameters?.length) return false;
  // Else links that a batch has created with the default expiration would be reused after they have expired.
  if (expiresByDefault && openEnded !== true) return false;
  if (link.alias !== '' && link.alias.toLowerCase() !== alias.toLowerCase()) return false;
  // A link has one campaign; an unknown one may be the requested one.
  if (link.campaign !== null && campaign !== null && link.campaign.id !== campaign) return false;
  return isDomainByDefault || isOnDomain(shortUrl, link.domain);
}

/** The handling of rows whose link another row or the account has. */
export interface DuplicatePolicy {
  readonly twice: 'skip' | 'make';
  readonly exists: 'skip' | 'make';
}

/** `add`: the existing link is used, and added to the row's campaign. */
export type RowDecision = 'go' | 'add' | 'problem' | 'twice' | 'exists';

/** A request is made for it. */
export const isSent = (decision: RowDecision | undefined): boolean => decision === 'go' || decision === 'add';

/** The existing link of a row that is to be in a campaign, and is not known to be there. */
export function linkToAdd({ exists, link: { campaign } }: Pick<ReviewedRow, 'exists' | 'link'>) {
  const { id, shortUrl, campaign: current } = exists ?? {};
  return id && shortUrl && campaign !== null && current !== campaign.id ? { id, shortUrl } : null;
}

export function decideRow(row: ReviewedRow, { twice, exists }: DuplicatePolicy): RowDecision {
  if (hasBlockingProblem(row)) return 'problem';
  if (row.twiceOf !== null && twice === 'skip') return 'twice';
  if (row.exists === null || exists === 'make') return 'go';
  return linkToAdd(row) === null ? 'exists' : 'add';
}
