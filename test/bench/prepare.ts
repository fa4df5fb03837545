/** Prepares the measured objects: profiles in which everything has happened already, and the static page. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  launchExtension,
  openedSettings,
  openPopup,
  pinExtension,
  type PageDriver,
  type Site,
  until,
} from '../browser/harness/index.ts';
import { connect } from '../tools/connect.ts';
import type { LocalService } from '../service/start.ts';
import { startChromium, namedPages } from './chromium.ts';
import type { Filled } from './opening.ts';
import { msg, msgPattern } from '../support/texts.ts';

export interface Subject {
  readonly name: string;
  readonly dir: string;
  /** The host it has been allowed to reach. */
  readonly host: string | null;
  /** A profile to copy for each round. */
  readonly profile: string;
}

export const filled: Filled = {
  campaign: 'Spring catalog',
  channel: 'Social',
  pixels: 1,
  recents: 6,
};
const pixel = 'Analytics, main site';

async function choose(settings: PageDriver, picker: string, choice: string): Promise<void> {
  await settings.click('combobox', picker);
  await settings.type(choice.slice(0, 4));
  await settings.click('option', choice);
  await settings.press('Escape');
  await until('the choice to be stored', async () =>
    (await settings.evaluate<string>('document.body.innerText')).includes(msg('saved')) ? true : undefined,
  );
}

const snapshotSchema = z.object({ html: z.string(), styles: z.array(z.string()) });

/** The popup as it stands: only what can be seen, without script. */
function snapshot(): { html: string; styles: string[] } {
  const styles = [...document.styleSheets, ...document.adoptedStyleSheets].flatMap(({ cssRules }) =>
    [...cssRules].map(({ cssText }) => cssText),
  );
  const copy = document.body.cloneNode(true);
  if (!(copy instanceof HTMLElement)) throw new Error('The popup has no body.');
  for (const hidden of copy.querySelectorAll('[hidden], script')) hidden.remove();
  const fields = document.body.querySelectorAll('input');
  for (const [index, field] of copy.querySelectorAll('input').entries())
    field.setAttribute('value', fields[index]?.value ?? '');
  return { html: copy.innerHTML, styles };
}

async function writeFloor(dir: string, popup: z.infer<typeof snapshotSchema>, awake: boolean): Promise<void> {
  await mkdir(dir, { recursive: true });
  await writeFile(path.join(dir, 'popup.css'), popup.styles.join('\n'));
  await writeFile(
    path.join(dir, 'popup.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Static</title><link rel="stylesheet" href="/popup.css"></head><body>${popup.html}</body></html>`,
  );
  await writeFile(
    path.join(dir, 'manifest.json'),
    JSON.stringify({
      manifest_version: 3,
      name: 'Static',
      version: '1',
      action: { default_popup: 'popup.html' },
      ...(awake && { background: { service_worker: 'background.js' } }),
    }),
  );
  if (!awake) return;
  // Does nothing, but can be awake: then the process of the extension exists already at a warm opening.
  await writeFile(
    path.join(dir, 'background.js'),
    'chrome.runtime.onMessage.addListener(() => undefined);\n',
  );
}

/** Connects, chooses defaults and creates the recent links, all through the pages, in a copy of the build. */
export async function prepareSubjects(
  folder: string,
  build: string,
  service: LocalService,
  site: Site,
  awakeFloor: boolean,
): Promise<{ readonly ours: Subject; readonly floor: Subject }> {
  const ours = {
    name: 'Curtail',
    host: 'http://127.0.0.1/*',
    dir: path.join(folder, 'build'),
    profile: path.join(folder, 'profile'),
  };
  const floor = {
    name: 'static page',
    host: null,
    dir: path.join(folder, 'static'),
    profile: path.join(folder, 'static-profile'),
  };
  // A copy, since the build may be replaced while this runs.
  await cp(build, ours.dir, { recursive: true });
  {
    await using running = await launchExtension({
      dir: ours.dir,
      userDataDir: ours.profile,
      args: [`--host-resolver-rules=${namedPages}`],
    });
    const settings = await openedSettings(running);
    await connect(running, settings, service);
    await choose(settings, msg('campaign'), filled.campaign);
    await choose(settings, msg('channel'), filled.channel);
    await choose(settings, msg('pixels'), pixel);
    await settings.close();
    for (let made = 0; made < filled.recents; made++) {
      const popup = await openPopup(running, await running.openTab(site.url(`/made/${made}`)));
      await popup.click('button', msg('shorten'));
      await popup.waitFor('button', msg('moreActions'));
      await popup.close();
    }
    const popup = await openPopup(running, await running.openTab(site.url('/page')));
    await until('the recent links', async () =>
      (await popup.all('button', msgPattern('showMore', /\d+/))).length === 1 ? true : undefined,
    );
    await sleep(500);
    await writeFloor(floor.dir, snapshotSchema.parse(await popup.evaluate(snapshot)), awakeFloor);
    await popup.close();
    running.assertClean();
  }
  // As Curtail is: an icon that first moves into the toolbar leaves 275 ms for the start of one of the popup's two processes.
  await pinExtension({ dir: floor.dir, profile: floor.profile });
  // Again in both, by the very browser that will be measured.
  for (const { dir, profile } of [floor, ours]) {
    const chromium = await startChromium(profile);
    await chromium.install(dir);
    await sleep(1000);
    await chromium.close();
  }
  return { ours, floor };
}
