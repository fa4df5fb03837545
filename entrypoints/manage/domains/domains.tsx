/** The section "Domains". */
import { Globe } from 'lucide';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { RecordSection, type RecordSectionLabels } from '../records/record-section.tsx';
import type { AffectedCount } from '../records/record-section-config.ts';
import { useRecordSection } from '../records/record-section-model.ts';
import type { SectionProps } from '../section-deps.ts';
import { domainsConfig } from './domains-config.ts';

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
        <Redirect label={t('redirectRoot')} to={redirectroot} />
        <Redirect label={t('redirect404')} to={redirect404} />
      </dl>
    ),
    edit: {
      open: (name) => t('editDomain', name),
      save: (name) => t('saveDomain', name),
      button: t('saveDomainButton'),
    },
    remove: {
      press: (name) => t('deleteDomainNamed', name),
      keep: (name) => t('cancelDeletingDomain', name),
      consequence,
    },
  };
  return <RecordSection model={model} page={page} labels={labels} />;
}

function Redirect({ label, to }: { readonly label: string; readonly to: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {to === null ? (
          t('none')
        ) : (
          <bdi dir="ltr" title={to}>
            <TruncatedText text={to} length={72} />
          </bdi>
        )}
      </dd>
    </div>
  );
}

function consequence(affected: AffectedCount | null): string {
  return affected === null || affected.count === 0
    ? t('domainDeleteUnknown')
    : formatCount('domainDelete', affected.count);
}
