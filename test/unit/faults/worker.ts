/** The extension's worker: a test kills and starts it, and a message starts it when there is none, as a browser does. */
import { createHandlers } from '../../../entrypoints/background/messaging/handlers.ts';
import { createWriteBatcher } from '../../../entrypoints/background/storage/write-batcher.ts';
import { openGateway } from '../../../entrypoints/background/api/gateway.ts';
import { createHostPermission } from '../../../entrypoints/background/api/host-permission.ts';
import type { Handlers } from '../../../lib/messages/listener.ts';
import type { CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import { intentKey } from '../../../lib/storage/storage-keys.ts';
import type { Service } from '../../service/service.ts';
import { browser } from '../../support/fake-browser.ts';
import { createWorker } from '../../support/background-worker.ts';
import { context, newInstance, nothing } from '../../support/worker-instance.ts';
import { flushMicrotasks } from '../../support/flush.ts';

export interface WorkerDeps {
  readonly service: Service;
  readonly scope: string;
  readonly later: (ms: number) => Promise<void>;
  readonly report: (error: unknown) => void;
}

export interface KillableWorker {
  start(): Promise<void>;
  kill(): void;
  message<T>(put: (to: Handlers) => Promise<T>): Promise<T>;
  /** Submits a command as the popup does: stores the intent, then repeats the message until the job has ended. */
  press(command: CreateLinkCommand): Promise<'stored' | 'not stored'>;
}

export function createKillableWorker({ service, scope, later, report }: WorkerDeps): KillableWorker {
  const { local } = browser.storage;
  let worker = newInstance();
  worker.die();
  /** The handlers of the current worker, once it has added them. */
  let listening: Promise<Handlers> = nothing;

  function start(): Promise<void> {
    worker.die();
    const mine = newInstance();
    worker = mine;
    let listen = (_handlers: Handlers) => {};
    listening = new Promise((resolve) => (listen = resolve));
    const started = context.run(mine, () => startBackground({ service, scope, report, listen }));
    return Promise.race([started, mine.died.catch(() => undefined)]);
  }

  async function message<T>(put: (to: Handlers) => Promise<T>): Promise<T> {
    await flushMicrotasks(1);
    if (!worker.alive) void start();
    const mine = worker;
    const to = await Promise.race([listening, mine.died]);
    return Promise.race([context.run(mine, () => put(to)), mine.died]);
  }

  async function press(command: CreateLinkCommand): Promise<'stored' | 'not stored'> {
    const written = context
      .exit(() => local.set({ [intentKey(command.id)]: command }))
      .then(
        () => true,
        () => false,
      );
    for (;;) {
      try {
        const { state } = await message((to) => to.submit(command));
        if (!['queued', 'sent', 'unknown'].includes(state)) return 'stored';
        await later(1_000);
      } catch (error) {
        if (error instanceof Error && error.message === 'no response') await later(250);
        // The worker reports that it could not journal it: nothing may be left of it.
        else if (!(await written)) return 'not stored';
        else await later(1_000);
      }
    }
  }

  return { start, message, press, kill: () => worker.die() };
}

async function startBackground({
  service,
  scope,
  report,
  listen,
}: Omit<WorkerDeps, 'later'> & { readonly listen: (handlers: Handlers) => void }): Promise<void> {
  const gateway = await openGateway(
    { address: service.address, key: service.key },
    { disk: createWriteBatcher(browser.storage.local), permission: createHostPermission() },
  );
  const worker = createWorker({ gateway, scope });
  let begun: Promise<void> = Promise.resolve();
  listen(
    createHandlers({
      ...worker,
      syncScheduler: {
        refresh: async () => {},
        sync: async () => {},
        onSyncFinished: async () => {},
        expect: async () => {},
      },
      callApi: async () => ({ ok: 'not-yet' }),
      onRead: async () => {},
      onDetails: async () => {},
      storeSyncResults: async () => {},
      publish: () => {},
      report,
      blockReasonSaved: async () => {},
      readActivity: async () => Promise.reject(new Error('no page asks for it')),
      failuresShown: () => {},
      activityNeeded: () => {},
      recoverIntents: async () => {},
      ensureStarted: () => begun,
    }),
  );
  begun = worker.begin().catch(report);
  await begun;
}
