/** Several devices with much to do on one key: together they use what the limit allows, and hardly any call is refused. */
import { describe, expect, it, vi } from 'vitest';
import { isSoak, rounds } from '../../support/fuzz.ts';
import { contractWire } from './wires.ts';
import { Device, dice, KINDS, roughTravel, Server, World, type Kind } from './world.ts';

vi.setConfig({ testTimeout: 900_000 });

interface Plan {
  readonly kind: Kind;
  readonly devices: number;
  readonly limit: number;
  readonly span: number;
  readonly seed: number;
}

/** How many windows' worth of calls they have together. */
const WINDOWS = 10;

async function share({ kind, devices: count, limit, span, seed }: Plan) {
  const world = new World();
  const roll = dice(seed);
  const server = new Server(kind, limit, Math.floor(roll() * span), span);
  const devices = Array.from(
    { length: count },
    () =>
      new Device(world, {
        server,
        wire: contractWire('everything', limit),
        travel: roughTravel(roll, 400, 0),
        saveTakes: () => Math.floor(roll() * 20),
      }),
  );
  // Another window than the contract's minute is learned first, by each device for itself.
  if (span !== 60_000)
    for (const device of devices) {
      device.askMany(14, 'bulk');
      await world.run();
    }
  const start = world.now + Math.floor(roll() * span);
  const each = Math.ceil((WINDOWS * limit) / count);
  const told = await Promise.all(
    devices
      .map(async (device, place) => {
        await new Promise<void>((resolve) => world.at(start + place * Math.floor(roll() * 1_000), resolve));
        return device.askMany(each, 'bulk');
      })
      .concat(world.run().then(() => [])),
  );
  const calls = told.flat();
  const ends = told.slice(0, count).map((calls) => Math.max(...calls.map(({ done }) => done ?? Infinity)));
  // While all of them have something to do, after one window in which they get to know each other.
  const [from, to] = [start + span, Math.min(...ends)];
  const within = (times: readonly number[]) => times.filter((at) => at >= from && at < to).length;
  return {
    rate: ((within(server.arrivals) - within(server.refusedAt)) * span) / (limit * (to - from)),
    refused: server.refusals / server.arrivals.length,
    lost: calls.filter(({ outcome }) => outcome?.ok !== true).length,
  };
}

describe.each([
  { limit: 30, span: 60_000, kinds: KINDS, mostRefused: 0.05 },
  // A reset that is always one window after the call tells nothing of when places come free: such a window is not learned.
  // Five devices have two calls each in a window here.
  { limit: 10, span: 10_000, kinds: KINDS.filter((kind) => kind !== 'sliding-full'), mostRefused: 0.12 },
])('$limit in $span ms', ({ limit, span, kinds, mostRefused }) => {
  describe.each([2, 5])('%i devices', (devices) => {
    it.each(kinds)('use four fifths of it, counted in a window of the kind %s', async (kind) => {
      const worst = { rate: Infinity, refused: 0 };
      for (let seed = 1; seed <= rounds(4, 40); seed += 1) {
        const { rate, refused, lost } = await share({ kind, devices, limit, span, seed });
        worst.rate = Math.min(worst.rate, rate);
        worst.refused = Math.max(worst.refused, refused);
        expect(lost).toBe(0);
      }
      if (isSoak) console.log(`${devices} devices, ${limit} in ${span} ms, ${kind}, worst:`, worst);
      expect(worst.rate).toBeGreaterThanOrEqual(0.8);
      expect(worst.refused).toBeLessThanOrEqual(mostRefused);
    });
  });
});
