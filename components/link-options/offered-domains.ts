import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';

/** The option for no domain. @param domain the service's own, where it is known */
export const describeDefaultDomain = (domain: string | undefined): string =>
  domain === undefined ? t('domainDefault') : t('domainDefaultNamed', displayUrl(domain));

/** The domains that a form offers: the chosen one stays an option, though the account may have lost it. */
export const offeredDomains = (domains: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || domains.includes(chosen) ? domains : [...domains, chosen];
