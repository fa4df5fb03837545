/** The assign panels of a section, as long as the section is open. */
import { useEffect, useMemo } from 'preact/hooks';
import type { ChannelItemType } from '../../../lib/api/channels.ts';
import { t } from '../../../lib/i18n/t.ts';
import { createDraftStore } from '../records/draft-store.ts';
import type { RecordSectionModel } from '../records/record-section-model.ts';
import { panelDraftSchema } from './assign-model.ts';
import { createAssignments, type Assignments } from './assign-panels.ts';
import type { Found } from './find-assignable.ts';

export function useAssignments(
  model: RecordSectionModel<'campaigns'> | RecordSectionModel<'channels'>,
  onAssigned?: (record: string, type: ChannelItemType, found: Found) => void,
): Assignments {
  const { deps } = model;
  const { name } = model.config;
  const assignments = useMemo(
    () =>
      createAssignments(deps, name === 'campaigns' ? 'assign-campaign' : 'assign-channel', {
        drafts: createDraftStore(`${name}:assign`, panelDraftSchema, deps.scope.peek(), deps.now),
        newId: () => crypto.randomUUID(),
        ...(onAssigned && { onAssigned }),
      }),
    [model],
  );
  useEffect(() => () => assignments.releaseIndex(), [assignments]);
  const records = model.list.records.value;
  useEffect(() => {
    if (records === null) return;
    const nameOf = (id: string) => {
      const record = records.find((one) => one.id === id);
      return record === undefined ? null : record.name || t('unnamed');
    };
    void assignments.restore(nameOf);
  }, [assignments, records === null]);
  return assignments;
}
