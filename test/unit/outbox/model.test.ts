/**
 * Any order of commands, cancellations, restarts, faults and waits, against a model of the expected links: a command that
 * was not reported as cancelled or refused has one link in the end, none has two, and nothing left without its entry.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawn, rounds } from '../../support/fuzz.ts';
import { anotherLinkCommand, sorted, uuid } from '../../support/samples.ts';
import { world } from './device.ts';
import type { Fate } from './service.ts';

const runs = rounds(200, 5_000);
const steps = 30;
const addresses = 4;

/** The state as the user knows it. */
interface Model {
  asked: number;
  /** Reported as cancelled. */
  readonly cancelled: Set<number>;
  /** Cancelled by the user; a shutdown may have prevented the reply. */
  readonly pressed: Set<number>;
}

type Real = ReturnType<typeof world>;

const addressOf = (n: number) => `https://example.com/${n % addresses}`;
const askOf = (n: number) => anotherLinkCommand(n, { address: addressOf(n) });

class Step implements fc.AsyncCommand<Model, Real> {
  readonly #words: string;
  readonly #act: (real: Real, model: Model) => unknown;

  constructor(words: string, act: (real: Real, model: Model) => unknown) {
    this.#words = words;
    this.#act = act;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    await this.#act(real, model);
    // Lets promises settle without time.
    await real.clock.run(0);
    expectNothingWrong(real, model);
  }

  toString(): string {
    return this.#words;
  }
}

/** By URL: two jobs with the same command may have each other's link. */
function expectNothingWrong({ device, service }: Real, { asked, cancelled }: Model): void {
  expect(device.unwritten).toEqual([]);
  const wanted = new Map<string, number>();
  for (let n = 1; n <= asked; n++)
    if (!cancelled.has(n)) wanted.set(addressOf(n), (wanted.get(addressOf(n)) ?? 0) + 1);
  for (let n = 0; n < addresses; n++) {
    const links = service.records.filter(({ subject }) => subject === addressOf(n)).length;
    expect([addressOf(n), links > (wanted.get(addressOf(n)) ?? 0)]).toEqual([addressOf(n), false]);
  }
}

/** Ends all faults and lets time pass. */
async function heal({ clock, device, service }: Real): Promise<void> {
  service.next.length = 0;
  service.nextList.length = 0;
  device.choices = { ...device.choices, creationDelayMs: 0 };
  service.key = 'well';
  device.key = 'well';
  await clock.until(device.restart());
  device.useKey('well');
  device.goOnline();
  await clock.run(15 * 60_000);
  // Sent three times without a clear response: the user presses "Retry".
  for (const { command, state } of device.outbox.jobs())
    if (state.name === 'unknown') await clock.until(device.outbox.decide(command.id, 'again'));
  // A link is returned ahead of the write that ends its job.
  await clock.run(100);
}

function expectAllWell(real: Real, model: Model): void {
  const { device, service, disk } = real;
  expectNothingWrong(real, model);
  const taken: string[] = [];
  for (let n = 1; n <= model.asked; n++) {
    const state = disk.job(uuid(n))?.state;
    if (model.cancelled.has(n)) expect([n, state?.name]).toEqual([n, 'cancelled']);
    else if (!(state?.name === 'cancelled' && model.pressed.has(n)))
      expect([n, state?.name]).toEqual([n, expect.stringMatching(/^(?:done|refused)$/u)]);
    if (state?.name === 'refused')
      expect([n, state.failure.kind]).toEqual([
        n,
        expect.stringMatching(/^(?:refused|blocked|unreadable)$/u),
      ]);
    if (state?.name !== 'done') continue;
    const link = service.records.find(({ id }) => id === state.result.id);
    expect([n, link?.subject]).toEqual([n, addressOf(n)]);
    taken.push(state.result.id ?? '');
  }
  // One link for each job that is done, and none without a job.
  expect(sorted(taken)).toEqual(sorted(service.records.map(({ id }) => id)));
  expect([device.intents.size, device.outbox.blockReason()]).toEqual([0, null]);
}

const number = fc.nat({ max: 1_000 });
/** One of the commands so far. */
const among = ({ asked }: Model, pick: number) => (asked === 0 ? 0 : (pick % asked) + 1);

const fates: readonly Fate[] = [
  { is: 'answered', afterMs: 8_000 },
  { is: 'response lost' },
  { is: 'response hangs' },
  { is: 'request lost' },
  { is: 'stored late', afterMs: 4_000 },
  { is: 'stored late', afterMs: 25_000 },
  { is: 'garbage', stored: false },
  { is: 'refused' },
  { is: 'firewall' },
  { is: 'too many', forMs: 5_000 },
  { is: 'too many', forMs: 200_000 },
  { is: 'too many', forMs: 1_000_000 },
  { is: 'wrong key' },
  { is: 'moved' },
  { is: 'challenge' },
  { is: 'maintenance' },
];
const listFates = fates.filter(({ is }) => !['response lost', 'stored late', 'garbage'].includes(is));

const submit = new Step('submit', ({ device }, model) => {
  model.asked += 1;
  void device.submit(askOf(model.asked));
});
const fault = fc
  .constantFrom(...fates)
  .map((fate) => new Step(`fault ${JSON.stringify(fate)}`, ({ service }) => service.next.push(fate)));

const commands = [
  fc.constant(submit),
  fc.constant(submit),
  fc.constant(submit),
  number.map(
    (pick) =>
      new Step(`nudge ${pick}`, ({ device }, model) => {
        if (model.asked > 0) void device.submit(askOf(among(model, pick)));
      }),
  ),
  number.map(
    (pick) =>
      new Step(`cancel ${pick}`, ({ device }, model) => {
        const n = among(model, pick);
        model.pressed.add(n);
        // Only a running worker can report the cancellation.
        void device.outbox.cancel(uuid(n)).then((isCancelled) => isCancelled && model.cancelled.add(n));
      }),
  ),
  number.map(
    (pick) =>
      new Step(`retry ${pick}`, async ({ clock, device }, model) => {
        const n = among(model, pick);
        // Counts once it is in the journal; a shutdown before that leaves the job as it was.
        void device.outbox.retry(uuid(n));
        await clock.run(5);
        if (device.stateOf(uuid(n)) !== 'cancelled') model.cancelled.delete(n);
      }),
  ),
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 10, 5_000, 40_000)).map(
    ([part, down]) =>
      new Step(`kill ${part} ${down}`, async ({ clock, device }) => {
        device.kill(part);
        await clock.run(down);
        await clock.until(device.start());
      }),
  ),
  fc
    .constantFrom(1, 5, 12, 30, 100, 1_000, 6_000, 31_000, 90_000, 400_000)
    .map((ms) => new Step(`tick ${ms}`, ({ clock }) => clock.run(ms))),
  fc.constantFrom(1, 5, 12, 30, 1_000).map((ms) => new Step(`tick ${ms}`, ({ clock }) => clock.run(ms))),
  number.map(
    (n) =>
      new Step(`new key ${n}`, async ({ clock, device, service }) => {
        service.key = `key ${n}`;
        device.key = service.key;
        // The new key is tried first, and requests with the old one are refused meanwhile.
        await clock.run(50);
        device.useKey(service.key);
      }),
  ),
  fc.constant(new Step('the key is withdrawn', ({ service }) => (service.key = 'another'))),
  fc.constant(new Step('go offline', ({ device }) => (device.online = false))),
  fc.constant(new Step('go online', ({ device }) => device.goOnline())),
  fc.constant(new Step('wake', ({ device }) => device.outbox.retryNow())),
  fault,
  fault,
  fc
    .constantFrom(...listFates)
    .map(
      (fate) => new Step(`list fault ${JSON.stringify(fate)}`, ({ service }) => service.nextList.push(fate)),
    ),
  fc
    .constantFrom(0, 5_000)
    .map(
      (delay) =>
        new Step(
          `delay ${delay}`,
          ({ device }) => (device.choices = { ...device.choices, creationDelayMs: delay }),
        ),
    ),
  fc
    .boolean()
    .map(
      (lost) => new Step(`lost at shutdown: ${lost}`, ({ device }) => (device.lostAtShutdown = () => lost)),
    ),
];

/** Totals of all runs, for the soak's report. */
const figures = { links: 0, requests: 0, looks: 0, kills: 0 };

it(
  `${runs} runs of up to ${steps} steps`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: steps, size: 'max' }), async (steps) => {
        const real = world(({ device }) => (device.reminded = true));
        const model: Model = { asked: 0, cancelled: new Set(), pressed: new Set() };
        await fc.asyncModelRun(() => ({ model, real }), steps);
        await heal(real);
        expectAllWell(real, model);
        figures.links += real.service.records.length;
        figures.requests += real.service.creates;
        figures.looks += real.device.looks.length;
        figures.kills += real.device.shutdowns;
      }),
      drawn(runs),
    );
    if (runs > 1_000) console.log('model test', runs, 'runs:', figures);
  },
  10 * 60_000,
);
