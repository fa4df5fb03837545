/** The outbox with what follows when a job moves: intent gone, lists and recents kept, copied, badge, view. */
import { createOutbox, type Outbox } from '../../../lib/outbox/outbox.ts';
import type { Journal } from '../../../lib/outbox/outbox-deps.ts';
import type { BlockReason } from '../../../lib/outbox/circuit-breaker.ts';
import { isAssign, isBulkRow, type Command, type CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import { isLimited, isActive, type Job } from '../../../lib/outbox/job.ts';
import { isPress, isPressedIn } from '../../../lib/outbox/join-job.ts';
import type { JobResult } from '../../../lib/outbox/job-result.ts';
import { invalidField } from '../../../lib/forms/validate-link.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { withRecentId } from '../../../lib/storage/picker-lists.ts';
import { replaceOption, replaceOptions } from '../../../lib/storage/presets.ts';
import { withRecent, type RecentLink } from '../../../lib/storage/recent-links.ts';
import { withUsed } from '../../../lib/storage/utm-history.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { truncateMiddle, displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { Badge } from '../badge.ts';
import type { Connections } from '../api/connection.ts';
import type { AutoCopy } from '../auto-copy.ts';
import type { Items } from '../storage/stored-items.ts';
import type { KeepAlive } from '../keep-alive.ts';
import type { SyncScheduler } from '../sync/sync-scheduler.ts';
import type { LinksByUrl } from '../storage/links-by-url.ts';
import { listOf } from './list-of.ts';
import { createCommandExecutor, type HighWaterMark } from './execute-command.ts';
import { delay } from '../../../lib/messages/delay.ts';

/** Characters of an address in a notification. */
const maxMessageLength = 60;

export interface JobEffects extends Outbox {
  /** Makes good what an earlier life of the worker did not come to after a link was made. */
  mend(): Promise<void>;
  /** Brings in what the first link would have to wait for. */
  prepare(): Promise<void>;
  /** Jobs whose link automatic copying has put on the clipboard in this life of the worker. */
  readonly copied: ReadonlySet<string>;
}

export function createJobEffects(deps: {
  readonly journal: Journal;
  /** Puts off work until the page that waits has been answered. */
  readonly afterReply?: (work: () => void) => void;
  readonly items: Items;
  readonly connections: Connections;
  readonly copying: AutoCopy;
  readonly badge: Badge;
  readonly known: LinksByUrl;
  /** Told what came of the menu and the shortcut. */
  readonly tell: (text: string) => void;
  readonly keepAwake: KeepAlive;
  readonly newest: HighWaterMark;
  /** A link of a bulk that waited for the person goes on: its bulk has to hear how it ends. */
  readonly onBulkDecided: () => void;
  /** A job has ended otherwise than done, or waits for the person, and no other is under way; those that are done are noted. */
  readonly onIdle: () => void;
  /** Enters into the mirror what a job has done. */
  readonly note: SyncScheduler['note'];
  readonly online: () => boolean;
  readonly obstacle: () => Promise<Failure | null>;
  /** Told when sending stops for a reason that concerns every job, and when it goes on. */
  readonly onGate: (closed: BlockReason | null) => void;
  readonly now: () => number;
  readonly publish: () => void;
  readonly report: (error: unknown) => void;
}): JobEffects {
  const { items, connections, badge } = deps;
  const copied = new Set<string>();
  const held = new Map<string, () => void>();

  const zone = async () => (await items.pickerLists.read()).zone;

  /** The same check as the popup's form has, in front of every create. */
  async function check(ask: Command): Promise<Failure | null> {
    if (ask.kind !== 'shorten') return null;
    // Right before a send nothing is read that is not needed.
    const field = invalidField(ask.link, deps.now(), ask.link.extras?.expiry ? await zone() : undefined);
    return field && { kind: 'invalid-link', field };
  }

  const runner = createCommandExecutor({
    gateway: connections.gateway,
    newest: deps.newest,
    onLinks: deps.known.noteClicks,
    scope: connections.scope,
    now: deps.now,
    zone,
  });
  const outbox = createOutbox({
    journal: deps.journal,
    send: runner.run,
    lookUp: runner.look,
    blockingFailure: deps.obstacle,
    validate: check,
    async preferences() {
      const { holdSeconds, markNote, unclear } = await items.preferences.read();
      return { holdMs: holdSeconds * 1000, tagNote: markNote, onAmbiguous: unclear };
    },
    scope: connections.scope,
    online: deps.online,
    now: deps.now,
    sleep: delay,
    random: Math.random,
    onChange,
    onRunEnd(id, retries) {
      const job = outbox.jobs().find(({ ask }) => ask.id === id);
      // What rests with its run over waits for its own account to be connected again.
      if (job === undefined || !retries) release(id);
      else holdFor(job);
    },
    onJoined(job, press) {
      const { ask, state } = job;
      deps.publish();
      if (ask.kind === 'shorten' && state.name === 'done' && state.made.shortUrl !== null)
        announce(job, ask, state.made.shortUrl).catch(deps.report);
      if (press.from === 'menu') tellQuestion(job);
    },
    onBlockChange(closed) {
      deps.onGate(closed);
      for (const job of outbox.jobs()) holdFor(job);
      showBadge();
      deps.publish();
    },
    report: deps.report,
  });

  /** The worker is kept alive for a job as long as something can become of it without the person. */
  function holdFor(job: Job): void {
    const { id } = job.ask;
    const works = isActive(job) && outbox.blockReason()?.failure == null;
    if (works && !held.has(id)) held.set(id, deps.keepAwake.hold());
    if (works && outbox.waitOf(id) !== null) deps.keepAwake.remind();
    if (!works) release(id);
  }

  function release(id: string): void {
    held.get(id)?.();
    held.delete(id);
  }

  /** Links of bulks that wait for the person's decision. */
  const undecided = new Set<string>();

  function watchDecision({ ask, state }: Job): void {
    if (!isBulkRow(ask)) return;
    if (state.name === 'unknown' && state.question !== null) undecided.add(ask.id);
    else if (undecided.delete(ask.id)) deps.onBulkDecided();
  }

  function lookForIdle(job: Job): void {
    const ended = !isActive(job) && job.state.name !== 'done';
    if (ended && !outbox.jobs().some((other) => isActive(other))) deps.onIdle();
  }

  function onChange(job: Job): void {
    holdFor(job);
    watchDecision(job);
    const { state } = job;
    if (state.name === 'sent') deps.copying.prepare(job);
    const follow = () => {
      if (state.name === 'done' && !job.seen) settle(job, state.made).catch(deps.report);
      else deps.publish();
      lookForIdle(job);
      if (state.name === 'refused' && !job.seen && job.ask.kind === 'shorten')
        noticeOf(job, describeRefusal(job.ask, state.failure));
      tellQuestion(job);
      showBadge();
    };
    if (deps.afterReply && job.ask.kind === 'shorten' && job.ask.from === 'popup') deps.afterReply(follow);
    else follow();
  }

  function tellQuestion(job: Job): void {
    const { ask, state } = job;
    if (ask.kind === 'shorten' && state.name === 'unknown' && state.question !== null)
      noticeOf(job, t('unconfirmedNotice', truncateMiddle(displayUrl(ask.link.address), maxMessageLength)));
  }

  /** What was wrong with the link is in no form that the person looks at: it is said at once. */
  function describeRefusal({ link }: CreateLinkCommand, failure: Failure): string {
    const address = truncateMiddle(displayUrl(link.address), maxMessageLength);
    return failure.kind === 'invalid-link'
      ? t('notMadeBecause', address, describeFailure(failure, deps.now()).sentence)
      : t('notMade', address);
  }

  /** A private window's links are nothing for the system to keep a list of. */
  function noticeOf(job: Job, text: string): void {
    if (isPressedIn(job, 'menu') && !job.ask.private) deps.tell(text);
  }

  /** Copies a link and says so, by the latest press for it. */
  async function announce(job: Job, ask: CreateLinkCommand, shortUrl: string): Promise<void> {
    const isCopied = await deps.copying.copyWhenFresh(job, shortUrl);
    if (isCopied) copied.add(ask.id);
    if (isPressedIn(job, 'menu')) badge.tick();
    noticeOf(job, t(isCopied ? 'copiedAs' : 'madeAs', displayUrl(shortUrl)));
  }

  function showBadge(): void {
    const all = outbox.jobs();
    const waiting = all.filter((job) => isActive(job)).length;
    // What waits for the person does not go on by itself; a standstill is nobody's concern while nothing waits.
    const stopped = waiting > 0 && outbox.blockReason()?.failure != null;
    badge.show({
      waiting: stopped ? 0 : waiting,
      failed: stopped || all.some((job) => needsUser(job) && !(job.seen && job.state.name === 'refused')),
    });
  }

  async function settle(job: Job, made: JobResult): Promise<void> {
    const { ask } = job;
    if (ask.kind === 'shorten') {
      if (made.shortUrl !== null) {
        await deps.newest.note(job.scope, made.id);
        await announce(job, ask, made.shortUrl);
      }
      // First the choices: a link that is kept says that an earlier life came this far.
      await keepChoices(ask);
      if (made.shortUrl !== null) await keepLink(job, ask, made.id, made.shortUrl);
      const noted = deps.note({ ask, made, at: deps.now(), openEnded: !isLimited(job) });
      deps.publish();
      // A list would bring it onto the disk; not seen, it is noted once more by a later life.
      if (ask.private) await noted;
      // What the menu made has been told on the badge, and places have a page; nothing is left to show in the popup.
      // And of a bulk's row it is the keeper that says when it has been written down.
      if (!(isPressedIn(job, 'popup') || isBulkRow(ask))) await outbox.acknowledge(ask.id);
    } else {
      await settleRecord(ask, made);
    }
  }

  async function settleRecord(ask: Exclude<Command, CreateLinkCommand>, made: JobResult): Promise<void> {
    // Whoever has waited for it has its list brought up to date next.
    const noted = deps.note({ ask, made, at: deps.now() });
    await keepRecord(ask, made.id);
    deps.publish();
    await noted;
    // Last: what is not seen a later life settles once more.
    await outbox.acknowledge(ask.id);
  }

  async function keepLink(
    job: Job,
    ask: CreateLinkCommand,
    id: string | null,
    shortUrl: string,
  ): Promise<void> {
    const { address, title } = ask.link;
    const link: RecentLink = { id, shortUrl, address, title, at: deps.now() };
    // Before the list, by which a later life tells how far this one came.
    await deps.known.keep(job, ask, link);
    if (isBulkRow(ask)) return;
    const list = ask.private ? items.privateLinks : items.recentLinks;
    await list.update((links) => withRecent(links, link));
  }

  async function keepChoices(ask: CreateLinkCommand): Promise<void> {
    const { link, private: incognito } = ask;
    // What a private window chose leaves no trace on disk.
    if (incognito || isBulkRow(ask)) return;
    await items.pickerLists.update((lists) => {
      const recent = { ...lists.recent };
      if (link.campaign !== null) recent.campaigns = withRecentId(recent.campaigns, link.campaign.id);
      if (link.channel !== null) recent.channels = withRecentId(recent.channels, link.channel.id);
      for (const pixel of link.pixels) recent.pixels = withRecentId(recent.pixels, pixel.id);
      return { ...lists, recent, lastDomain: link.domain || lists.lastDomain };
    });
    const { parameters = [] } = link.extras ?? {};
    if (parameters.length > 0) await items.usedParameters.update((used) => withUsed(used, parameters));
  }

  /** What is made, renamed or gone is so in the pickers at once. */
  async function keepRecord(ask: Exclude<Command, CreateLinkCommand>, madeId: string | null): Promise<void> {
    if (isAssign(ask)) return;
    const { kind, name } = ask;
    const isChange = kind === 'change';
    const isGone = isChange && ask.act === 'delete';
    const list = listOf(ask);
    await items.pickerLists.update((lists) => {
      if (list === 'domains') {
        if (isChange && !isGone) return lists;
        const others = lists.domains.filter((domain) => domain !== name);
        return { ...lists, domains: isGone ? others : [...others, name] };
      }
      const id = isChange ? ask.item : madeId;
      if (id === null) return lists;
      const choice = { id, name: (isChange && ask.fields?.name) || name };
      if (isChange)
        return {
          ...lists,
          [list]: lists[list].flatMap((one) => (one.id !== id ? one : isGone ? [] : choice)),
        };
      return {
        ...lists,
        [list]: [choice, ...lists[list].filter((one) => one.id !== id)],
        // The record is the account's; that it was used last is a private window's own affair.
        recent: ask.private
          ? lists.recent
          : { ...lists.recent, [list]: withRecentId(lists.recent[list], id) },
      };
    });
    if (!isChange || ask.what === 'domain') return;
    const { what, item: id } = ask;
    // Else every new link would be filed by a choice that is there no more.
    const now = isGone ? null : { id, name: ask.fields?.name || name };
    await items.preferences.update((kept) => replaceOption(kept, what, id, now));
    await items.presets.update((kept) => replaceOptions(kept, what, id, now));
  }

  /** What an earlier life did not come to. */
  async function mendOne(job: Job): Promise<void> {
    const { ask, state, seen } = job;
    if (seen || state.name !== 'done') return;
    const { shortUrl, id } = state.made;
    if (ask.kind !== 'shorten') {
      // Nobody waits until the keeper has heard of it.
      settleRecord(ask, state.made).catch(deps.report);
    } else if (shortUrl !== null && !isBulkRow(ask)) {
      if (ask.private) deps.note({ ask, made: state.made, at: deps.now() }).catch(deps.report);
      const kept = await (ask.private ? items.privateLinks : items.recentLinks).read();
      if (kept.some((link) => link.shortUrl === shortUrl)) return;
      await keepChoices(ask);
      await keepLink(job, ask, id, shortUrl);
    }
  }

  return {
    ...outbox,
    submit: (ask, joins = isPress(ask)) => outbox.submit(ask, joins),
    prepare: runner.prepare,
    async clear() {
      await outbox.clear();
      for (const release of held.values()) release();
      held.clear();
      showBadge();
    },
    copied,
    async mend() {
      // One that can't be mended stops neither the others nor the start.
      for (const job of outbox.jobs()) {
        watchDecision(job);
        await mendOne(job).catch(deps.report);
      }
      // The browser keeps what an earlier life had painted.
      showBadge();
    },
  };
}

function needsUser({ state }: Job): boolean {
  return state.name === 'refused' || (state.name === 'unknown' && state.question !== null);
}
