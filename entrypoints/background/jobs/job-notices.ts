/** Reports how links end that were requested outside a page: by clipboard, badge, notification and popup. */
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { t } from '../../../lib/i18n/t.ts';
import { displayUrl, truncateMiddle } from '../../../lib/i18n/truncate.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import { isPressedIn, latestPress } from '../../../lib/outbox/join-job.ts';
import type { AutoCopy } from '../auto-copy.ts';
import type { Badge } from '../badge.ts';
import { maxReportedAgeMs, type ShowInPopup } from '../triggers/show-in-popup.ts';

/** Characters of a URL in a notification. */
const maxUrlLength = 60;

export const displayAddress = ({ link }: CreateLinkCommand): string =>
  truncateMiddle(displayUrl(link.address), maxUrlLength);

export interface JobNoticesDeps {
  readonly autoCopy: AutoCopy;
  readonly badge: Pick<Badge, 'show' | 'flash' | 'failuresShown'>;
  readonly notify: (text: string) => void;
  /** Opens the popup where the user would learn of the result nowhere else. */
  readonly showInPopup: Pick<ShowInPopup, 'job'>;
  readonly now: () => number;
}

export type JobNotices = ReturnType<typeof createJobNotices>;

export function createJobNotices({ autoCopy, badge, notify, showInPopup, now }: JobNoticesDeps) {
  let copiedJob: string | null = null;
  /** The presses that were reported as held back. */
  const heldBack = new Set<number>();

  /** The system lists notifications, so private windows get none. */
  function notifyAbout(job: Job, text: string): void {
    if (isPressedIn(job, 'menu') && !job.command.private) notify(text);
  }

  return {
    /** The job whose link automatic copying has put on the clipboard last, in this worker instance. */
    copiedJob: (): string | null => copiedJob,

    /** An existing link was copied instead. */
    clipboardReplaced: (): void => void (copiedJob = null),

    /**
     * Copies the link, if its latest press asks for that, and reports it.
     *
     * @returns false when it was expected on the clipboard, and only the popup can offer it now
     */
    async linkReady(job: Job, shortUrl: string): Promise<boolean> {
      const outcome = await autoCopy.copyIfRecent(job, shortUrl);
      const isCopied = outcome === 'copied';
      if (isCopied) copiedJob = job.command.id;
      // With ✓, the user would paste what was on the clipboard before.
      if (isPressedIn(job, 'menu')) badge.flash(outcome !== 'missed');
      notifyAbout(job, t(isCopied ? 'copiedAs' : 'notifyCreated', displayUrl(shortUrl)));
      if (outcome !== 'not-wanted') showInPopup.job(job, isCopied ? shortUrl : null);
      return outcome !== 'missed';
    },

    linkRefused(job: Job, command: CreateLinkCommand, failure: Failure): void {
      const url = displayAddress(command);
      const { sentence } = describeFailure(failure, now());
      // The browser tells no extension the URL of its own pages.
      notifyAbout(job, url === '' ? t('pageHidden') : t('couldNotShortenBecause', url, sentence));
      showInPopup.job(job);
    },

    /** The link was requested just now, and can't be created yet: reported once for each press. */
    linkHeldBack(job: Job, command: CreateLinkCommand, failure: Failure): void {
      const { at } = latestPress(job);
      if (heldBack.has(at) || now() - at > maxReportedAgeMs) return;
      heldBack.add(at);
      const { sentence } = describeFailure(failure, now());
      notifyAbout(job, t('linkCreatedLaterBecause', displayAddress(command), sentence));
      showInPopup.job(job);
    },

    /** Reports a link for which the user has to decide; nothing for any other job. */
    decisionNeeded(job: Job): void {
      const { command, state } = job;
      if (command.kind === 'shorten' && state.name === 'unknown' && state.question !== null)
        notifyAbout(job, t('unconfirmedNotice', displayAddress(command)));
    },
  };
}
