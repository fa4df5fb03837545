/** Several busy devices on one key: together they use the limit, and hardly any call is refused. */
import { describe, expect, it, vi } from 'vitest';
import { isSoak, rounds, soakTimeoutMs } from '../../support/fuzz.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { contractWire } from './wires.ts';
import { Device, KINDS, roughTravel, Server, type Kind } from './device.ts';

vi.setConfig({ testTimeout: rounds(900_000, soakTimeoutMs) });

interface Plan {
  readonly kind: Kind;
  readonly devices: number;
  readonly limit: number;
  readonly span: number;
  readonly seed: number;
}

/** The number of windows that all their calls together fill. */
const WINDOWS = 10;

async function share({ kind, devices: count, limit, span, seed }: Plan) {
  const clock = new VirtualClock();
  const roll = seededRandom(seed);
  const server = new Server(kind, limit, Math.floor(roll() * span), span);
  const devices = Array.from(
    { length: count },
    () =>
      new Device(clock, {
        server,
        wire: contractWire('everything', limit),
        travel: roughTravel(roll, 400, 0),
        saveTakes: () => Math.floor(roll() * 20),
      }),
  );
  // A window other than the documented minute is measured first, by each device for itself.
  if (span !== 60_000)
    for (const device of devices) {
      device.askMany(14, 'bulk');
      await clock.runTo();
    }
  const start = clock.now + Math.floor(roll() * span);
  const each = Math.ceil((WINDOWS * limit) / count);
  const requests = await Promise.all(
    devices
      .map(async (device, place) => {
        await new Promise<void>((resolve) => clock.at(start + place * Math.floor(roll() * 1_000), resolve));
        return device.askMany(each, 'bulk');
      })
      .concat(clock.runTo().then(() => [])),
  );
  const calls = requests.flat();
  const ends = requests
    .slice(0, count)
    .map((calls) => Math.max(...calls.map(({ done }) => done ?? Infinity)));
  // While all of them are busy, after one window in which they detect each other.
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
  // A reset that is always one window after the call does not show when slots open: such a window is not measured.
  // Five devices have two calls each in a window here.
  { limit: 10, span: 10_000, kinds: KINDS.filter((kind) => kind !== 'sliding-full'), mostRefused: 0.12 },
])('$limit in $span ms', ({ limit, span, kinds, mostRefused }) => {
  describe.each([2, 5])('%i devices', (devices) => {
    it.each(kinds)('use four fifths of the limit, counted in a window of the kind %s', async (kind) => {
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
