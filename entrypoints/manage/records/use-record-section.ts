/** The model of a record section, as long as the section is open. */
import { useMemo } from 'preact/hooks';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import type { SectionDeps } from '../section-deps.ts';
import { storedFormSchema } from './form-state.ts';
import { createDraftStore } from './draft-store.ts';
import { createRecordSectionModel, type RecordSectionModel } from './record-section-model.ts';
import { type RecordSectionConfig } from './record-section-config.ts';

export function useRecordSection<Name extends CollectionName>(
  deps: SectionDeps,
  configOf: (deps: SectionDeps) => RecordSectionConfig<Name>,
): RecordSectionModel<Name> {
  return useMemo(() => {
    const config = configOf(deps);
    const drafts = createDraftStore(config.name, storedFormSchema, deps.scope.peek(), deps.now);
    return createRecordSectionModel(deps, config, { drafts, newId: () => crypto.randomUUID() });
  }, [deps, deps.scope.value]);
}
