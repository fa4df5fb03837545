/** The manage page's state. Asks and watches through what is handed in; the components only draw it. */
import { computed, signal } from '@preact/signals';
import { MessageError, type sendRequest } from '../../lib/messages/client.ts';
import type { PageKind, ReplyOf, RequestOf } from '../../lib/messages/protocol.ts';
import { activityViewSchema, type ActivityView } from '../../lib/views/activity-view.ts';
import type { Decision } from '../../lib/outbox/job.ts';
import type { JobView } from '../../lib/views/job-view.ts';
import { isJobActive } from '../../lib/i18n/describe-job.ts';

export interface ManageDeps {
  /** The view as the background left it, unchecked: an earlier page's, until the background has answered. */
  readonly stored: unknown;
  /** The page stands in a private window. What was asked for in one is shown in no other. */
  readonly private: boolean;
  readonly now: () => number;
  readonly delay: (ms: number) => Promise<unknown>;
  readonly request: typeof sendRequest;
  /** Calls back with every later value of the stored view. */
  readonly watch: (show: (raw: unknown) => void) => void;
  /** Whether the text is really on the clipboard. */
  readonly copy: (text: string) => Promise<boolean>;
  /** Says of a bulk's job that it alone is to be given up. */
  readonly cancelBulkRow: (id: string) => Promise<void>;
  readonly openSettings: () => void;
  readonly openPage: (url: string) => void;
}

/** What came of the last act, told once. */
export type ManageNotice =
  | { readonly name: 'copied' | 'copy-failed'; readonly shortUrl: string }
  | { readonly name: 'given-up'; readonly count: number }
  | { readonly name: 'cleared' | 'failed' };

export type ManageModel = ReturnType<typeof createManageModel>;

/** What every part of the page is drawn from. */
export interface ManageProps {
  readonly model: ManageModel;
}

/** Waits before an act is asked for again, in ms, when the worker died under it. Every act may be repeated. */
const waits = [50, 250, 1_000];

/** A step this late, in ms, has been slept through: the background is woken to it. */
const lateMs = 2_000;

/** Between two hellos, in ms: after one that was lost, and otherwise. */
const helloEvery = { lost: 1_000, other: 10_000 };

export function createManageModel(deps: ManageDeps) {
  const guard = (raw: unknown) => readView(raw, deps.private);
  const view = signal(guard(deps.stored));
  const now = signal(deps.now());
  const notice = signal<ManageNotice | null>(null);
  /** The background has answered this page. */
  const greeted = signal(false);
  let hello = { at: 0, every: 0 };

  /** Every moment that the page counts down to: epoch ms. */
  const steps = computed(() => {
    const { jobs = [], paused = null, meter = null } = view.value ?? {};
    const times = [...jobs.filter(isJobActive).map((job) => job.goesAt), paused?.until, meter?.resetAt];
    return times.filter((time) => typeof time === 'number');
  });

  function show(raw: unknown): void {
    view.value = guard(raw);
    now.value = deps.now();
  }

  /** Every page says hello when it opens, which wakes the background and makes it write the view. */
  function sayHello(): void {
    hello = { at: deps.now(), every: helloEvery.other };
    deps.request('hello', { page: 'manage' }).then(
      () => (greeted.value = true),
      () => (hello = { at: deps.now(), every: helloEvery.lost }),
    );
  }

  /** @returns `null` when it could not be done, which has been told then */
  async function act<K extends PageKind>(kind: K, request: RequestOf<K>): Promise<ReplyOf<K> | null> {
    notice.value = null;
    for (let tried = 0; ; tried++) {
      try {
        return await deps.request(kind, request);
      } catch (error) {
        const wait = waits[tried];
        if (!(error instanceof MessageError) || error.problem !== 'no-answer' || wait === undefined) {
          notice.value = { name: 'failed' };
          return null;
        }
        await deps.delay(wait);
      }
    }
  }

  deps.watch(show);

  return {
    deps,
    view,
    now,
    notice,
    show,
    sayHello,
    /** Something on the page counts down, or is waited for. */
    needsTick: computed(() => !greeted.value || steps.value.length > 0),

    /** Time has passed. */
    tick(): void {
      const at = deps.now();
      now.value = at;
      const waited = !greeted.peek() || steps.peek().some((step) => at - step > lateMs);
      // Whichever way the clock was set meanwhile.
      if (waited && Math.abs(at - hello.at) >= hello.every) sayHello();
    },

    async cancel({ id, from }: Pick<JobView, 'id' | 'from'>): Promise<void> {
      // Where that can't be written its bulk pauses, as when everything is given up: nothing is lost by that.
      if (from === 'bulk') await deps.cancelBulkRow(id).catch(() => undefined);
      await act('cancel', { id });
    },
    retry: (id: string) => void act('retry', { id }),
    decide: (id: string, choice: Decision) => void act('decide', { id, choice }),
    resume: () => void act('go-on', null),

    async cancelWaiting(): Promise<void> {
      const count = await act('cancel-waiting', null);
      if (count !== null) notice.value = { name: 'given-up', count };
    },

    async clearEnded(): Promise<void> {
      // The answer is `null` as well: what tells that it failed is the note.
      await act('clear-ended', null);
      notice.value ??= { name: 'cleared' };
    },

    async copy(shortUrl: string): Promise<void> {
      notice.value = { name: (await deps.copy(shortUrl)) ? 'copied' : 'copy-failed', shortUrl };
    },
  };
}

/** `null` as long as the background has written none. */
function readView(raw: unknown, isPrivate: boolean): ActivityView | null {
  const read = activityViewSchema.safeParse(raw);
  if (!read.success) return null;
  const view = read.data;
  const jobs = view.jobs.filter((job) => job.private !== true);
  if (isPrivate || jobs.length === view.jobs.length) return view;
  // Nobody need know of a standstill while nothing that is shown waits.
  return { ...view, jobs, paused: jobs.some(({ endedAt }) => endedAt === null) ? view.paused : null };
}
