/** The newest links of the account: lookups search them, and the newest one is known before a link is made. */
import { failed, type Call, type FailedOutcome, type Outcome } from '../../../lib/api/call.ts';
import { isNewerId, newestId } from '../../../lib/api/ids.ts';
import { failureReach, ofThisList, type Failure } from '../../../lib/api/failure.ts';
import { listLinksForLookup, type LookupLink } from '../../../lib/api/links.ts';
import type { Page } from '../../../lib/api/pagination.ts';
import type { JobPriority } from '../../../lib/outbox/commands.ts';
import { delay } from '../../../lib/time/delay.ts';
import type { Gateway } from '../api/gateway.ts';
import { logError } from '../../../lib/browser/log-error.ts';
import type { HighWaterMark } from './high-water-mark.ts';

const linksPerPage = 100;
const maxLinks = 1_000;
/** A cap against servers whose pages are small or have no end. */
const maxPages = 70;

export type ReadPage = <T>(call: Call<T>) => Promise<Outcome<T>>;

const beyondFirst = (page: number | null) => (page === null || page < 2 ? null : page);

/**
 * Every link that is newer than `after`, and some that are not; the newest page when `after` is `null`. The contract
 * does not say which way `order=date` goes, so the ids of the first page decide.
 *
 * @returns a failure where the newest are out of reach
 */
export async function newestLinks(
  request: ReadPage,
  after: string | null,
): Promise<Outcome<readonly LookupLink[]>> {
  const read = (page: number): Promise<Outcome<Page<LookupLink>>> =>
    request(listLinksForLookup({ order: 'date', limit: linksPerPage, page }));
  const first = await read(1);
  if (!first.ok) return first;
  const { records, nextPage, lastPage } = first.value;
  const [head, tail] = [records[0], records.at(-1)];
  const isAscending = head !== undefined && tail !== undefined && isNewerId(tail.id, head.id);
  const links = new Map(records.map((link) => [link.id, link]));
  // From the last page on, where the service names it; else through all pages.
  let isBackward = isAscending && lastPage !== null;
  const isEnough = (page: readonly LookupLink[]) =>
    (isBackward || !isAscending) && (after === null || page.some(({ id }) => !isNewerId(id, after)));

  let page = isBackward ? beyondFirst(lastPage) : isEnough(records) ? null : nextPage;
  for (let pages = 1; page !== null && links.size < maxLinks && pages < maxPages; pages++) {
    const next = await read(page);
    if (!next.ok) return next;
    const before = links.size;
    for (const link of next.value.records) links.set(link.id, link);
    const hasNews = links.size > before;
    if (isBackward && !hasNews) {
      // There are fewer pages than the service says.
      isBackward = false;
      page = nextPage;
    } else if (isBackward) page = isEnough(next.value.records) ? null : beyondFirst(page - 1);
    // A page without new links ends the scan, even where it announces another page.
    else page = !hasNews || isEnough(next.value.records) ? null : next.value.nextPage;
  }
  // Given up before the newest: a job's own link may be there.
  if (page !== null && isAscending && !isBackward) return failed({ kind: 'unreadable', status: 200 });
  return { ...first, value: [...links.values()] };
}

/** Lookups that begin within this time share one scan. */
const debounceMs = 20;

interface PendingScan {
  after: string | null;
  priority: JobPriority;
}

/** Lookups that begin while a scan waits share it. @param wait until the scan begins */
export function createSharedScan(
  request: <T>(call: Call<T>, priority: JobPriority) => Promise<Outcome<T>>,
  wait = () => delay(debounceMs),
) {
  let next: (PendingScan & { readonly links: Promise<Outcome<readonly LookupLink[]>> }) | null = null;

  async function scan(from: PendingScan): Promise<Outcome<readonly LookupLink[]>> {
    await wait();
    next = null;
    const { after, priority } = from;
    return newestLinks((call) => request(call, priority), after);
  }

  return (after: string | null, priority: JobPriority): Promise<Outcome<readonly LookupLink[]>> => {
    if (next === null) {
      const from = { after, priority };
      next = Object.assign(from, { links: scan(from) });
      return next.links;
    }
    // The newest page is part of every scan.
    if (after !== null && (next.after === null || isNewerId(next.after, after))) next.after = after;
    if (priority === 'user') next.priority = priority;
    return next.links;
  };
}

/** After a list that can't be read it is requested again at most this often: each costs one of 30 requests a minute. */
const listRetryMs = 60_000;

export interface LinkScannerDeps {
  readonly highWaterMark: HighWaterMark;
  readonly onLinks: (links: readonly LookupLink[], scope: string) => Promise<void>;
  readonly now: () => number;
}

export interface ScanContext {
  readonly gateway: Gateway;
  readonly scope: string;
  readonly priority: JobPriority;
}

/** Reads the account's newest links; lookups through one gateway share their scan. */
export function createLinkScanner({ highWaterMark, onLinks, now }: LinkScannerDeps) {
  const scans = new WeakMap<Gateway, ReturnType<typeof createSharedScan>>();
  /** The account whose list could not be read, and when. */
  let unreadable: { readonly scope: string; readonly at: number } | null = null;

  async function scan(
    { gateway, scope, priority }: ScanContext,
    after: string | null,
  ): Promise<Outcome<readonly LookupLink[]>> {
    const scanAfter =
      scans.get(gateway) ??
      createSharedScan((call, scanPriority) => gateway.request(call, { priority: scanPriority }));
    scans.set(gateway, scanAfter);
    const outcome = await scanAfter(after, priority);
    // With a key that is really refused, the create is, too.
    if (!outcome.ok) return failed(ofThisList(outcome.failure));
    // Awaited: the service's UTC offset is learned from the dates.
    await onLinks(outcome.value, scope).catch(logError);
    return outcome;
  }

  /** The first link of an account needs to know which ones existed before it. */
  async function learnHighWaterMark(context: ScanContext): Promise<Outcome<string>> {
    const { scope } = context;
    const endList = await highWaterMark.startList(scope, now());
    const outcome = await scan(context, null);
    if (!outcome.ok) {
      if (failsAlone(outcome.failure)) unreadable = { scope, at: now() };
      return outcome;
    }
    unreadable = null;
    const newest = newestId(outcome.value) ?? '0';
    await endList(newest);
    return { ...outcome, value: newest };
  }

  /** A list that can't be read stops no link: what a lookup then finds is a question for the user. */
  async function readKnown(context: ScanContext): Promise<NewestKnownId | FailedOutcome> {
    const newest = await highWaterMark.read('shorten');
    if (newest !== null) return { ok: true, newest, unlisted: false };
    const elapsed = unreadable?.scope === context.scope ? now() - unreadable.at : Infinity;
    if (elapsed < 0 || elapsed >= listRetryMs) {
      const learned = await learnHighWaterMark(context);
      if (learned.ok) return { ok: true, newest: learned.value, unlisted: false };
      if (!failsAlone(learned.failure)) return learned;
    }
    return { ok: true, newest: await highWaterMark.readOutdated(), unlisted: true };
  }

  return { scan, learnHighWaterMark, readKnown };
}

/** The newest link that is known before another one is made. */
interface NewestKnownId {
  readonly ok: true;
  readonly newest: string | null;
  /** There may be newer ones: the list could not be read. */
  readonly unlisted: boolean;
}

/** Only the list fails: a link may be created nevertheless. */
function failsAlone(failure: Failure): boolean {
  // `not-an-api`: a create would get the same page.
  return failureReach(failure) === 'request' && failure.kind !== 'not-an-api';
}
