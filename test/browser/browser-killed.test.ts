// The whole browser dies in mid-job, as in a crash or a power cut, and starts again on the same profile. Every link is then
// created exactly once, without any input; checked against the service's own database.
import { expect, it } from 'vitest';
import { rounds } from '../support/fuzz.ts';
import { pause, until } from './harness/index.ts';
import { waitUntil, stored, type Scene } from './setup/connected.ts';
import { startPersistentProfile } from './setup/persistent-profile.ts';
import { askFor, census, comeToRest, type Asked } from './setup/kill-points.ts';

const kills = rounds(3, 20);

/** How long after the request a slow service commits: the browser is back by then. */
const lateMs = 4_000;

const slowDown = {
  status: 429,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: 429, message: 'Too many requests.', 'Retry-After': 4 }),
};

type Create = { readonly method: string; readonly path: string; readonly body: string };
const createsAt = (address: string) => (request: Create) =>
  request.method === 'POST' && request.path === '/api/url/add' && request.body.includes(`"${address}"`);
const arrived = (scene: Scene, { address }: Asked) =>
  waitUntil('the request to arrive', () => scene.service.store.requests('/api/').some(createsAt(address)));

/** Submits links, and resolves at the moment at which the browser is to die. */
const moments: Readonly<Record<string, (scene: Scene, path: string) => Promise<Asked[]>>> = {
  async 'right after the intent is written'(scene, path) {
    return [await askFor(scene, path)];
  },
  async 'with the link made and the response not sent'(scene, path) {
    scene.service.answerNext(createsAt(scene.site.url(path)), async (exchange) => {
      await exchange.pass();
      return 'hang' as const;
    });
    const asked = await askFor(scene, path);
    await waitUntil('the link to be made', () =>
      scene.made().some(({ longurl }) => longurl === asked.address),
    );
    return [asked];
  },
  async 'with several links waiting behind a refusal for coming too often'(scene, path) {
    scene.service.answerNext(createsAt(scene.site.url(`${path}-0`)), slowDown);
    const asked = [await askFor(scene, `${path}-0`)];
    for (let n = 1; n < 4; n++) asked.push(await askFor(scene, `${path}-${n}`));
    await waitUntil('all of them to be in the journal', async () => {
      const items = await stored(scene.options);
      return asked.every(({ id }) => `job:${id}` in items);
    });
    return asked;
  },
  async 'with a request at the service that never commits'(scene, path) {
    scene.service.answerNext(createsAt(scene.site.url(path)), 'hang');
    const asked = await askFor(scene, path);
    await arrived(scene, asked);
    return [asked];
  },
  async 'with a request at the service that commits when the browser is back'(scene, path) {
    scene.service.answerNext(createsAt(scene.site.url(path)), (exchange) => {
      exchange.later(lateMs, () => exchange.pass());
      return 'hang' as const;
    });
    const asked = await askFor(scene, path);
    await arrived(scene, asked);
    return [asked];
  },
};

it(
  `the browser killed ${kills} times in mid-job: every link is created once, without any input`,
  async () => {
    await using profile = await startPersistentProfile({ service: { limit: 100_000 } });
    const asked: Asked[] = [];
    const points = Object.values(moments);
    for (let kill = 0; kill < kills; kill++) {
      const point = points[kill % points.length];
      if (point === undefined) throw new Error('no such moment');
      asked.push(...(await point(profile.scene(), `/browser-killed-${kill}`)));
      // Each time a little later, so that some die between the intent and the request.
      await pause(kill * 2);
      profile.scene().running.assertClean();
      await profile.crash();
      await profile.start();
      // After the last kill no page of the extension is opened.
      if (kill + 1 < kills) await profile.openSettings();
    }
    const count = () => JSON.stringify(census(profile.scene(), asked));
    const everyOneOnce = JSON.stringify({ 1: asked.length });
    await until(
      'every link to be made',
      () => (count() === everyOneOnce ? true : undefined),
      { timeout: 120_000 },
      async () => count(),
    );
    await profile.openSettings();
    await comeToRest(profile.scene());
    expect(count()).toBe(everyOneOnce);
    const { running, service } = profile.scene();
    running.assertClean();
    const creates = service.store.requests('/api/url/add').length;
    console.log(
      `${kills} kills of the browser: ${asked.length} links asked for, ${creates} creates, ${count()} links`,
    );
  },
  rounds(3, 10) * 60_000,
);
