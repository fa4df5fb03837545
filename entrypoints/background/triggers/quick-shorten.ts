/**
 * What a click on the menu, the shortcut and the address bar do: no questions; the answer is on the clipboard and the
 * badge, and in a notification where the person wants those.
 */
import { copyInBackground } from '../../../lib/browser/clipboard.ts';
import { readSelection } from '../../../lib/browser/injected-scripts.ts';
import { executeInTab } from '../../../lib/browser/execute-script.ts';
import { isLimited } from '../../../lib/outbox/job.ts';
import { isBatch, type CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import type { LinkByUrl } from '../../../lib/storage/links-by-url.ts';
import { withRecent } from '../../../lib/storage/recent-links.ts';
import { parseUserUrl } from '../../../lib/url/parse-user-url.ts';
import { applyPreset } from '../../../lib/presets/apply-preset.ts';
import { presetFor } from '../../../lib/presets/match-site.ts';
import { usesSelection, maxValueLength } from '../../../lib/presets/template.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { Badge } from '../badge.ts';
import type { Items } from '../storage/stored-items.ts';
import type { JobEffects } from '../jobs/job-effects.ts';
import type { LinksByUrl } from '../storage/links-by-url.ts';
import type { Trigger } from './context-menu.ts';

/** What is no address is told as not shortened, by its beginning. */
const maxShownLength = 200;
/** What is marked may be the whole page. */
const maxTitleLength = 300;

/** The act has granted the tab in front; nothing where the person has not allowed scripts yet (lib/browser/permissions.ts). */
async function selectionOf(page: string): Promise<string> {
  const text = await executeInTab(page, readSelection, maxValueLength);
  return typeof text === 'string' ? text : '';
}

export function createQuickShorten(deps: {
  readonly items: Items;
  readonly jobs: Pick<JobEffects, 'submit' | 'jobs'>;
  readonly known: Pick<LinksByUrl, 'find'>;
  readonly badge: Pick<Badge, 'tick'>;
  readonly tell: (text: string) => void;
  readonly publish: () => void;
  readonly report: (error: unknown) => void;
}) {
  const { items } = deps;

  /** Nothing is sent: the link is there. */
  async function handOut(address: string, link: LinkByUrl, incognito: boolean): Promise<void> {
    const { id, shortUrl, title } = link;
    const { autoCopy } = await items.preferences.read();
    const copied = autoCopy && (await copyInBackground(shortUrl));
    deps.badge.tick(copied || !autoCopy);
    // It is what the person will look for in the list.
    if (incognito) return;
    deps.tell(t(copied ? 'copiedAs' : 'isShort', displayUrl(shortUrl)));
    await items.recentLinks.update((links) =>
      withRecent(links, { id, shortUrl, address, title, at: Date.now() }),
    );
    deps.publish();
  }

  /** A link without expiration and password that was made a moment ago: it is known by its address some steps later. */
  function justMade(address: string, incognito: boolean): LinkByUrl | undefined {
    for (const job of deps.jobs.jobs().toReversed()) {
      const { ask, state } = job;
      if (state.name !== 'done' || ask.kind !== 'shorten' || isBatch(ask) || isLimited(job)) continue;
      const { id, shortUrl, existing } = state.made;
      if (ask.link.address === address && ask.private === incognito && shortUrl !== null && !existing)
        return { id, shortUrl, title: ask.link.title, clicks: null, at: state.at };
    }
    return undefined;
  }

  async function shorten(
    { address, private: incognito, presetId, ...act }: Trigger,
    at: number,
  ): Promise<void> {
    const read = parseUserUrl(address);
    const title = act.title.slice(0, maxTitleLength);
    const { campaign, channel, pixels, reuse } = await items.preferences.read();
    // A preset that was chosen is a wish for a link of that kind.
    const reuses = read.ok && reuse && presetId === undefined;
    const known = reuses ? await deps.known.find(read.address, incognito) : null;
    if (read.ok && known !== null && !known.unchecked) return handOut(read.address, known, incognito);
    const plain = {
      address: read.ok ? read.address : address.trim().slice(0, maxShownLength),
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
    const selection = act.selection ?? (preset && usesSelection(preset) ? await selectionOf(address) : '');
    const ask: CreateLinkCommand = {
      id: crypto.randomUUID(),
      at,
      private: incognito,
      kind: 'shorten',
      from: 'menu',
      link: preset ? applyPreset(plain, preset, { now: new Date(at), selection }) : plain,
    };
    // Nothing is awaited between the two: what is under way is joined, what has just ended is handed out.
    const made = reuses ? justMade(read.address, incognito) : undefined;
    if (read.ok && made) return handOut(read.address, made, incognito);
    await deps.jobs.submit(ask);
  }

  return {
    shorten: (act: Trigger): void => {
      shorten(act, Date.now()).catch(deps.report);
    },
    handOut,
  };
}
