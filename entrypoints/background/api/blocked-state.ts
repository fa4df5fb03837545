/**
 * Why nothing is sent, kept across the worker's deaths: a key that was refused is not tried again at every start. An
 * alarm ends a standstill that ends by itself.
 */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import type { BlockReason } from '../../../lib/outbox/circuit-breaker.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { failureSchema } from '../../../lib/api/schema-helpers.ts';
import type { StoredItem, ItemDefinition } from '../../../lib/storage/stored-item.ts';
import { logError } from '../log-error.ts';

export const blockedStateAlarm = 'standstill-over';

const blockedStateSchema = z.nullable(
  z.object({
    scope: z.string(),
    failure: failureSchema,
    until: z.nullable(z.number()),
    /** Ms until then, when it was written: more than that may never be left. Older versions did not keep it. */
    left: z.optional(z.nullable(z.number())),
  }),
);

export const blockedStateItem: ItemDefinition<z.infer<typeof blockedStateSchema>> = {
  key: 'standstill',
  version: 1,
  schema: blockedStateSchema,
  fallback: null,
  migrations: {},
};

/** More is left than ever was: the clock was set back, nobody knows by how much, and one request finds out. */
const isOver = (left: number, leftBefore: number): boolean => left <= 0 || left > leftBefore;

export function createBlockedState(deps: {
  readonly item: StoredItem<z.infer<typeof blockedStateSchema>>;
  readonly scope: () => Promise<string>;
}) {
  async function keep(closed: BlockReason | null): Promise<void> {
    // Being offline shows by itself.
    const until = closed?.until ?? null;
    const left = until === null ? null : until - Date.now();
    const lasting = closed?.failure ? { failure: closed.failure, until, left } : null;
    const scope = await deps.scope();
    await deps.item.update((found) => (lasting === null ? found && null : { scope, ...lasting }));
    if (lasting?.until != null) await browser.alarms.create(blockedStateAlarm, { when: lasting.until });
  }

  let kept = Promise.resolve();

  return {
    save(closed: BlockReason | null): void {
      kept = keep(closed).catch(logError);
    },
    /** Resolves when what was last told is on disk: a life that ended before that would be found stopped again. */
    saved: () => kept,
    /** What an earlier life had found, if it still holds. */
    async restore(now: number, obstacle: () => Promise<Failure | null>): Promise<BlockReason | null> {
      const found = await deps.item.read();
      if (found === null || found.scope !== (await deps.scope())) return null;
      const over =
        (found.until !== null && isOver(found.until - now, found.left ?? 0)) ||
        (found.failure.kind === 'no-permission' && (await obstacle()) === null);
      if (!over) return { failure: found.failure, until: found.until };
      // Or a clock that is set back later would bring it back.
      await deps.item.update(() => null).catch(logError);
      return null;
    },
  };
}
