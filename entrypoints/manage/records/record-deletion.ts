/** Deletes a record after a confirmation that shows how much is affected. */
import { signal } from '@preact/signals';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import { changeCommand } from './record-commands.ts';
import type { AffectedCount } from './record-section-config.ts';
import type { RecordSectionState } from './record-section-state.ts';

/** The confirmation that is open. */
interface Deletion {
  readonly id: string;
  /** `null` until the first count. */
  readonly affected: AffectedCount | null;
}

export function createRecordDeletion<Name extends CollectionName>({
  config,
  list,
  commands,
  forms,
  notice,
  findRecord,
}: RecordSectionState<Name>) {
  const deletion = signal<Deletion | null>(null);
  let counting = new AbortController();

  function cancelDelete(): void {
    counting.abort();
    deletion.value = null;
  }

  return {
    deletion,
    cancelDelete,

    confirmDelete(id: string): void {
      counting.abort();
      const record = findRecord(id);
      if (record === null || config.changing === undefined) return;
      counting = new AbortController();
      const { signal } = counting;
      commands.dismiss(id);
      notice.value = null;
      deletion.value = { id, affected: null };
      const onCount = (affected: AffectedCount) => {
        if (!signal.aborted && deletion.peek()?.id === id) deletion.value = { id, affected };
      };
      // Without a count, the confirmation shows that it is unknown.
      config.changing.countAffected(record, onCount, signal).catch(() => undefined);
    },

    async remove(id: string): Promise<void> {
      cancelDelete();
      const record = findRecord(id);
      const command = record && changeCommand(config, record, { act: 'delete' });
      if (record === null || command === null || commands.isPending(id)) return;
      notice.value = null;
      const result = await commands.run(id, 'delete', command);
      if (!result.ok) return;
      forms.close(id);
      list.remove(id);
      notice.value = { name: 'deleted', what: config.nameOf(record) };
    },
  };
}
