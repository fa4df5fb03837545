// The guarantee of the outbox, counted in the service's own database: at every point where the worker is killed, each link is created
// once.
import { describe, expect, it } from 'vitest';
import { isSoak, rounds } from '../support/fuzz.ts';
import { stopsWorker } from './harness/index.ts';
import { census, comeToRest, createAndKill, killPoints, type Asked } from './setup/kill-points.ts';
import { startConnected } from './setup/connected.ts';

/** A limit that hundreds of kills don't come near: the pace under a limit has tests of its own. */
const limit = 100_000;

/** How often a kill that missed its point, on a busy machine, is repeated with one more link. */
const mostTries = 5;

interface Counted {
  /** Kills that hit the point that was meant. */
  readonly hits: number;
  /** The links of everything submitted, as the service itself counts them. */
  readonly lost: number;
  readonly twice: number;
}

async function killAll(quirks: readonly string[], each: number): Promise<Counted> {
  await using scene = await startConnected({ service: { limit } });
  scene.service.setQuirks(quirks);
  const asked: Asked[] = [];
  let hits = 0;
  for (let n = 0; n < each; n++) {
    for (const [place, point] of killPoints.entries()) {
      for (let tried = 0; tried < mostTries; tried++) {
        const killed = await createAndKill(scene, `/killed-${place}-${n}-${tried}`, point);
        asked.push(killed);
        if (!killed.hit) continue;
        hits += 1;
        break;
      }
    }
  }
  await comeToRest(scene);
  scene.running.assertClean();
  const links = census(scene, asked);
  console.log(
    `${asked.length} kills${quirks.length > 0 ? ` with ${quirks.join()}` : ''}, ${hits} at their points:`,
    `${scene.service.store.requests('/api/url/add').length} creates, ${JSON.stringify(links)} links`,
  );
  const { 0: lost = 0, 1: once = 0 } = links;
  return { hits, lost, twice: asked.length - lost - once };
}

// A killed job is looked up half a minute later: two wait for that side by side.
const concurrent = !isSoak;

// With STOP_WORKER=1 the worker would die before the point at which these tests kill it.
describe.skipIf(stopsWorker)(
  'a worker killed at seven points of each link: none lost, none twice',
  { concurrent },
  () => {
    const quirks = ['late-commit', 'dedupe', 'normalize', 'cached-list', 'second-device'];
    const minutes = rounds(4, 40) * 60_000;

    /** Each point was hit as often as is wanted. */
    const proved = (each: number): Counted => ({ hits: each * killPoints.length, lost: 0, twice: 0 });

    it(
      'with a service that keeps to the contract',
      async () => {
        const each = rounds(2, 100);
        expect(await killAll([], each)).toEqual(proved(each));
      },
      minutes,
    );

    it(
      'with a service that departs from it in five ways together',
      async () => {
        expect(await killAll(quirks, 1)).toEqual(proved(1));
      },
      minutes,
    );

    it.runIf(isSoak).each(quirks)(
      'with a service of the kind "%s"',
      async (quirk) => {
        // With these every response is lost, and looked up half a minute later.
        const each = quirk === 'late-commit' ? 4 : 20;
        expect(await killAll([quirk], each)).toEqual(proved(each));
      },
      minutes,
    );
  },
);
