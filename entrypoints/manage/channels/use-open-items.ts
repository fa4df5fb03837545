/** The item lists of the channels that are expanded. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ChannelItem } from '../../../lib/api/channels.ts';
import type { Id } from '../../../lib/api/coerce.ts';
import type { SectionDeps } from '../section-deps.ts';
import { createItems, type ItemsModel } from './channel-items-model.ts';

export type OpenItems = ReturnType<typeof useOpenItems>;

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
