// The mirror in real Chromium: synced completely while the worker is killed repeatedly, with a lower priority than the user's
// requests, for one account only; changes by other devices are found. Checked against the service's own table.
import { describe, expect, it } from 'vitest';
import { isSoak, rounds } from '../support/fuzz.ts';
import { startService } from '../service/start.ts';
import {
  allowHost,
  evaluateInWorker,
  killWorker,
  stopsWorker,
  pause,
  until,
  wakeWorker,
} from './harness/index.ts';
import {
  submitConnection,
  waitUntil,
  waitForSync,
  waitForText,
  startScene,
  type Scene,
} from './setup/connected.ts';
import { askFor } from './setup/kill-points.ts';
import { syncAll, filled, mirrorLinks, mirrorNames, mirrorOf, tableOf, tailPages } from './setup/mirror.ts';
import { msg, msgPattern } from '../support/texts.ts';

async function connectTo(
  { running, options }: Scene,
  { address, key }: { readonly address: string; readonly key: string },
): Promise<void> {
  await allowHost(running, 'http://127.0.0.1/*');
  await submitConnection(options, address, key);
  await waitForText(options, 'status', msgPattern('connectedTo'));
}

async function expectSame({ options, service }: Scene): Promise<void> {
  const mirrored = await mirrorLinks(options);
  expect(mirrored.map(({ listed }) => listed)).toEqual(tableOf(service));
  expect(mirrored.filter(({ confirmed }) => !confirmed)).toEqual([]);
}

/** Pages of the list's tail that were requested more often than once. */
const repeated = (scene: Scene): number => {
  const pages = tailPages(scene.service).map(({ query }) => `${query['page']} of ${query['limit']}`);
  return pages.length - new Set(pages).size;
};

describe('the first sync', () => {
  it(
    'resumes where it was after each kill, and equals the service’s table row for row',
    async () => {
      await using scene = await startScene({ service: { limit: 1_000 } });
      const { service, running, options } = scene;
      const links = rounds(2_000, 10_000);
      const kills = rounds(5, 50);
      service.addLinks(links);
      service.setLatency(rounds(120, 60));
      await connectTo(scene, service);
      const pages = Math.ceil(service.store.links().length / 100);
      for (let kill = 1; kill <= kills; kill++) {
        const before = Math.floor((kill * (pages - 2)) / (kills + 1));
        await waitUntil(
          `page ${before} to be asked for`,
          () => tailPages(service).length >= before + repeated(scene),
          60_000,
        );
        // Every other time the sync host's document is closed as well.
        if (kill % 2 === 0)
          await evaluateInWorker(running, 'chrome.offscreen.closeDocument()').catch(() => undefined);
        await killWorker(running);
        await wakeWorker(running);
      }
      await filled(options, service);
      await expectSame(scene);
      console.log(`${links} links, ${kills} kills: ${repeated(scene)} pages read twice`);
      expect(repeated(scene)).toBeLessThanOrEqual(kills);
      running.assertClean();
    },
    rounds(2, 10) * 60_000,
  );

  // With STOP_WORKER=1 the message would meet a worker that has just been stopped, and its time would be that of the start.
  it.skipIf(stopsWorker)(
    'sends a user’s link before its next page',
    async () => {
      await using scene = await startScene({ service: { limit: 30 } });
      const { service, options } = scene;
      service.addLinks(rounds(2_000, 10_000));
      await connectTo(scene, service);
      const waits: number[] = [];
      const slot = 2_000;
      for (let n = 0; n < rounds(3, 40); n++) {
        const seen = tailPages(service).length;
        await waitUntil('the fill to go on', () => tailPages(service).length > seen, 90_000);
        // Each request is sent at another moment between two pages.
        await pause((n * 700) % 2_900);
        const at = Date.now();
        const pages = tailPages(service).length;
        await askFor(scene, `/while-filling-${n}`);
        const post = await until('the request to arrive', async () =>
          service.store.requests('/api/url/add').find(({ body }) => body.includes(`/while-filling-${n}"`)),
        );
        expect(tailPages(service).filter(({ time }) => time < post.time).length - pages).toBeLessThanOrEqual(
          1,
        );
        waits.push(post.time - at);
      }
      if (isSoak) await filled(options, service, 900_000);
      console.log(`The user’s requests waited ${Math.max(...waits)} ms at most.`);
      // A slot, and the time of a message on a busy machine.
      expect(Math.max(...waits)).toBeLessThanOrEqual(slot + 1_000);
      expect(service.counts().limited).toBe(0);
      expect(service.mostWithin(60_000)).toBeLessThanOrEqual(30);
    },
    rounds(3, 30) * 60_000,
  );
});

describe('afterwards', () => {
  it('finds links that were created and deleted elsewhere, and adds own links immediately', async () => {
    await using scene = await startScene();
    const { service, options } = scene;
    await connectTo(scene, service);
    await filled(options, service);
    await expectSame(scene);
    expect((await mirrorOf(options, 'campaigns')).length).toBe(service.store.campaigns().length);
    await waitUntil('what channels hold', async () => {
      const items = await mirrorOf(options, 'items');
      return items.length === service.store.channelItems().length;
    });
    const withChannels = (await mirrorOf(options, 'links')).map(({ id, channels }) => [id, channels]);
    const table = new Map(
      service.store.links().map(({ id, channels }) => [String(id), channels.map(String)]),
    );
    for (const [id, channels] of withChannels)
      expect([id, (channels as string[]).toSorted()]).toEqual([id, table.get(id as string)?.toSorted()]);

    await askFor(scene, '/made-here');
    await waitUntil('the new link to be in the mirror', async () =>
      (await mirrorLinks(options)).some(({ listed }) => listed.longUrl.endsWith('/made-here')),
    );
    service.addLinks(3, 'Made elsewhere');
    const ids = service.store.links().map(({ id }) => id);
    const gone = [ids[0], ids[100], ids[150]].filter((id) => id !== undefined);
    service.dropLinks(gone);
    await until(
      'the mirror to equal the table',
      async () => {
        await syncAll(options);
        await waitForSync(options);
        const mirrored = (await mirrorLinks(options)).map(({ listed }) => listed.id);
        return JSON.stringify(mirrored) === JSON.stringify(tableOf(service).map(({ id }) => id))
          ? true
          : undefined;
      },
      { timeout: 45_000 },
    );
    await expectSame(scene);
    // Each was requested before it was removed, and a listed one after it.
    const asked = service.store.requests('/api/url/').filter(({ method }) => method === 'GET');
    const refused = asked.filter(({ status }) => status === 404);
    expect(new Set(refused.map(({ path }) => path))).toEqual(new Set(gone.map((id) => `/api/url/${id}`)));
    expect(refused).toHaveLength(gone.length);
    expect(asked).toHaveLength(2 * gone.length);
    scene.running.assertClean();
  }, 120_000);

  it('separates two accounts, one after the other, regardless of the progress of the first', async () => {
    await using scene = await startScene();
    await using other = await startService({ demo: true, limit: 1_000 });
    const { service, options, running } = scene;
    // With STOP_WORKER=1 each page starts the worker, which takes seconds on a busy machine.
    service.addLinks(stopsWorker ? 1_000 : 3_000, 'Of the first');
    other.addLinks(50, 'Of the second');
    await connectTo(scene, service);
    await waitUntil('the first fill to be under way', () => tailPages(service).length > 3);
    await options.click('button', msg('disconnect'));
    await options.click('button', msg('disconnect'));
    await options.waitGone('button', msg('replaceKey'));
    await waitUntil('nothing to be stored', async () => (await mirrorNames(options)).length === 0);

    await connectTo(scene, other);
    await filled(options, other);
    expect(await mirrorNames(options)).toEqual([expect.stringContaining(`mirror ${other.address}#`)]);
    expect((await mirrorLinks(options)).map(({ listed }) => listed)).toEqual(tableOf(other));
    // Not later, either.
    await wakeWorker(running);
    await syncAll(options);
    expect(await mirrorNames(options)).toHaveLength(1);
    expect(JSON.stringify(await mirrorOf(options, 'links'))).not.toContain('Of the first');

    await options.click('button', msg('disconnect'));
    await options.click('button', msg('disconnect'));
    await options.waitGone('button', msg('replaceKey'));
    await connectTo(scene, service);
    await filled(options, service);
    await expectSame(scene);
    running.assertClean();
  }, 180_000);
});
