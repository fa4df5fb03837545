import { Globe } from 'lucide';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { RecordSection, type RecordSectionLabels } from '../records/record-section.tsx';
import { CodeText, Fact } from '../records/facts.tsx';
import type { AffectedCount } from '../records/record-section-config.ts';
import { useRecordSection } from '../records/record-section-model.ts';
import type { SectionProps } from '../section-deps.ts';
import { domainsConfig } from './domains-config.ts';

const redirect = (url: string | null) => (url === null ? t('none') : <CodeText text={url} length={72} />);

export function Domains({ deps, page }: SectionProps) {
  const model = useRecordSection(deps, domainsConfig);
  const labels: RecordSectionLabels<'domains'> = {
    icon: Globe,
    title: t('domains'),
    count: (count) => formatCount('domainCount', count),
    search: t('searchDomains'),
    empty: { heading: t('domainsEmpty'), hint: t('domainsEmptyHint') },
    add: { open: t('openNewDomain'), submit: t('addDomain') },
    facts: ({ redirectroot, redirect404 }) => (
      <dl class="fact-line record-facts">
        <Fact label={t('redirectRoot')}>{redirect(redirectroot)}</Fact>
        <Fact label={t('redirect404')}>{redirect(redirect404)}</Fact>
      </dl>
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
