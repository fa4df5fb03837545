/** The next step of a job, as a table: after each kind of response, and after each kind of lookup. */
import { describe, expect, it } from 'vitest';
import { maxSilentWaitMs } from '../../../lib/outbox/back-off.ts';
import { afterLookup, afterSend, maxSends, type Step } from '../../../lib/outbox/job-transitions.ts';
import { lookupDelayMs } from '../../../lib/outbox/lost-job-certainty.ts';
import type { CompetingJobs } from '../../../lib/outbox/lost-job-match.ts';
import type { RemoteRecord } from '../../../lib/outbox/remote-record.ts';
import type { Failure, FailureKind } from '../../../lib/api/failure.ts';
import type { JobState } from '../../../lib/outbox/job.ts';
import {
  bad,
  changeCommand,
  failures,
  good,
  jobOf,
  linkCommand,
  sampleResult,
  queued,
  sending,
  sent,
  unknown,
} from '../../support/samples.ts';

const noOthers: CompetingJobs = { claimed: new Set(), rivals: [] };
const now = 1_000_000;

/** A step in short: its kind, or the name of the state that it moves to. */
const short = (step: Step): string => (step.kind === 'move' ? step.state.name : step.kind);

const failureOf = (kind: FailureKind): Failure => {
  const found = failures.find((failure) => failure.kind === kind);
  if (found === undefined) throw new Error(`No sample of ${kind}`);
  return found;
};

describe('after a send', () => {
  const step = (state: JobState, failure: Failure, before = queued, inFlight = true) =>
    afterSend(jobOf(1, state), { before, outcome: bad(failure), inFlight, others: noOthers, now });

  it.each<readonly [FailureKind, whenSent: string, whenNot: string]>([
    ['unreachable', 'unknown', 'retry'],
    ['timed-out', 'unknown', 'retry'],
    ['not-an-api', 'unknown', 'retry'],
    ['unreadable', 'unknown', 'retry'],
    ['not-stored', 'retry', 'retry'],
    ['account-changed', 'retry', 'retry'],
    ['internal', 'retry', 'retry'],
    ['cancelled', 'unknown', 'cancelled'],
    ['refused', 'refused', 'refused'],
    ['blocked', 'refused', 'refused'],
    ['not-an-address', 'refused', 'refused'],
    ['not-connected', 'refused', 'refused'],
    ['limit', 'queued', 'queued'],
    ['key', 'queued', 'queued'],
    ['no-permission', 'queued', 'queued'],
    ['moved', 'queued', 'queued'],
    ['challenge', 'queued', 'queued'],
  ])('%s: %s once it was sent, else %s', (kind, whenSent, whenNot) => {
    expect(short(step(sent(), failureOf(kind)))).toBe(whenSent);
    expect(short(step(queued, failureOf(kind)))).toBe(whenNot);
  });

  it('a success gives the record; one not newer than the newest before the send existed already', () => {
    const outcome = (newest: string) =>
      afterSend(jobOf(1, sent({ newest })), {
        before: queued,
        outcome: good(sampleResult(4)),
        inFlight: true,
        others: noOthers,
        now,
      });
    expect(outcome('4')).toEqual({ kind: 'done', result: sampleResult(4) });
    expect(outcome('5')).toEqual({ kind: 'done', result: { ...sampleResult(4), existing: true } });
  });

  it('cancelled before the bytes left is cancelled', () => {
    expect(short(step(sent(), { kind: 'cancelled' }, queued, false))).toBe('cancelled');
  });

  it('a short limit is waited for, a long one is the circuit breaker’s', () => {
    const at = (until: number) => step(sent(), { kind: 'limit', until, message: null });
    expect(at(now + 10)).toMatchObject({ state: { notBefore: now + 10, waits: 'retry' } });
    expect(at(now + maxSilentWaitMs + 1)).toMatchObject({ state: { notBefore: null, waits: 'retry' } });
  });

  it('the possible effect of a lost first send is looked up: a taken alias, a deleted record', () => {
    const again = { ...queued, sending: sending() };
    const outcome = bad(failureOf('refused'));
    const context = { before: again, outcome, inFlight: true, others: noOthers, now };
    const alias = { ...jobOf(1, sent()), command: linkCommand(1, { alias: 'mine' }) };
    expect(afterSend(alias, context)).toMatchObject({ state: { name: 'unknown', answered: true } });
    const deletion = { ...jobOf(1, sent()), command: changeCommand(1, { act: 'delete', fields: undefined }) };
    expect(afterSend(deletion, context)).toMatchObject({ kind: 'done', result: { lookedUp: true } });
  });
});

describe('after a lookup', () => {
  const record = (change: Partial<RemoteRecord> = {}): RemoteRecord => ({
    id: '9',
    shortUrl: 'https://sho.rt/9',
    subject: 'https://example.com/1',
    alias: '9',
    note: '',
    ...change,
  });
  const step = (
    records: readonly RemoteRecord[],
    {
      state = unknown(),
      began = lookupDelayMs,
      date = null as number | null,
      isResponsePending = false,
      onAmbiguous = 'ask' as 'ask' | 'use' | 'again',
    } = {},
  ) =>
    afterLookup(jobOf(1, state), state, {
      lookup: { records, began, date },
      others: noOthers,
      isResponsePending,
      onAmbiguous,
      now,
    });

  it('found immediately: done', () => {
    expect(step([record()], { began: 0 })).toMatchObject({
      kind: 'done',
      result: { id: '9', lookedUp: true },
    });
  });

  it('found, and the response to its twin is still pending: looked up again', () => {
    expect(short(step([record()], { isResponsePending: true }))).toBe('wait');
  });

  it.each([
    ['early', { began: 10 }, 'wait'],
    ['early, but the service has answered', { began: 10, state: unknown({ answered: true }) }, 'refused'],
    ['after the delay', {}, 'queued'],
    ['after the second send', { state: unknown({ tries: 2 }) }, 'resend'],
    ['after the last send', { state: unknown({ tries: maxSends }) }, 'unknown'],
    ['where the service tells its time only now', { date: 5 }, 'wait'],
  ] as const)('not found %s', (_, options, expected) => {
    expect(short(step([], options))).toBe(expected);
  });

  const near = record({ subject: 'https://example.com/1?rewritten' });
  it.each([
    ['ask', 1, 'unknown'],
    ['use', 1, 'done'],
    ['again', 1, 'queued'],
    ['again', maxSends, 'unknown'],
  ] as const)('ambiguous, with the preference "%s" after %i sends', (onAmbiguous, tries, expected) => {
    const after = step([near], { onAmbiguous, state: unknown({ tries }) });
    expect(short(after)).toBe(expected);
    if (expected === 'unknown') expect(after).toMatchObject({ state: { question: { id: '9' } } });
  });

  it.each([
    ['found', record({ shortUrl: null }), 'ask'],
    ['ambiguous', { ...near, shortUrl: null }, 'ask'],
    ['ambiguous, and to be used', { ...near, shortUrl: null }, 'use'],
  ] as const)('%s, without a valid short URL: refused', (_, withoutShortUrl, onAmbiguous) => {
    expect(short(step([withoutShortUrl], { onAmbiguous }))).toBe('refused');
  });
});
