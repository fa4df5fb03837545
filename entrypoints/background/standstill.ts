/**
 * Why nothing is sent, kept across the worker's deaths: a key that was refused is not tried again at every start. An
 * alarm ends a standstill that ends by itself.
 */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import type { Closed } from '../../lib/outbox/gate.ts';
import type { Failure } from '../../lib/service/failure.ts';
import type { Item, ItemDefinition } from '../../lib/settings/item.ts';
import { report } from './report.ts';

export const standstillAlarm = 'standstill-over';

const failure = z.custom<Failure>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string',
);
const standstillSchema = z.nullable(z.object({ scope: z.string(), failure, until: z.nullable(z.number()) }));

export const standstillItem: ItemDefinition<z.infer<typeof standstillSchema>> = {
  key: 'standstill',
  version: 1,
  schema: standstillSchema,
  fallback: null,
  migrations: {},
};

export function createStandstill(parts: {
  readonly item: Item<z.infer<typeof standstillSchema>>;
  readonly scope: () => Promise<string>;
}) {
  async function keep(closed: Closed | null): Promise<void> {
    // Being offline shows by itself.
    const lasting = closed?.failure ? { failure: closed.failure, until: closed.until } : null;
    const scope = await parts.scope();
    await parts.item.update((kept) => (lasting === null ? kept && null : { scope, ...lasting }));
    if (lasting?.until != null) await browser.alarms.create(standstillAlarm, { when: lasting.until });
  }

  return {
    onGate: (closed: Closed | null) => void keep(closed).catch(report),
    /** What an earlier life had found, if it still holds. */
    async left(now: number, obstacle: () => Promise<Failure | null>): Promise<Closed | null> {
      const kept = await parts.item.read();
      if (kept === null || kept.scope !== (await parts.scope())) return null;
      const over =
        (kept.until !== null && kept.until <= now) ||
        (kept.failure.kind === 'no-permission' && (await obstacle()) === null);
      if (!over) return { failure: kept.failure, until: kept.until };
      // Or a clock that is set back later would bring it back.
      await parts.item.update(() => null).catch(report);
      return null;
    },
  };
}
