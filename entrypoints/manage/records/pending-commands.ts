/** What a room has asked for and has no good end yet: under way or failed, beside the row or the form it came from. */
import { signal } from '@preact/signals';
import type { Failure } from '../../../lib/api/failure.ts';
import type { CommandBody, SubmitResult, SectionDeps } from '../section-deps.ts';

export interface PendingCommand {
  /** Of the ask, by which the background's view knows it. */
  readonly id: string;
  readonly act: 'add' | 'update' | 'delete' | 'star';
  /** `gone`: asked for by an earlier opening of the page, and nobody knows any more how it ended. */
  readonly state: 'going' | 'failed' | 'gone';
  /** `null` also when it was canceled. */
  readonly failure: Failure | null;
}

export function createPendingCommands(deps: Pick<SectionDeps, 'submit'>, newId: () => string) {
  /** By the id of the record; `new` for one that is being added. */
  const all = signal<ReadonlyMap<string, PendingCommand>>(new Map());

  function set(place: string, attempt: PendingCommand | null): void {
    const next = new Map(all.peek());
    if (attempt === null) next.delete(place);
    else next.set(place, attempt);
    all.value = next;
  }

  return {
    get: (place: string): PendingCommand | null => all.value.get(place) ?? null,
    isPending: (place: string): boolean => all.peek().get(place)?.state === 'going',
    dismiss: (place: string): void => set(place, null),

    /** One that an earlier opening of the page has begun. */
    show: set,

    /** @param begun awaited with the id before anything is sent */
    async run(
      place: string,
      act: PendingCommand['act'],
      ask: CommandBody,
      begun?: (id: string) => Promise<void>,
    ): Promise<SubmitResult> {
      const id = newId();
      set(place, { id, act, state: 'going', failure: null });
      if (begun) await begun(id);
      const end = await deps.submit(ask, id);
      // Something newer may stand there by now.
      if (all.peek().get(place)?.id === id)
        set(place, end.ok ? null : { id, act, state: 'failed', failure: end.failure });
      return end;
    },
  };
}
