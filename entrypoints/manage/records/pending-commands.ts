/** Commands of a section that are pending or have failed, shown beside the row or the form that they came from. */
import { signal } from '@preact/signals';
import type { Failure } from '../../../lib/api/failure.ts';
import type { CommandBody, SubmitResult, SectionDeps } from '../section-deps.ts';

export interface PendingCommand {
  /** The id of the command and its job. */
  readonly id: string;
  readonly act: 'add' | 'update' | 'delete';
  /** `unknown`: sent before the page was reloaded, and the result is not known any more. */
  readonly state: 'pending' | 'failed' | 'unknown';
  /** `null` also when it was canceled. */
  readonly failure: Failure | null;
}

/** Of a change without a form, which is pending or fails beside the record's form and its deletion. */
export const patchKey = (id: string): string => `${id} patch`;

export function createPendingCommands({ submit, newId }: Pick<SectionDeps, 'submit' | 'newId'>) {
  /** By the id of the record; `new` for one that is being added; `patchKey`. */
  const all = signal<ReadonlyMap<string, PendingCommand>>(new Map());

  function set(key: string, command: PendingCommand | null): void {
    const next = new Map(all.peek());
    if (command === null) next.delete(key);
    else next.set(key, command);
    all.value = next;
  }

  return {
    get: (key: string): PendingCommand | null => all.value.get(key) ?? null,
    dismiss: (key: string): void => set(key, null),

    /** @param act any without it */
    isPending(key: string, act?: PendingCommand['act']): boolean {
      const command = all.peek().get(key);
      return command?.state === 'pending' && (act ?? command.act) === command.act;
    },

    /** Shows a command that was sent before the page was reloaded. */
    show: set,

    /** @param onStart awaited with the id before anything is sent */
    async run(
      key: string,
      act: PendingCommand['act'],
      command: CommandBody,
      onStart?: (id: string) => Promise<void>,
    ): Promise<SubmitResult> {
      const id = newId();
      set(key, { id, act, state: 'pending', failure: null });
      if (onStart) await onStart(id);
      const result = await submit(command, id);
      // A newer command may have replaced it by now.
      if (all.peek().get(key)?.id === id)
        set(key, result.ok ? null : { id, act, state: 'failed', failure: result.failure });
      return result;
    },
  };
}
