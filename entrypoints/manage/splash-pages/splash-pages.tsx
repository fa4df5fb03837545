/** The section "Splash pages". */
import { PanelsTopLeft } from 'lucide';
import type { VNode } from 'preact';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { RecordSectionConfig } from '../records/record-section-config.ts';
import { LinkTypeSection } from '../records/link-type-section.tsx';
import { ServiceTime } from '../records/service-time.tsx';
import { useRecordSection } from '../records/use-record-section.ts';
import type { ManageModel } from '../model.ts';
import type { SectionDeps } from '../section-deps.ts';

interface SplashPagesProps {
  readonly deps: SectionDeps;
  readonly page: ManageModel;
}

export function render(deps: SectionDeps, page: ManageModel): VNode {
  return <SplashPages deps={deps} page={page} />;
}

const config: RecordSectionConfig<'splashPages'> = {
  name: 'splashPages',
  nameOf: ({ name }) => name,
  searchWords: ({ name }) => [name],
};

function SplashPages({ deps, page }: SplashPagesProps) {
  const model = useRecordSection(deps, () => config);
  return (
    <LinkTypeSection
      model={model}
      page={page}
      useName={(name) => t('useSplashPage', name)}
      labels={{
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
      }}
    />
  );
}
