import { PanelsTopLeft } from 'lucide';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { RecordSectionConfig } from '../records/record-section-config.ts';
import { RecordSection, type RecordSectionLabels } from '../records/record-section.tsx';
import { ServiceTime } from '../records/facts.tsx';
import { useRecordSection } from '../records/record-section-model.ts';
import { UseForLink } from '../records/use-for-link.tsx';
import type { SectionProps } from '../section-deps.ts';

const config: RecordSectionConfig<'splashPages'> = {
  name: 'splashPages',
  nameOf: ({ name }) => name,
  searchWords: ({ name }) => [name],
};

export function SplashPages({ deps, page }: SectionProps) {
  const model = useRecordSection(deps, () => config);
  const labels: RecordSectionLabels<'splashPages'> = {
    icon: PanelsTopLeft,
    title: t('splashPages'),
    count: (count) => formatCount('splashPageCount', count),
    search: t('searchSplashPages'),
    empty: { heading: t('splashPagesEmpty'), hint: t('splashPagesEmptyHint') },
    note: t('splashPagesNote'),
    facts: ({ date }) =>
      date !== null && (
        <p class="fact-line">
          <ServiceTime text={date} />
        </p>
      ),
    actions: ({ id }, name) => <UseForLink page={page} type={id} label={t('useSplashPage', name)} />,
  };
  return <RecordSection model={model} page={page} labels={labels} />;
}
