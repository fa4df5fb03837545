/** What a channel holds: as it is kept here at once, then as the service lists it, a page at a time. */
import { computed, signal } from '@preact/signals';
import { listChannelItems, type ChannelItem } from '../../../lib/api/channels.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { Id } from '../../../lib/api/coerce.ts';
import type { SectionDeps } from '../section-deps.ts';

const perPage = 100;
const keyOf = ({ type, id }: Pick<ChannelItem, 'type' | 'id'>): string => `${type} ${id}`;

export type ItemsModel = ReturnType<typeof createItems>;

export function createItems({ mirror, read }: Pick<SectionDeps, 'mirror' | 'read'>, channel: Id) {
  const kept = signal<readonly ChannelItem[]>([]);
  const listed = signal<readonly ChannelItem[]>([]);
  /** Assigned here since it was read. */
  const entered = signal<readonly ChannelItem[]>([]);
  /** The page to be read next; `null` when all of it has been. */
  const next = signal<number | null>(1);
  const reading = signal(false);
  const failure = signal<Failure | null>(null);
  let left = false;

  async function more(): Promise<void> {
    const page = next.peek();
    if (page === null || reading.peek()) return;
    reading.value = true;
    failure.value = null;
    const answer = await read(listChannelItems(channel, { limit: perPage, page }));
    if (left) return;
    reading.value = false;
    if (!answer.ok) {
      failure.value = answer.failure;
      return;
    }
    const known = new Set(listed.peek().map(keyOf));
    const fresh = answer.value.records.filter((item) => !known.has(keyOf(item)));
    listed.value = [...listed.peek(), ...fresh];
    // A page that brings nothing new is the last one, whatever the service says comes next.
    next.value = fresh.length > 0 ? answer.value.nextPage : null;
  }

  return {
    /** `null` before anything is known. */
    items: computed((): readonly ChannelItem[] | null => {
      const whole = next.value === null;
      if (!whole && listed.value.length === 0 && kept.value.length === 0 && entered.value.length === 0)
        return null;
      const all = [...entered.value, ...listed.value, ...(whole ? [] : kept.value)];
      return [...new Map(all.map((item) => [keyOf(item), item])).values()];
    }),
    next,
    reading,
    failure,
    more,

    async open(): Promise<void> {
      const first = more();
      // What can't be read of it is read from the service.
      const list = await mirror.items(channel).catch(() => []);
      // The newest first, as services list them: what takes its place moves as little as may be.
      if (!left) kept.value = list.toReversed();
      await first;
    },

    enter(item: ChannelItem): void {
      entered.value = [item, ...entered.peek().filter((other) => keyOf(other) !== keyOf(item))];
    },

    leave(): void {
      left = true;
    },
  };
}
