/** The model of a room, as long as the room is open. */
import { useMemo } from 'preact/hooks';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import type { RoomParts } from '../section-deps.ts';
import { keptFormSchema } from './form-state.ts';
import { keptDrafts } from './draft-store.ts';
import { createRoomModel, type RoomKind, type RoomModel } from './record-section-model.ts';

export function useRoom<Name extends CollectionName>(
  parts: RoomParts,
  kindOf: (parts: RoomParts) => RoomKind<Name>,
): RoomModel<Name> {
  return useMemo(() => {
    const kind = kindOf(parts);
    const drafts = keptDrafts(kind.name, keptFormSchema, parts.scope.peek(), parts.now);
    return createRoomModel(parts, kind, { drafts, newId: () => crypto.randomUUID() });
  }, [parts, parts.scope.value]);
}
