/** The pickers' lists, brought in behind the person's back: at most one round of requests in `freshMs`. */
import { listCampaigns } from '../../lib/service/campaigns.ts';
import { listChannels } from '../../lib/service/channels.ts';
import { listDomains } from '../../lib/service/domains.ts';
import { listOverlays } from '../../lib/service/overlays.ts';
import type { Link } from '../../lib/service/links.ts';
import { listPixels } from '../../lib/service/pixels.ts';
import { listSplashPages } from '../../lib/service/splash-pages.ts';
import type { Call } from '../../lib/service/call.ts';
import type { Page, PageQuery } from '../../lib/service/list.ts';
import type { Item } from '../../lib/settings/item.ts';
import { pickerListsItem, type PickerLists } from '../../lib/settings/picker-lists.ts';
import type { Urgency } from '../../lib/pacing/lane.ts';
import type { Choice } from '../../lib/shortening/draft.ts';
import { everyPage } from './every-page.ts';
import type { Gateway } from './gateway.ts';
import { newestLinks } from './newest-links.ts';

/** Lists younger than this are not asked for again. */
const freshMs = 5 * 60_000;

export function createListRefresh(
  lists: Item<PickerLists>,
  connection: { gateway(): Promise<Gateway | null>; scope(): Promise<string> },
  now: () => number,
  /** Told of every part that has come in. */
  onPart: () => void,
  /** Told of the newest links, which nobody waits for: their clicks may have grown. */
  onLinks?: (links: readonly Link[]) => Promise<void>,
) {
  let under: Promise<void> | null = null;
  let lastTry = { scope: '', at: Number.NEGATIVE_INFINITY };

  async function round(force: boolean): Promise<void> {
    const [gateway, scope, kept] = [await connection.gateway(), await connection.scope(), await lists.read()];
    if (gateway === null) return;
    // A time in the future comes from a clock that was set back: it counts as stale.
    const age = now() - kept.at;
    if (!force && kept.scope === scope && age >= 0 && age < freshMs) return;
    const sinceTry = now() - lastTry.at;
    if (!force && lastTry.scope === scope && sinceTry >= 0 && sinceTry < freshMs) return;
    lastTry = { scope, at: now() };
    // Right after connecting somebody waits for the pickers to fill; later nobody does.
    const urgency: Urgency = force ? 'person' : 'refresh';
    const brought = async <T extends { id: string }>(list: (query: PageQuery) => Call<Page<T>>) => {
      const outcome = await everyPage(gateway, urgency, list);
      return outcome.ok ? outcome.value : null;
    };
    const keep = async (change: Partial<PickerLists>) => {
      if ((await connection.scope()) !== scope) return;
      await lists.update((before) =>
        // The rest of another account's lists goes with its first newer part.
        ({ ...(before.scope === scope ? before : pickerListsItem.fallback), ...change, scope }),
      );
      onPart();
    };
    const campaigns = await brought(listCampaigns);
    if (campaigns) await keep({ campaigns: campaigns.map(choice) });
    const channels = await brought(listChannels);
    if (channels) await keep({ channels: channels.map(choice) });
    const pixels = await brought(listPixels);
    if (pixels)
      await keep({
        pixels: pixels.map((pixel) => choice({ id: pixel.id, name: pixel.name || pixel.type })),
        pixelTypes: [...new Set(pixels.map((pixel) => pixel.type))],
      });
    // Not every plan has these: a round is whole without them.
    const splashPages = await brought(listSplashPages);
    if (splashPages) await keep({ splashPages: splashPages.map(choice) });
    const overlays = await brought(listOverlays);
    if (overlays)
      await keep({ overlays: overlays.map(({ id, name, type }) => choice({ id, name: name || type })) });
    const domains = await brought(listDomains);
    if (domains) await keep({ domains: domains.map((record) => record.domain) });
    // A round that brought only a part is tried again after `freshMs`, too.
    if (campaigns && channels && pixels && domains) await keep({ at: now() });
    // Right after connecting they are brought in anyway, and nothing is known yet.
    if (force || !onLinks) return;
    const links = await newestLinks((call) => gateway.request(call, { urgency }), null);
    if (links.ok && (await connection.scope()) === scope) await onLinks(links.value);
  }

  return {
    /** @param force even when what is kept is fresh: right after connecting */
    refresh(force = false): Promise<void> {
      if (under !== null && !force) return under;
      // What is under way may be for another account, or slow: a forced round follows it.
      const next = (under ?? Promise.resolve()).catch(() => undefined).then(() => round(force));
      under = next;
      return next.finally(() => {
        if (under === next) under = null;
      });
    },
  };
}

function choice({ id, name }: { id: string; name: string }): Choice {
  return { id, name };
}
