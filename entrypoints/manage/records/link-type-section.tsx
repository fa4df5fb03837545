/** A room of what a link can lead through: made on the service's own site, listed here, and used for a new link. */
import type { ComponentChildren } from 'preact';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import { RecordSection, type RecordSectionLabels } from './record-section.tsx';
import type { RecordOf } from './record-list.ts';
import { openNewLink } from './open-new-link.ts';
import type { RecordSectionModel } from './record-section-model.ts';

export type LinkTypeName = 'splashPages' | 'overlays';

export interface LinkTypeSectionProps<Name extends LinkTypeName> {
  readonly model: RecordSectionModel<Name>;
  readonly page: ManageModel;
  readonly view: Omit<RecordSectionLabels<Name>, 'acts'>;
  /** Why this one can't be used; `null` where it can. */
  readonly hindered?: (record: RecordOf<Name>) => ComponentChildren;
  /** "Use for a new link: splash page Welcome" */
  readonly useName: (name: string) => string;
}

export function LinkTypeSection<Name extends LinkTypeName>({
  model,
  page,
  view,
  hindered,
  useName,
}: LinkTypeSectionProps<Name>) {
  return (
    <RecordSection
      model={model}
      page={page}
      view={{
        ...view,
        acts: (record, name) =>
          hindered?.(record) ?? (
            <button
              type="button"
              aria-label={useName(name)}
              onClick={() => void openNewLink({ type: record.id })}
            >
              {t('useForLink')}
            </button>
          ),
      }}
    />
  );
}
