/** The domains that a form offers: the chosen one stays an option, though the account may have lost it. */
export const offeredDomains = (domains: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || domains.includes(chosen) ? domains : [...domains, chosen];
