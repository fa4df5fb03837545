/** The newest links of the account, as lookups read them, and the newest one that is known before a link is made. */
import type { FailedOutcome, Outcome } from '../../../lib/api/call.ts';
import { failureReach, type Failure } from '../../../lib/api/failure.ts';
import type { LookupLink } from '../../../lib/api/links.ts';
import type { LookupPriority } from '../../../lib/outbox/commands.ts';
import type { Gateway } from '../api/gateway.ts';
import { logError } from '../log-error.ts';
import { newestId } from '../../../lib/api/coerce.ts';
import type { HighWaterMark } from './high-water-mark.ts';
import { createSharedScan } from './scan-newest-links.ts';

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
  readonly priority: LookupPriority;
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
    // Awaited: the service's UTC offset is learned from the dates.
    if (outcome.ok) await onLinks(outcome.value, scope).catch(logError);
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
