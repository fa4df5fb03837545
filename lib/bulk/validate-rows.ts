/** All rows of a table, checked against each other and against the links that there are, in slices of little work. */
import { hostOf } from '../url/hosts.ts';
import { normalizeUrl } from '../mirror/link-row.ts';
import { addLink } from '../api/create-link.ts';
import { toLinkFields } from '../draft/to-link-fields.ts';
import type { AccountLists } from './account-lookup.ts';
import {
  blocks,
  createRowValidator,
  type ValidationContext,
  type ValidatedRow,
  type RowProblem,
} from './validate-row.ts';

/** A link that leads where a row would. */
export interface ExistingLink {
  readonly shortUrl: string | null;
  readonly alias: string;
  /** Id; `null` where it is not known (lib/mirror/link-row.ts), which is most of the time. */
  readonly campaign: string | null;
  /** Made here without an expiration and a password. */
  readonly openEnded?: boolean | undefined;
}

export interface NumberedRow extends ValidatedRow {
  /** The row that asks for the very same link before it, from 0; `null` where there is none. */
  readonly twiceOf: number | null;
  readonly exists: ExistingLink | null;
}

export interface ValidateRowsDeps {
  readonly lists: AccountLists;
  /** The links of the account that lead to this address, in the form of `comparable`. */
  readonly known: (address: string) => Promise<readonly ExistingLink[]>;
  /** Lets the page have a turn. */
  readonly breathe: () => Promise<unknown>;
  /** Told how many rows are done. */
  readonly onProgress: (count: number) => void;
  readonly signal: AbortSignal;
}

/** Rows in one go: a few milliseconds of work. */
const batchSize = 100;

/** @returns `null` when it was given up */
export async function validateRows(
  rows: readonly (readonly string[])[],
  context: ValidationContext,
  deps: ValidateRowsDeps,
): Promise<readonly NumberedRow[] | null> {
  const validate = createRowValidator(deps.lists);
  const done: NumberedRow[] = [];
  /** The first row that asks for a link, and the first that asks for an alias. */
  const [firstOf, aliasOf] = [new Map<string, number>(), new Map<string, number>()];
  for (let from = 0; from < rows.length; from += batchSize) {
    if (from > 0) await deps.breathe();
    if (deps.signal.aborted) return null;
    const fresh = rows.slice(from, from + batchSize).map((cells) => validate(cells, context));
    const targets = fresh.map(targetOf);
    const known = await Promise.all(
      targets.map(async (target) => (target === null ? [] : deps.known(target.address))),
    );
    if (deps.signal.aborted) return null;
    for (const [at, one] of fresh.entries()) {
      const target = targets[at] ?? null;
      if (target === null) {
        done.push({ ...one, twiceOf: null, exists: null });
        continue;
      }
      const n = from + at;
      const twiceOf = firstOf.get(target.whole) ?? null;
      const taken = target.alias === '' ? undefined : aliasOf.get(target.alias);
      const problems: RowProblem[] = [...one.problems];
      if (taken !== undefined && twiceOf === null)
        problems.push({ message: 'bulkSameAlias', about: String(taken + 1), blocks: true });
      // What is not made itself keeps no other row from being made.
      if (!blocks({ problems })) {
        if (twiceOf === null) firstOf.set(target.whole, n);
        if (taken === undefined) aliasOf.set(target.alias, n);
      }
      done.push({
        ...one,
        problems,
        twiceOf,
        exists: (known[at] ?? []).find((link) => matches(link, one, target)) ?? null,
      });
    }
    deps.onProgress(done.length);
  }
  return done;
}

interface RowTarget {
  /** As the mirror has it. */
  readonly address: string;
  /** Everything by which two rows differ that are not the same link. */
  readonly whole: string;
  readonly alias: string;
  /** Nothing is asked for that a link of this address may lack without anybody knowing. */
  readonly isPlain: boolean;
}

/** `null` where there is no address to go by. */
function targetOf(row: ValidatedRow): RowTarget | null {
  const fields = toLinkFields(row.link);
  const { custom = '', domain } = fields;
  const address = normalizeUrl(fields.url);
  if (address === '' || row.problems.some(({ message }) => addressProblems.includes(message))) return null;
  const alias = custom === '' ? '' : `${domain}/${custom.toLowerCase()}`;
  // What is sent makes the link; the title is not.
  const { url: _url, custom: _custom, ...asked } = addLink(fields).body ?? {};
  const pixels = fields.pixels?.toSorted();
  return {
    address,
    alias,
    whole: JSON.stringify({ ...asked, pixels, address, alias }),
    isPlain: Object.entries(asked).every(
      ([name, value]) => comparedElsewhere.has(name) || (name === 'type' && value === 'direct'),
    ),
  };
}

/**
 * Fields that stand in no existing link's way: those that are compared, and those by which it is filed, noted and shown.
 * Of all others (where it leads whom, until when, who may see it) no list of links tells anything.
 */
const comparedElsewhere: ReadonlySet<string> = new Set([
  'domain',
  'campaign',
  'channel',
  // Most links have those of the defaults: a row that only has them is no reason for a second link.
  'pixels',
  'description',
  'metatitle',
  'metadescription',
  'metaimage',
]);

const addressProblems: readonly string[] = ['bulkNoAddress', 'addressNotWeb', 'addressUnclear'];

/** With an alias, a domain or a campaign of its own a row asks for another link, unless it is that one. */
function matches(
  { shortUrl, alias, campaign }: ExistingLink,
  { link }: ValidatedRow,
  { isPlain }: RowTarget,
): boolean {
  if (!isPlain) return false;
  if (link.alias !== '' && link.alias.toLowerCase() !== alias.toLowerCase()) return false;
  // A link has one campaign; where that is not known it may be the wanted one.
  if (link.campaign !== null && campaign !== null && link.campaign.id !== campaign) return false;
  return link.domain === '' || (shortUrl !== null && hostOf(shortUrl) === hostOf(link.domain));
}

/** What becomes of rows that ask for what is there, or for what another row asks for. */
export interface DuplicatePolicy {
  readonly twice: 'skip' | 'make';
  readonly exists: 'skip' | 'make';
}

/** What becomes of a row. */
export type RowDecision = 'go' | 'problem' | 'twice' | 'exists';

export function decideRow(row: NumberedRow, { twice, exists }: DuplicatePolicy): RowDecision {
  if (blocks(row)) return 'problem';
  if (row.twiceOf !== null && twice === 'skip') return 'twice';
  return row.exists !== null && exists === 'skip' ? 'exists' : 'go';
}
