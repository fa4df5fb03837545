/** The address's clean-up and warnings, in words. */
import type { CleanUpStep } from '../url/clean-url-steps.ts';
import type { Warning, WarningKind } from '../url/lint-url.ts';
import { middleEllipsis } from './truncate.ts';
import { sayNumber } from './format-number.ts';
import { say, type MessageName } from './t.ts';

/** What the button of a fix says; a kind that never carries one has the plain words. */
const fixes: Readonly<Record<WarningKind, MessageName>> = {
  'not-web': 'lintFixNotWeb',
  credentials: 'lintFixCredentials',
  token: 'lintFixToken',
  email: 'lintFixEmail',
  'private-host': 'lintFix',
  'already-short': 'lintFix',
  'too-long': 'lintFix',
  'other-page': 'lintFixOtherPage',
};

const steps: Readonly<Record<CleanUpStep, MessageName>> = {
  tracking: 'cleanUpTracking',
  session: 'cleanUpSession',
  campaign: 'cleanUpCampaign',
  site: 'cleanUpSite',
  canonical: 'cleanUpCanonical',
  hash: 'cleanUpHash',
  www: 'cleanUpWww',
};

export function sayWarning({ kind, part: whole }: Warning): string {
  const part = middleEllipsis(whole, 60);
  switch (kind) {
    case 'not-web':
      return say('lintNotWeb', part);
    case 'credentials':
      return say('lintCredentials', part);
    case 'token':
      return say('lintToken', part);
    case 'email':
      return say('lintEmail', part);
    case 'private-host':
      return say('lintPrivateHost', part);
    case 'already-short':
      return say('lintAlreadyShort', part);
    case 'too-long':
      return say('lintTooLong', sayNumber(Number(part)));
    case 'other-page':
      return say('lintOtherPage', part);
  }
}

export function sayFix(kind: WarningKind): string {
  return say(fixes[kind]);
}

/** The label of a step's switch. */
export function sayStep(step: CleanUpStep): string {
  return say(steps[step]);
}
