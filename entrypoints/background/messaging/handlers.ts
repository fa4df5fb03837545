/** What each message of the table does. */
import { browser } from 'wxt/browser';
import type { Answers } from '../../../lib/messages/listener.ts';
import type { ReplyOf, RequestOf } from '../../../lib/messages/protocol.ts';
import { fresh, isFinished, isUnderWay, type Job } from '../../../lib/outbox/job.ts';
import { updateAccount } from '../../../lib/api/account.ts';
import { targetNamesKey } from '../../../lib/storage/target-suggestions.ts';
import type { Connections } from '../api/connection.ts';
import { inTime } from '../with-timeout.ts';
import { takeIntent } from '../jobs/intents.ts';
import type { Items } from '../storage/stored-items.ts';
import type { Jobs } from '../jobs/job-effects.ts';
import type { KeepAwake } from '../keep-alive.ts';
import type { Keeping } from '../sync/sync-scheduler.ts';
import type { Asked } from './api-proxy.ts';

export function createAnswers(parts: {
  readonly items: Items;
  readonly connections: Connections;
  readonly jobs: Jobs;
  readonly keeping: Pick<Keeping, 'refresh' | 'keep' | 'kept' | 'expect'>;
  readonly keepAwake: KeepAwake;
  /** Asks the service what pages want to know. */
  readonly question: (asked: Asked) => Promise<ReplyOf<'read'>>;
  /** Told of every answer that a page or the keeper has read. */
  readonly onRead?: (scope: string, path: string, body: unknown) => Promise<void>;
  readonly keepLists: (kept: RequestOf<'keep-lists'>) => Promise<void>;
  readonly publish: () => void;
  readonly report: (error: unknown) => void;
  /** Resolves when it is on disk that sending goes on. */
  readonly standstillKept: () => Promise<void>;
  /** An Activity page has opened. */
  readonly onManage: () => void;
  /** Takes up what pages have written down meanwhile. */
  readonly takeUp: () => Promise<void>;
  /** Resolves when this life of the worker has taken up what an earlier one left. */
  readonly start: () => Promise<void>;
}): Answers {
  const { items, connections, jobs, publish } = parts;

  const awake = <T>(work: Promise<T>): Promise<T> => work.finally(parts.keepAwake.hold());

  return {
    async hello({ page }) {
      if (page === 'manage') parts.onManage();
      await parts.start();
      parts.takeUp().catch(parts.report);
      awake(parts.keeping.refresh()).catch(parts.report);
      publish();
      return null;
    },
    'take-up': (ask) => soon(takeIntent(jobs, ask), ask.id),
    async retry({ id }) {
      await parts.start();
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
      // None are kept empty (lib/storage/presets-key.ts).
      if (presets.list.length === 0) await items.presets.remove();
      publish();
      return null;
    },
    async cancel({ id }) {
      await parts.start();
      return jobs.cancel(id);
    },
    async decide({ id, choice }) {
      await parts.start();
      return soon(awake(jobs.decide(id, choice)), id);
    },
    async 'cancel-waiting'() {
      await parts.start();
      return jobs.cancelWaiting();
    },
    async 'go-on'() {
      // A start finds the reason why nothing is sent, and would close again what was opened before it.
      await parts.start();
      (await connections.gateway())?.lane.overrule();
      jobs.open();
      jobs.wake();
      await parts.standstillKept();
      return null;
    },
    async 'clear-ended'() {
      await parts.start();
      await jobs.clearEnded();
      publish();
      return null;
    },
    async seen({ id }) {
      await parts.start();
      await jobs.markSeen(id);
      return null;
    },
    async read({ path, query, ...asked }) {
      await parts.start();
      const reply = await parts.question({
        ...asked,
        call: {
          method: 'GET',
          path,
          query,
          read: (body) => body,
          // "Nothing found" is told as an error.
          ...('short' in query && { readRefusal: () => null }),
          repeatable: true,
        },
      });
      if (reply.ok === true) parts.onRead?.(asked.scope, path, reply.body).catch(parts.report);
      return reply;
    },
    async 'save-account'({ email, password, ...asked }) {
      await parts.start();
      const call = { ...updateAccount({ email, password }), read: (body: unknown) => body };
      const reply = await parts.question({ ...asked, urgency: 'person', call });
      if (reply.ok === true && email !== '')
        await items.accountView.update((view) =>
          view.account === null ? view : { ...view, account: { ...view.account, email } },
        );
      return reply;
    },
    async expect({ work }) {
      await parts.keeping.expect(work);
      return null;
    },
    async keep({ force, work }) {
      // What an earlier life did not note is noted first.
      await parts.start();
      await awake(parts.keeping.keep(force, work));
      return null;
    },
    async 'keep-lists'(kept) {
      await parts.keepLists(kept);
      return null;
    },
    async kept(left) {
      await parts.keeping.kept(left);
      return null;
    },
    async 'keep-target-names'({ scope, ...names }) {
      if (scope === (await parts.connections.scope()))
        await browser.storage.local.set({ [targetNamesKey]: { version: 1, ...names } });
      return null;
    },
    async standing({ id }) {
      await parts.start();
      await jobs.loaded();
      return jobs.has(id) ? outcome(jobOf(id)) : null;
    },
  };

  /** How the job stands when it has ended, or as long as a page may wait. */
  async function soon(ending: Promise<Job | null>, id: string): Promise<ReplyOf<'take-up'>> {
    const ended = await inTime(ending);
    // Not in the journal, and not dropped from it: the page has to know that it was not taken on.
    if (ended !== null && !isFinished(ended) && !jobs.has(id)) throw new Error('not journalled');
    return outcome(ended ?? jobOf(id));
  }

  function outcome(job: Job | undefined): ReplyOf<'take-up'> {
    const waits = job !== undefined && isUnderWay(job) && job.state.name !== 'sent';
    const standstill = waits && jobs.closed()?.failure != null;
    return { ...outcomeOf(job), ...(standstill && { standstill }) };
  }

  function jobOf(id: string): Job | undefined {
    return jobs.jobs().find(({ ask, joined }) => ask.id === id || joined?.some((press) => press.id === id));
  }
}

function outcomeOf(job: Job | undefined): ReplyOf<'take-up'> {
  const state = job?.state ?? fresh;
  return {
    state: state.name,
    made: state.name === 'done' ? state.made : null,
    failure: state.name === 'refused' ? state.failure : null,
    ...(state.name === 'unknown' && state.question !== null && { asks: true }),
  };
}
