/** The outbox with what follows when a job moves: intent gone, lists and recents kept, copied, badge, view. */
import { createOutbox, type Outbox } from '../../lib/outbox/outbox.ts';
import type { Journal } from '../../lib/outbox/parts.ts';
import type { Closed } from '../../lib/outbox/gate.ts';
import { isAssign, isUnderWay, type Job, type ShortenAsk } from '../../lib/outbox/job.ts';
import type { Made } from '../../lib/outbox/made.ts';
import { withRecentId, type PickerName } from '../../lib/settings/picker-lists.ts';
import { withRecent, type RecentLink } from '../../lib/settings/recent-links.ts';
import { withUsed } from '../../lib/settings/used-parameters.ts';
import type { Failure } from '../../lib/service/failure.ts';
import { middleEllipsis, shownAddress } from '../../lib/text/middle-ellipsis.ts';
import { say } from '../../lib/text/say.ts';
import type { Badge } from './badge.ts';
import type { Connections } from './connection.ts';
import type { Copying } from './copying.ts';
import type { Items } from './items.ts';
import type { KeepAwake } from './keep-awake.ts';
import type { KnownLinks } from './known-links.ts';
import { createAskRunner, type Newest } from './shorten.ts';
import { sleep } from './sleep.ts';

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

  const runner = createAskRunner({
    gateway: connections.gateway,
    newest: parts.newest,
    onLinks: parts.known.noteClicks,
  });
  const outbox = createOutbox({
    journal: parts.journal,
    run: runner.run,
    look: runner.look,
    obstacle: parts.obstacle,
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
    if (!works) {
      held.get(id)?.();
      held.delete(id);
    }
  }

  function onChange(job: Job): void {
    holdFor(job);
    const { state } = job;
    const follow = () => {
      if (state.name === 'done' && !job.seen) settle(job, state.made).catch(parts.report);
      else parts.publish();
      if (state.name === 'refused' && !job.seen && job.ask.kind === 'shorten')
        tellOf(job.ask, say('notMade', middleEllipsis(shownAddress(job.ask.link.address), longestTold)));
      showBadge();
    };
    if (parts.afterReply && job.ask.kind === 'shorten' && job.ask.from === 'popup') parts.afterReply(follow);
    else follow();
  }

  /** A private window's links are nothing for the system to keep a list of. */
  function tellOf(ask: ShortenAsk, text: string): void {
    if (ask.from === 'menu' && !ask.private) parts.tell(text);
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
        await parts.newest.note(made.id);
        const isCopied = await parts.copying.copyWhenFresh(job, made.shortUrl);
        if (isCopied) copied.add(ask.id);
        if (ask.from === 'menu') badge.tick();
        tellOf(ask, say(isCopied ? 'copiedAs' : 'madeAs', shownAddress(made.shortUrl)));
      }
      // First the choices: a link that is kept says that an earlier life came this far.
      await keepChoices(ask);
      if (made.shortUrl !== null) await keepLink(job, ask, made.id, made.shortUrl);
    } else if (made.id !== null && !isAssign(ask)) {
      await keepRecord(ask.kind, { id: made.id, name: ask.name });
    }
    parts.publish();
    // What the menu made has been told on the badge, and places have a page; nothing is left to show in the popup.
    if (ask.kind !== 'shorten' || ask.from !== 'popup') await outbox.markSeen(ask.id);
  }

  async function keepLink(job: Job, ask: ShortenAsk, id: string | null, shortUrl: string): Promise<void> {
    const { address, title } = ask.link;
    const link: RecentLink = { id, shortUrl, address, title, at: parts.now() };
    // Before the list, by which a later life tells how far this one came.
    await parts.known.keep(job, ask, link);
    const list = ask.private ? items.privateLinks : items.recentLinks;
    await list.update((links) => withRecent(links, link));
  }

  async function keepChoices({ link, private: unseen }: ShortenAsk): Promise<void> {
    // What a private window chose leaves no trace on disk.
    if (unseen) return;
    await items.pickerLists.update((lists) => {
      const recent = { ...lists.recent };
      if (link.campaign !== null) recent.campaigns = withRecentId(recent.campaigns, link.campaign.id);
      if (link.channel !== null) recent.channels = withRecentId(recent.channels, link.channel.id);
      for (const pixel of link.pixels) recent.pixels = withRecentId(recent.pixels, pixel.id);
      return { ...lists, recent, lastDomain: link.domain };
    });
    const { parameters = [] } = link.extras ?? {};
    if (parameters.length > 0) await items.usedParameters.update((used) => withUsed(used, parameters));
  }

  const listOf: Record<'add-campaign' | 'add-channel' | 'add-pixel', PickerName> = {
    'add-campaign': 'campaigns',
    'add-channel': 'channels',
    'add-pixel': 'pixels',
  };

  async function keepRecord(kind: keyof typeof listOf, choice: { id: string; name: string }): Promise<void> {
    const list = listOf[kind];
    await items.pickerLists.update((lists) => ({
      ...lists,
      [list]: [choice, ...lists[list].filter(({ id }) => id !== choice.id)],
      recent: { ...lists.recent, [list]: withRecentId(lists.recent[list], choice.id) },
    }));
  }

  return {
    ...outbox,
    prepare: runner.prepare,
    async clear() {
      await outbox.clear();
      for (const release of held.values()) release();
      held.clear();
      showBadge();
    },
    copied,
    async mend() {
      for (const job of outbox.jobs()) {
        const { ask, state, seen } = job;
        if (seen || state.name !== 'done') continue;
        const { shortUrl, id } = state.made;
        if (ask.kind !== 'shorten') {
          if (id !== null && !isAssign(ask)) await keepRecord(ask.kind, { id, name: ask.name });
          await outbox.markSeen(ask.id);
        } else if (shortUrl !== null) {
          const kept = await (ask.private ? items.privateLinks : items.recentLinks).read();
          if (kept.some((link) => link.shortUrl === shortUrl)) continue;
          await keepChoices(ask);
          await keepLink(job, ask, id, shortUrl);
        }
      }
      // The browser keeps what an earlier life had painted.
      showBadge();
    },
  };
}

function needsThePerson({ state }: Job): boolean {
  return state.name === 'refused' || (state.name === 'unknown' && state.question !== null);
}
