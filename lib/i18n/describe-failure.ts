/** A failure → one sentence for a person, with what to do next. Nothing below this floor writes sentences. */
import type { Failure } from '../api/failure.ts';
import { sayCount } from './plural.ts';
import { say } from './t.ts';

/** What a page can offer next to the sentence. */
export type NextStep = 'retry' | 'settings' | 'permission' | 'open-site' | 'none';

export interface Told {
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

/** The service's own words, when it has any, stand behind ours in quotes: they may be in another language. */
function withWords(sentence: string, words: string | null): string {
  return words === null || words === '' ? sentence : say('failureWithWords', sentence, words);
}

/** @param now epoch ms, for "in 12 s" */
export function tellFailure(failure: Failure, now: number): Told {
  switch (failure.kind) {
    case 'key':
      return { sentence: withWords(say('failureKey'), failure.message), next: 'settings' };
    case 'refused':
      return { sentence: withWords(say('failureRefused'), failure.message), next: 'none' };
    case 'limit':
      return { sentence: say('failureLimit', sayDuration(failure.until - now)), next: 'retry' };
    case 'unreachable':
      return failure.status === null
        ? { sentence: say('failureUnreachable'), next: 'retry' }
        : {
            sentence: withWords(say('failureServer', String(failure.status)), failure.message),
            next: 'retry',
          };
    case 'no-permission':
      return { sentence: say('failurePermission', hostOf(failure.origin)), next: 'permission' };
    case 'moved':
      return { sentence: say('failureMoved'), next: 'settings' };
    case 'blocked':
      return { sentence: say('failureBlocked', String(failure.status)), next: 'retry' };
    case 'challenge':
      return { sentence: say('failureChallenge'), next: 'open-site' };
    case 'not-an-api':
      return { sentence: say('failureNotAnApi', failure.host, String(failure.status)), next: 'settings' };
    case 'unreadable':
      return { sentence: say('failureUnreadable', String(failure.status)), next: 'retry' };
    case 'timed-out':
      return { sentence: say('failureTimedOut'), next: 'retry' };
    case 'invalid-link':
      return { sentence: say('failureInvalidLink', say(invalidWords[failure.field])), next: 'none' };
    case 'not-an-address':
      return { sentence: say('failureNotAnAddress'), next: 'none' };
    case 'cancelled':
      return { sentence: say('failureCancelled'), next: 'none' };
    case 'not-connected':
      return { sentence: say('notConnected'), next: 'settings' };
    case 'not-stored':
      return { sentence: say('failureNotStored'), next: 'retry' };
    case 'account-changed':
      return { sentence: say('failureAccountChanged'), next: 'none' };
    case 'internal':
      return { sentence: say('failureInternal'), next: 'retry' };
  }
}

/** @param ms may be negative or fractional; shown as at least one second, in minutes from two minutes on */
export function sayDuration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120 ? sayCount('seconds', seconds) : sayCount('minutes', Math.ceil(seconds / 60));
}

function hostOf(origin: string): string {
  return origin.replace(/^[a-z]+:\/\//u, '').replace(/\/.*$/u, '');
}
