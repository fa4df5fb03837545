// Firefox ends the background as soon as it idles for a tenth of a second: between two keys, in the middle of a request,
// and through every wait. The whole path and a long queue nevertheless make each link exactly once.
import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startService, type LocalService, type ServiceOptions } from '../service/start.ts';
import { isSoak } from '../support/fuzz.ts';
import { launchFirefox, pause, until, type RunningFirefox } from './harness/index.ts';
import { connectFirefox, reads, shortenInFirefox } from './setup/firefox-page.ts';
import { census, type Asked } from './setup/kill-points.ts';

/**
 * In ms. Beside another browser at work, 100 ms can be too short for as much as a start with fifty jobs (seen once: none of
 * them ended in five minutes), so that only the soak, which waits longer, has it.
 */
const idleTimeout = isSoak ? 100 : 200;
const queued = 50;

const slowDown = (seconds: number) => ({
  status: 429,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: 429, message: 'Too many requests.', 'Retry-After': seconds }),
});

/** A page that runs none of the extension's code, so that everything that happens, happens in the background. */
const openBare = async (firefox: RunningFirefox): Promise<Page> => {
  const page = await firefox.openTab(firefox.url('manifest.json'));
  await until('the page to reach the extension', async () =>
    (await page.evaluate('typeof browser?.storage').catch(() => '')) === 'object' ? true : undefined,
  );
  return page;
};

/** The intents on disk, then the nudges, as a page does it. */
async function askForAll(page: Page, asked: readonly Asked[]): Promise<void> {
  const asks = asked.map(({ id, address }) => ({
    id,
    at: Date.now(),
    private: false,
    kind: 'shorten',
    from: 'popup',
    link: { address, title: '', campaign: null, channel: null, pixels: [], alias: '', domain: '' },
  }));
  // In one write: written one by one, on a slow machine the last message would come after the service's silence.
  await page.evaluate(`(async () => {
    const asks = ${JSON.stringify(asks)};
    await browser.storage.local.set(Object.fromEntries(asks.map((ask) => ['intent:' + ask.id, ask])));
    for (const ask of asks)
      browser.runtime.sendMessage({ target: 'background', kind: 'submit', request: ask }).catch(() => undefined);
  })()`);
}

const storedJobSchema = z.looseObject({ state: z.object({ name: z.string() }) });

const syncStateSchema = z.object({
  keeper: z.optional(z.object({ data: z.object({ more: z.boolean() }) })),
});

/** Unfinished work: intents, and the states of jobs. */
async function unfinished(page: Page): Promise<string[]> {
  const items = z
    .record(z.string(), z.unknown())
    .parse(await page.evaluate('browser.storage.local.get(null)'));
  return Object.entries(items).flatMap(([key, value]) => {
    if (key.startsWith('intent:')) return ['intent'];
    if (!key.startsWith('job:')) return [];
    const { name } = storedJobSchema.parse(value).state;
    return name === 'done' ? [] : [name];
  });
}

/**
 * Wakes the background, and notes which instance of it that was; asking does not keep it alive. An event page that is
 * just ending may swallow the message.
 */
const wake = (page: Page) =>
  page.evaluate(`Promise.race([
    browser.runtime.sendMessage({ name: 'wake' }).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, 5000)),
  ]).then(() => {
    const { performance } = browser.extension.getBackgroundPage() ?? {};
    globalThis.instances ??= new Set();
    if (performance) globalThis.instances.add(performance.timeOrigin);
    return 0;
  })`);

/** Wakes the background again and again, as the use of the browser does; it ends in between. */
async function comeToRest(page: Page, timeout: number): Promise<void> {
  await until(
    'every job to end',
    async () => {
      await wake(page);
      // The background needs time between two messages to idle and end.
      await pause(3 * idleTimeout);
      return (await unfinished(page)).length === 0 ? true : undefined;
    },
    { timeout },
    async () => JSON.stringify(await unfinished(page)),
  );
}

/** Beside another browser at work, some links need minutes: each lookup is cut off as well, until one is fast enough. */
const restMs = isSoak ? 900_000 : 300_000;

interface Slowness {
  readonly what: string;
  readonly service?: ServiceOptions;
  /** Of every response, in ms. */
  readonly latency: number;
  /** Of the first response to each create, in ms. */
  readonly createLatency?: number;
  /** Seconds of the service's single `Retry-After`. */
  readonly silence?: number;
}

// So long that the background ends in it, even where fifty messages keep a slow machine busy for seconds.
const everyTime: readonly Slowness[] = [
  { what: 'a service that asks for silence of 8 s in the middle', latency: 0, silence: 8 },
];
/** Each end in the middle of a request costs half a minute of lookups. */
const inTheSoak: readonly Slowness[] = [
  { what: 'requests that are cut off now and then', latency: 40, silence: 3 },
  // Only of creates: a background that ends before any response could not even look one up.
  { what: 'creates that take longer than the background runs', latency: 0, createLatency: 300, silence: 3 },
  { what: 'a limit of 30', service: { limit: 30 }, latency: 40 },
];

/** Gives how many links the service counts for each address. */
async function queue({
  what,
  service: settings,
  latency,
  createLatency,
  silence,
}: Slowness): Promise<Record<number, number>> {
  await using service = await startService({ demo: true, limit: 1000, ...settings });
  await using firefox = await launchFirefox({ idleTimeout });
  const options = await connectFirefox(firefox, service, 5);
  await options.close();
  const page = await openBare(firefox);
  // From here on the newest id is known. With slow responses, reading it would take longer than the background runs.
  await askForAll(page, [{ id: crypto.randomUUID(), address: 'https://example.com/first' }]);
  await comeToRest(page, 60_000);
  await page.evaluate('globalThis.instances.clear()');
  const before = new Set(service.store.links().map(({ id }) => id));
  const scene = { made: () => service.store.links().filter(({ id }) => !before.has(id)) };
  service.setLatency(latency);
  const asked: Asked[] = Array.from({ length: queued }, (_, n) => ({
    id: crypto.randomUUID(),
    address: `https://example.com/idle-${n}`,
  }));
  if (createLatency !== undefined)
    for (const { address } of asked)
      service.answerNext(
        ({ method, body }) => method === 'POST' && body.includes(JSON.stringify(address)),
        async (exchange) => {
          await pause(createLatency);
          return exchange.pass();
        },
      );
  const middle = `"https://example.com/idle-${queued / 2}"`;
  if (silence !== undefined) service.answerNext(({ body }) => body.includes(middle), slowDown(silence));
  const began = performance.now();
  await askForAll(page, asked);
  await comeToRest(page, restMs);
  expect(scene.made()).toHaveLength(queued);
  const counted = census(scene, asked);
  // At least: of those that ended between two wakes nothing is seen.
  const ends = z.int().parse(await page.evaluate('globalThis.instances.size')) - 1;
  expect(ends).toBeGreaterThan(0);
  console.log(
    `Firefox at ${idleTimeout} ms, ${what}: ${queued} links in ${Math.round((performance.now() - began) / 1000)} s,`,
    `${creates(service)} creates, at least ${ends} ends of the background, ${JSON.stringify(counted)} links`,
  );
  return counted;
}

const creates = (service: LocalService): number => service.store.requests('/api/url/add').length;

/** After the background has ended: how often it runs again without any use, in so many seconds. */
const countWakes = (seconds: number) => `new Promise((resolve) => {
  let seen = 0;
  const timer = setInterval(() => (seen += Number(browser.extension.getBackgroundPage() !== null)), 100);
  setTimeout(() => { clearInterval(timer); resolve(seen); }, ${seconds * 1000});
})`;

/** The browser's own idle time is 30 s, which is too long for every run. */
const shortened = isSoak ? {} : { idleTimeout: 2_000 };
const idleText = isSoak ? 'the browser’s own idle time' : '2 s';

describe(`Firefox with a background that ends after ${idleText}, once nothing is left to do`, () => {
  it('ends the background within a minute and without an alarm, and wakes it for the next link', async () => {
    await using service = await startService({ demo: true, limit: 1000 });
    await using firefox = await launchFirefox({ ...shortened, awakeBehind: true });
    const before = service.store.links().length;
    const options = await connectFirefox(firefox, service, 5);
    await options.close();
    const page = await openBare(firefox);
    for (const [n, address] of ['https://example.com/first', 'https://example.com/next'].entries()) {
      await shortenInFirefox(firefox, address, 60_000);
      await until('the sync host to finish', async () => {
        const items: unknown = await page.evaluate(`browser.storage.local.get('keeper')`);
        const { keeper } = syncStateSchema.parse(items);
        return keeper?.data.more === false ? true : undefined;
      });
      await until(
        'the background to end',
        async () =>
          (await page.evaluate('browser.extension.getBackgroundPage() === null')) === true ? true : undefined,
        { timeout: 60_000 },
      );
      const seconds = (Date.now() - (service.store.requests('/api/').at(-1)?.time ?? 0)) / 1000;
      console.log(`Firefox: the background has ended ${seconds.toFixed(1)} s after the last request`);
      expect(seconds).toBeLessThan(60);
      expect(await page.evaluate('browser.alarms.getAll()')).toEqual([]);
      expect(service.store.links()).toHaveLength(before + n + 1);
    }
    const requests = service.store.requests('/api/').length;
    // Longer than the shortest alarm.
    expect(await page.evaluate(countWakes(35))).toBe(0);
    expect(service.store.requests('/api/')).toHaveLength(requests);
  }, 240_000);
});

describe(`Firefox with a background that ends after ${idleTimeout} ms`, () => {
  it('connects, and shortens an address typed into the popup’s page once', async () => {
    await using service = await startService({ demo: true, limit: 1000 });
    await using firefox = await launchFirefox({ idleTimeout });
    const before = new Set(service.store.links().map(({ id }) => id));
    const options = await connectFirefox(firefox, service, 5);
    await reads(options, /robin/);
    // The first key meets a background that has ended meanwhile.
    await until('the background to end', async () =>
      (await options.evaluate('browser.extension.getBackgroundPage() === null')) === true ? true : undefined,
    );
    const address = 'https://example.com/typed';
    // If the background ends during the request, the popup shows that, and the link is looked up for half a minute.
    await shortenInFirefox(firefox, address, 100_000);
    await comeToRest(await openBare(firefox), 60_000);
    const made = service.store.links().filter(({ id }) => !before.has(id));
    expect(made.map(({ longurl }) => longurl)).toEqual([address]);
  }, 240_000);

  it.each(isSoak ? [...everyTime, ...inTheSoak] : everyTime)(
    `makes each of ${queued} queued links once, with $what`,
    async (slowness) => {
      expect(await queue(slowness)).toEqual({ 1: queued });
    },
    restMs + 120_000,
  );
});
