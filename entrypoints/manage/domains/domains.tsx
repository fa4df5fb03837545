import { Check, Globe } from 'lucide';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { RowButton } from '../records/row-button.tsx';
import { RecordSection, type RecordSectionLabels } from '../records/record-section.tsx';
import { CodeText, Fact } from '../records/facts.tsx';
import type { AffectedCount } from '../records/record-section-config.ts';
import { useRecordSection } from '../records/record-section-model.ts';
import type { SectionProps } from '../section-deps.ts';
import { domainsConfig } from './domains-config.ts';
import { useDefaultDomain } from './use-default-domain.ts';

const redirect = (url: string | null) => (url === null ? t('none') : <CodeText text={url} length={72} />);

export function Domains({ deps, page }: SectionProps) {
  const model = useRecordSection(deps, domainsConfig);
  const byDefault = useDefaultDomain();
  const isDefault = (domain: string) => domain === (byDefault?.chosen || byDefault?.own);
  const useByDefault = (domain: string) =>
    // That of the service needs no choice, and may change there.
    page.deps.request('save-preferences', { domain: domain === byDefault?.own ? '' : domain });
  const labels: RecordSectionLabels<'domains'> = {
    icon: Globe,
    title: t('domains'),
    count: (count) => formatCount('domainCount', count),
    search: t('searchDomains'),
    empty: { heading: t('domainsEmpty'), hint: t('domainsEmptyHint') },
    add: { open: t('openNewDomain'), submit: t('addDomain') },
    tags: ({ domain }) => isDefault(domain) && <span class="pill accent">{t('domainDefault')}</span>,
    facts: ({ redirectroot, redirect404 }) => (
      <dl class="fact-line record-facts">
        <Fact label={t('redirectRoot')}>{redirect(redirectroot)}</Fact>
        <Fact label={t('redirect404')}>{redirect(redirect404)}</Fact>
      </dl>
    ),
    actions: ({ domain }, name) =>
      byDefault !== null &&
      !isDefault(domain) && (
        <RowButton
          icon={Check}
          word={t('domainUseByDefault')}
          label={t('setTo', t('domainUseByDefault'), name)}
          showsWord
          onClick={() => page.reportFailureOf(() => useByDefault(domain))}
        />
      ),
    edit: {
      open: (name) => t('editDomain', name),
      save: (name) => t('saveDomain', name),
      button: t('saveDomainButton'),
    },
    remove: {
      label: (name) => t('deleteDomain', name),
      cancelLabel: (name) => t('cancelDeletingDomain', name),
      consequence,
    },
  };
  return <RecordSection model={model} page={page} labels={labels} />;
}

function consequence(affected: AffectedCount | null): string {
  return affected === null || affected.count === 0
    ? t('domainDeleteUnknown')
    : formatCount('domainDelete', affected.count);
}
