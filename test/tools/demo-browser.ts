/** A browser to try the extension in: connected already, with a demo page in front. */
import { launchExtension, openedSettings } from '../browser/harness/index.ts';
import type { LocalService } from '../service/start.ts';
import { connect } from './connect.ts';
import { msg } from '../support/texts.ts';

/** Resolves when the user has closed the browser or pressed Ctrl+C, and everything is cleaned up. */
export async function runDemoBrowser(service: LocalService): Promise<void> {
  await using running = await launchExtension({ headless: false });
  // Puppeteer would end this process before anything could be tidied up.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(name);
  const ended = new Promise<void>((resolve) => {
    running.browser.once('disconnected', () => resolve());
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve());
  });

  const settings = await openedSettings(running);
  await connect(running, settings, service);
  await running.openTab(`${service.address}/demo/night-trains-are-back`);

  console.log(`
The browser is open and connected.

  Service  ${service.address}
  Key      ${service.key}

  1. Press Curtail's button in the toolbar (perhaps behind the puzzle piece) and then Enter.
  2. Paste: the short link is on the clipboard. Follow it: it leads back to the article.
  3. Choose a campaign, a channel or pixels first: type a few letters, or a new name to create one.
  4. Right-click a link in the article and choose "${msg('menuShortenLink')}"; a tick on the button says it is copied.
  5. Right-click the button and open the options to see the account and to choose defaults.

Close the browser or press Ctrl+C to end it all; nothing is stored.`);

  await ended;
}
