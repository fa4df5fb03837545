/** The toolbar button's badge and tooltip: the number waiting, ✓ for a moment, ! until the failure has been seen. */
import { browser } from 'wxt/browser';
import { t } from '../../lib/i18n/t.ts';
import { isBulkRow } from '../../lib/outbox/commands.ts';
import { isActive, type Job } from '../../lib/outbox/job.ts';

interface BadgeSign {
  readonly waiting: number;
  /** How many of them are rows of a batch. */
  readonly bulkRows: number;
  readonly failed: boolean;
}

/** A refusal counts until it has been seen, a question until it has been answered. */
const needsAttention = ({ state, acknowledged }: Job): boolean =>
  state.name === 'refused' ? !acknowledged : state.name === 'unknown' && state.question !== null;

/** @param isBlocked nothing is sent, for a reason that concerns every request; ignored while no job waits */
export function badgeSign(jobs: readonly Job[], isBlocked: boolean): BadgeSign {
  const active = jobs.filter((job) => isActive(job));
  const isStopped = active.length > 0 && isBlocked;
  return {
    waiting: isStopped ? 0 : active.length,
    bulkRows: active.filter(({ command }) => isBulkRow(command)).length,
    failed: isStopped || jobs.some(needsAttention),
  };
}

/** How long ✓ stays, in ms. */
const flashMs = 4_000;

const colors = { waiting: '#4a5568', done: '#0b6e4f', failed: '#b3261e' } as const;

/** The browser cuts off what is longer. */
const maxShown = 999;

export type Badge = ReturnType<typeof createBadge>;

/** @param countBulkLinks those that batches still have to create, of which only a few at a time are jobs */
export function createBadge(countBulkLinks: () => Promise<number>) {
  let flashing: ReturnType<typeof setTimeout> | undefined;
  let last: BadgeSign = { waiting: 0, bulkRows: 0, failed: false };
  /** As counted last. */
  let bulkLinks = 0;
  let isCounting = false;

  function paint(text: string, color: string): void {
    void browser.action.setBadgeText({ text });
    void browser.action.setTitle({ title: t(text === '!' ? 'actionTitleFailed' : 'actionTitle') });
    if (text === '') return;
    void browser.action.setBadgeBackgroundColor({ color });
    void browser.action.setBadgeTextColor({ color: '#ffffff' });
  }

  function paintLast(): void {
    if (flashing !== undefined) return;
    const { waiting, bulkRows, failed } = last;
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
    if (last.bulkRows === 0 || links === bulkLinks) return;
    bulkLinks = links;
    paintLast();
  }

  return {
    show(sign: BadgeSign): void {
      last = sign;
      if (sign.bulkRows === 0) bulkLinks = 0;
      else void countBulks();
      paintLast();
    },
    /** @param isSuccess false for a ! that needs no action */
    flash(isSuccess = true) {
      clearTimeout(flashing);
      if (isSuccess) paint('✓', colors.done);
      else paint('!', colors.failed);
      flashing = setTimeout(() => {
        flashing = undefined;
        paintLast();
      }, flashMs);
    },
  };
}
