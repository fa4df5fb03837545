/** The manage page's state. Asks and watches through what is handed in; the components only draw it. */
import { computed, signal } from '@preact/signals';
import type { PageKind, ReplyOf, RequestOf } from '../../lib/messages/protocol.ts';
import { createHelloTimer } from '../../lib/messages/hello-timer.ts';
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
  readonly sayHello: () => Promise<unknown>;
  /** Repeats a message whose worker was stopped; every message of this page is idempotent. */
  readonly request: <K extends PageKind>(kind: K, request: RequestOf<K>) => Promise<ReplyOf<K>>;
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

/** A step this late, in ms, has been slept through: the background is woken to it. */
const lateMs = 2_000;

export function createManageModel(deps: ManageDeps) {
  const guard = (raw: unknown) => readView(raw, deps.private);
  const view = signal(guard(deps.stored));
  const now = signal(deps.now());
  const notice = signal<ManageNotice | null>(null);
  /** The background has answered this page. */
  const greeted = signal(false);
  /** Every page says hello when it opens, which wakes the background and makes it write the view. */
  const hello = createHelloTimer({
    now: deps.now,
    send: deps.sayHello,
    onAnswer: () => (greeted.value = true),
  });

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

  /** @returns `null` when it could not be done, which has been told then */
  async function act<K extends PageKind>(kind: K, request: RequestOf<K>): Promise<ReplyOf<K> | null> {
    notice.value = null;
    try {
      return await deps.request(kind, request);
    } catch {
      notice.value = { name: 'failed' };
      return null;
    }
  }

  deps.watch(show);

  return {
    deps,
    view,
    now,
    notice,
    show,
    sayHello: hello.sayHello,
    /** Something on the page counts down, or is waited for. */
    needsTick: computed(() => !greeted.value || steps.value.length > 0),

    /** Time has passed. */
    tick(): void {
      const at = deps.now();
      now.value = at;
      const waited = !greeted.peek() || steps.peek().some((step) => at - step > lateMs);
      if (waited) hello.sayHelloIfDue();
    },

    async cancel({ id, from }: Pick<JobView, 'id' | 'from'>): Promise<void> {
      // Where that can't be written its bulk pauses, as when everything is given up: nothing is lost by that.
      if (from === 'bulk') await deps.cancelBulkRow(id).catch(() => undefined);
      await act('cancel', { id });
    },
    retry: (id: string) => void act('retry', { id }),
    decide: (id: string, choice: Decision) => void act('resolve', { id, choice }),
    resume: () => void act('resume', null),

    async cancelWaiting(): Promise<void> {
      const count = await act('cancel-queued', null);
      if (count !== null) notice.value = { name: 'given-up', count };
    },

    async clearEnded(): Promise<void> {
      // The answer is `null` as well: what tells that it failed is the note.
      await act('clear-finished', null);
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
