// The browser may end the worker between any two steps. Every submitted link is then created exactly once; checked against
// the service's own store.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allowHost,
  dispatchMenu,
  killWorker,
  openPopup,
  runningWorker,
  pause,
  unstopped,
  until,
  wakeWorker,
  type Driver,
} from './harness/index.ts';
import {
  submitConnection,
  errorPage,
  explainFailures,
  waitUntil,
  waitForForm,
  waitForText,
  startConnected,
  startScene,
  stored,
  waitForIntents,
  liveTexts,
  type Scene,
} from './setup/connected.ts';
import { msg, msgCounts, msgPattern, msgWithin } from '../support/texts.ts';

const slowDown = (seconds: number) => ({
  status: 429,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: 429, message: 'Too many requests.', 'Retry-After': seconds }),
});

const linksTo = (scene: Scene, path: string) =>
  scene.made().filter(({ longurl }) => longurl === scene.site.url(path));
const creates = ({ service }: Scene, path: string) =>
  service.store.requests('/api/url/add').filter(({ body }) => body.includes(`${path}"`));
const jobs = async (
  scene: Scene,
): Promise<{ command: { id: string; link?: { address: string } }; state: { name: string } }[]> =>
  Object.entries(await stored(scene.options))
    .filter(([key]) => key.startsWith('job:'))
    .map(
      ([, job]) => job as { command: { id: string; link?: { address: string } }; state: { name: string } },
    );
const stateOf = async (scene: Scene, path: string): Promise<string | undefined> =>
  (await jobs(scene)).find(({ command }) => command.link?.address === scene.site.url(path))?.state.name;

/** Waits until every job has ended and no intent is left, with the worker awake. */
async function settled(scene: Scene): Promise<void> {
  await wakeWorker(scene.running);
  await waitUntil(
    'every job to end',
    async () => {
      const items = await stored(scene.options);
      const open = Object.entries(items).filter(
        ([key, value]) =>
          key.startsWith('intent:') ||
          (key.startsWith('job:') &&
            ['queued', 'sent', 'unknown'].includes((value as { state: { name: string } }).state.name)),
      );
      return open.length === 0;
    },
    60_000,
  ).catch(async (fault: unknown) => {
    console.error('Still stored:', JSON.stringify(await stored(scene.options)));
    throw fault;
  });
}

/** Waits until the popup shows the link, or a failure. */
const ended = (popup: Driver, after: string) =>
  until(
    `an end to be shown after ${after}`,
    async () =>
      (await popup.all('button', msg('open'))).length === 1 ||
      (await liveTexts(popup, 'alert')).length > 0 ||
      undefined,
    { timeout: 60_000 },
    () => popup.outline(),
  );

async function opened(scene: Scene, path: string): Promise<Driver> {
  const popup = await scene.popupOn(path);
  await waitForForm(popup);
  return popup;
}

describe('a worker that is killed', () => {
  let scene: Scene;
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
  });
  afterAll(() => scene.close());

  it('before the popup opens: the popup opens, and shortens', async () => {
    await killWorker(scene.running);
    const popup = await opened(scene, '/before-opening');
    await popup.press('Enter');
    await waitForText(popup, 'status', msg('copied'));
    expect(linksTo(scene, '/before-opening')).toHaveLength(1);
    await popup.close();
  });

  it('between the paint and Enter: Enter wakes it', async () => {
    const popup = await opened(scene, '/before-enter');
    await wakeWorker(scene.running);
    // On a slow machine something that the opening has asked for may still wake it.
    await waitUntil('the worker to stay away', async () => {
      await killWorker(scene.running);
      await pause(200);
      return runningWorker(scene.running) === undefined;
    });
    await popup.press('Enter');
    await waitForText(popup, 'status', msg('copied'));
    expect(linksTo(scene, '/before-enter')).toHaveLength(1);
    await popup.close();
  });

  it('with the intent written and its message lost: the link is created once at the next start', async () => {
    await wakeWorker(scene.running);
    const popup = await opened(scene, '/message-lost');
    // A message that is sent and never arrives.
    await popup.evaluate(`chrome.runtime.sendMessage = () => new Promise(() => undefined); 0`);
    await killWorker(scene.running);
    await popup.press('Enter');
    await waitUntil('the intent to be on disk', async () =>
      Object.keys(await stored(scene.options)).some((key) => key.startsWith('intent:')),
    );
    await popup.close();
    expect(linksTo(scene, '/message-lost')).toEqual([]);
    await settled(scene);
    expect(linksTo(scene, '/message-lost')).toHaveLength(1);
    const again = await openPopup(
      scene.running,
      await scene.running.openTab(scene.site.url('/message-lost')),
    );
    await again.waitFor('button', msg('moreActions'));
    await again.close();
  });

  it('with the popup closed immediately after Enter: created once', async () => {
    for (let round = 0; round < 3; round++) {
      const path = `/closed-at-once-${round}`;
      const popup = await opened(scene, path);
      await killWorker(scene.running);
      await popup.press('Enter');
      await popup.close();
      await waitUntil('the intent to be on disk, or already taken up', async () => {
        const items = JSON.stringify(await stored(scene.options));
        return items.includes(`${path}"`) && (items.includes('"intent:') || items.includes('"job:'));
      });
      await killWorker(scene.running);
    }
    // A second kill may fall between the journal and the network: then a lookup comes before it is sent again.
    await settled(scene);
    for (let round = 0; round < 3; round++)
      expect([round, linksTo(scene, `/closed-at-once-${round}`).length]).toEqual([round, 1]);
  }, 120_000);

  it('with the link created and the response in flight: found by a lookup, not sent again', async () => {
    scene.service.answerNext('POST /api/url/add', async (exchange) => {
      await exchange.pass();
      return 'hang' as const;
    });
    const popup = await opened(scene, '/reply-lost');
    await popup.press('Enter');
    await waitUntil('the link to be made', () => linksTo(scene, '/reply-lost').length === 1);
    await killWorker(scene.running);
    await waitForText(popup, 'status', msg('responseLost'));
    await settled(scene);
    expect(linksTo(scene, '/reply-lost')).toHaveLength(1);
    expect(creates(scene, '/reply-lost')).toHaveLength(1);
    await popup.close();
  });

  it('after a click in the menu: created exactly once', async () => {
    const path = '/menu';
    scene.service.setLatency(100);
    await dispatchMenu(
      scene.running,
      { menuItemId: 'shorten-link', linkUrl: scene.site.url(path) },
      { id: 1 },
    );
    await waitUntil('the job to be written down', async () => (await stateOf(scene, path)) !== undefined);
    await killWorker(scene.running);
    scene.service.setLatency(0);
    await settled(scene);
    expect(linksTo(scene, path)).toHaveLength(1);
  }, 90_000);

  it('creates no link twice', () => {
    const addresses = scene.made().map(({ longurl }) => longurl);
    expect(addresses.length).toBe(new Set(addresses).size);
    scene.running.assertClean();
  });
});

// The lookup comes half a minute later: each waits in a browser of its own, side by side.
describe('a lost response, looked up half a minute later', { concurrent: true }, () => {
  it('of a worker that is killed right after Enter, again and again at different moments: one link each', async () => {
    await using scene = await startConnected();
    const delays = [0, 5, 10, 20, 40];
    const pathOf = (delay: number) => `/right-after-${delay}`;
    for (const delay of delays) {
      scene.service.setLatency(15);
      const popup = await opened(scene, pathOf(delay));
      await popup.press('Enter');
      // The kills come at different moments after Enter.
      await pause(delay);
      await killWorker(scene.running);
      // On a busy machine the key press itself may arrive later: a popup closed before it has submitted nothing.
      await waitUntil('what was asked for to be on disk', async () =>
        Object.entries(await stored(scene.options)).some(
          ([key, value]) => /^(?:intent|job):/.test(key) && JSON.stringify(value).includes(pathOf(delay)),
        ),
      );
      await popup.close();
    }
    scene.service.setLatency(0);
    await settled(scene);
    for (const delay of delays) expect([delay, linksTo(scene, pathOf(delay)).length]).toEqual([delay, 1]);
    scene.running.assertClean();
  }, 120_000);

  it('of a worker that is killed while the request is at the service and never answered: looked up twice, then sent again', async () => {
    await using scene = await startConnected();
    scene.service.answerNext('POST /api/url/add', 'hang');
    const popup = await opened(scene, '/hangs');
    await popup.press('Enter');
    await waitUntil('the request to arrive', () => creates(scene, '/hangs').length === 1);
    await killWorker(scene.running);
    await waitForText(popup, 'status', msgWithin('checkingAgain', msgCounts('seconds', /\d+/)));
    expect(creates(scene, '/hangs')).toHaveLength(1);
    await ended(popup, 'a hanging request');
    expect(linksTo(scene, '/hangs')).toHaveLength(1);
    const [first, second, ...more] = creates(scene, '/hangs');
    expect(more).toEqual([]);
    const looks = scene.service.store.requests('/api/urls').map(({ time }) => time);
    const between = looks.filter((at) => at > (first?.time ?? 0) && at < (second?.time ?? 0));
    expect(between.length).toBeGreaterThanOrEqual(2);
    // By then a slow service has stored what it will store.
    expect((between.at(-1) ?? 0) - (first?.time ?? 0)).toBeGreaterThanOrEqual(29_000);
    await popup.close();
    scene.running.assertClean();
  }, 90_000);

  it('waits for a broken server and a maintenance page; each link is created once, automatically', async () => {
    await using scene = await startConnected();
    scene.service.answerNext('POST /api/url/add', errorPage(500));
    let popup = await scene.popupOn('/broken-server');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msgWithin('checkingAgain', msgCounts('seconds', /\d+/)));
    await popup.close();
    scene.service.answerNext('POST /api/url/add', errorPage(200));
    popup = await scene.popupOn('/maintenance');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'alert', msgWithin('failureNotAnApi'));
    await waitForText(popup, 'alert', msgWithin('retryingAutomatically', msgCounts('seconds', /\d+/)));
    await popup.click('button', msg('tryAgainNow'));
    for (const path of ['/broken-server', '/maintenance'])
      await waitUntil(`${path} to be made`, () => linksTo(scene, path).length === 1, 60_000);
    await waitForText(popup, 'status', msg('copied'));
    for (const path of ['/broken-server', '/maintenance']) expect(creates(scene, path)).toHaveLength(2);
    scene.running.assertClean();
  }, 120_000);

  it('sends three times to a service that always answers 500, then asks; Retry makes one link once it has recovered', async () => {
    await using scene = await startConnected();
    const path = '/always-500';
    const broken = scene.service.answerNext('POST /api/url/add', errorPage(500), Number.POSITIVE_INFINITY);
    const popup = await opened(scene, path);
    await popup.press('Enter');
    await popup.waitFor('group', msg('unconfirmed'), { timeout: 150_000 });
    await popup.waitFor('button', msg('dismiss'));
    const sends = creates(scene, path).map(({ time }) => time);
    expect([sends.length, broken.used]).toEqual([3, 3]);
    // After each send comes a lookup that would have found its link.
    const looks = scene.service.store.requests('/api/urls').map(({ time }) => time);
    for (const [n, at] of sends.entries()) {
      const next = sends[n + 1] ?? Number.POSITIVE_INFINITY;
      expect(looks.some((look) => look >= at + 29_000 && look <= next)).toBe(true);
    }
    broken.cancel();
    await popup.click('button', msg('retry'));
    await waitForText(popup, 'status', msg('copied'));
    expect(creates(scene, path)).toHaveLength(4);
    expect(linksTo(scene, path)).toHaveLength(1);
    await popup.close();
    scene.running.assertClean();
  }, 240_000);
});

describe('the response to a create is lost in transit', () => {
  it('the link is found by a lookup, and is created once', async () => {
    await using scene = await startConnected();
    scene.service.setQuirks(['lost-reply']);
    const popup = await scene.popupOn('/dropped');
    await popup.click('button', msg('shorten'));
    await ended(popup, 'a lost response');
    expect(creates(scene, '/dropped')).toHaveLength(1);
    expect(linksTo(scene, '/dropped')).toHaveLength(1);
    await waitForText(popup, 'status', msg('responseLost'));
    expect(linksTo(scene, '/dropped')).toHaveLength(1);
    scene.running.assertClean();
  });
});

describe('a service lists addresses decoded', () => {
  it('recognizes its own link when the response to a create is lost, and sends it once', async () => {
    await using scene = await startConnected();
    scene.service.setQuirks(['lost-reply', 'decoded-urls']);
    const path = '/pages/a%20b?q=c+d';
    const popup = await scene.popupOn(path);
    await popup.click('button', msg('shorten'));
    await ended(popup, 'a lost response');
    await waitForText(popup, 'status', msg('responseLost'));
    expect(creates(scene, path)).toHaveLength(1);
    expect(linksTo(scene, path)).toHaveLength(1);
    const shown = await fetch(`${scene.service.address}/api/urls?limit=1&order=date`, {
      headers: { authorization: `Bearer ${scene.service.key}` },
    });
    expect(await shown.text()).toContain('/pages/a b?q=c d');
    scene.running.assertClean();
  });
});

describe('the worker is killed while a link waits for the limit', () => {
  it('the link is created once when it is due', async () => {
    await using scene = await startConnected();
    scene.service.answerNext('POST /api/url/add', slowDown(9));
    const first = await scene.popupOn('/refused-first');
    await first.click('button', msg('shorten'));
    await waitUntil('the refusal', () => creates(scene, '/refused-first').length === 1);
    await first.close();
    const popup = await scene.popupOn('/queued');
    await popup.click('button', msg('shorten'));
    await waitUntil('the job to wait', async () => (await stateOf(scene, '/queued')) === 'queued');
    await killWorker(scene.running);
    await popup.close();
    await settled(scene);
    expect(linksTo(scene, '/queued')).toHaveLength(1);
    expect(creates(scene, '/queued')).toHaveLength(1);
    // A refusal for the limit means not created: that one is created once, too.
    expect(await stateOf(scene, '/refused-first')).toBe('done');
    expect(linksTo(scene, '/refused-first')).toHaveLength(1);
    scene.running.assertClean();
  });
});

describe('the worker is killed while the settings connect', () => {
  it('connects at its next start, or shows what to do', async () => {
    await using scene = await startScene();
    await allowHost(scene.running);
    scene.service.answerNext('GET /api/account', 'hang');
    await submitConnection(scene.options, scene.service.address, scene.service.key);
    await waitUntil(
      'the question to arrive',
      () => scene.service.store.requests('/api/account').length === 1,
    );
    await killWorker(scene.running);
    await wakeWorker(scene.running);
    await waitForText(scene.options, 'status', msgPattern('connectedTo'));
    await waitForIntents(scene.options);
    const { connection, ...rest } = await stored(scene.options);
    expect(JSON.stringify(connection)).toContain(scene.service.key);
    expect(JSON.stringify(rest)).not.toContain(scene.service.key);
    scene.running.assertClean();
  });
});

describe('a worker with the debugger on it', () => {
  it('ends completely when it is killed, so that the next one answers', async () => {
    await using scene = await startConnected();
    const { running } = scene;
    for (let kill = 0; kill < 3; kill++) {
      await unstopped(running, async () => {
        const session = await (await wakeWorker(running)).createCDPSession();
        await session.send('Runtime.enable');
        await killWorker(running);
      });
      const path = `/debugged-${kill}`;
      const popup = await scene.popupOn(path);
      await popup.click('button', msg('shorten'));
      await waitForText(popup, 'status', msg('copied'));
      await popup.close();
      expect(linksTo(scene, path)).toHaveLength(1);
    }
    running.assertClean();
  });
});
