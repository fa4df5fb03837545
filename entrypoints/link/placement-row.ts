/** Submitted placements as rows of a table: pure functions of the submission, the stored view and what is known of the jobs. */
import { parseUrl } from '../../lib/api/parse-url.ts';
import type { LinkDraft } from '../../lib/draft/draft.ts';
import { joinNames } from '../../lib/i18n/join-names.ts';
import { isJobActive } from '../../lib/i18n/describe-job.ts';
import { finalUrl } from '../../lib/draft/utm-parameters.ts';
import {
  joinAlias,
  placementLink,
  type SubmittedSet,
  type SubmittedPlacement,
} from '../../lib/placements/placements.ts';
import type { JobView } from '../../lib/views/job-view.ts';

/** `unknown`: the job is no longer stored, and this page has not seen how it ended. */
export type PlacementState = 'waiting' | 'question' | 'created' | 'refused' | 'cancelled' | 'unknown';

export interface PlacementRow {
  readonly placement: SubmittedPlacement;
  readonly job: JobView | null;
  readonly status: PlacementState;
  readonly alias: string;
  /** The URL its link leads to. */
  readonly address: string;
}

/** Ended without a link, as far as the service has answered: a retry looks first whether it was created. */
export const isFailed = ({ status }: PlacementRow): boolean => status === 'refused' || status === 'cancelled';

/** @param isKnown the job has been in a view, or its intent was not found */
function placementState(shortUrl: string | null, job: JobView | null, isKnown: boolean): PlacementState {
  if (shortUrl !== null) return 'created';
  if (job === null) return isKnown ? 'unknown' : 'waiting';
  if (job.question !== null) return 'question';
  if (job.state === 'done') return 'created';
  if (isJobActive(job)) return 'waiting';
  return job.state === 'refused' ? 'refused' : 'cancelled';
}

export function placementRows(
  { asked, base, parameter }: SubmittedSet,
  jobs: readonly JobView[],
  knownIds: ReadonlySet<string>,
): PlacementRow[] {
  return asked.map((placement) => {
    const job = jobs.find(({ id }) => id === placement.id) ?? null;
    return {
      placement,
      job,
      status: placementState(placement.shortUrl, job, knownIds.has(placement.id)),
      alias: joinAlias(base.alias, placement.suffix),
      address: finalUrl(placementLink(base, parameter, placement)),
    };
  });
}

/** Stores a short link with its placement, because jobs are stored for a shorter time. Unchanged ones stay the same object. */
export function withShortUrls(
  asked: readonly SubmittedPlacement[],
  jobs: readonly JobView[],
): SubmittedPlacement[] {
  return asked.map((placement) => {
    const shortUrl = jobs.find(({ id }) => id === placement.id)?.result?.shortUrl;
    return placement.shortUrl === null && shortUrl ? { ...placement, shortUrl } : placement;
  });
}

/** True when another placement of the submission has the alias that this one would be tried with. */
export function hasAliasClash({ base, asked }: SubmittedSet, placement: SubmittedPlacement): boolean {
  const aliasFor = (suffix: string) => joinAlias(base.alias, suffix).toLowerCase();
  const alias = aliasFor(placement.typed ?? placement.suffix);
  return alias !== '' && asked.some(({ id, suffix }) => id !== placement.id && aliasFor(suffix) === alias);
}

/** The values that the placements' sources replace, in the URL and among the form's parameters; `null` for none. */
export function replacedValues({ address, extras }: LinkDraft, parameter: string): string | null {
  const inUrl = parseUrl(address)?.searchParams.getAll(parameter) ?? [];
  const entered = extras?.parameters.filter(({ name }) => name.trim() === parameter) ?? [];
  const values = [...inUrl, ...entered.map(({ value }) => value.trim())].filter((value) => value !== '');
  return values.length === 0 ? null : joinNames([...new Set(values)]);
}
