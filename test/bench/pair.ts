/** One round of a subject: its popup cold, with worker and process stopped, and warm, right after, in a browser of its own. */
import { cp } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder, type Site } from '../browser/harness/index.ts';
import { startChromium } from './chromium.ts';
import { measureOpening, type Opening } from './opening.ts';
import { stopWorker } from './popup.ts';
import { filled, type Subject } from './prepare.ts';

export interface Pair {
  readonly cold: Opening;
  readonly warm: Opening;
}

export async function openTwice({ dir, profile, host }: Subject, site: Site): Promise<Pair> {
  const copy = `${profile}-round`;
  await cp(profile, copy, { recursive: true });
  const chromium = await startChromium(copy);
  try {
    const id = await chromium.install(dir);
    if (host !== null) await chromium.allow(id, host);
    await chromium.onlyTab(site.url('/page'));
    // The browser's own work after its start is not the popup's.
    await sleep(1500);
    await stopWorker(chromium, id);
    const cold = await measureOpening(chromium, id, site.origin, filled);
    await sleep(300);
    const warm = await measureOpening(chromium, id, site.origin, filled);
    return { cold, warm };
  } finally {
    await chromium.close();
    await removeFolder(copy);
  }
}
