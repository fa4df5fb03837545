import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';

/** The option for no domain. @param domain the service's own, where it is known */
const describeDefaultDomain = (domain: string | undefined): string =>
  domain === undefined ? t('domainDefault') : t('domainDefaultNamed', displayUrl(domain));

interface DomainLists {
  readonly domains: readonly string[];
  readonly defaultDomain?: string | undefined;
}

/**
 * The domains that a form offers, each with its name; the service's default has no value. The chosen one stays an option,
 * though the account may have lost it. The default one may also be a domain of the account, and is listed once.
 */
export function domainOptions(
  { domains, defaultDomain }: DomainLists,
  chosen: string,
): readonly (readonly [value: string, name: string])[] {
  const ownName = displayUrl(defaultDomain ?? '');
  const all = chosen === '' || domains.includes(chosen) ? domains : [...domains, chosen];
  const offered = all.filter((domain) => domain === chosen || displayUrl(domain) !== ownName);
  return [
    ['', describeDefaultDomain(defaultDomain)],
    ...offered.map((domain) => [domain, displayUrl(domain)] as const),
  ];
}
