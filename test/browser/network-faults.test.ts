// Faults between the browser and the service, in a real browser: each is reported by its kind, no redirect is followed,
// none counts as success, and in the end there is one link.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CDPSession } from 'puppeteer-core';
import type { Layer } from '../service/exchange.ts';
import type { OddResponse } from '../service/odd-response.ts';
import { startSite, unstopped, wakeWorker, type Site } from './harness/index.ts';
import { waitUntil, waitForText, startConnected, stored, type Scene } from './setup/connected.ts';
import { askFor, census, comeToRest, type Asked } from './setup/kill-points.ts';
import { msgCount } from '../support/texts.ts';

interface StoredJob {
  readonly state: { readonly name: string; readonly failure?: { readonly kind: string } };
}

/** The state of a submitted link, and its reason. */
async function stateOf({ options }: Scene, { id }: Asked): Promise<string> {
  const { [`job:${id}`]: job, standstill } = (await stored(options)) as Record<string, unknown>;
  const { name, failure } = (job as StoredJob | undefined)?.state ?? { name: 'none' };
  const stands = (standstill as { data?: { failure?: { kind?: string } } } | undefined)?.data;
  return [name, failure?.kind ?? stands?.failure?.kind ?? ''].join(' ').trim();
}

const creates = ({ service }: Scene, { address }: Asked) =>
  service.store.requests('/api/url/add').filter(({ body }) => body.includes(JSON.stringify(address)));

const goOn = ({ options }: Scene) =>
  options.evaluate(`chrome.runtime.sendMessage({ target: 'background', kind: 'retry-now', request: null })`);

function leftOneEach(scene: Scene, asked: readonly Asked[]): void {
  expect(census(scene, asked)).toEqual({ 1: asked.length });
  scene.running.assertClean();
}

/** Makes every request of the worker fail in this way; returns a function that ends it. */
async function failRequests(
  session: CDPSession,
  errorReason: 'NameNotResolved' | 'InternetDisconnected',
): Promise<() => Promise<unknown>> {
  const fail = ({ requestId }: { requestId: string }) =>
    void session.send('Fetch.failRequest', { requestId, errorReason }).catch(() => undefined);
  session.on('Fetch.requestPaused', fail);
  await session.send('Fetch.enable', {});
  return () => {
    session.off('Fetch.requestPaused', fail);
    return session.send('Fetch.disable');
  };
}

// An open result is looked up half a minute later: all of these wait for that side by side, each in its own browser.
describe('a response in the place of the service’s', { concurrent: true }, () => {
  const inTurn = { concurrent: false };
  let scene: Scene;
  let elsewhere: Site;
  const all: Asked[] = [];
  beforeAll(async () => {
    scene = await startConnected();
    elsewhere = await startSite();
  });
  afterAll(async () => {
    await scene.close();
    await elsewhere[Symbol.asyncDispose]();
  });

  const ask = async (path: string): Promise<Asked> => {
    const asked = await askFor(scene, path);
    all.push(asked);
    return asked;
  };

  it.each([300, 301, 302, 303, 305, 307, 308])(
    'a %i is followed nowhere and stops all sending',
    inTurn,
    async (status) => {
      scene.service.answerNext('POST /api/url/add', {
        status,
        headers: { location: elsewhere.url(`/taken-to?from=${status}`) },
      });
      const asked = await ask(`/redirected-${status}`);
      await waitUntil('the fault to be known', async () => (await stateOf(scene, asked)) === 'queued moved');
      expect(creates(scene, asked)).toHaveLength(1);
      await goOn(scene);
      await comeToRest(scene);
      expect(creates(scene, asked)).toHaveLength(2);
    },
  );

  it(
    'a captive portal stops all sending, whether it answers directly or redirects to its page',
    inTurn,
    async () => {
      const page = '<!doctype html><title>Welcome</title><form>Accept the terms</form>';
      const portal = scene.service.answerNext(
        /./,
        { status: 200, headers: { 'content-type': 'text/html' }, body: page },
        50,
      );
      const first = await ask('/behind-a-portal');
      await waitUntil('the portal to be known', async () =>
        (await stateOf(scene, first)).endsWith('not-an-api'),
      );
      const second = await ask('/behind-the-same-portal');
      await waitUntil('the second to wait', async () => (await stateOf(scene, second)).startsWith('queued'));
      expect(creates(scene, second)).toEqual([]);
      expect(portal.used).toBeLessThanOrEqual(2);
      portal.cancel();
      await goOn(scene);
      await comeToRest(scene);
      expect(creates(scene, second)).toHaveLength(1);
    },
  );

  it('left one link for each address, and no request went elsewhere', inTurn, () => {
    leftOneEach(scene, all);
    expect(elsewhere.requests).toEqual([]);
  });
});

// None of these shows whether the link was made. They wait side by side.
const unclear: readonly (readonly [string, OddResponse | Layer, string])[] = [
  ['/half-a-json', { status: 200, body: '{"error":0,"id":12,"shor' }, 'unknown unreachable'],
  // On a connection that was in use, Chromium itself repeats the request, on each such connection: all of them fail in this way.
  ['/reset-before-the-body', 'destroy', 'unknown unreachable'],
  [
    '/reset-after-the-body-began',
    async (exchange) => {
      await exchange.pass();
      return { status: 200, body: '{"error":0,"id":', end: 'cut' };
    },
    // It was stored, which the first lookup finds.
    'done',
  ],
  [
    '/reset-in-the-body-of-nothing',
    { status: 200, body: '{"error":0,"id":', end: 'cut' },
    'unknown unreachable',
  ],
  ['/bad-gateway', { status: 502, body: '<h1>Bad gateway</h1>' }, 'unknown unreachable'],
  ['/unavailable', { status: 503, body: '' }, 'unknown unreachable'],
  ['/gateway-timeout', { status: 504, body: '' }, 'unknown unreachable'],
  ['/stalls', { status: 200, body: '{"error":', end: 'stall' }, 'unknown timed-out'],
];
it.concurrent(
  'a link whose response is lost is looked up, and sent again only if the lookup finds nothing',
  async () => {
    await using scene = await startConnected();
    const asked: [Asked, string][] = [];
    for (const [path, response, state] of unclear) {
      const address = JSON.stringify(scene.site.url(path));
      const isIts = ({ method, body }: { method: string; body: string }) =>
        method === 'POST' && body.includes(address);
      const injected = scene.service.answerNext(isIts, response, response === 'destroy' ? Infinity : 1);
      asked.push([await askFor(scene, path), state]);
      if (response === 'destroy') {
        const [one] = asked.at(-1) ?? expect.fail('nothing was asked');
        await waitUntil('the reset to be known', async () => (await stateOf(scene, one)) === state, 40_000);
        injected.cancel();
      }
    }
    // A stall is given up after our own time limit of 25 s.
    const seen = new Map<string, Set<string>>();
    const watching = setInterval(
      () =>
        void Promise.all(
          asked.map(async ([one]) => {
            const states = seen.get(one.address) ?? new Set();
            seen.set(one.address, states.add(await stateOf(scene, one)));
          }),
        ).catch(() => undefined),
      100,
    );
    await comeToRest(scene);
    clearInterval(watching);
    const outcomes = asked.map(
      ([{ address }, state]) => [address, [...(seen.get(address) ?? [])], state] as const,
    );
    expect(outcomes.filter(([, states, state]) => !states.includes(state))).toEqual([]);
    const storedAtOnce = asked.find(([{ address }]) => address.endsWith('/reset-after-the-body-began'));
    expect(storedAtOnce && creates(scene, storedAtOnce[0])).toHaveLength(1);
    leftOneEach(
      scene,
      asked.map(([one]) => one),
    );
  },
  150_000,
);

it.concurrent(
  'a link waits while the host name is unknown or the connection fails',
  async () => {
    // For a worker that has been stopped before, Chromium holds back no request for the harness.
    let stopFromNowOn = (): void => undefined;
    const known = new Promise<void>((resolve) => (stopFromNowOn = resolve));
    await using scene = await startConnected({ launch: { unstopped: known } });
    const target = await wakeWorker(scene.running);
    const session = await target.createCDPSession();
    const faulty = async (errorReason: 'NameNotResolved' | 'InternetDisconnected', path: string) => {
      const stop = await failRequests(session, errorReason);
      const asked = await askFor(scene, path);
      await waitUntil(
        'the fault to be known',
        async () => (await stateOf(scene, asked)) === 'unknown unreachable',
      );
      await stop();
      return asked;
    };
    const asked = [
      await faulty('NameNotResolved', '/name-unknown'),
      await faulty('InternetDisconnected', '/line-dead'),
    ];
    await session.detach();
    stopFromNowOn();
    await comeToRest(scene);
    leftOneEach(scene, asked);
  },
  150_000,
);

it.concurrent(
  'a link submitted while the device is offline waits, shows that, and is sent automatically when the network is back',
  async () => {
    await using scene = await startConnected({ secure: true });
    const before = await askFor(scene, '/online');
    await comeToRest(scene);
    const asked: Asked[] = [];
    await unstopped(scene.running, async () => {
      const target = await wakeWorker(scene.running);
      const session = await target.createCDPSession();
      await session.send('Network.enable');
      const setOffline = (offline: boolean) =>
        session.send('Network.emulateNetworkConditions', {
          offline,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput: -1,
        });
      await setOffline(true);
      for (let n = 0; n < 5; n++) asked.push(await askFor(scene, `/offline-${n}`));
      const popup = await scene.popupOn('/in-front');
      await waitForText(popup, 'status', msgCount('offlineLinks', 5));
      expect(scene.made()).toHaveLength(1);
      await setOffline(false);
      await waitUntil('all to be made', () => scene.made().length === 6, 30_000);
      await session.detach();
    });
    await comeToRest(scene);
    leftOneEach(scene, [before, ...asked]);
  },
);
