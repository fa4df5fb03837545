/** When the keeper is wanted, and what it has left to do: kept on disk, so that whoever is killed is taken up again. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import type { SyncCommand } from '../../../lib/sync-host/sync-commands.ts';
import type { RequestOf } from '../../../lib/messages/protocol.ts';
import type { StoredItem, ItemDefinition } from '../../../lib/storage/stored-item.ts';
import type { PickerLists } from '../../../lib/storage/picker-lists.ts';
import { logError } from '../log-error.ts';

export const syncAlarm = 'keeper';

/** Lists younger than this are not asked for again. */
const maxAgeMs = 5 * 60_000;

/** The keeper shares a thread with the popup, which is to open, and most often to be closed, first. */
const afterOpeningMs = 2_000;
/** A link is to be copied first. */
const afterLinkMs = 500;
/** Nothing that a page writes down takes longer; then it is looked for. */
const writtenWithinMs = 60_000;

const leftSchema = z.object({
  scope: z.string(),
  /** It is opened again by itself at `at`; else then only when somebody uses the extension. */
  more: z.boolean(),
  /** Epoch ms. */
  at: z.number(),
  /** Not at a time, but once requests are sent again: bulks wait for that. */
  waits: z.optional(z.boolean()),
  /** How often the keeper was asked: what it says of an earlier time is out of date. */
  asked: z.optional(z.number()),
  /** What pages are about to write down for it, until when (epoch ms) they should have come back. */
  expected: z.optional(z.array(z.object({ work: z.string(), until: z.number() }))),
});
type Kept = z.infer<typeof leftSchema>;

export const syncItem: ItemDefinition<z.infer<typeof leftSchema>> = {
  key: 'keeper',
  version: 1,
  schema: leftSchema,
  fallback: { scope: '', more: false, at: 0 },
  migrations: {},
};

export type SyncScheduler = ReturnType<typeof createSyncScheduler>;

export function createSyncScheduler(deps: {
  readonly item: StoredItem<z.infer<typeof leftSchema>>;
  readonly lists: StoredItem<PickerLists>;
  readonly scope: () => Promise<string>;
  /** Hands a task to the keeper, opening its seat where it is not. */
  readonly dispatch: (task: SyncCommand) => Promise<unknown>;
  /** Jobs are under way: what a person waits for goes first, since a life of the worker may be short. */
  readonly isBusy: () => boolean;
  /** Nothing is sent, for a reason that concerns every request. */
  readonly isBlocked: () => boolean;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}) {
  const { item, now } = deps;
  const never = { scope: '', at: Number.NEGATIVE_INFINITY };
  let lastTry = never;
  /** What has been done is noted before a list is asked for: only then is it known to be out of date. */
  let noted: Promise<void> = Promise.resolve();

  /** A time in the future comes from a clock that was set back: it counts as long ago. */
  function isPast(at: number): boolean {
    const age = now() - at;
    return age < 0 || age >= maxAgeMs;
  }

  /** Looked for later than now: a time too far ahead comes from a clock that was set back. */
  function expectedOf({ scope, expected = [] }: Kept, of: string): NonNullable<Kept['expected']> {
    const left = (until: number) => until - now();
    return scope !== of
      ? []
      : expected.filter(({ until }) => left(until) > 0 && left(until) <= writtenWithinMs);
  }

  /** @param waitMs in which the background has to be held awake */
  async function keep(force: boolean, { waitMs = 0, work = '' } = {}): Promise<void> {
    const scope = await deps.scope();
    if (scope === '') return;
    // First: should this life end here, the next one knows.
    const { asked } = await item.update((kept) => ({
      scope,
      more: true,
      at: 0,
      asked: (kept.asked ?? 0) + 1,
      expected: expectedOf(kept, scope).filter((one) => one.work !== work),
    }));
    // Should it be the keeper that ends, nobody else would miss it.
    await browser.alarms.create(syncAlarm, { when: now() + maxAgeMs });
    lastTry = { scope, at: now() };
    if (waitMs > 0) await deps.pause(waitMs);
    await noted;
    await deps.dispatch({ task: 'sync', scope, force, asked }).catch((error: unknown) => {
      lastTry = never;
      throw error;
    });
  }

  /** Bulks that wait until requests are sent again go on, if they are. */
  async function resumeBulks(): Promise<void> {
    const { waits, scope } = await item.read();
    if (waits && !deps.isBlocked() && scope === (await deps.scope())) await keep(false);
  }

  return {
    /** @param work what was expected, and is written down now */
    sync: (force: boolean, work?: string) => keep(force, { work }),

    /** A page is about to write down work for the keeper: should it die right after that, nobody else would tell. */
    async expect(work: string): Promise<void> {
      const scope = await deps.scope();
      if (scope === '') return;
      const until = now() + writtenWithinMs;
      await item.update((kept) => {
        const expected = [...expectedOf(kept, scope), { work, until }];
        return kept.scope === scope && kept.more
          ? { ...kept, expected }
          : { scope, more: true, at: until, asked: kept.asked, expected };
      });
      await browser.alarms.create(syncAlarm, { when: until });
    },

    resumeBulks,

    /** A page has opened. */
    async refresh(): Promise<void> {
      const [scope, lists, left] = [await deps.scope(), await deps.lists.read(), await item.read()];
      if (lastTry.scope === scope && !isPast(lastTry.at)) return;
      if (left.scope !== scope || lists.scope !== scope || isPast(lists.at) || left.at <= now())
        await keep(false, { waitMs: afterOpeningMs });
    },

    /** What an earlier life left, or an alarm stands for. */
    async resume(): Promise<void> {
      const left = await item.read();
      if (!left.more || left.scope !== (await deps.scope())) return;
      if (left.waits) return resumeBulks();
      if (deps.isBusy()) {
        // Resumed when the last of them ends; the alarm fires only once, so it is set again in case this life ends first.
        await browser.alarms.create(syncAlarm, { when: now() + maxAgeMs });
        return;
      }
      const wait = left.at - now();
      // Nothing that is left is put off for longer: the clock was set back.
      if (wait <= 0 || wait > maxAgeMs) await keep(false);
      else await browser.alarms.create(syncAlarm, { when: left.at });
    },

    async onSyncFinished(told: RequestOf<'sync-finished'>): Promise<void> {
      const { scope, asked = Infinity } = told;
      if (scope !== (await deps.scope())) return;
      let counts = false;
      const left = await item.update((kept) => {
        counts = asked >= (kept.asked ?? 0);
        return counts ? { ...withExpected(told, expectedOf(kept, scope)), asked: kept.asked } : kept;
      });
      // It was asked again meanwhile, and will tell.
      if (!counts) return;
      if (left.waits) {
        await browser.alarms.clear(syncAlarm);
        // Requests may have been sent again in the moment in which this was told.
        await resumeBulks();
      } else if (left.more) await browser.alarms.create(syncAlarm, { when: left.at });
      else await browser.alarms.clear(syncAlarm);
    },

    /** A job of ours has ended well. Resolves when that is handed over; what isn't a list of the service tells later. */
    async applyLocalChange(ended: Extract<SyncCommand, { task: 'local-change' }>['ended']): Promise<void> {
      const { kind, private: incognito } = ended.ask;
      const tell = async () => {
        const scope = await deps.scope();
        // What is to be kept nowhere is told at any rate, or the first list would bring it in.
        const isWanted = incognito || (await item.read()).scope === scope;
        if (scope !== '' && isWanted) await deps.dispatch({ task: 'local-change', scope, ended });
      };
      if (kind === 'shorten' && !incognito) await deps.pause(afterLinkMs).then(tell).catch(logError);
      // Nothing else that a private window does is written down anywhere.
      else if (kind === 'shorten' || !incognito) await (noted = noted.then(tell).catch(logError));
    },
  };
}

function withExpected(told: RequestOf<'sync-finished'>, expected: NonNullable<Kept['expected']>): Kept {
  const soonest = Math.min(...expected.map(({ until }) => until));
  if (expected.length === 0 || told.waits) return { ...told, expected };
  return { ...told, more: true, at: told.more ? Math.min(told.at, soonest) : soonest, expected };
}
