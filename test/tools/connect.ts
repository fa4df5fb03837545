import { allowHost, type PageDriver, type RunningExtension } from '../browser/harness/index.ts';
import type { LocalService } from '../service/start.ts';
import { msg } from '../support/texts.ts';

/** Resolves when the page confirms it; the account's card is shown by then. */
export async function connect(
  running: RunningExtension,
  settings: PageDriver,
  service: Pick<LocalService, 'address' | 'key'>,
): Promise<void> {
  // No script can press the browser's own "Allow". Patterns name no port.
  const { protocol, hostname } = new URL(service.address);
  await allowHost(running, `${protocol}//${hostname}/*`);
  await settings.fill('textbox', msg('serviceUrl'), service.address);
  await settings.fill('textbox', msg('apiKey'), service.key);
  await settings.click('button', msg('connect'));
  await settings.waitFor('button', msg('disconnect'));
}
