/** The domain of a link: the account's domains, or the service's default. */
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';
import { ChoiceField } from './field.tsx';

export interface DomainFieldProps {
  readonly id: string;
  readonly chosen: string;
  readonly domains: readonly string[];
  readonly onChoose: (domain: string) => void;
}

/** The chosen domain stays an option, though the account may have lost it. */
export const offeredDomains = (domains: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || domains.includes(chosen) ? domains : [...domains, chosen];

export function DomainField({ id, chosen, domains, onChoose }: DomainFieldProps) {
  const offered = offeredDomains(domains, chosen);
  return (
    <ChoiceField
      id={id}
      label={t('domain')}
      value={chosen}
      choices={[['', t('domainDefault')], ...offered.map((domain) => [domain, displayUrl(domain)] as const)]}
      onChoose={onChoose}
    />
  );
}
