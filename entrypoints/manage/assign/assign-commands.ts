/** The commands that assign items to a campaign or a channel, and their results. */
import { computed, signal, type Signal } from '@preact/signals';
import type { ChannelItemType } from '../../../lib/api/channels.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { CommandBody } from '../page-deps.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { AssignableItem, Target } from './find-assignable.ts';
import { createMoves } from './moves.ts';

export interface Assignment {
  /** The id of the command. */
  readonly id: string;
  readonly type: ChannelItemType;
  readonly item: AssignableItem;
  readonly state: 'pending' | 'done' | 'failed';
  readonly failure: Failure | null;
}

export interface AssignCommandsDeps extends Pick<SectionDeps, 'submit' | 'mirror'> {
  readonly newId: () => string;
  readonly onAssigned?: (type: ChannelItemType, item: AssignableItem) => void;
}

/** An item to assign; its id is unique within its type. */
type TypedItem = Pick<Assignment, 'type' | 'item'>;

const isSame = (one: TypedItem, other: TypedItem): boolean =>
  one.type === other.type && one.item.id === other.item.id;

/** An item that has failed and is sent again is listed once. */
const withSent = (assignments: readonly Assignment[], sent: readonly Assignment[]): readonly Assignment[] => [
  ...assignments.filter((one) => !sent.some((other) => isSame(one, other))),
  ...sent,
];

const commandOf = ({ kind, to }: Target, { type, item }: TypedItem, many: boolean): CommandBody => ({
  kind,
  name: item.address || item.title || item.id,
  item: item.id,
  to,
  ...(kind === 'assign-channel' && { type }),
  ...(many && { many }),
});

function countStates(assignments: readonly Assignment[]) {
  const count = (state: Assignment['state']) => assignments.filter((one) => one.state === state).length;
  return { all: assignments.length, done: count('done'), failed: count('failed') };
}

/** @param type the type of the items that are chosen now */
export function createAssignCommands(
  { submit, newId, onAssigned, mirror }: AssignCommandsDeps,
  target: Target,
  type: Signal<ChannelItemType>,
) {
  const assignments = signal<readonly Assignment[]>([]);
  const { moves, readNames } = createMoves(mirror, assignments);

  /** The mirror lists it, or it was assigned here since. */
  const isAssigned = (item: AssignableItem): boolean =>
    item.assigned === true ||
    assignments.value.some((one) => one.state === 'done' && isSame(one, { type: type.value, item }));

  async function sendOne(assignment: Assignment, many: boolean): Promise<void> {
    const { id, type: itemType, item } = assignment;
    const result = await submit(commandOf(target, assignment, many), id);
    const change: Pick<Assignment, 'state' | 'failure'> = result.ok
      ? { state: 'done', failure: null }
      : { state: 'failed', failure: result.failure };
    assignments.value = assignments.peek().map((one) => (one.id === id ? { ...one, ...change } : one));
    if (result.ok) onAssigned?.(itemType, item);
  }

  /** Each is a job of its own, so they continue when the page is closed. */
  function send(items: readonly TypedItem[]): void {
    const sent = items.map(({ type: itemType, item }): Assignment => ({
      id: newId(),
      type: itemType,
      item,
      state: 'pending',
      failure: null,
    }));
    assignments.value = withSent(assignments.peek(), sent);
    void readNames(items.map(({ item }) => item));
    // `many` lowers their priority: a link that is created meanwhile does not wait for all of them.
    for (const one of sent) void sendOne(one, sent.length > 1);
  }

  return {
    assignments,
    isAssigned,
    send,

    /** A channel lists its items, but no response names a link's campaign: it may have been moved elsewhere. */
    isBlocked: (item: AssignableItem): boolean => target.kind === 'assign-channel' && isAssigned(item),

    isPending: (item: AssignableItem): boolean =>
      assignments.peek().some((one) => one.state === 'pending' && isSame(one, { type: type.peek(), item })),

    moves,
    counts: computed(() => countStates(assignments.value)),

    /** The number of items that were sent and have not failed. */
    countSent: (): number => assignments.peek().filter(({ state }) => state !== 'failed').length,

    retry: (): void => send(assignments.peek().filter(({ state }) => state === 'failed')),
  };
}
