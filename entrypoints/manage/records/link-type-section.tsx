/** A section of splash pages or overlays, which are created on the service's site and can be used for new links. */
import { Plus } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import { RecordSection, type RecordSectionLabels } from './record-section.tsx';
import type { RecordOf } from './record-section-config.ts';
import { openNewLink } from './open-new-link.ts';
import type { RecordSectionModel } from './record-section-model.ts';

type LinkTypeName = 'splashPages' | 'overlays';

interface LinkTypeSectionProps<Name extends LinkTypeName> {
  readonly model: RecordSectionModel<Name>;
  readonly page: ManageModel;
  readonly labels: Omit<RecordSectionLabels<Name>, 'actions'>;
  /** Shown in place of the button for a record that can't be used. */
  readonly blockedReason?: (record: RecordOf<Name>) => ComponentChildren;
  /** "Use in new link: splash page Welcome" */
  readonly useName: (name: string) => string;
}

export function LinkTypeSection<Name extends LinkTypeName>({
  model,
  page,
  labels,
  blockedReason,
  useName,
}: LinkTypeSectionProps<Name>) {
  return (
    <RecordSection
      model={model}
      page={page}
      labels={{
        ...labels,
        actions: (record, name) =>
          blockedReason?.(record) ?? (
            <button
              type="button"
              class="quiet"
              aria-label={useName(name)}
              onClick={() => page.attempt(() => openNewLink({ type: record.id }))}
            >
              <Icon of={Plus} />
              {t('useForLink')}
            </button>
          ),
      }}
    />
  );
}
