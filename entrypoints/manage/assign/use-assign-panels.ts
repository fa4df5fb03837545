/** The assign panels of a section, as long as the section is open. */
import { useEffect, useMemo } from 'preact/hooks';
import type { ChannelItemType } from '../../../lib/api/channels.ts';
import { t } from '../../../lib/i18n/t.ts';
import { createDraftStore } from '../records/draft-store.ts';
import type { RecordSectionModel } from '../records/record-section-model.ts';
import { assignDraftSchema } from './assign-model.ts';
import { createAssignPanels, type AssignPanels } from './assign-panels.ts';
import type { AssignableItem } from './find-assignable.ts';

export function useAssignPanels(
  model: RecordSectionModel<'campaigns'> | RecordSectionModel<'channels'>,
  onAssigned?: (record: string, type: ChannelItemType, item: AssignableItem) => void,
): AssignPanels {
  const { deps } = model;
  const { name } = model.config;
  const panels = useMemo(
    () =>
      createAssignPanels(deps, name === 'campaigns' ? 'assign-campaign' : 'assign-channel', {
        drafts: createDraftStore(`${name}:assign`, assignDraftSchema, deps.scope.peek(), deps.now),
        newId: () => crypto.randomUUID(),
        ...(onAssigned && { onAssigned }),
      }),
    [model],
  );
  useEffect(() => () => panels.releaseIndex(), [panels]);
  const records = model.list.records.value;
  useEffect(() => {
    if (records === null) return;
    const nameOf = (id: string) => {
      const record = records.find((one) => one.id === id);
      return record === undefined ? null : record.name || t('unnamed');
    };
    void panels.restore(nameOf);
  }, [panels, records === null]);
  return panels;
}
