/** The items of a channel: the stored ones immediately, then the service's list, a page at a time. */
import { computed, signal, useSignal } from '@preact/signals';
import { itemKey, listChannelItems, type ChannelItem } from '../../../lib/api/channels.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { Id } from '../../../lib/api/ids.ts';
import type { SectionDeps } from '../section-deps.ts';
import { useEffect } from 'preact/hooks';

const pageSize = 100;

export type ItemsModel = ReturnType<typeof createItems>;

export function createItems({ mirror, read }: Pick<SectionDeps, 'mirror' | 'read'>, channel: Id) {
  const stored = signal<readonly ChannelItem[]>([]);
  /** Assigned here since the list was read. */
  const added = signal<readonly ChannelItem[]>([]);
  const closing = new AbortController();
  const pages = createItemPages(read, channel, closing.signal);
  const { listed, next } = pages;

  return {
    ...pages,

    /** `null` before anything is known. */
    items: computed((): readonly ChannelItem[] | null => {
      const isComplete = next.value === null;
      const known = new Set([...added.value, ...listed.value].map(itemKey));
      const earlier = isComplete ? [] : stored.value.filter((item) => !known.has(itemKey(item)));
      const all = [...added.value, ...listed.value, ...earlier];
      if (!isComplete && all.length === 0) return null;
      return [...new Map(all.map((item) => [itemKey(item), item])).values()];
    }),

    async open(): Promise<void> {
      const first = pages.more();
      // Items that can't be read here come from the service.
      const list = await mirror.items(channel).catch(() => []);
      // The newest first, as services list them, so that little moves when the service's list replaces them.
      if (!closing.signal.aborted) stored.value = list.toReversed();
      await first;
    },

    add(item: ChannelItem): void {
      added.value = [item, ...added.peek().filter((other) => itemKey(other) !== itemKey(item))];
    },

    close: (): void => closing.abort(),
  };
}

function createItemPages(read: SectionDeps['read'], channel: Id, closed: AbortSignal) {
  const listed = signal<readonly ChannelItem[]>([]);
  /** The page to be read next; `null` when all of them have been read. */
  const next = signal<number | null>(1);
  const reading = signal(false);
  const failure = signal<Failure | null>(null);

  async function more(): Promise<void> {
    const page = next.peek();
    if (page === null || reading.peek()) return;
    reading.value = true;
    failure.value = null;
    const response = await read(listChannelItems(channel, { limit: pageSize, page }));
    if (closed.aborted) return;
    reading.value = false;
    if (!response.ok) {
      failure.value = response.failure;
      return;
    }
    const known = new Set(listed.peek().map(itemKey));
    const fresh = response.value.records.filter((item) => !known.has(itemKey(item)));
    listed.value = [...listed.peek(), ...fresh];
    // A page without anything new is the last one, even if the service names a next one.
    next.value = fresh.length > 0 ? response.value.nextPage : null;
  }

  return { listed, next, reading, failure, more };
}

export type OpenItems = ReturnType<typeof useOpenItems>;

/** The item lists of the channels that are expanded. */
export function useOpenItems(deps: Pick<SectionDeps, 'mirror' | 'read'>) {
  const open = useSignal<ReadonlyMap<string, ItemsModel>>(new Map());
  useEffect(() => () => open.peek().forEach((items) => items.close()), []);

  return {
    get: (channel: string): ItemsModel | undefined => open.value.get(channel),
    add: (channel: string, item: ChannelItem): void => open.peek().get(channel)?.add(item),

    toggle(channel: Id): void {
      const next = new Map(open.peek());
      const items = next.get(channel);
      if (items) {
        items.close();
        next.delete(channel);
      } else {
        const opened = createItems(deps, channel);
        next.set(channel, opened);
        void opened.open();
      }
      open.value = next;
    },
  };
}
