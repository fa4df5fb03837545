/**
 * The block reason outlives the worker: a wrong key is not retried at every start, and no block is
 * permanent.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blockedStateAlarm } from '../../../../entrypoints/background/api/blocked-state.ts';
import type { Failure } from '../../../../lib/api/failure.ts';
import { noon, shortenCommand, wrongKey } from '../../../support/samples.ts';
import { browser, calls, fresh } from '../../../support/fake-browser.ts';
import {
  knowNewest,
  pass,
  createWorker,
  stopTime,
  type WorkerOptions,
} from '../../../support/background-worker.ts';
import { settled } from '../../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const { local } = browser.storage;
const hour = 3_600_000;
const farOff: Failure = { kind: 'limit', until: noon + hour, message: null };
const withdrawn: Failure = { kind: 'no-permission', origin: 'https://sho.rt' };
const alarms = () => calls.filter((call) => call.startsWith(`alarm ["${blockedStateAlarm}"`));

/** A worker instance that is terminated with one job blocked by this failure. */
async function stopped(failure: Failure): Promise<void> {
  const worker = createWorker({ service: () => ({ failure }) });
  void worker.jobs.submit(shortenCommand(1));
  await settled();
  expect(worker.jobs.blockReason()?.failure).toEqual(failure);
}

/** The next worker instance: the requests that it sends unprompted, and the block reason. */
async function next(options: WorkerOptions = {}, change: (device: Device) => void = () => {}) {
  const worker = createWorker(options);
  change(worker.device);
  await worker.begin();
  await settled();
  return worker;
}
type Device = ReturnType<typeof createWorker>['device'];

beforeEach(() => {
  fresh();
  knowNewest('4');
  stopTime(noon);
});
afterEach(() => vi.useRealTimers());

describe('a blocking failure after a restart of the worker', () => {
  it.each<Failure>([wrongKey, { kind: 'moved', status: 301 }, { kind: 'challenge', status: 403 }, farOff])(
    '$kind still blocks: nothing is sent, and the job remains',
    async (failure) => {
      await stopped(failure);
      const { sent, jobs } = await next();
      expect([sent, jobs.jobs().map(({ state }) => state.name)]).toEqual([[], ['queued']]);
      expect(jobs.blockReason()).toEqual({ failure, until: failure.kind === 'limit' ? failure.until : null });
    },
  );

  it('survives repeated restarts', async () => {
    await stopped(wrongKey);
    await next();
    await next();
    expect((await next()).sent).toEqual([]);
  });

  it('is cleared when the user resumes', async () => {
    await stopped(wrongKey);
    const { jobs, sent } = await next({ service: () => new Promise(() => {}) });
    jobs.unblock();
    await settled();
    expect(sent).toHaveLength(1);
    expect(local.stored.get('standstill')).toEqual({ version: 1, data: null });
  });

  it('is cleared by disconnecting', async () => {
    await stopped(wrongKey);
    const { jobs } = await next();
    await jobs.clear();
    await settled();
    expect((await next()).jobs.blockReason()).toBeNull();
  });
});

describe('the end of a block', () => {
  it('is reached after its duration', async () => {
    await stopped(farOff);
    stopTime(noon + hour);
    calls.length = 0;
    const { sent, jobs } = await next();
    expect([sent.length, jobs.blockReason(), alarms()]).toEqual([1, null, []]);
  });

  it('is final: setting the clock back afterwards does not restore the block', async () => {
    await stopped(farOff);
    stopTime(noon + hour);
    await next({ service: () => new Promise(() => {}) });
    stopTime(noon - hour);
    expect((await next()).jobs.blockReason()).toBeNull();
  });

  it.each([1.5 * hour, 24 * hour, 10 * 365 * 24 * hour])(
    'is not delayed by a clock set back by %i ms: one request probes the service',
    async (back) => {
      await stopped(farOff);
      stopTime(noon - back);
      const { sent, jobs } = await next();
      expect([sent.length, jobs.blockReason()]).toEqual([1, null]);
    },
  );

  it('is never later than at first, however often the clock is set back', async () => {
    await stopped(farOff);
    // By less than what was left: the change of the clock cannot be detected.
    stopTime(noon + hour / 2);
    await next();
    stopTime(noon + hour / 4);
    expect((await next()).sent).toHaveLength(1);
  });

  it('is probed by one request where an earlier version stored no duration', async () => {
    await stopped(farOff);
    local.stored.set('standstill', {
      version: 1,
      data: { scope: 'here', failure: farOff, until: noon + hour },
    });
    const { damaged, jobs, sent } = await next();
    expect([damaged, jobs.blockReason(), sent.length]).toEqual([[], null, 1]);
  });

  it('sets an alarm', async () => {
    await stopped(farOff);
    expect(alarms()).toEqual([`alarm ["${blockedStateAlarm}",{"when":${noon + hour}}]`]);
  });

  it('sets an alarm also where it cannot be stored', async () => {
    local.fails = (key) => key === 'standstill';
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await stopped(farOff);
    expect(alarms()).toHaveLength(1);
  });

  it('lets the job continue when the alarm fires within one worker instance', async () => {
    let fails = true;
    const { jobs, sent, items } = createWorker({
      service: () =>
        fails ? { failure: farOff } : { body: { error: 0, id: 5, shorturl: 'https://sho.rt/x' } },
    });
    void jobs.submit(shortenCommand(1));
    await settled();
    fails = false;
    vi.setSystemTime(noon + hour - 1);
    await jobs.resume();
    await settled();
    expect(sent).toHaveLength(1);
    vi.setSystemTime(noon + hour);
    await jobs.resume();
    await pass(1_000);
    expect(jobs.jobs()[0]?.state.name).toBe('done');
    expect(await items.blockedState.read()).toBeNull();
  });

  it('sets no alarm where the user has to act', async () => {
    await stopped(wrongKey);
    expect(alarms()).toEqual([]);
  });

  it('is reached when a withdrawn permission is granted again', async () => {
    await stopped(withdrawn);
    const still = await next({}, (device) => (device.blockingFailure = withdrawn));
    expect([still.sent, still.jobs.blockReason()?.failure]).toEqual([[], withdrawn]);
    const back = await next();
    expect([back.sent.length, back.jobs.blockReason()]).toEqual([1, null]);
  });
});

describe('a stored block is ignored', () => {
  it('when it belongs to another account', async () => {
    await stopped(wrongKey);
    const other = await next({ scope: 'there' });
    expect(other.jobs.blockReason()).toBeNull();
    knowNewest('4', 'there');
    void other.jobs.submit(shortenCommand(2));
    await pass(1_000);
    expect(other.sent.length).toBeGreaterThan(0);
  });

  it('when it was for being offline, which is detected again', async () => {
    const { device, jobs } = createWorker();
    device.online = false;
    void jobs.submit(shortenCommand(1));
    await settled();
    expect(jobs.blockReason()).toEqual({ failure: null, until: null });
    expect((await next()).sent).toHaveLength(1);
  });

  it('when it is damaged', async () => {
    for (const data of [{ scope: 'here' }, { scope: 'here', failure: 'key', until: null }, 'closed']) {
      local.stored.set('standstill', { version: 1, data });
      const { damaged, jobs } = await next();
      expect([damaged, jobs.blockReason()]).toEqual([['standstill'], null]);
    }
  });

  it('a block that cannot be stored is detected again after one request', async () => {
    local.fails = (key) => key === 'standstill';
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await stopped(wrongKey);
    const { sent, jobs } = await next({ service: () => ({ failure: wrongKey }) });
    expect([sent.length, jobs.blockReason()?.failure]).toEqual([1, wrongKey]);
  });
});
