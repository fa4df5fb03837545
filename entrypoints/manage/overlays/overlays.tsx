import { MessageSquare, TriangleAlert } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { whileCurrent } from '../../../components/while-current.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { capitalize } from '../../../lib/text/capitalize.ts';
import type { RecordSectionConfig } from '../records/record-section-config.ts';
import { RecordSection, type RecordSectionLabels } from '../records/record-section.tsx';
import { ServiceTime } from '../records/facts.tsx';
import { useRecordSection } from '../records/record-section-model.ts';
import { UseForLink } from '../records/use-for-link.tsx';
import type { SectionProps } from '../section-deps.ts';

const config: RecordSectionConfig<'overlays'> = {
  name: 'overlays',
  nameOf: ({ name }) => name,
  searchWords: ({ name, type }) => [name, type],
};

export function Overlays({ deps, page }: SectionProps) {
  const model = useRecordSection(deps, () => config);
  const [splashPages, setSplashPages] = useState<ReadonlySet<string>>(new Set());
  const records = model.list.records.value;
  useEffect(
    // Harmless when it fails: only the note about an id that a splash page has, too, is missing.
    () =>
      whileCurrent(deps.mirror.records('splashPages'), (pages) =>
        setSplashPages(new Set(pages.map(({ id }) => id))),
      ),
    [records],
  );
  const labels: RecordSectionLabels<'overlays'> = {
    icon: MessageSquare,
    title: t('overlays'),
    count: (count) => formatCount('overlayCount', count),
    search: t('searchOverlays'),
    empty: { heading: t('overlaysEmpty'), hint: t('overlaysEmptyHint') },
    note: t('overlaysNote'),
    facts: ({ id, type, date }) => (
      <p class="fact-line">
        {type !== '' && <bdi>{capitalize(type)}</bdi>}
        {date !== null && <ServiceTime text={date} />}
        {splashPages.has(id) && (
          <span class="warning hint">
            <Icon of={TriangleAlert} size={14} />
            {t('overlayIdTaken')}
          </span>
        )}
      </p>
    ),
    // A link names its type by the id alone, so an overlay with the id of a splash page can't be used.
    actions: ({ id }, name) =>
      !splashPages.has(id) && <UseForLink page={page} type={id} label={t('useOverlay', name)} />,
  };
  return <RecordSection model={model} page={page} labels={labels} />;
}
