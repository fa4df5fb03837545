/** What each message of the table does. */
import { browser } from 'wxt/browser';
import type { Handlers } from '../../../lib/messages/listener.ts';
import type { ReplyOf, RequestOf } from '../../../lib/messages/protocol.ts';
import { initialState, isFinished, isActive, type Job } from '../../../lib/outbox/job.ts';
import { updateAccount } from '../../../lib/api/account.ts';
import { targetSuggestionsKey } from '../../../lib/storage/target-suggestions.ts';
import type { Connections } from '../api/connection.ts';
import { withTimeout } from '../with-timeout.ts';
import { acceptIntent } from '../jobs/intents.ts';
import type { Items } from '../storage/stored-items.ts';
import type { JobEffects } from '../jobs/job-effects.ts';
import type { KeepAlive } from '../keep-alive.ts';
import type { SyncScheduler } from '../sync/sync-scheduler.ts';
import type { ProxyRequest } from './api-proxy.ts';

export function createHandlers(deps: {
  readonly items: Items;
  readonly connections: Connections;
  readonly jobs: JobEffects;
  readonly syncScheduler: Pick<SyncScheduler, 'refresh' | 'sync' | 'onSyncFinished' | 'expect'>;
  readonly keepAlive: KeepAlive;
  /** Asks the service what pages want to know. */
  readonly callApi: (asked: ProxyRequest) => Promise<ReplyOf<'api-get'>>;
  /** Told of every answer that a page or the keeper has read. */
  readonly onRead?: (scope: string, path: string, body: unknown) => Promise<void>;
  readonly storeLists: (kept: RequestOf<'store-lists'>) => Promise<void>;
  readonly publish: () => void;
  readonly report: (error: unknown) => void;
  /** Resolves when it is on disk that sending goes on. */
  readonly blockReasonSaved: () => Promise<void>;
  /** An Activity page has opened. */
  readonly onManage: () => void;
  /** Takes up what pages have written down meanwhile. */
  readonly recoverIntents: () => Promise<void>;
  /** Resolves when this life of the worker has taken up what an earlier one left. */
  readonly started: () => Promise<void>;
}): Handlers {
  const { items, connections, jobs, publish } = deps;

  const awake = <T>(work: Promise<T>): Promise<T> => work.finally(deps.keepAlive.hold());

  return {
    async 'page-opened'({ page }) {
      if (page === 'manage') deps.onManage();
      await deps.started();
      deps.recoverIntents().catch(deps.report);
      awake(deps.syncScheduler.refresh()).catch(deps.report);
      publish();
      return null;
    },
    submit: (ask) => soon(acceptIntent(jobs, ask), ask.id),
    async retry({ id }) {
      await deps.started();
      return soon(awake(jobs.retry(id)), id);
    },
    async connect({ id }) {
      const end = await awake(connections.connect(id));
      publish();
      return end;
    },
    async disconnect() {
      await awake(connections.disconnect());
      publish();
      return null;
    },
    async 'save-preferences'(preferences) {
      await items.preferences.write(preferences);
      publish();
      return null;
    },
    async 'save-presets'(presets) {
      await items.presets.write(presets);
      // None are kept empty (lib/storage/keys.ts).
      if (presets.list.length === 0) await items.presets.remove();
      publish();
      return null;
    },
    async cancel({ id }) {
      await deps.started();
      return jobs.cancel(id);
    },
    async resolve({ id, choice }) {
      await deps.started();
      return soon(awake(jobs.resolveAmbiguous(id, choice)), id);
    },
    async 'cancel-queued'() {
      await deps.started();
      return jobs.cancelWaiting();
    },
    async resume() {
      // A start finds the reason why nothing is sent, and would close again what was opened before it.
      await deps.started();
      (await connections.gateway())?.queue.clearServerBackOff();
      jobs.unblock();
      jobs.retryNow();
      await deps.blockReasonSaved();
      return null;
    },
    async 'clear-finished'() {
      await deps.started();
      await jobs.clearFinished();
      publish();
      return null;
    },
    async acknowledge({ id }) {
      await deps.started();
      await jobs.acknowledge(id);
      return null;
    },
    async 'api-get'({ path, query, ...asked }) {
      await deps.started();
      const reply = await deps.callApi({
        ...asked,
        call: {
          method: 'GET',
          path,
          query,
          read: (body) => body,
          // "Nothing found" is told as an error.
          ...('short' in query && { readNotFound: () => null }),
          idempotent: true,
        },
      });
      if (reply.ok === true) deps.onRead?.(asked.scope, path, reply.body).catch(deps.report);
      return reply;
    },
    async 'save-account'({ email, password, ...asked }) {
      await deps.started();
      const call = { ...updateAccount({ email, password }), read: (body: unknown) => body };
      const reply = await deps.callApi({ ...asked, priority: 'user', call });
      if (reply.ok === true && email !== '')
        await items.accountView.update((view) =>
          view.account === null ? view : { ...view, account: { ...view.account, email } },
        );
      return reply;
    },
    async expect({ work }) {
      await deps.syncScheduler.expect(work);
      return null;
    },
    async sync({ force, work }) {
      // What an earlier life did not note is noted first.
      await deps.started();
      await awake(deps.syncScheduler.sync(force, work));
      return null;
    },
    async 'store-lists'(kept) {
      await deps.storeLists(kept);
      return null;
    },
    async 'sync-finished'(left) {
      await deps.syncScheduler.onSyncFinished(left);
      return null;
    },
    async 'store-target-names'({ scope, ...names }) {
      if (scope === (await deps.connections.scope()))
        await browser.storage.local.set({ [targetSuggestionsKey]: { version: 1, ...names } });
      return null;
    },
    async 'job-status'({ id }) {
      await deps.started();
      await jobs.loaded();
      return jobs.has(id) ? outcome(jobOf(id)) : null;
    },
  };

  /** How the job stands when it has ended, or as long as a page may wait. */
  async function soon(ending: Promise<Job | null>, id: string): Promise<ReplyOf<'submit'>> {
    const ended = await withTimeout(ending);
    // Not in the journal, and not dropped from it: the page has to know that it was not taken on.
    if (ended !== null && !isFinished(ended) && !jobs.has(id)) throw new Error('not journalled');
    return outcome(ended ?? jobOf(id));
  }

  function outcome(job: Job | undefined): ReplyOf<'submit'> {
    const waits = job !== undefined && isActive(job) && job.state.name !== 'sent';
    const standstill = waits && jobs.blockReason()?.failure != null;
    return { ...toJobStatus(job), ...(standstill && { standstill }) };
  }

  function jobOf(id: string): Job | undefined {
    return jobs.jobs().find(({ ask, joined }) => ask.id === id || joined?.some((press) => press.id === id));
  }
}

function toJobStatus(job: Job | undefined): ReplyOf<'submit'> {
  const state = job?.state ?? initialState;
  return {
    state: state.name,
    made: state.name === 'done' ? state.made : null,
    failure: state.name === 'refused' ? state.failure : null,
    ...(state.name === 'unknown' && state.question !== null && { asks: true }),
  };
}
