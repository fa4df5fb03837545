/**
 * The toolbar button's badge and tooltip: the number waiting, ✓ for a moment, ! until the popup was opened, the manage page
 * was seen, or a later link was created.
 */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { t } from '../../lib/i18n/t.ts';
import { isBulkRow } from '../../lib/outbox/commands.ts';
import { isActive, type Job } from '../../lib/outbox/job.ts';
import { logError } from '../../lib/browser/log-error.ts';

interface BadgeJobs {
  readonly jobs: readonly Job[];
  /** Nothing is sent, for a reason that concerns every request; ignored while no job waits. */
  readonly isBlocked: boolean;
}

function badgeSign({ jobs, isBlocked }: BadgeJobs, attention: Attention) {
  const active = jobs.filter((job) => isActive(job));
  const isStopped = active.length > 0 && isBlocked;
  return {
    waiting: isStopped ? 0 : active.length,
    /** How many of them are rows of a batch. */
    bulkRows: active.filter(({ command }) => isBulkRow(command)).length,
    failed: isStopped || attention.isNeeded(jobs),
  };
}

/** How long ✓ stays, in ms. */
const flashMs = 4_000;

const colors = { waiting: '#4a5568', done: '#0b6e4f', failed: '#b3261e' } as const;

/** The browser cuts off what is longer. */
const maxShown = 999;

function paint(text: string, color: string): void {
  void browser.action.setBadgeText({ text });
  void browser.action.setTitle({ title: t(text === '!' ? 'actionTitleFailed' : 'actionTitle') });
  if (text === '') return;
  void browser.action.setBadgeBackgroundColor({ color });
  void browser.action.setBadgeTextColor({ color: '#ffffff' });
}

export type Badge = ReturnType<typeof createBadge>;

/** @param countBulkLinks those that batches still have to create, of which only a few at a time are jobs */
export function createBadge(countBulkLinks: () => Promise<number>) {
  let flashing: ReturnType<typeof setTimeout> | undefined;
  let last: BadgeJobs = { jobs: [], isBlocked: false };
  const attention = createAttention();
  const sign = () => badgeSign(last, attention);
  /** As counted last. */
  let bulkLinks = 0;
  let isCounting = false;

  function paintLast(): void {
    if (flashing !== undefined) return;
    const { waiting, bulkRows, failed } = sign();
    if (waiting === 0) return paint(failed ? '!' : '', colors.failed);
    const all = waiting - bulkRows + Math.max(bulkRows, bulkLinks);
    paint(all > maxShown ? `${maxShown}+` : String(all), colors.waiting);
  }

  /** One count at a time: each row changes several times, and the next change counts again. */
  async function countBulks(): Promise<void> {
    if (isCounting) return;
    isCounting = true;
    // Without the database, the rows that are jobs are shown.
    const links = await countBulkLinks().catch(() => 0);
    isCounting = false;
    if (sign().bulkRows === 0 || links === bulkLinks) return;
    bulkLinks = links;
    paintLast();
  }

  return {
    show(jobs: readonly Job[], isBlocked: boolean): void {
      last = { jobs, isBlocked };
      if (sign().bulkRows > 0) void countBulks();
      else bulkLinks = 0;
      // At the start of a worker, a failure that was shown before must not appear for a moment.
      void attention.loaded.then(paintLast);
    },
    /** A page has opened that shows the failures. */
    failuresShown(): void {
      attention.given(last.jobs);
      paintLast();
    },
    /** @param isSuccess false where the link is not on the clipboard as expected */
    flash(isSuccess: boolean) {
      clearTimeout(flashing);
      // An older failure after it would be taken for that of this link; the popup still shows it.
      if (isSuccess) attention.given(last.jobs);
      else attention.copyMissed();
      if (isSuccess) paint('✓', colors.done);
      else paint('!', colors.failed);
      flashing = setTimeout(() => {
        flashing = undefined;
        paintLast();
      }, flashMs);
    },
  };
}

/** A job that is retried may fail again. */
const failureKey = ({ command, state }: Job): string => `${command.id} ${'at' in state ? state.at : ''}`;

const shownKey = 'failures-shown';
const shownSchema = z.array(z.string());
const copyMissedKey = 'copy-missed';

type Attention = ReturnType<typeof createAttention>;

/**
 * What ! stands for, in this browser session and for every instance of the worker: failures that no page has shown,
 * questions without an answer, and a link that is not on the clipboard as expected.
 */
function createAttention() {
  const { session } = browser.storage;
  let shown: ReadonlySet<string> = new Set();
  let isCopyMissed = false;

  function setCopyMissed(isMissed: boolean): void {
    isCopyMissed = isMissed;
    session.set({ [copyMissedKey]: isMissed }).catch(logError);
  }

  const isOpen = (job: Job): boolean =>
    job.state.name === 'refused'
      ? !job.acknowledged && !shown.has(failureKey(job))
      : job.state.name === 'unknown' && job.state.question !== null;

  return {
    loaded: session.get([shownKey, copyMissedKey]).then((stored) => {
      shown = new Set([...shown, ...(shownSchema.safeParse(stored[shownKey]).data ?? [])]);
      isCopyMissed ||= stored[copyMissedKey] === true;
    }, logError),
    isNeeded: (jobs: readonly Job[]): boolean => isCopyMissed || jobs.some(isOpen),
    copyMissed: (): void => setCopyMissed(true),
    /** The failures of these jobs have been shown, and a copy that was missed counts no more. */
    given(jobs: readonly Job[]): void {
      shown = new Set(jobs.filter(({ state }) => state.name === 'refused').map(failureKey));
      session.set({ [shownKey]: [...shown] }).catch(logError);
      if (isCopyMissed) setCopyMissed(false);
    },
  };
}
