/** The manage page's state, which its components render. */
import { computed, signal, type Signal } from '@preact/signals';
import type { copyInPage } from '../../lib/browser/clipboard.ts';
import type { SettingsTarget } from '../../lib/browser/open-page.ts';
import { reportCopy, type CopyNotice } from '../../lib/forms/copy-notice.ts';
import type { PageKind, ReplyOf, RequestOf } from '../../lib/messages/protocol.ts';
import { createPingTimer } from '../../lib/messages/ping-timer.ts';
import { activityViewSchema, type ActivityView } from '../../lib/views/activity-view.ts';
import type { LinkDraft } from '../../lib/draft/draft.ts';
import type { Decision } from '../../lib/outbox/job.ts';
import type { JobView } from '../../lib/views/job-view.ts';
import { isJobActive } from '../../lib/i18n/describe-job.ts';

interface ManageDeps {
  /** Epoch ms. */
  readonly now: () => number;
  readonly copy: typeof copyInPage;
  readonly openPage: (url: string) => void;
  /** The view as the background stored it, unchecked: an old one until the background has answered. */
  readonly stored: unknown;
  /** The page is in a private window: jobs from such windows are shown in no other. */
  readonly private: boolean;
  readonly ping: () => Promise<unknown>;
  /** Repeats a message whose worker was stopped; every message of this page is idempotent. */
  readonly request: <K extends PageKind>(kind: K, request: RequestOf<K>) => Promise<ReplyOf<K>>;
  /** Calls back with every later value of the stored view. */
  readonly watch: (show: (raw: unknown) => void) => void;
  /** Marks a bulk's job as canceled on its own, so that the bulk continues. */
  readonly cancelBulkRow: (id: string) => Promise<void>;
  /** @returns whether the failed row is sent again */
  readonly retryBulkRow: (id: string) => Promise<boolean>;
  readonly resumeBulk: (id: string) => Promise<void>;
  readonly openSettings: (target?: SettingsTarget) => void;
  /** Opens the form for a new link in a tab of its own. */
  readonly openNewLink: () => void;
  /** The same, filled in as the job's link. @returns false when the background has no such link */
  readonly openJobLink: (job: JobView) => Promise<boolean>;
  /** The link of a job, without its password. @returns `null` when the background has it no more */
  readonly readJobLink: (id: string) => Promise<LinkDraft | null>;
}

export type ManageNotice =
  | CopyNotice
  | { readonly name: 'queued-canceled'; readonly count: number }
  | { readonly name: 'cleared' | 'failed' };

export type ManageModel = ReturnType<typeof createManageModel>;

export interface ManageProps {
  /** The page's jobs and notices; each section has its own `model`. */
  readonly page: ManageModel;
}

/** If a countdown ended more ms ago than this, the page was suspended then: the background has to be woken. */
const lateMs = 2_000;

/** By how much the age of a job or a sync may be shown too low, in ms. */
const ageStepMs = 10_000;

export function createManageModel(deps: ManageDeps) {
  const notice = signal<ManageNotice | null>(null);
  return { deps, notice, ...createLiveView(deps), ...createJobActions(deps, notice) };
}

/** The stored view, the clock, and the ping that wakes the background. */
function createLiveView(deps: ManageDeps) {
  const parse = (raw: unknown) => parseView(raw, deps.private);
  const view = signal(parse(deps.stored));
  const now = signal(deps.now());
  /** For ages in minutes and for dates: what shows them is not drawn again with each tick. */
  const steppedNow = computed(() => now.value - (now.value % ageStepMs));
  /** The background has answered this page. */
  const isAnswered = signal(false);
  /** Wakes the background, which writes the view. */
  const pingTimer = createPingTimer({
    now: deps.now,
    send: deps.ping,
    onReply: () => (isAnswered.value = true),
  });

  /** Every moment that the page counts down to: epoch ms. */
  const countdowns = computed(() => {
    const { jobs = [], blockReason = null, meter = null } = view.value ?? {};
    const times = [...jobs.filter(isJobActive).map((job) => job.goesAt), blockReason?.until, meter?.resetAt];
    return times.filter((time) => typeof time === 'number');
  });

  function show(raw: unknown): void {
    view.value = parse(raw);
    now.value = deps.now();
  }

  deps.watch(show);

  return {
    view,
    now,
    steppedNow,
    show,
    ping: pingTimer.ping,
    /** The page counts down, or waits for the background. */
    needsTick: computed(() => !isAnswered.value || countdowns.value.length > 0),

    /** Call as time passes. */
    tick(): void {
      const at = deps.now();
      now.value = at;
      const isOverdue = !isAnswered.peek() || countdowns.peek().some((end) => at - end > lateMs);
      if (isOverdue) pingTimer.pingIfDue();
    },
  };
}

/** For an action whose success is seen elsewhere, as in a new tab: only its failure is reported. */
const createFailureReport =
  (notice: Signal<ManageNotice | null>) =>
  (action: () => Promise<unknown>): void => {
    notice.value = null;
    action().catch(() => (notice.value = { name: 'failed' }));
  };

function createJobActions(deps: ManageDeps, notice: Signal<ManageNotice | null>) {
  /** @returns `null` when the request failed, which `notice` reports then */
  async function request<K extends PageKind>(kind: K, body: RequestOf<K>): Promise<ReplyOf<K> | null> {
    notice.value = null;
    try {
      return await deps.request(kind, body);
    } catch {
      notice.value = { name: 'failed' };
      return null;
    }
  }

  const reportFailureOf = createFailureReport(notice);

  return {
    reportFailureOf,
    async cancel({ id, from }: Pick<JobView, 'id' | 'from'>): Promise<void> {
      // Where that can't be written the bulk pauses, as when everything is canceled: nothing is lost by that.
      if (from === 'bulk') await deps.cancelBulkRow(id).catch(() => undefined);
      await request('cancel', { id });
    },
    skipDelay: (id: string) => void request('skip-delay', { id }),
    async edit(job: JobView): Promise<void> {
      notice.value = null;
      // The form opens in a tab of its own, so only a failure is shown here.
      const isOpen = await deps.openJobLink(job).catch(() => false);
      if (!isOpen) notice.value = { name: 'failed' };
    },
    resumeBulk: (id: string) => reportFailureOf(() => deps.resumeBulk(id)),
    dismiss({ id, from }: Pick<JobView, 'id' | 'from'>): void {
      // A batch acknowledges its rows' jobs itself.
      if (from === 'bulk') void request('decide', { id, decision: 'dismiss' });
      else void request('acknowledge', { id });
    },
    async retry({ id, from }: Pick<JobView, 'id' | 'from'>): Promise<void> {
      notice.value = null;
      // Its batch sends it again, and shows what becomes of it. Without the row the job goes alone.
      if (from === 'bulk' && (await deps.retryBulkRow(id).catch(() => false))) return;
      await request('retry', { id });
    },
    decide: (id: string, decision: Decision) => void request('decide', { id, decision }),
    retryNow: () => void request('retry-now', null),

    async cancelQueued(): Promise<void> {
      const count = await request('cancel-queued', null);
      if (count !== null) notice.value = { name: 'queued-canceled', count };
    },

    async clearEnded(): Promise<void> {
      // The reply is `null` as well: only the notice shows a failure.
      await request('clear-finished', null);
      notice.value ??= { name: 'cleared' };
    },

    copy: (shortUrl: string) => reportCopy(notice, deps.copy(shortUrl), shortUrl),
  };
}

/** `null` until the background has stored one. */
function parseView(raw: unknown, isPrivate: boolean): ActivityView | null {
  const read = activityViewSchema.safeParse(raw);
  if (!read.success) return null;
  const view = read.data;
  const jobs = view.jobs.filter((job) => job.private !== true);
  if (isPrivate || jobs.length === view.jobs.length) return view;
  // A blocked queue is of no interest while no visible job waits.
  return {
    ...view,
    jobs,
    blockReason: jobs.some(({ endedAt }) => endedAt === null) ? view.blockReason : null,
  };
}
