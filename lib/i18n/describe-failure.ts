/** Turns a failure into a sentence for the user and the next step. No lower layer has texts. */
import type { Failure } from '../api/failure.ts';
import { formatWait } from './format-wait.ts';
import { t } from './t.ts';
import { displayUrl } from './truncate.ts';

/** The action that a page offers next to the sentence. */
export type NextStep = 'retry' | 'key' | 'service-url' | 'permission' | 'open-site' | 'none';

interface FailureText {
  readonly sentence: string;
  readonly next: NextStep;
}

const invalidWords = {
  alias: 'invalidAlias',
  type: 'invalidType',
  expiry: 'invalidExpiry',
  expired: 'invalidExpired',
  targets: 'invalidTargets',
  parameters: 'invalidParameters',
} as const;

/** Appends the service's own message in quotes: it may be in another language. */
export function withServiceMessage(sentence: string, words: string | null): string {
  return words === null || words === '' ? sentence : t('failureWithServiceMessage', sentence, words);
}

/** @param now epoch ms, for "in 12 s" */
export function describeFailure(failure: Failure, now: number): FailureText {
  switch (failure.kind) {
    case 'key':
      return { sentence: withServiceMessage(t('failureKey'), failure.message), next: 'key' };
    case 'refused':
      return {
        sentence: failure.message ? t('failureRejectedBecause', failure.message) : t('failureRejected'),
        next: 'none',
      };
    case 'limit':
      return { sentence: t('failureLimit', formatWait(failure.until - now)), next: 'retry' };
    case 'unreachable':
      return failure.status === null
        ? { sentence: t('failureUnreachable'), next: 'retry' }
        : {
            sentence: withServiceMessage(t('failureServer', String(failure.status)), failure.message),
            next: 'retry',
          };
    case 'no-permission':
      return { sentence: t('failurePermission', displayUrl(failure.origin)), next: 'permission' };
    case 'moved':
      return { sentence: t('failureMoved'), next: 'service-url' };
    case 'blocked':
      return { sentence: t('failureBlocked', String(failure.status)), next: 'retry' };
    case 'challenge':
      return { sentence: t('failureChallenge'), next: 'open-site' };
    case 'not-an-api':
      return { sentence: t('failureNotAnApi', failure.host, String(failure.status)), next: 'service-url' };
    case 'unreadable':
      return { sentence: t('failureUnreadable', String(failure.status)), next: 'retry' };
    case 'timed-out':
      return { sentence: t('failureTimedOut'), next: 'retry' };
    case 'invalid-link':
      // Of a link or of an assignment, which has no form.
      if (failure.field === 'record') return { sentence: t('failureRecordMissing'), next: 'none' };
      return { sentence: t('failureInvalidLink', t(invalidWords[failure.field])), next: 'none' };
    case 'not-an-address':
      return { sentence: t('failureInvalidUrl'), next: 'none' };
    case 'cancelled':
      return { sentence: t('failureCanceled'), next: 'none' };
    case 'not-connected':
      return { sentence: t('notConnected'), next: 'service-url' };
    case 'not-stored':
      return { sentence: t('failureNotStored'), next: 'retry' };
    case 'account-changed':
      return { sentence: t('failureAccountChanged'), next: 'none' };
    case 'internal':
      return { sentence: t('failureInternal'), next: 'retry' };
  }
}
