/** The disk fails at some writes: nothing leaves without its entry, nothing is lost, nothing is made twice. */
import { describe, expect, it, vi } from 'vitest';
import { anotherLinkCommand, linkCommand, sorted, uuid } from '../../support/samples.ts';
import { world } from './device.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import type { Fate } from './service.ts';

const numbers = Array.from({ length: 12 }, (_, n) => n + 1);
/** Commands of all kinds that make the outbox write. */
const fates: readonly Fate[] = [
  { is: 'answered' },
  { is: 'response lost' },
  { is: 'too many', forMs: 2_000 },
  { is: 'request lost' },
  { is: 'answered', afterMs: 300 },
  { is: 'stored late', afterMs: 4_000 },
];

/** A dozen links with three restarts in between; then the disk works again. */
async function scenario(fails: (write: number) => boolean) {
  const roll = seededRandom(7);
  const parts = world(({ device, service, disk }) => {
    device.reminded = true;
    let n = 0;
    service.fate = () => fates[n++ % fates.length] ?? { is: 'answered' };
    disk.fails = fails;
  });
  const { clock, device, service, disk } = parts;
  for (const n of numbers) {
    void device
      .submit(anotherLinkCommand(n, { address: `https://example.com/${n % 7}` }))
      .catch(() => undefined);
    await clock.run(25);
    if (n % 3 === 0) await clock.until(device.restart(roll()));
  }
  await clock.run(45_000);
  const wrote = disk.writes;
  disk.fails = () => false;
  service.fate = () => ({ is: 'answered' });
  await clock.until(device.nudge());
  await clock.run(10 * 60_000);
  return { ...parts, wrote };
}

function holds({ device, service, disk }: Awaited<ReturnType<typeof scenario>>, k: number | string) {
  expect([k, device.unwritten]).toEqual([k, []]);
  expect([k, service.records.length]).toEqual([k, numbers.length]);
  const ids = numbers.map((n) => {
    const state = disk.job(uuid(n))?.state;
    return state?.name === 'done' ? state.result.id : `${n} is ${state?.name}`;
  });
  expect([k, sorted(ids)]).toEqual([k, sorted(service.records.map(({ id }) => id))]);
  expect([k, device.intents.size]).toEqual([k, 0]);
}

// Many scenarios one after the other, which take long on a busy machine.
vi.setConfig({ testTimeout: 10 * 60_000 });

describe('all links are made once when the failing writes are', () => {
  it('none; the scenario has enough writes', async () => {
    const parts = await scenario(() => false);
    holds(parts, 'none');
    expect(parts.wrote).toBeGreaterThan(50);
  });

  it('number k, for every k from 1 to 50', async () => {
    for (let k = 1; k <= 50; k++) holds(await scenario((write) => write === k - 1), k);
  });

  it('all from number k on, until the disk works again', async () => {
    for (let k = 1; k <= 50; k++) holds(await scenario((write) => write >= k - 1), k);
  });

  it('every k-th one', async () => {
    for (let k = 2; k <= 20; k++) holds(await scenario((write) => write % k === 0), k);
  });

  it('a random third', async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const roll = seededRandom(seed);
      holds(await scenario(() => roll() < 0.33), `seed ${seed}`);
    }
  });
});

it('sends nothing on a full disk, and makes all links once there is space', async () => {
  const { clock, device, service, disk } = world(({ disk }) => (disk.fails = () => true));
  for (const n of numbers) void device.submit(linkCommand(n, {}));
  await clock.run(60_000);
  expect(service.creates).toBe(0);
  disk.fails = () => false;
  await clock.until(device.nudge());
  await clock.run(60_000);
  expect(service.records).toHaveLength(numbers.length);
});
