/**
 * Twenty links each, with random kills of the worker and random faults of the service: none lost, none twice. A failing
 * seed is reported; `SEED=n` runs it again.
 */
import { describe, expect, it, vi } from 'vitest';
import { rounds, soakTimeoutMs } from '../../support/fuzz.ts';
import { anotherLinkCommand, sorted, uuid } from '../../support/samples.ts';
import { maxSends } from '../../../lib/outbox/job-transitions.ts';
import { world, type Device } from './device.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import type { Fate, Service } from './service.ts';

const links = 20;
const chosen = process.env['SEED'];
const seeds =
  chosen === undefined ? Array.from({ length: rounds(200, 5_000) }, (_, n) => n + 1) : [Number(chosen)];

interface Quirks {
  /** Other events at the service. */
  readonly set?: (service: Service, roll: () => number) => void;
  /** The number of different URLs among the twenty. */
  readonly addresses?: number;
}

/** Faults whose outcome a lookup can find out. */
function faultOf(roll: () => number): Fate {
  const faults: readonly Fate[] = [
    { is: 'answered', afterMs: roll() * 5_000 },
    { is: 'response lost' },
    { is: 'response hangs' },
    { is: 'request lost' },
    { is: 'stored late', afterMs: roll() * 20_000 },
    { is: 'garbage', stored: true },
    { is: 'too many', forMs: roll() * 30_000 },
    { is: 'maintenance' },
  ];
  return roll() < 0.55
    ? { is: 'answered' }
    : (faults[Math.floor(roll() * faults.length)] ?? faults[0] ?? { is: 'answered' });
}

async function play(seed: number, { set, addresses = 15 }: Quirks = {}) {
  const roll = seededRandom(seed);
  const parts = world(({ device, service, disk }) => {
    device.reminded = true;
    device.random = roll;
    device.travel = () => 5 + roll() * 400;
    device.turn = () => (roll() < 0.3 ? roll() * 2_000 : 0);
    device.lostAtShutdown = () => roll() < 0.5;
    disk.takesMs = 1 + Math.floor(roll() * 10);
    service.fate = () => faultOf(roll);
    service.listFate = () => (roll() < 0.1 ? { is: 'request lost' } : { is: 'answered' });
    set?.(service, roll);
  });
  const { clock, device, service } = parts;
  for (let n = 1; n <= links; n++) {
    void device.submit(anotherLinkCommand(n, { address: `https://example.com/${n % addresses}` }));
    await clock.run(roll() * 1_500);
    if (roll() < 0.4) {
      device.kill(roll());
      await clock.run(roll() < 0.5 ? 0 : roll() * 40_000);
      await clock.until(device.start());
      await clock.run(roll() < 0.5 ? roll() * 50 : 0);
    }
  }
  service.fate = () => ({ is: 'answered' });
  service.listFate = service.fate;
  await clock.run(15 * 60_000);
  for (const { id, length } of sendsOf(device))
    expect([`SEED=${seed}`, id, length <= maxSends]).toEqual([`SEED=${seed}`, id, true]);
  // An unreadable response is looked up once. Where that found nothing, or after three sends, the user presses "Retry".
  for (const { command, state } of device.outbox.jobs())
    if (state.name === 'refused' || state.name === 'unknown')
      await clock.until(device.outbox.retry(command.id));
  await clock.until(device.restart(roll()));
  await clock.run(60_000);
  return parts;
}

/** The number of sends of each job, without those refused for the limit. */
function sendsOf(device: Device) {
  const counts = new Map<string, number>();
  for (const { id, refused } of device.sends) if (!refused) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].map(([id, length]) => ({ id, length }));
}

/** The number of our links for each URL, and of the commands for it. */
function count(service: Service, addresses = 15) {
  const tell = (number: (address: string) => number) =>
    Array.from({ length: addresses }, (_, n) => [n, number(`https://example.com/${n}`)]);
  const asked = (address: string) =>
    Array.from({ length: links }, (_, n) => `https://example.com/${(n + 1) % addresses}`).filter(
      (one) => one === address,
    ).length;
  const ours = (address: string) =>
    service.records.filter(
      ({ maker, subject }) => maker.startsWith('0a') && new URL(subject).href.replace(/\/$/u, '') === address,
    ).length;
  return { made: tell(ours), asked: tell(asked) };
}

// Many scenarios one after the other, which take long on a busy machine.
vi.setConfig({ testTimeout: rounds(10 * 60_000, soakTimeoutMs) });

describe(`${seeds.length} seeds of ${links} links: none lost, none twice`, () => {
  it('with kills and faults', async () => {
    for (const seed of seeds) {
      const { device, service, disk } = await play(seed);
      const withSeed = (what: unknown) => [`SEED=${seed}`, what];
      expect(withSeed(device.unwritten)).toEqual(withSeed([]));
      const { made, asked } = count(service);
      expect(withSeed(made)).toEqual(withSeed(asked));
      const states = Array.from({ length: links }, (_, n) => disk.job(uuid(n + 1))?.state);
      const ids = states.map((state) => (state?.name === 'done' ? state.result.id : state?.name));
      expect(withSeed(sorted(ids))).toEqual(withSeed(sorted(service.records.map(({ id }) => id))));
    }
  });

  const some = seeds.filter((_, n) => n % 8 === 0);

  it('with URLs that are stored in another form', async () => {
    for (const seed of some) {
      const { service } = await play(seed, {
        set: (service) =>
          (service.normalize = (address) => `${address.replace('example.com', 'EXAMPLE.com:443')}/`),
      });
      const { made, asked } = count(service);
      expect([seed, made]).toEqual([seed, asked]);
    }
  });

  it('with lists that are some seconds old', async () => {
    for (const seed of some) {
      const { service } = await play(seed, { set: (service) => (service.listAgeMs = 5_000), addresses: 20 });
      const { made, asked } = count(service, 20);
      expect([seed, made]).toEqual([seed, asked]);
    }
  });

  it('with a service that returns existing links: one for each URL', async () => {
    for (const seed of some) {
      const { device, service } = await play(seed, { set: (service) => (service.dedupes = true) });
      expect([seed, service.records.length]).toEqual([seed, 15]);
      expect(device.outbox.jobs().map(({ state }) => state.name)).toEqual(Array(links).fill('done'));
    }
  });

  it('with a second device that makes links of other pages', async () => {
    for (const seed of some) {
      const { service } = await play(seed, {
        set: (service, roll) => {
          const { fate } = service;
          service.fate = () => {
            const subject = `https://elsewhere.example/${roll()}`;
            if (roll() < 0.5)
              service.store({
                maker: 'another device',
                kind: 'link',
                subject,
                alias: '',
                domain: '',
                note: '',
              });
            return fate();
          };
        },
      });
      const { made, asked } = count(service);
      expect([seed, made]).toEqual([seed, asked]);
    }
  });

  it('with a second device that makes the same links: never more than requested, and one for each job', async () => {
    for (const seed of some) {
      const { device, service } = await play(seed, {
        addresses: 20,
        set: (service, roll) => {
          const { fate } = service;
          service.fate = () => {
            const subject = `https://example.com/${Math.floor(roll() * links)}`;
            if (roll() < 0.3)
              service.store({
                maker: 'another device',
                kind: 'link',
                subject,
                alias: '',
                domain: '',
                note: '',
              });
            return fate();
          };
        },
      });
      for (const [n, number] of count(service, 20).made)
        expect([seed, n, (number ?? 0) <= 1]).toEqual([seed, n, true]);
      const ids = device.outbox
        .jobs()
        .map(({ state }) => (state.name === 'done' ? state.result.id : state.name));
      expect([seed, new Set(ids).size]).toEqual([seed, links]);
      expect(ids).not.toContain('refused');
    }
  });
});
