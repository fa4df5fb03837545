/** 50 refusals in a row, in any form: no request is lost, each closed window gets one, and every wait has a reason. */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { drawn, isSoak, rounds, soakTimeoutMs } from '../../support/fuzz.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { FORMS, refusal, refusalOf, type Refusal } from './refusal-forms.ts';
import { contractWire } from './wires.ts';
import { Device, Server, W, type TrackedRequest } from './device.ts';
import type { Priority } from '../../../lib/rate-limit/priority.ts';

vi.setConfig({ testTimeout: rounds(900_000, soakTimeoutMs) });
/** Dates are whole seconds, and so is the Date that corrects them. */
const ROUNDING = 2_000;
/** Bulk and background calls leave slots for the user. */
const SPREAD = { user: 0, bulk: W / 6 + 2_000, background: W };
const TRAVEL = { out: 150, back: 250 };

interface Closing {
  readonly form: string;
  /** The time at which the refusal left the service, and at which it was read here. */
  readonly decided: number;
  readonly read: number;
  readonly wait: number | null;
}

/**
 * The service sends these refusals, and then accepts. Requests that end with `limit` are repeated at the time in it, as
 * the outbox does; so each of them has to be delivered in the end.
 */
async function through(refusals: readonly Refusal[], priorities: readonly Priority[], deviceAhead = 0) {
  const clock = new VirtualClock();
  const left = [...refusals];
  const closings: Closing[] = [];
  const contract = contractWire('limit and Date');
  const device = new Device(clock, {
    server: new Server('none', 30),
    travel: () => TRAVEL,
    wire: (response, now) => {
      const next = left.shift();
      if (next === undefined) return contract(response, now);
      closings.push({ form: next.form, decided: now, read: now + TRAVEL.back, wait: next.wait });
      return next.at(now);
    },
  });
  device.wallOffset += deviceAhead;

  const ended: TrackedRequest[] = [];
  const explained: { at: number; until: number }[] = [];
  let delivered = 0;
  const command = (priority: Priority) => {
    const request = device.command(priority);
    void request.ended.then((outcome) => {
      ended.push(request);
      if (outcome.ok) return void (delivered += 1);
      expect(outcome.failure).toMatchObject({ kind: 'limit', until: expect.any(Number) as number });
      if (outcome.failure.kind !== 'limit') return;
      const until = outcome.failure.until - device.wallOffset;
      explained.push({ at: clock.now, until });
      // A page shows this time, so it has to lie ahead.
      expect(until).toBeGreaterThan(clock.now);
      expect(until).toBeLessThanOrEqual(clock.now + 31 * 86_400_000);
      clock.at(until, () => command(priority));
    });
  };
  /** The estimates that a page would show meanwhile. */
  const shown: number[] = [];
  device.queue.onChange(() =>
    shown.push(device.queue.estimateWait('user'), device.queue.estimateWait('bulk')),
  );
  for (const priority of priorities) command(priority);
  await clock.runTo();
  return { device, closings, delivered, shown, explained, left };
}

function judge(
  { device, closings, delivered, shown, left }: Awaited<ReturnType<typeof through>>,
  asked: number,
) {
  expect(left).toEqual([]);
  expect(delivered).toBe(asked);
  expect(shown.filter((ms) => !(ms >= 0 && ms <= 31 * 86_400_000 + 100 * W))).toEqual([]);
  // Without a usable time it is the window of API §8.
  const latest = ({ read, wait }: Closing) => read + (wait === null ? W : Math.max(wait, 1_000) + ROUNDING);
  for (const { form, decided, read, wait } of closings) {
    // Calls in flight when the refusal was read are not held.
    const next = device.sends.findIndex(({ at }) => at >= read);
    const { at, priority } = device.sends[next] ?? { at: Infinity, priority: 'user' };
    expect(at, form).toBeGreaterThanOrEqual(decided + (wait ?? W));
    // Among several refusals the longest binds. Our own limit binds too: a refused call may have been counted.
    const asked = Math.max(...closings.filter((other) => other.read <= at).map(latest));
    const own = (device.sends[next - 30]?.at ?? -W) + TRAVEL.out + TRAVEL.back + W + 10;
    expect(at, form).toBeLessThanOrEqual(Math.max(asked, own) + SPREAD[priority]);
  }
}

const many = (count: number): Priority[] =>
  Array.from({ length: count }, (_, index) => (index % 3 ? 'bulk' : 'user'));

it.each(Object.keys(FORMS))('delivers all requests after 50 refusals: %s', async (form) => {
  for (const seconds of [1, 41, 300]) {
    const run = await through(
      Array.from({ length: 50 }, () => refusalOf(form, seconds)),
      many(20),
    );
    judge(run, 20);
    // The first call goes alone and so does each after a refusal: one request in each closed window.
    expect(
      run.device.sends
        .slice(0, 51)
        .map(({ at }, index, all) => at - (all[index - 1]?.at ?? -Infinity))
        .filter((gap) => gap < seconds * 1_000),
    ).toEqual([]);
  }
});

it.each(Object.keys(FORMS))(
  'ends all requests immediately, with the time, where the wait exceeds five minutes: %s',
  async (form) => {
    const { explained, device } = await through([refusalOf(form, 3_600)], many(20));
    expect(explained).toHaveLength(20);
    for (const { at, until } of explained) {
      expect(at).toBe(TRAVEL.out + TRAVEL.back);
      expect(until).toBeGreaterThanOrEqual(3_600_000);
      expect(until).toBeLessThanOrEqual(3_600_000 + 400 + ROUNDING);
    }
    expect(device.sends[1]?.at).toBeGreaterThanOrEqual(3_600_000);
  },
);

it('delivers all requests after generated refusals in a row, on a device with a wrong clock', async () => {
  const longest = { calls: 0, refusals: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(refusal, { minLength: 1, maxLength: 50, size: 'max' }),
      fc.array(fc.constantFrom<Priority[]>('user', 'bulk', 'background'), { minLength: 1, maxLength: 16 }),
      fc.constantFrom(0, 3_600_000, -3_600_000, 315_360_000_000, -315_360_000_000),
      async (refusals, priorities, ahead) => {
        const run = await through(refusals, priorities, ahead);
        judge(run, priorities.length);
        longest.calls += run.device.sends.length;
        longest.refusals += run.closings.length;
      },
    ),
    drawn(rounds(200, 10_000)),
  );
  if (isSoak) console.log('generated refusals:', longest);
});

it('sends nothing more after generated refusals among many calls, except the calls in flight', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(refusal, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 25 }),
      async (refusals, before) => {
        const open: Refusal[] = Array.from({ length: before }, () => ({
          form: 'open',
          wait: 0,
          at: (now) => contractWire('limit and Date')({ ok: true, remaining: 0, resetAt: 0 }, now),
        }));
        const run = await through([...open, ...refusals], many(40));
        judge({ ...run, closings: run.closings.filter(({ form }) => form !== 'open') }, 40);
      },
    ),
    drawn(rounds(60, 2_000)),
  );
});
