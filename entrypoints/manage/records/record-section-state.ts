/** State that the forms, the deletion and the list of a record section share. */
import { signal } from '@preact/signals';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { FieldSpec } from './form-fields.ts';
import { createForms, type StoredForm } from './form-state.ts';
import type { DraftStore } from './draft-store.ts';
import { createPendingCommands } from './pending-commands.ts';
import { createRecordList } from './record-list.ts';
import {
  newRecordKey,
  type RecordOf,
  type RecordSectionConfig,
  type SectionNotice,
} from './record-section-config.ts';

export type RecordSectionState<Name extends CollectionName> = ReturnType<
  typeof createRecordSectionState<Name>
>;

export function createRecordSectionState<Name extends CollectionName>(
  deps: SectionDeps,
  config: RecordSectionConfig<Name>,
  drafts: DraftStore<StoredForm>,
) {
  const list = createRecordList(deps, config);

  const findRecord = (id: string): RecordOf<Name> | null =>
    list.records.peek()?.find((record) => record.id === id) ?? null;

  return {
    deps,
    config,
    list,
    commands: createPendingCommands(deps),
    forms: createForms(drafts),
    notice: signal<SectionNotice | null>(null),
    lastAdded: signal<string | null>(null),
    findRecord,

    /** @param key of a form */
    fieldsOf(key: string): readonly FieldSpec[] {
      if (key === newRecordKey) return config.adding?.fields(list.records.value ?? []) ?? [];
      const record = findRecord(key);
      return (record && config.changing?.fields(record)) ?? [];
    },
  };
}
