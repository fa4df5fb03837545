/** Texts for the clean-up and the warnings of a URL. */
import type { CleanStepName } from '../url/clean-url-steps.ts';
import type { Warning, WarningKind } from '../url/lint-url.ts';
import { truncateMiddle } from './truncate.ts';
import { formatNumber } from './format.ts';
import { listParts } from './list-parts.ts';
import { formatCount } from './plural.ts';
import { t, type MessageName } from './t.ts';

/** Labels of the buttons for fixes; kinds without a fix have a generic label. */
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

const steps: Readonly<Record<CleanStepName, MessageName>> = {
  tracking: 'cleanUpTracking',
  session: 'cleanUpSession',
  campaign: 'cleanUpCampaign',
  site: 'cleanUpSite',
  canonical: 'cleanUpCanonical',
  hash: 'cleanUpHash',
  www: 'cleanUpWww',
};

/** @param maxLength of a URL, in characters, that every app keeps whole */
export function describeWarning({ kind, parts }: Warning, maxLength: number): string {
  const [whole = ''] = parts;
  const part = truncateMiddle(whole, 60);
  switch (kind) {
    case 'not-web':
      return t('lintNotWeb', part);
    case 'credentials':
      return t('lintCredentials', part);
    case 'token':
      return t('lintToken', listParts(parts));
    case 'email':
      return t('lintEmail', part);
    case 'private-host':
      return t('lintPrivateHost', part);
    case 'already-short':
      return t('lintAlreadyShort', part);
    case 'too-long':
      return formatCount('lintTooLong', Number(part), formatNumber(maxLength));
    case 'other-page':
      return t('lintOtherPage', part);
  }
}

export function describeFix(kind: WarningKind): string {
  return t(fixes[kind]);
}

export function describeStep(step: CleanStepName): string {
  return t(steps[step]);
}
