/**
 * Stores why nothing is sent, for the next worker instance: a key that was refused is not tried again at every start.
 * An alarm ends a block that has an end.
 */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import type { BlockReason } from '../../../lib/outbox/block-reason.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { failureSchema } from '../../../lib/api/schema-helpers.ts';
import type { StoredItem, ItemDefinition } from '../../../lib/storage/stored-item.ts';
import { isOver } from '../../../lib/time/elapsed.ts';
import { logError } from '../../../lib/browser/log-error.ts';

export const blockedStateAlarm = 'standstill-over';

const blockedStateSchema = z.nullable(
  z.object({
    scope: z.string(),
    failure: failureSchema,
    until: z.nullable(z.number()),
    /** Ms until then, when it was written: more than that may never be left. Older versions did not store it. */
    left: z.optional(z.nullable(z.number())),
  }),
);

export const blockedStateItem: ItemDefinition<z.infer<typeof blockedStateSchema>> = {
  key: 'standstill',
  version: 1,
  schema: blockedStateSchema,
  fallback: null,
};

export type BlockedState = ReturnType<typeof createBlockedState>;

export function createBlockedState(deps: {
  readonly item: StoredItem<z.infer<typeof blockedStateSchema>>;
  readonly scope: () => Promise<string>;
}) {
  async function write(blockReason: BlockReason | null): Promise<void> {
    // Being offline is shown without a stored reason.
    const until = blockReason?.until ?? null;
    const left = until === null ? null : until - Date.now();
    const lasting = blockReason?.failure ? { failure: blockReason.failure, until, left } : null;
    // Before the write: a block that can't be stored ends nevertheless.
    if (until === null) await browser.alarms.clear(blockedStateAlarm);
    else await browser.alarms.create(blockedStateAlarm, { when: until });
    const scope = await deps.scope();
    await deps.item.update(() => lasting && { scope, ...lasting });
  }

  let saved = Promise.resolve();

  return {
    save(blockReason: BlockReason | null): void {
      saved = write(blockReason).catch(logError);
    },
    /** Resolves when the last reason is on disk: a worker killed before that would restore the one before. */
    saved: () => saved,
    /** The reason that a previous instance has stored, if it still holds. */
    async restore(now: number, blockingFailure: () => Promise<Failure | null>): Promise<BlockReason | null> {
      const found = await deps.item.read();
      if (found === null || found.scope !== (await deps.scope())) return null;
      const over =
        (found.until !== null && isOver(found.until - now, found.left ?? 0)) ||
        (found.failure.kind === 'no-permission' && (await blockingFailure()) === null);
      if (!over) return { failure: found.failure, until: found.until };
      // Or it would hold again after the clock is set back.
      await deps.item.update(() => null).catch(logError);
      return null;
    },
  };
}
