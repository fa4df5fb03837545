/** The model of a room, as long as the room is open. */
import { useMemo } from 'preact/hooks';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import type { SectionDeps } from '../section-deps.ts';
import { storedFormSchema } from './form-state.ts';
import { createDraftStore } from './draft-store.ts';
import { createRecordSectionModel, type RecordSectionModel } from './record-section-model.ts';
import { type RecordSectionConfig } from './record-section-config.ts';

export function useRecordSection<Name extends CollectionName>(
  deps: SectionDeps,
  kindOf: (deps: SectionDeps) => RecordSectionConfig<Name>,
): RecordSectionModel<Name> {
  return useMemo(() => {
    const kind = kindOf(deps);
    const drafts = createDraftStore(kind.name, storedFormSchema, deps.scope.peek(), deps.now);
    return createRecordSectionModel(deps, kind, { drafts, newId: () => crypto.randomUUID() });
  }, [deps, deps.scope.value]);
}
