/** The toolbar button's badge and tooltip: the number waiting, ✓ for a moment, ! until the failure has been seen. */
import { browser } from 'wxt/browser';
import { t } from '../../lib/i18n/t.ts';
import { isActive, type Job } from '../../lib/outbox/job.ts';

type BadgeSign = { waiting: number; failed: boolean };

/** A refusal counts until it has been seen, a question until it has been answered. */
const needsAttention = ({ state, seen }: Job): boolean =>
  state.name === 'refused' ? !seen : state.name === 'unknown' && state.question !== null;

/** @param isBlocked nothing is sent, for a reason that concerns every request; ignored while no job waits */
export function badgeSign(jobs: readonly Job[], isBlocked: boolean): BadgeSign {
  const waiting = jobs.filter((job) => isActive(job)).length;
  const isStopped = waiting > 0 && isBlocked;
  return { waiting: isStopped ? 0 : waiting, failed: isStopped || jobs.some(needsAttention) };
}

/** How long ✓ stays, in ms. */
const flashMs = 4_000;

const colors = { waiting: '#4a5568', done: '#0b6e4f', failed: '#b3261e' } as const;

export type Badge = ReturnType<typeof createBadge>;

export function createBadge() {
  let flashing: ReturnType<typeof setTimeout> | undefined;
  let last: BadgeSign = { waiting: 0, failed: false };

  function paint(text: string, color: string): void {
    void browser.action.setBadgeText({ text });
    void browser.action.setTitle({ title: t(text === '!' ? 'actionTitleFailed' : 'actionTitle') });
    if (text === '') return;
    void browser.action.setBadgeBackgroundColor({ color });
    void browser.action.setBadgeTextColor({ color: '#ffffff' });
  }

  function show(sign: BadgeSign): void {
    last = sign;
    if (flashing !== undefined) return;
    if (sign.waiting > 0) paint(String(sign.waiting), colors.waiting);
    else paint(sign.failed ? '!' : '', colors.failed);
  }

  return {
    show,
    /** @param isSuccess false for a ! that needs no action */
    flash(isSuccess = true) {
      clearTimeout(flashing);
      if (isSuccess) paint('✓', colors.done);
      else paint('!', colors.failed);
      flashing = setTimeout(() => {
        flashing = undefined;
        show(last);
      }, flashMs);
    },
  };
}
