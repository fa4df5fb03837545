/** The domain of a link: the account's domains, or the service's default. */
import { offeredDomains } from './offered-domains.ts';
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';
import { ChoiceField } from './field.tsx';

interface DomainFieldProps {
  readonly id: string;
  readonly chosen: string;
  readonly domains: readonly string[];
  readonly onChoose: (domain: string) => void;
}

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
