/** What a click on the menu asks for: the defaults, no questions; the answer is on the badge and the clipboard. */
import type { ShortenAsk } from '../../lib/outbox/job.ts';
import { readAddress } from '../../lib/shortening/address.ts';
import type { Items } from './items.ts';
import type { Jobs } from './jobs.ts';
import type { MenuClick } from './menu.ts';

export function createMenuShortening(parts: {
  readonly items: Items;
  readonly jobs: Jobs;
  readonly report: (error: unknown) => void;
}): (click: MenuClick) => void {
  async function shorten(click: MenuClick, at: number): Promise<void> {
    const read = readAddress(click.address);
    if (!read.ok) return;
    // What is marked may be the whole page.
    const title = click.title.slice(0, 300);
    const { campaign, channel, pixels } = await parts.items.preferences.read();
    const ask: ShortenAsk = {
      id: crypto.randomUUID(),
      at,
      private: click.private,
      kind: 'shorten',
      from: 'menu',
      link: { address: read.address, title, campaign, channel, pixels, alias: '', domain: '' },
    };
    await parts.jobs.take(ask);
  }

  return (click) => {
    shorten(click, Date.now()).catch(parts.report);
  };
}
