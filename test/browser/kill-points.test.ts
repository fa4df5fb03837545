// The promise of the outbox, counted in the service's own database: wherever the worker is killed, each link that was
// asked for is there once.
import { describe, expect, it } from 'vitest';
import { isSoak, rounds } from '../soak.ts';
import { stopsWorker } from './harness/index.ts';
import {
  census,
  comeToRest,
  createAndKill,
  killPoints,
  missedPoints,
  type Asked,
} from './setup/kill-points.ts';
import { startConnected } from './setup/connected.ts';

/** A limit that hundreds of kills don't come near: the pace under a limit has tests of its own. */
const limit = 100_000;

/** What the service itself counts in the end, see `census`. */
async function killAll(quirks: readonly string[], each: number): Promise<Record<number, number>> {
  await using scene = await startConnected({ service: { limit } });
  scene.service.setQuirks(quirks);
  const asked: Asked[] = [];
  for (let n = 0; n < each; n++)
    for (const [place, point] of killPoints.entries())
      asked.push(await createAndKill(scene, `/killed-${place}-${n}`, point));
  await comeToRest(scene);
  scene.running.assertClean();
  // Else the points would not be proved.
  expect(missedPoints(scene)).toBeLessThanOrEqual(asked.length / 20);
  const counted = census(scene, asked);
  console.log(
    `${asked.length} kills${quirks.length > 0 ? ` with ${quirks.join()}` : ''}:`,
    `${scene.service.store.requests('/api/url/add').length} creates, ${JSON.stringify(counted)} links,`,
    `${missedPoints(scene)} points missed`,
  );
  return counted;
}

// With STOP_WORKER=1 the worker would die before the point at which these tests kill it.
describe.skipIf(stopsWorker)('a worker killed at seven points of each link: none lost, none twice', () => {
  const quirks = ['late-commit', 'dedupe', 'normalise', 'cached-list', 'second-device'];
  const minutes = rounds(4, 40) * 60_000;

  const once = (each: number) => ({ 1: each * killPoints.length });

  // What was killed is looked for half a minute later: two wait for that side by side.
  const test = isSoak ? it : it.concurrent;

  test(
    'with a service that keeps to the contract',
    async () => {
      const each = rounds(2, 100);
      expect(await killAll([], each)).toEqual(once(each));
    },
    minutes,
  );

  test(
    'with a service that departs from it in five ways at once',
    async () => {
      expect(await killAll(quirks, 1)).toEqual(once(1));
    },
    minutes,
  );

  it.runIf(isSoak).each(quirks)(
    'with a service of the kind "%s"',
    async (quirk) => {
      // There every answer is lost, and found again half a minute later.
      const each = quirk === 'late-commit' ? 4 : 20;
      expect(await killAll([quirk], each)).toEqual(once(each));
    },
    minutes,
  );
});
