/** The outbox with what follows when a job moves: intent gone, lists and recents kept, copied, badge, view. */
import { createOutbox, type Outbox } from '../../../lib/outbox/outbox.ts';
import type { Journal } from '../../../lib/outbox/outbox-deps.ts';
import type { Closed } from '../../../lib/outbox/circuit-breaker.ts';
import {
  isAssign,
  isLimited,
  isOfBulk,
  isUnderWay,
  type Ask,
  type Job,
  type ShortenAsk,
} from '../../../lib/outbox/job.ts';
import { isPress, isPressedIn } from '../../../lib/outbox/join-job.ts';
import type { Made } from '../../../lib/outbox/job-result.ts';
import { invalidField } from '../../../lib/forms/validate-link.ts';
import { tellFailure } from '../../../lib/i18n/describe-failure.ts';
import { withRecentId } from '../../../lib/storage/picker-lists.ts';
import { withChoice, withChoices } from '../../../lib/storage/presets.ts';
import { withRecent, type RecentLink } from '../../../lib/storage/recent-links.ts';
import { withUsed } from '../../../lib/storage/utm-history.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { middleEllipsis, shownAddress } from '../../../lib/i18n/truncate.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { Badge } from '../badge.ts';
import type { Connections } from '../api/connection.ts';
import type { Copying } from '../auto-copy.ts';
import type { Items } from '../storage/stored-items.ts';
import type { KeepAwake } from '../keep-alive.ts';
import type { Keeping } from '../sync/sync-scheduler.ts';
import type { KnownLinks } from '../storage/links-by-url.ts';
import { listOf } from './list-of.ts';
import { createAskRunner, type Newest } from './execute-command.ts';
import { sleep } from '../delay.ts';

/** Characters of an address in a notification. */
const longestTold = 60;

export interface Jobs extends Outbox {
  /** Makes good what an earlier life of the worker did not come to after a link was made. */
  mend(): Promise<void>;
  /** Brings in what the first link would have to wait for. */
  prepare(): Promise<void>;
  /** Jobs whose link automatic copying has put on the clipboard in this life of the worker. */
  readonly copied: ReadonlySet<string>;
}

export function createJobs(parts: {
  readonly journal: Journal;
  /** Puts off work until the page that waits has been answered. */
  readonly afterReply?: (work: () => void) => void;
  readonly items: Items;
  readonly connections: Connections;
  readonly copying: Copying;
  readonly badge: Badge;
  readonly known: KnownLinks;
  /** Told what came of the menu and the shortcut. */
  readonly tell: (text: string) => void;
  readonly keepAwake: KeepAwake;
  readonly newest: Newest;
  /** A link of a bulk that waited for the person goes on: its bulk has to hear how it ends. */
  readonly onBulkDecided: () => void;
  /** A job has ended otherwise than done, or waits for the person, and no other is under way; those that are done are noted. */
  readonly onIdle: () => void;
  /** Enters into the mirror what a job has done. */
  readonly note: Keeping['note'];
  readonly online: () => boolean;
  readonly obstacle: () => Promise<Failure | null>;
  /** Told when sending stops for a reason that concerns every job, and when it goes on. */
  readonly onGate: (closed: Closed | null) => void;
  readonly now: () => number;
  readonly publish: () => void;
  readonly report: (error: unknown) => void;
}): Jobs {
  const { items, connections, badge } = parts;
  const copied = new Set<string>();
  const held = new Map<string, () => void>();

  const zone = async () => (await items.pickerLists.read()).zone;

  /** The same check as the popup's form has, in front of every create. */
  async function check(ask: Ask): Promise<Failure | null> {
    if (ask.kind !== 'shorten') return null;
    // Right before a send nothing is read that is not needed.
    const field = invalidField(ask.link, parts.now(), ask.link.extras?.expiry ? await zone() : undefined);
    return field && { kind: 'invalid-link', field };
  }

  const runner = createAskRunner({
    gateway: connections.gateway,
    newest: parts.newest,
    onLinks: parts.known.noteClicks,
    scope: connections.scope,
    now: parts.now,
    zone,
  });
  const outbox = createOutbox({
    journal: parts.journal,
    run: runner.run,
    look: runner.look,
    obstacle: parts.obstacle,
    check,
    async choices() {
      const { holdSeconds, markNote, unclear } = await items.preferences.read();
      return { hold: holdSeconds * 1000, markNote, unclear };
    },
    scope: connections.scope,
    online: parts.online,
    now: parts.now,
    sleep,
    random: Math.random,
    onChange,
    onRest(id, retries) {
      const job = outbox.jobs().find(({ ask }) => ask.id === id);
      // What rests with its run over waits for its own account to be connected again.
      if (job === undefined || !retries) release(id);
      else holdFor(job);
    },
    onJoined(job, press) {
      const { ask, state } = job;
      parts.publish();
      if (ask.kind === 'shorten' && state.name === 'done' && state.made.shortUrl !== null)
        announce(job, ask, state.made.shortUrl).catch(parts.report);
      if (press.from === 'menu') tellQuestion(job);
    },
    onGate(closed) {
      parts.onGate(closed);
      for (const job of outbox.jobs()) holdFor(job);
      showBadge();
      parts.publish();
    },
    report: parts.report,
  });

  /** The worker is kept alive for a job as long as something can become of it without the person. */
  function holdFor(job: Job): void {
    const { id } = job.ask;
    const works = isUnderWay(job) && outbox.closed()?.failure == null;
    if (works && !held.has(id)) held.set(id, parts.keepAwake.hold());
    if (works && outbox.waitOf(id) !== null) parts.keepAwake.remind();
    if (!works) release(id);
  }

  function release(id: string): void {
    held.get(id)?.();
    held.delete(id);
  }

  /** Links of bulks that wait for the person's decision. */
  const undecided = new Set<string>();

  function watchDecision({ ask, state }: Job): void {
    if (!isOfBulk(ask)) return;
    if (state.name === 'unknown' && state.question !== null) undecided.add(ask.id);
    else if (undecided.delete(ask.id)) parts.onBulkDecided();
  }

  function lookForIdle(job: Job): void {
    const ended = !isUnderWay(job) && job.state.name !== 'done';
    if (ended && !outbox.jobs().some((other) => isUnderWay(other))) parts.onIdle();
  }

  function onChange(job: Job): void {
    holdFor(job);
    watchDecision(job);
    const { state } = job;
    if (state.name === 'sent') parts.copying.prepare(job);
    const follow = () => {
      if (state.name === 'done' && !job.seen) settle(job, state.made).catch(parts.report);
      else parts.publish();
      lookForIdle(job);
      if (state.name === 'refused' && !job.seen && job.ask.kind === 'shorten')
        tellOf(job, sayRefused(job.ask, state.failure));
      tellQuestion(job);
      showBadge();
    };
    if (parts.afterReply && job.ask.kind === 'shorten' && job.ask.from === 'popup') parts.afterReply(follow);
    else follow();
  }

  function tellQuestion(job: Job): void {
    const { ask, state } = job;
    if (ask.kind === 'shorten' && state.name === 'unknown' && state.question !== null)
      tellOf(job, say('unconfirmedNotice', middleEllipsis(shownAddress(ask.link.address), longestTold)));
  }

  /** What was wrong with the link is in no form that the person looks at: it is said at once. */
  function sayRefused({ link }: ShortenAsk, failure: Failure): string {
    const address = middleEllipsis(shownAddress(link.address), longestTold);
    return failure.kind === 'invalid-link'
      ? say('notMadeBecause', address, tellFailure(failure, parts.now()).sentence)
      : say('notMade', address);
  }

  /** A private window's links are nothing for the system to keep a list of. */
  function tellOf(job: Job, text: string): void {
    if (isPressedIn(job, 'menu') && !job.ask.private) parts.tell(text);
  }

  /** Copies a link and says so, by the latest press for it. */
  async function announce(job: Job, ask: ShortenAsk, shortUrl: string): Promise<void> {
    const isCopied = await parts.copying.copyWhenFresh(job, shortUrl);
    if (isCopied) copied.add(ask.id);
    if (isPressedIn(job, 'menu')) badge.tick();
    tellOf(job, say(isCopied ? 'copiedAs' : 'madeAs', shownAddress(shortUrl)));
  }

  function showBadge(): void {
    const all = outbox.jobs();
    const waiting = all.filter((job) => isUnderWay(job)).length;
    // What waits for the person does not go on by itself; a standstill is nobody's concern while nothing waits.
    const stopped = waiting > 0 && outbox.closed()?.failure != null;
    badge.show({
      waiting: stopped ? 0 : waiting,
      failed:
        stopped || all.some((job) => needsThePerson(job) && !(job.seen && job.state.name === 'refused')),
    });
  }

  async function settle(job: Job, made: Made): Promise<void> {
    const { ask } = job;
    if (ask.kind === 'shorten') {
      if (made.shortUrl !== null) {
        await parts.newest.note(job.scope, made.id);
        await announce(job, ask, made.shortUrl);
      }
      // First the choices: a link that is kept says that an earlier life came this far.
      await keepChoices(ask);
      if (made.shortUrl !== null) await keepLink(job, ask, made.id, made.shortUrl);
      const noted = parts.note({ ask, made, at: parts.now(), openEnded: !isLimited(job) });
      parts.publish();
      // A list would bring it onto the disk; not seen, it is noted once more by a later life.
      if (ask.private) await noted;
      // What the menu made has been told on the badge, and places have a page; nothing is left to show in the popup.
      // And of a bulk's row it is the keeper that says when it has been written down.
      if (!(isPressedIn(job, 'popup') || isOfBulk(ask))) await outbox.markSeen(ask.id);
    } else {
      await settleRecord(ask, made);
    }
  }

  async function settleRecord(ask: Exclude<Ask, ShortenAsk>, made: Made): Promise<void> {
    // Whoever has waited for it has its list brought up to date next.
    const noted = parts.note({ ask, made, at: parts.now() });
    await keepRecord(ask, made.id);
    parts.publish();
    await noted;
    // Last: what is not seen a later life settles once more.
    await outbox.markSeen(ask.id);
  }

  async function keepLink(job: Job, ask: ShortenAsk, id: string | null, shortUrl: string): Promise<void> {
    const { address, title } = ask.link;
    const link: RecentLink = { id, shortUrl, address, title, at: parts.now() };
    // Before the list, by which a later life tells how far this one came.
    await parts.known.keep(job, ask, link);
    if (isOfBulk(ask)) return;
    const list = ask.private ? items.privateLinks : items.recentLinks;
    await list.update((links) => withRecent(links, link));
  }

  async function keepChoices(ask: ShortenAsk): Promise<void> {
    const { link, private: unseen } = ask;
    // What a private window chose leaves no trace on disk.
    if (unseen || isOfBulk(ask)) return;
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
  async function keepRecord(ask: Exclude<Ask, ShortenAsk>, madeId: string | null): Promise<void> {
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
    await items.preferences.update((kept) => withChoice(kept, what, id, now));
    await items.presets.update((kept) => withChoices(kept, what, id, now));
  }

  /** What an earlier life did not come to. */
  async function mendOne(job: Job): Promise<void> {
    const { ask, state, seen } = job;
    if (seen || state.name !== 'done') return;
    const { shortUrl, id } = state.made;
    if (ask.kind !== 'shorten') {
      // Nobody waits until the keeper has heard of it.
      settleRecord(ask, state.made).catch(parts.report);
    } else if (shortUrl !== null && !isOfBulk(ask)) {
      if (ask.private) parts.note({ ask, made: state.made, at: parts.now() }).catch(parts.report);
      const kept = await (ask.private ? items.privateLinks : items.recentLinks).read();
      if (kept.some((link) => link.shortUrl === shortUrl)) return;
      await keepChoices(ask);
      await keepLink(job, ask, id, shortUrl);
    }
  }

  return {
    ...outbox,
    take: (ask, joins = isPress(ask)) => outbox.take(ask, joins),
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
        await mendOne(job).catch(parts.report);
      }
      // The browser keeps what an earlier life had painted.
      showBadge();
    },
  };
}

function needsThePerson({ state }: Job): boolean {
  return state.name === 'refused' || (state.name === 'unknown' && state.question !== null);
}
