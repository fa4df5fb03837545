/** The panels of a room in which things are assigned, as long as the room is open. */
import { useEffect, useMemo } from 'preact/hooks';
import type { ChannelItemType } from '../../../lib/api/channels.ts';
import { say } from '../../../lib/i18n/t.ts';
import { keptDrafts } from '../records/draft-store.ts';
import type { RoomModel } from '../records/record-section-model.ts';
import { panelDraftSchema } from './assign-model.ts';
import { createAssignments, type Assignments } from './assign-panels.ts';
import type { Found } from './find-assignable.ts';

export function useAssignments(
  model: RoomModel<'campaigns'> | RoomModel<'channels'>,
  done?: (to: string, type: ChannelItemType, found: Found) => void,
): Assignments {
  const { parts } = model;
  const { name } = model.kind;
  const assignments = useMemo(
    () =>
      createAssignments(parts, name === 'campaigns' ? 'assign-campaign' : 'assign-channel', {
        drafts: keptDrafts(`${name}:assign`, panelDraftSchema, parts.scope.peek(), parts.now),
        newId: () => crypto.randomUUID(),
        ...(done && { done }),
      }),
    [model],
  );
  useEffect(() => () => assignments.leave(), [assignments]);
  const records = model.collection.records.value;
  useEffect(() => {
    if (records === null) return;
    const nameOf = (id: string) => {
      const record = records.find((one) => one.id === id);
      return record === undefined ? null : record.name || say('nameless');
    };
    void assignments.restore(nameOf);
  }, [assignments, records === null]);
  return assignments;
}
