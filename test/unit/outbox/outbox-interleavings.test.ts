/** The outbox under random interleavings of asks, nudges, cancels, retries, deaths and a failing disk. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome } from '../../../lib/service/call.ts';
import type { Made } from '../../../lib/outbox/made.ts';
import { isFinished } from '../../../lib/outbox/job.ts';
import { bad, failures, good, made, shortenAsk, uuid } from './samples.ts';
import { breath, MemoryJournal, settled, standIn } from './stand-in.ts';

const jobNumber = fc.integer({ min: 1, max: 4 });
const step = fc.oneof(
  fc.record({ act: fc.constantFrom('take', 'cancel', 'retry', 'seen'), job: jobNumber }),
  fc.constant({ act: 'resume', job: 0 }),
  fc.constant({ act: 'restart', job: 0 }),
  fc.constant({ act: 'breath', job: 0 }),
);
/** How each send goes: `made` or a failure, which may hide that the link was made all the same. */
const sending = fc.record({
  failure: fc.option(fc.constantFrom(...failures), { nil: null, freq: 2 }),
  madeAllTheSame: fc.boolean(),
  turns: fc.integer({ min: 0, max: 5 }),
});

const open = new Set(['unreachable', 'timed-out', 'unreadable']);

test('never two links of one ask, never a send without its journal entry, never an uncaught error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.array(sending, { minLength: 1, maxLength: 10 }),
      fc.array(fc.boolean(), { maxLength: 12 }),
      async (steps, sendings, diskFaults) => {
        /** What the service holds: how many links of each ask. */
        const links = new Map<string, number>();
        const unwritten: string[] = [];
        const journal = new MemoryJournal();
        journal.fails = (write) => diskFaults[write] ?? false;
        let sends = 0;
        let life = 0;

        function newLife() {
          const mine = ++life;
          const dead = new Promise<never>(() => {});
          return standIn({
            journal,
            lookUp: async (ask) => {
              await breath();
              return good((links.get(ask.id) ?? 0) > 0 ? made(1) : null);
            },
            run: async (ask, { beforeSend, signal }): Promise<Outcome<Made>> => {
              const { failure, madeAllTheSame, turns } = sendings[sends++ % sendings.length] ?? {
                failure: null,
                madeAllTheSame: false,
                turns: 0,
              };
              for (let turn = 0; turn < turns; turn++) await breath();
              if (signal.aborted) return bad({ kind: 'cancelled' });
              try {
                await beforeSend();
              } catch {
                return bad({ kind: 'unreachable', status: null, message: null });
              }
              // A dead worker sends nothing; one that is alive has written down that it does.
              if (mine !== life) return dead;
              if (signal.aborted) return bad({ kind: 'cancelled' });
              if (journal.disk.get(ask.id)?.state.name !== 'sent') unwritten.push(ask.id);
              const makes = failure === null || (open.has(failure.kind) && madeAllTheSame);
              if (makes) links.set(ask.id, (links.get(ask.id) ?? 0) + 1);
              await breath();
              if (mine !== life) return dead;
              return failure === null ? good(made(1)) : bad(failure);
            },
          });
        }

        let { outbox } = newLife();
        const pending: Promise<unknown>[] = [];
        for (const { act, job } of steps) {
          if (act === 'take') pending.push(outbox.take(shortenAsk(job)));
          else if (act === 'cancel') pending.push(outbox.cancel(uuid(job)).catch(() => {}));
          else if (act === 'retry') pending.push(outbox.retry(uuid(job)));
          else if (act === 'seen') pending.push(outbox.markSeen(uuid(job)).catch(() => {}));
          else if (act === 'resume') pending.push(outbox.resume());
          else if (act === 'breath') await breath();
          else {
            // Writes under way at the death reach the disk or not before the next life reads it.
            await settledFaults(pending);
            ({ outbox } = newLife());
          }
        }
        await settled();
        expect(unwritten).toEqual([]);
        for (const [id, count] of links) expect([id, count]).toEqual([id, 1]);
        for (const job of journal.disk.values())
          if (job.state.name === 'done') expect(links.get(job.ask.id)).toBe(1);
        expect(outbox.jobs().filter(isFinished).length).toBeLessThanOrEqual(60);
      },
    ),
    { numRuns: 400 },
  );
});

/** A cancel of a job that only the journal knows may meet a failing disk: that is told to its caller. */
async function settledFaults(pending: Promise<unknown>[]): Promise<void> {
  for (const one of pending) one.catch(() => {});
  await breath();
}
