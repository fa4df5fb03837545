/** The section "CTA overlays". */
import { useSignal } from '@preact/signals';
import { MessageSquare } from 'lucide';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { RecordSectionConfig } from '../records/record-section-config.ts';
import { LinkTypeSection } from '../records/link-type-section.tsx';
import { ServiceTime } from '../records/service-time.tsx';
import { useRecordSection } from '../records/use-record-section.ts';
import type { ManageModel } from '../model.ts';
import type { SectionDeps } from '../section-deps.ts';

interface OverlaysProps {
  readonly deps: SectionDeps;
  readonly page: ManageModel;
}

export function render(deps: SectionDeps, page: ManageModel): VNode {
  return <Overlays deps={deps} page={page} />;
}

const config: RecordSectionConfig<'overlays'> = {
  name: 'overlays',
  nameOf: ({ name }) => name,
  searchWords: ({ name, type }) => [name, type],
};

function Overlays({ deps, page }: OverlaysProps) {
  const model = useRecordSection(deps, () => config);
  const splashPages = useSignal<ReadonlySet<string>>(new Set());
  const records = model.list.records.value;
  useEffect(() => {
    deps.mirror.records('splashPages').then(
      (pages) => (splashPages.value = new Set(pages.map(({ id }) => id))),
      () => undefined,
    );
  }, [records]);
  return (
    <LinkTypeSection
      model={model}
      page={page}
      // A link names its type by the id alone, so an overlay with the id of a splash page can't be used.
      blockedReason={({ id }) =>
        splashPages.value.has(id) ? <span class="note">{t('overlayIdTaken')}</span> : null
      }
      useName={(name) => t('useOverlay', name)}
      labels={{
        icon: MessageSquare,
        title: t('overlays'),
        count: (count) => formatCount('overlayCount', count),
        search: t('searchOverlays'),
        empty: { heading: t('overlaysEmpty'), hint: t('overlaysEmptyHint') },
        note: t('overlaysNote'),
        facts: ({ type, date }) => (
          <p class="fact-line">
            {type !== '' && <bdi>{type}</bdi>}
            {date !== null && <ServiceTime text={date} />}
          </p>
        ),
      }}
    />
  );
}
