/** The commands that assign items to a campaign or a channel, and their results. */
import { computed, signal, type Signal } from '@preact/signals';
import type { ChannelItemType } from '../../../lib/api/channels.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { CommandBody, SectionDeps } from '../section-deps.ts';
import type { AssignableItem, AssignTarget } from './find-assignable.ts';

export interface Assignment {
  /** The id of the command. */
  readonly id: string;
  readonly type: ChannelItemType;
  readonly item: AssignableItem;
  readonly state: 'pending' | 'done' | 'failed';
  readonly failure: Failure | null;
}

export interface AssignCommandsDeps extends Pick<SectionDeps, 'submit' | 'mirror' | 'newId'> {
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

const commandOf = ({ kind, to }: AssignTarget, { type, item }: TypedItem, many: boolean): CommandBody => ({
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

/** By the ids of the campaigns that links may be moved from; none for a channel. */
function campaignNamesFor({ kind }: AssignTarget, mirror: SectionDeps['mirror']) {
  const names = signal<ReadonlyMap<string, string>>(new Map());
  if (kind === 'assign-campaign')
    mirror.records('campaigns').then(
      (campaigns) => (names.value = new Map(campaigns.map(({ id, name }) => [id, name]))),
      // Without their names, the moves are not listed; adding the links does not depend on them.
      () => undefined,
    );
  return names;
}

/** A link has only one campaign: the number of those that were moved, by the name of their previous one, where it is known. */
function countMoves(
  assignments: readonly Assignment[],
  campaignNames: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const moves = new Map<string, number>();
  for (const { state, item } of assignments) {
    const name = state === 'done' ? campaignNames.get(item.movedFrom ?? '') : undefined;
    if (name !== undefined) moves.set(name, (moves.get(name) ?? 0) + 1);
  }
  return moves;
}

/** @param chosen the type of the items that are chosen now */
export function createAssignCommands(
  { submit, newId, onAssigned, mirror }: AssignCommandsDeps,
  target: AssignTarget,
  chosen: Signal<ChannelItemType>,
) {
  const assignments = signal<readonly Assignment[]>([]);
  const campaignNames = campaignNamesFor(target, mirror);

  /** The mirror lists it, or it was assigned here since. */
  const isAssigned = (item: AssignableItem): boolean =>
    item.assigned === true ||
    assignments.value.some((one) => one.state === 'done' && isSame(one, { type: chosen.value, item }));

  async function sendOne(assignment: Assignment, many: boolean): Promise<void> {
    const { id } = assignment;
    const result = await submit(commandOf(target, assignment, many), id);
    const change: Pick<Assignment, 'state' | 'failure'> = result.ok
      ? { state: 'done', failure: null }
      : { state: 'failed', failure: result.failure };
    assignments.value = assignments.peek().map((one) => (one.id === id ? { ...one, ...change } : one));
    if (result.ok) onAssigned?.(assignment.type, assignment.item);
  }

  /** Each is a job of its own, so they continue when the page is closed. */
  function send(items: readonly TypedItem[]): void {
    const sent = items.map(({ type, item }): Assignment => ({
      id: newId(),
      type,
      item,
      state: 'pending',
      failure: null,
    }));
    assignments.value = withSent(assignments.peek(), sent);
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
      assignments.peek().some((one) => one.state === 'pending' && isSame(one, { type: chosen.peek(), item })),

    /** The name of the campaign that the link would leave. */
    movedFrom: ({ movedFrom = '' }: AssignableItem): string | undefined => campaignNames.value.get(movedFrom),
    moves: computed(() => countMoves(assignments.value, campaignNames.value)),
    counts: computed(() => countStates(assignments.value)),

    /** The number of items that were sent and have not failed. */
    countSent: (): number => assignments.peek().filter(({ state }) => state !== 'failed').length,

    retry: (): void => send(assignments.peek().filter(({ state }) => state === 'failed')),
  };
}
