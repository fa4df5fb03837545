/** Notifies every open page that the mirror has changed: IndexedDB itself has no event across pages. */
import * as z from 'zod/mini';
import { mirrorChannel } from './mirror-channel.ts';

const changeSchema = z.object({
  scope: z.string(),
  /** `fresh`: only the freshness or completeness of the links has changed. */
  what: z.literal(['links', 'lists', 'bulk', 'fresh']),
});
export type Change = z.infer<typeof changeSchema>;

/** A sender: it never receives its own messages. */
export function createMirrorEvents(scope: string) {
  const channel = new BroadcastChannel(mirrorChannel);
  return {
    announce(what: Change['what']): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: its own origin hears it
      channel.postMessage({ scope, what } satisfies Change);
    },
    close: (): void => channel.close(),
  };
}

/** A page renders changes at most this often. */
const throttleMs = 250;

/** Posts the first change immediately, and those that follow within `throttleMs` together. */
export function createThrottledMirrorEvents(scope: string, delay: (ms: number) => Promise<void>) {
  const changes = createMirrorEvents(scope);
  const pending = new Set<Change['what']>();
  let isPosting = false;
  let isClosed = false;
  const isOpen = () => !isClosed;

  async function postAll(): Promise<void> {
    isPosting = true;
    while (pending.size > 0 && isOpen()) {
      const all = [...pending];
      pending.clear();
      for (const what of all) changes.announce(what);
      await delay(throttleMs);
    }
    isPosting = false;
  }

  return {
    announce(what: Change['what']): void {
      pending.add(what);
      if (!isPosting) void postAll();
    },
    close(): void {
      isClosed = true;
      changes.close();
    },
  };
}

/** @returns unsubscribes */
export function subscribe(onChange: (change: Change) => void): () => void {
  const channel = new BroadcastChannel(mirrorChannel);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const change = changeSchema.safeParse(data);
    if (change.success) onChange(change.data);
  });
  return () => channel.close();
}
