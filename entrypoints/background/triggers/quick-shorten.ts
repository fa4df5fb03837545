/**
 * What a click on the menu, the shortcut and the address bar do: no questions; the answer is on the clipboard and the
 * badge, and in a notification where the person wants those.
 */
import { copyInBackground } from '../../../lib/browser/background-clipboard.ts';
import { readSelection } from '../../../lib/browser/injected-scripts.ts';
import { runInPage } from '../../../lib/browser/execute-script.ts';
import { isLimited, isOneOfMany, type ShortenAsk } from '../../../lib/outbox/job.ts';
import type { KnownLink } from '../../../lib/storage/links-by-url.ts';
import { withRecent } from '../../../lib/storage/recent-links.ts';
import { readAddress } from '../../../lib/url/parse-user-url.ts';
import { applyPreset } from '../../../lib/presets/apply-preset.ts';
import { presetFor } from '../../../lib/presets/match-site.ts';
import { asksForSelection, longestValue } from '../../../lib/presets/template.ts';
import { shownAddress } from '../../../lib/i18n/truncate.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { Badge } from '../badge.ts';
import type { Items } from '../storage/stored-items.ts';
import type { Jobs } from '../jobs/job-effects.ts';
import type { KnownLinks } from '../storage/links-by-url.ts';
import type { Act } from './context-menu.ts';

/** What is no address is told as not shortened, by its beginning. */
const longestNonsense = 200;
/** What is marked may be the whole page. */
const longestTitle = 300;

/** The act has granted the tab in front; nothing where the person has not allowed scripts yet (lib/browser/permissions.ts). */
async function selectionOf(page: string): Promise<string> {
  const text = await runInPage(page, readSelection, longestValue);
  return typeof text === 'string' ? text : '';
}

export function createDirectShortening(parts: {
  readonly items: Items;
  readonly jobs: Pick<Jobs, 'take' | 'jobs'>;
  readonly known: Pick<KnownLinks, 'find'>;
  readonly badge: Pick<Badge, 'tick'>;
  readonly tell: (text: string) => void;
  readonly publish: () => void;
  readonly report: (error: unknown) => void;
}) {
  const { items } = parts;

  /** Nothing is sent: the link is there. */
  async function handOut(address: string, link: KnownLink, unseen: boolean): Promise<void> {
    const { id, shortUrl, title } = link;
    const { autoCopy } = await items.preferences.read();
    const copied = autoCopy && (await copyInBackground(shortUrl));
    parts.badge.tick(copied || !autoCopy);
    // It is what the person will look for in the list.
    if (unseen) return;
    parts.tell(say(copied ? 'copiedAs' : 'isShort', shownAddress(shortUrl)));
    await items.recentLinks.update((links) =>
      withRecent(links, { id, shortUrl, address, title, at: Date.now() }),
    );
    parts.publish();
  }

  /** A link without expiration and password that was made a moment ago: it is known by its address some steps later. */
  function justMade(address: string, unseen: boolean): KnownLink | undefined {
    for (const job of parts.jobs.jobs().toReversed()) {
      const { ask, state } = job;
      if (state.name !== 'done' || ask.kind !== 'shorten' || isOneOfMany(ask) || isLimited(job)) continue;
      const { id, shortUrl, existing } = state.made;
      if (ask.link.address === address && ask.private === unseen && shortUrl !== null && !existing)
        return { id, shortUrl, title: ask.link.title, clicks: null, at: state.at };
    }
    return undefined;
  }

  async function shorten({ address, private: unseen, presetId, ...act }: Act, at: number): Promise<void> {
    const read = readAddress(address);
    const title = act.title.slice(0, longestTitle);
    const { campaign, channel, pixels, reuse } = await items.preferences.read();
    // A preset that was chosen is a wish for a link of that kind.
    const reuses = read.ok && reuse && presetId === undefined;
    const known = reuses ? await parts.known.find(read.address, unseen) : null;
    if (read.ok && known !== null && !known.unchecked) return handOut(read.address, known, unseen);
    const plain = {
      address: read.ok ? read.address : address.trim().slice(0, longestNonsense),
      title,
      campaign,
      channel,
      pixels,
      alias: '',
      domain: '',
    };
    const presets = await items.presets.read();
    const preset =
      presetId === undefined
        ? presetFor(plain.address, presets)
        : presets.list.find(({ id }) => id === presetId);
    const selection = act.selection ?? (preset && asksForSelection(preset) ? await selectionOf(address) : '');
    const ask: ShortenAsk = {
      id: crypto.randomUUID(),
      at,
      private: unseen,
      kind: 'shorten',
      from: 'menu',
      link: preset ? applyPreset(plain, preset, { now: new Date(at), selection }) : plain,
    };
    // Nothing is awaited between the two: what is under way is joined, what has just ended is handed out.
    const made = reuses ? justMade(read.address, unseen) : undefined;
    if (read.ok && made) return handOut(read.address, made, unseen);
    await parts.jobs.take(ask);
  }

  return {
    shorten: (act: Act): void => {
      shorten(act, Date.now()).catch(parts.report);
    },
    handOut,
  };
}
