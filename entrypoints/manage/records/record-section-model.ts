/** A section that lists one kind of the account's records, and adds, edits and deletes them. */
import { effect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { reportCopy } from '../../../lib/forms/copy-notice.ts';
import { isJobActive } from '../../../lib/i18n/describe-job.ts';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import type { EditCommand } from '../../../lib/outbox/commands.ts';
import type { SectionDeps } from '../section-deps.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';
import { storedFormSchema, type StoredForm } from './form-state.ts';
import { patchKey, type PendingCommand } from './pending-commands.ts';
import { changeCommand } from './record-commands.ts';
import { createRecordDeletion } from './record-deletion.ts';
import { createRecordForms } from './record-forms.ts';
import type { RecordOf, RecordSectionConfig } from './record-section-config.ts';
import { createRecordSectionState, type RecordSectionState } from './record-section-state.ts';

export type RecordSectionModel<Name extends CollectionName> = ReturnType<
  typeof createRecordSectionModel<Name>
>;

export function createRecordSectionModel<Name extends CollectionName>(
  deps: SectionDeps,
  config: RecordSectionConfig<Name>,
  drafts: DraftStore<StoredForm>,
) {
  const state = createRecordSectionState(deps, config, drafts);
  const { list, notice } = state;
  const { restore, followEarlier, ...forms } = createRecordForms(state);
  const deletion = createRecordDeletion(state);

  return {
    ...state,
    ...forms,
    ...deletion,

    /** @returns closes the section */
    open(): () => void {
      const close = list.open();
      void restore();
      const stop = effect(() => {
        void deps.view.value;
        followEarlier();
      });
      return () => {
        close();
        stop();
        deletion.cancelDelete();
      };
    },

    /** Call as time passes: a command that never arrived is reported as lost. */
    tick: followEarlier,

    patch: createRecordPatch(state),

    copy: (text: string) => reportCopy(notice, deps.copy(text), text),

    /** The command's job in the background's view; `null` before it is listed and after it has ended. */
    jobOf({ id }: PendingCommand) {
      const job = deps.view.value?.jobs.find((one) => one.id === id);
      return job && isJobActive(job) ? job : null;
    },
  };
}

/** Changes a record without a form. */
function createRecordPatch<Name extends CollectionName>({
  config,
  list,
  commands,
  forms,
  notice,
  findRecord,
}: RecordSectionState<Name>) {
  return async (
    record: RecordOf<Name>,
    fields: Partial<RecordOf<Name>> & EditCommand['fields'],
  ): Promise<void> => {
    const { id } = record;
    const command = changeCommand(config, record, { act: 'update', fields });
    const key = patchKey(id);
    if (command === null || commands.isPending(id) || commands.isPending(key)) return;
    notice.value = null;
    const result = await commands.run(key, 'update', command);
    if (!result.ok) return;
    list.update(id, fields);
    const changed = findRecord(id);
    // Beside the record's form it would look like the form's.
    if (changed !== null && forms.shown.peek() !== id)
      notice.value = { name: 'saved', what: config.nameOf(changed) };
  };
}

/** The model, as long as the section is open. */
export function useRecordSection<Name extends CollectionName>(
  deps: SectionDeps,
  configOf: (deps: SectionDeps) => RecordSectionConfig<Name>,
): RecordSectionModel<Name> {
  return useMemo(() => {
    const config = configOf(deps);
    const drafts = createDraftStore(config.name, storedFormSchema, deps.scope.peek(), deps.now);
    return createRecordSectionModel(deps, config, drafts);
  }, [deps, deps.scope.value]);
}
