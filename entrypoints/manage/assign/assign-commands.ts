/** The commands that assign items to a campaign or a channel, and their results. */
import { computed, signal, type Signal } from '@preact/signals';
import type { ChannelItemType } from '../../../lib/api/channels.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { CommandBody } from '../page-deps.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { Found, Target } from './find-assignable.ts';

export interface Assigned {
  /** The id of the command. */
  readonly id: string;
  readonly type: ChannelItemType;
  readonly found: Found;
  readonly state: 'going' | 'done' | 'failed';
  readonly failure: Failure | null;
}

export interface AssignCommandsDeps extends Pick<SectionDeps, 'submit'> {
  readonly newId: () => string;
  readonly onAssigned?: (type: ChannelItemType, found: Found) => void;
}

type Item = Pick<Assigned, 'type' | 'found'>;

const isSame = (one: Item, other: Item): boolean =>
  one.type === other.type && one.found.id === other.found.id;

/** An item that has failed and is sent again is listed once. */
const withSent = (assigned: readonly Assigned[], sent: readonly Assigned[]): readonly Assigned[] => [
  ...assigned.filter((one) => !sent.some((other) => isSame(one, other))),
  ...sent,
];

const commandOf = ({ kind, to }: Target, { type, found }: Item, many: boolean): CommandBody => ({
  kind,
  name: found.address || found.title || found.id,
  item: found.id,
  to,
  ...(kind === 'assign-channel' && { type }),
  ...(many && { many }),
});

function countStates(assigned: readonly Assigned[]) {
  const count = (state: Assigned['state']) => assigned.filter((one) => one.state === state).length;
  return { all: assigned.length, done: count('done'), failed: count('failed') };
}

/** @param type the type of the items that are chosen now */
export function createAssignCommands(
  { submit, newId, onAssigned }: AssignCommandsDeps,
  target: Target,
  type: Signal<ChannelItemType>,
) {
  const assigned = signal<readonly Assigned[]>([]);

  /** The mirror lists it, or it was assigned here since. */
  const isAssigned = (found: Found): boolean =>
    found.assigned === true ||
    assigned.value.some((one) => one.state === 'done' && isSame(one, { type: type.value, found }));

  async function sendOne(item: Assigned, many: boolean): Promise<void> {
    const result = await submit(commandOf(target, item, many), item.id);
    const change: Pick<Assigned, 'state' | 'failure'> = result.ok
      ? { state: 'done', failure: null }
      : { state: 'failed', failure: result.failure };
    assigned.value = assigned.peek().map((one) => (one.id === item.id ? { ...one, ...change } : one));
    if (result.ok) onAssigned?.(item.type, item.found);
  }

  /** Each is a job of its own, so they continue when the page is closed. */
  function send(items: readonly Item[]): void {
    const sent = items.map((item): Assigned => ({
      id: newId(),
      type: item.type,
      found: item.found,
      state: 'going',
      failure: null,
    }));
    assigned.value = withSent(assigned.peek(), sent);
    // `many` lowers their priority: a link that is created meanwhile does not wait for all of them.
    for (const one of sent) void sendOne(one, sent.length > 1);
  }

  return {
    assigned,
    isAssigned,
    send,

    /** A channel lists its items, but no answer names a link's campaign: it may have been moved elsewhere. */
    isBlocked: (found: Found): boolean => target.kind === 'assign-channel' && isAssigned(found),

    isPending: (found: Found): boolean =>
      assigned.peek().some((one) => one.state === 'going' && isSame(one, { type: type.peek(), found })),

    counts: computed(() => countStates(assigned.value)),

    /** The number of items that were sent and have not failed. */
    countSent: (): number => assigned.peek().filter(({ state }) => state !== 'failed').length,

    retry: (): void => send(assigned.peek().filter(({ state }) => state === 'failed')),
  };
}
