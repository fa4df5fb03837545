import { useSignal } from '@preact/signals';
import { MessageSquare } from 'lucide';
import { useEffect } from 'preact/hooks';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { capitalize } from '../../../lib/text/capitalize.ts';
import type { RecordSectionConfig } from '../records/record-section-config.ts';
import { LinkTypeSection } from '../records/link-type-section.tsx';
import { ServiceTime } from '../records/facts.tsx';
import { useRecordSection } from '../records/record-section-model.ts';
import type { SectionProps } from '../section-deps.ts';

const config: RecordSectionConfig<'overlays'> = {
  name: 'overlays',
  nameOf: ({ name }) => name,
  searchWords: ({ name, type }) => [name, type],
};

export function Overlays({ deps, page }: SectionProps) {
  const model = useRecordSection(deps, () => config);
  const splashPages = useSignal<ReadonlySet<string>>(new Set());
  const records = model.list.records.value;
  useEffect(() => {
    deps.mirror.records('splashPages').then(
      (pages) => (splashPages.value = new Set(pages.map(({ id }) => id))),
      // Harmless: only the note about an id that a splash page has, too, is missing.
      () => undefined,
    );
  }, [records]);
  return (
    <LinkTypeSection
      model={model}
      page={page}
      // A link names its type by the id alone, so an overlay with the id of a splash page can't be used.
      blockedReason={({ id }) =>
        splashPages.value.has(id) ? <span class="hint">{t('overlayIdTaken')}</span> : null
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
            {type !== '' && <bdi>{capitalize(type)}</bdi>}
            {date !== null && <ServiceTime text={date} />}
          </p>
        ),
      }}
    />
  );
}
