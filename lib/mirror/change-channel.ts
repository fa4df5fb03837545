/** Tells every open page that the mirror has changed: IndexedDB itself has no event across pages. */
import * as z from 'zod/mini';

const changeSchema = z.object({
  scope: z.string(),
  /** `fresh`: the links are as they were, and only how fresh or how complete they are has changed. */
  what: z.literal(['links', 'lists', 'bulk', 'fresh']),
});
export type Change = z.infer<typeof changeSchema>;

const channelName = 'curtail-mirror';

/** @returns says what has changed; never hears of it itself */
export function createChangeChannel(scope: string) {
  const channel = new BroadcastChannel(channelName);
  return {
    tell(what: Change['what']): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: its own origin hears it
      channel.postMessage({ scope, what } satisfies Change);
    },
    close: (): void => channel.close(),
  };
}

/** A page that looks on draws anew at most this often. */
const throttleMs = 250;

/** Tells of a change at once, and of those that follow it within a breath together. */
export function createThrottledChannel(scope: string, pause: (ms: number) => Promise<void>) {
  const teller = createChangeChannel(scope);
  const untold = new Set<Change['what']>();
  let telling = false;
  let closed = false;
  const isOn = () => !closed;

  async function tellAll(): Promise<void> {
    telling = true;
    while (untold.size > 0 && isOn()) {
      const all = [...untold];
      untold.clear();
      for (const what of all) teller.tell(what);
      await pause(throttleMs);
    }
    telling = false;
  }

  return {
    tell(what: Change['what']): void {
      untold.add(what);
      if (!telling) void tellAll();
    },
    close(): void {
      closed = true;
      teller.close();
    },
  };
}

/** @returns stops hearing */
export function subscribe(hear: (change: Change) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const change = changeSchema.safeParse(data);
    if (change.success) hear(change.data);
  });
  return () => channel.close();
}
