/**
 * Context menu, shortcut and address bar: which existing link may be used again in place of a new one, and how it is
 * copied. quick-shorten.ts asks for it before it submits. The popup decides it in one-click-mode.ts, and otherwise offers
 * it.
 */
import { copyInBackground } from '../../../lib/browser/clipboard.ts';
import type { OffscreenDocument } from '../../../lib/browser/offscreen.ts';
import { isEqual } from '../../../lib/draft/is-equal.ts';
import { utmTags } from '../../../lib/draft/utm-parameters.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { isSubmittedWithOthers, type CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import { isOwn } from '../../../lib/outbox/job-result.ts';
import { isLimited, type Job } from '../../../lib/outbox/job.ts';
import type { LinkByUrl } from '../../../lib/storage/links-by-url.ts';
import { reusesLinks, type Preferences } from '../../../lib/storage/preferences.ts';
import { withRecent } from '../../../lib/storage/recent-links.ts';
import type { Badge } from '../badge.ts';
import type { ShowInPopup } from './show-in-popup.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Items } from '../storage/stored-items.ts';

/** A link that was made is stored by its URL by then. */
const storingMs = 10_000;
/** A press within this time repeats the one before, also where links are not reused: hardly any of an expiration has passed. */
const repeatMs = 60_000;

export interface ReuseLinkDeps {
  readonly items: Items;
  readonly badge: Pick<Badge, 'flash'>;
  readonly offscreen: OffscreenDocument;
  readonly notify: (text: string) => void;
  readonly showInPopup: Pick<ShowInPopup, 'copied'>;
  readonly publish: () => void;
  readonly jobs: Pick<Jobs, 'clipboardReplaced'>;
}

/** Choosing a preset requests a link of that kind. */
export const mayReuseLinks = (preferences: Preferences, presetId: string | undefined): boolean =>
  reusesLinks(preferences) && presetId === undefined;

/** A default expiration, too, allows that a press made twice counts once. */
export const mayRepeat = ({ reuse }: Preferences, presetId: string | undefined): boolean =>
  reuse && presetId === undefined;

/** Copies and reports a link that exists, in place of creating one. */
export async function reuseLink(
  { items, badge, offscreen, notify, showInPopup, publish, jobs }: ReuseLinkDeps,
  address: string,
  { id, shortUrl, title }: LinkByUrl,
  isPrivate: boolean,
): Promise<void> {
  const { autoCopy } = await items.preferences.read();
  const isCopied = autoCopy && (await copyInBackground(offscreen, shortUrl));
  if (isCopied) jobs.clipboardReplaced();
  badge.flash(isCopied || !autoCopy);
  // Private windows leave nothing in the system's notifications or in the recent links.
  if (isPrivate) return;
  notify(t(isCopied ? 'copiedAs' : 'notifyAlreadyShortened', displayUrl(shortUrl)));
  await items.recentLinks.update((links) =>
    withRecent(links, { id, shortUrl, address, title, at: Date.now() }),
  );
  if (isCopied) showInPopup.copied(shortUrl, { at: Date.now(), private: false });
  publish();
}

/** The links that single presses have made here, the newest first; apart for private windows. */
function ownLinks(jobs: readonly Job[], isPrivate: boolean) {
  return jobs.toReversed().flatMap((job) => {
    const { command, state } = job;
    if (state.name !== 'done' || command.kind !== 'shorten' || command.private !== isPrivate) return [];
    const { id, shortUrl } = state.result;
    if (shortUrl === null || isSubmittedWithOthers(command) || !isOwn(state.result)) return [];
    const link = { id, shortUrl, title: command.link.title, clicks: null, at: state.at };
    return [{ job, command, endedAt: state.at, link }];
  });
}

/**
 * Finds the open-ended link of a job that ended so recently that it is not stored by its URL yet. Older jobs that were
 * acknowledged are skipped: their link was deleted on the service.
 *
 * @param existing the link that is stored by the URL and may be limited
 */
export const findJustMade = (
  jobs: readonly Job[],
  press: CreateLinkCommand,
  existing: LinkByUrl | null,
): LinkByUrl | undefined =>
  ownLinks(jobs, press.private).find(
    ({ job, command, endedAt, link }) =>
      !isLimited(job) &&
      utmTags(command.link.extras?.parameters) === '' &&
      !(job.acknowledged && endedAt < press.at - storingMs) &&
      command.link.address === press.link.address &&
      link.shortUrl !== existing?.shortUrl,
  )?.link;

/** Finds the link of a job with the same options that ended so recently that the press is taken for a repetition. */
export const findRepeated = (jobs: readonly Job[], press: CreateLinkCommand): LinkByUrl | undefined =>
  ownLinks(jobs, press.private).find(
    ({ command, endedAt }) => endedAt >= press.at - repeatMs && isEqual(command.link, press.link),
  )?.link;
