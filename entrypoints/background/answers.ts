/** What each message of the table does. */
import type { Answers } from '../../lib/messages/answer.ts';
import type { ReplyOf } from '../../lib/messages/protocol.ts';
import type { Job } from '../../lib/outbox/job.ts';
import type { Connections } from './connection.ts';
import { takeIntent } from './intents.ts';
import type { Items } from './items.ts';
import type { Jobs } from './jobs.ts';
import type { KeepAwake } from './keep-awake.ts';

/** A page is answered below the 30 s after which the browser stops a worker whose response is overdue. */
const answerWithinMs = 20_000;

export function createAnswers(parts: {
  readonly items: Items;
  readonly connections: Connections;
  readonly jobs: Jobs;
  readonly lists: { refresh(force?: boolean): Promise<void> };
  readonly keepAwake: KeepAwake;
  readonly publish: () => void;
  readonly report: (error: unknown) => void;
  readonly forgetAccount: () => Promise<void>;
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

  async function awake<T>(work: Promise<T>): Promise<T> {
    const release = parts.keepAwake.hold();
    try {
      return await work;
    } finally {
      release();
    }
  }

  return {
    async hello({ page }) {
      if (page === 'manage') parts.onManage();
      await parts.start();
      parts.takeUp().catch(parts.report);
      awake(parts.lists.refresh()).then(publish, parts.report);
      publish();
      return null;
    },
    'take-up': (ask) => soon(takeIntent(jobs, ask), ask.id),
    async retry({ id }) {
      await parts.start();
      return soon(awake(jobs.retry(id)), id);
    },
    async connect({ id }) {
      await awake(connections.connect(id));
      publish();
      return null;
    },
    async disconnect() {
      // The key goes first and whatever else fails.
      await connections.disconnect();
      try {
        await jobs.clear();
      } finally {
        await parts.forgetAccount();
      }
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
      // None are kept empty (lib/settings/presets-key.ts).
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
  };

  /** How the job stands when it has ended, or after `answerWithinMs`. */
  async function soon(ending: Promise<Job | null>, id: string): Promise<ReplyOf<'take-up'>> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const overdue = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), answerWithinMs);
    });
    const ended = await Promise.race([ending, overdue]);
    clearTimeout(timer);
    // Not in the journal: the page has to know that it was not taken on.
    if (ended !== null && !jobs.has(id)) throw new Error('not journalled');
    const job = ended ?? jobs.jobs().find((known) => known.ask.id === id);
    return {
      state: job?.state.name ?? 'queued',
      made: job?.state.name === 'done' ? job.state.made : null,
    };
  }
}
