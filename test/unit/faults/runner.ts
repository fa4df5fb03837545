/** The bulk runner in the sync host, which a test kills and starts apart from the worker. */
import { BulkRunner } from '../../../lib/bulk/bulk-runner.ts';
import type { Handlers } from '../../../lib/messages/listener.ts';
import { openExisting } from '../../../lib/mirror/database.ts';
import { context, newInstance, whileAlive } from '../../support/worker-instance.ts';
import type { KillableWorker } from './worker.ts';

export interface RunnerDeps {
  readonly scope: string;
  readonly message: KillableWorker['message'];
  readonly later: (ms: number) => Promise<void>;
}

export function createRunner({ scope, message, later }: RunnerDeps) {
  let instance = newInstance();
  let runner: BulkRunner | null = null;

  function kill(): void {
    instance.die();
    runner?.stop();
    runner = null;
  }

  function start(): void {
    kill();
    const mine = newInstance();
    instance = mine;
    const put = <T>(send: (to: Handlers) => Promise<T>): Promise<T> =>
      context.run(mine, () => whileAlive(() => context.exit(() => message(send))));
    context.run(mine, () => {
      const own = new BulkRunner({
        open: () => whileAlive(() => openExisting(scope)),
        submit: (command, lost) => put((to) => to['submit-row']({ scope, command, lost })),
        statusOf: (id) => put((to) => to['job-status']({ id })),
        cancel: (id) => put((to) => to.cancel({ id })),
        retry: (id) => put((to) => to.retry({ id })),
        acknowledge: (id) => put((to) => to.acknowledge({ id })),
        newId: () => crypto.randomUUID(),
        delay: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        // A killed worker's database fails with an error of the tests.
        report: () => {},
        changed: () => {},
      });
      runner = own;
      void (async () => {
        // The background starts it again at the end of a block or of a parked row: here it is checked at intervals.
        while (['waits', 'parked'].includes(await own.run()) && mine.alive) await later(15_000);
      })();
    });
  }

  return { start, kill };
}
