// A service, or the firewall in front of it, that refuses every link, through the real HTTP client, queue and outbox.
import { expect, it, vi } from 'vitest';
import { maxClaimed } from '../../../lib/bulk/bulk-runner.ts';
import { maxEqualRefusals } from '../../../lib/bulk/refusal-breaker.ts';
import { createWorld, type Fate } from './world.ts';

vi.mock('wxt/browser', async () => import('../../support/fake-browser.ts'));
vi.mock('../../../lib/browser/native.ts', async () => import('../../support/fake-browser.ts'));

const minute = 60_000;
const urls = Array.from({ length: 30 }, (_, n) => `https://example.com/pages/${n}`);

it.each<[Fate, object]>([
  ['403 page', { kind: 'blocked', status: 403 }],
  ['plan limit', { kind: 'refused', status: 200, message: expect.stringMatching(/^Plan limit reached/u) }],
])('a batch pauses at the response “%s”, and "Resume" creates every link once', async (fate, failure) => {
  const world = await createWorld(1);
  try {
    world.faults.fate = (_path, url) => (url === null ? 'answered' : fate);
    await world.startWorker();
    const id = await world.startBulk(urls);
    await world.until(async () => (await world.bulk(id))?.desiredState === 'pause', 10 * minute);
    await world.run(minute);
    expect(await world.bulk(id)).toMatchObject({
      desiredState: 'pause',
      breaker: { state: 'open', failure },
      counts: { waiting: urls.length, refused: 0, out: 0 },
    });
    expect(world.sends.length).toBeLessThanOrEqual(maxEqualRefusals + maxClaimed);

    world.faults.fate = () => 'answered';
    await world.resumeBulk(id);
    const isOver = async () => (await world.bulk(id))?.counts.done === urls.length;
    expect(await world.until(isOver, 10 * minute)).toBe(true);
    const timesMade = Object.fromEntries([...world.made].map(([url, ids]) => [url, ids.length]));
    expect(timesMade).toEqual(Object.fromEntries(urls.map((url) => [url, 1])));
  } finally {
    world.close();
  }
});
