/** The links that were moved to a campaign from another one: a link has only one. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { SectionDeps } from '../section-deps.ts';
import type { AssignableItem } from './find-assignable.ts';

interface Assigned {
  readonly state: 'pending' | 'done' | 'failed';
  readonly item: AssignableItem;
}

export function createMoves(
  mirror: Pick<SectionDeps['mirror'], 'records'>,
  assignments: ReadonlySignal<readonly Assigned[]>,
) {
  /** Names of campaigns by id. */
  const names = signal<ReadonlyMap<string, string>>(new Map());

  return {
    /** The number of moved links by the name of their previous campaign; without those whose name is not known. */
    moves: computed((): ReadonlyMap<string, number> => {
      const moves = new Map<string, number>();
      for (const { state, item } of assignments.value) {
        const name = state === 'done' ? names.value.get(item.movedFrom ?? '') : undefined;
        if (name !== undefined) moves.set(name, (moves.get(name) ?? 0) + 1);
      }
      return moves;
    }),

    /** Call when these items are sent. */
    async readNames(items: readonly AssignableItem[]): Promise<void> {
      if (items.every(({ movedFrom }) => movedFrom === undefined)) return;
      // Without their names, the moves are not listed; adding the links does not depend on them.
      const campaigns = await mirror.records('campaigns').catch(() => []);
      names.value = new Map(campaigns.map(({ id, name }) => [id, name]));
    },
  };
}
