// The mirror in real Firefox, where the sync host runs in the event page and ends with it.
import { describe, expect, it } from 'vitest';
import { startService } from '../service/start.ts';
import { launchFirefox, pause, until } from './harness/index.ts';
import { connectFirefox } from './setup/firefox-page.ts';
import { mirrorLinks, mirrorOf, tableOf, tailPages } from './setup/mirror.ts';

/** In ms. On a slow machine 100 ms are too short for a start and its first page. */
const idleTimeout = 300;

describe('the mirror in Firefox', () => {
  it.each([
    ['by an event page that stays', {}],
    [`by an event page that ends whenever it idles for ${idleTimeout} ms`, { idleTimeout }],
  ])(
    'is synced completely %s',
    async (_how, options) => {
      await using service = await startService({ demo: true, limit: 1_000 });
      service.addLinks(1_000);
      service.setLatency(50);
      await using firefox = await launchFirefox(options);
      const page = await connectFirefox(firefox, service, 5);
      await until(
        'as many links in the mirror as the service has',
        async () => {
          // As the use of the browser does: each message wakes the background. Its reply is not awaited: an event page
          // that is just ending may swallow the message.
          await page.evaluate(`void browser.runtime.sendMessage({ name: 'wake' }).catch(() => 0)`);
          // The event page needs time between two messages to idle and end.
          await pause(3 * idleTimeout);
          return (await mirrorOf(page, 'links')).length === service.store.links().length ? true : undefined;
        },
        { timeout: 90_000 },
        async () => `${(await mirrorOf(page, 'links')).length} links, ${tailPages(service).length} pages`,
      );
      expect((await mirrorLinks(page)).map(({ listed }) => listed)).toEqual(tableOf(service));
      expect(await mirrorOf(page, 'channels')).toHaveLength(service.store.channels().length);
    },
    120_000,
  );
});
