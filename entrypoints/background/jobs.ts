/** The outbox with what follows when a job moves: intent gone, lists and recents kept, copied, badge, view. */
import { createOutbox, type Journal, type Outbox } from '../../lib/outbox/outbox.ts';
import { isFinished, type Job, type ShortenAsk } from '../../lib/outbox/job.ts';
import type { Made } from '../../lib/outbox/made.ts';
import { withRecentId, type PickerName } from '../../lib/settings/picker-lists.ts';
import { withRecent } from '../../lib/settings/recent-links.ts';
import type { Badge } from './badge.ts';
import type { Connections } from './connection.ts';
import type { Copying } from './copying.ts';
import type { Items } from './items.ts';
import type { KeepAwake } from './keep-awake.ts';
import { lookUpAsk, runAsk } from './shorten.ts';

export interface Jobs extends Outbox {
  /** Makes good what an earlier life of the worker did not come to after a link was made. */
  mend(): Promise<void>;
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
  readonly keepAwake: KeepAwake;
  readonly now: () => number;
  readonly publish: () => void;
  readonly report: (error: unknown) => void;
}): Jobs {
  const { items, connections, badge } = parts;
  const copied = new Set<string>();
  const held = new Map<string, () => void>();

  const outbox = createOutbox({
    journal: parts.journal,
    run: (ask, hooks) => runAsk(connections.gateway, ask, hooks),
    lookUp: async (ask) =>
      lookUpAsk(
        connections.gateway,
        ask,
        new Set(
          [...(await items.recentLinks.read()), ...(await items.privateLinks.read())].map(
            ({ id }) => id ?? '',
          ),
        ),
      ),
    scope: connections.scope,
    now: parts.now,
    onChange,
    report: parts.report,
  });

  function onChange(job: Job): void {
    const { id } = job.ask;
    if (!isFinished(job) && !held.has(id)) held.set(id, parts.keepAwake.hold());
    if (isFinished(job)) {
      held.get(id)?.();
      held.delete(id);
    }
    const { state } = job;
    const follow = () => {
      if (state.name === 'done' && !job.seen) settle(job, state.made).catch(parts.report);
      else parts.publish();
      showBadge();
    };
    if (parts.afterReply && job.ask.kind === 'shorten' && job.ask.from === 'popup') parts.afterReply(follow);
    else follow();
  }

  function showBadge(): void {
    const all = outbox.jobs();
    badge.show({
      waiting: all.filter((job) => !isFinished(job)).length,
      failed: all.some((job) => !job.seen && (job.state.name === 'refused' || job.state.name === 'unknown')),
    });
  }

  async function settle(job: Job, made: Made): Promise<void> {
    const { ask } = job;
    if (ask.kind === 'shorten') {
      if (made.shortUrl !== null) {
        if (await parts.copying.copyWhenFresh(job, made.shortUrl)) copied.add(ask.id);
        if (ask.from === 'menu') badge.tick();
        await keepLink(ask, made.id, made.shortUrl);
      }
      await keepChoices(ask);
    } else if (made.id !== null) {
      await keepRecord(ask.kind, { id: made.id, name: ask.name });
    }
    parts.publish();
    // What the menu made has been told on the badge; nothing is left to show in the popup.
    if (ask.kind !== 'shorten' || ask.from === 'menu') await outbox.markSeen(ask.id);
  }

  async function keepLink(ask: ShortenAsk, id: string | null, shortUrl: string): Promise<void> {
    const { address, title } = ask.link;
    const list = ask.private ? items.privateLinks : items.recentLinks;
    await list.update((links) => withRecent(links, { id, shortUrl, address, title, at: parts.now() }));
  }

  async function keepChoices({ link }: ShortenAsk): Promise<void> {
    await items.pickerLists.update((lists) => {
      const recent = { ...lists.recent };
      if (link.campaign !== null) recent.campaigns = withRecentId(recent.campaigns, link.campaign.id);
      if (link.channel !== null) recent.channels = withRecentId(recent.channels, link.channel.id);
      for (const pixel of link.pixels) recent.pixels = withRecentId(recent.pixels, pixel.id);
      return { ...lists, recent, lastDomain: link.domain };
    });
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
    copied,
    async mend() {
      for (const { ask, state, seen } of outbox.jobs()) {
        if (seen || ask.kind !== 'shorten' || state.name !== 'done' || state.made.shortUrl === null) continue;
        const { shortUrl, id } = state.made;
        const kept = await (ask.private ? items.privateLinks : items.recentLinks).read();
        if (!kept.some((link) => link.shortUrl === shortUrl)) await keepLink(ask, id, shortUrl);
      }
    },
  };
}
