/** The manage page's state: the stored view, waking the background, and the results of actions. */
import { describe, expect, it } from 'vitest';
import { uuid } from '../../support/samples.ts';
import { activityView, jobView } from '../../support/sample-views.ts';
import { openManage, openManageIn } from './open-manage.ts';
import { flushMicrotasks } from '../../support/flush.ts';

describe('the view', () => {
  it('is shown as it is stored, then as it changes', () => {
    const { model, world } = openManage(activityView({ site: 'https://old.example' }));
    expect(model.view.value?.site).toBe('https://old.example');
    world.now += 500;
    world.show(activityView({ site: 'https://new.example' }));
    expect([model.view.value?.site, model.now.value]).toEqual(['https://new.example', world.now]);
  });

  it('has a clock in steps for ages, so that they are seldom drawn again', () => {
    const { model, world } = openManage();
    const shown = new Set<number>();
    for (let ticks = 0; ticks < 80; ticks++) {
      model.tick();
      shown.add(model.steppedNow.value);
      world.now += 250;
    }
    expect([...shown]).toEqual([100_000, 110_000]);
  });

  it('is valid with every kind of job', () => {
    const jobs = [
      jobView(),
      jobView({ state: 'queued', waits: 'hold', goesAt: 9 }),
      jobView({ state: 'unknown', question: { shortUrl: 'https://sho.rt/x', address: 'https://a.b/' } }),
      jobView({ state: 'refused', endedAt: 1, failure: { kind: 'timed-out' } }),
    ];
    expect(openManage(activityView({ jobs })).model.view.value?.jobs).toEqual(jobs);
  });

  it.each([undefined, null, 7, {}, { ...activityView(), version: 1 }, { ...activityView(), jobs: [null] }])(
    '%j is none',
    (raw) => {
      const { model, world } = openManage(raw);
      expect(model.view.value).toBeNull();
      world.show(activityView());
      world.show(raw);
      expect(model.view.value).toBeNull();
    },
  );
});

describe('jobs of private windows', () => {
  const own = jobView({ id: uuid(1), endedAt: 1, state: 'done' });
  const incognito = jobView({ id: uuid(2), private: true });
  const blockReason = { why: 'offline', failure: null, until: null } as const;

  it('are shown in a private window only, with the reason why they are blocked', () => {
    const view = activityView({ jobs: [own, incognito], blockReason });
    const ordinary = openManage(view);
    expect(ordinary.model.view.value).toEqual({ ...view, jobs: [own], blockReason: null });
    expect(openManageIn(true, view).model.view.value).toEqual(view);
    const waits = jobView({ id: uuid(3) });
    ordinary.world.show({ ...view, jobs: [incognito, waits] });
    expect(ordinary.model.view.value).toEqual({ ...view, jobs: [waits] });
  });
});

describe('ping', () => {
  it('is repeated every second while the worker is stopped, until it has answered', async () => {
    const { model, asked, world } = openManage();
    world.responses = ['no-reply', 'no-reply', 'yes'];
    model.ping();
    for (let ticks = 0; ticks < 20; ticks++) {
      await flushMicrotasks();
      world.now += 250;
      model.tick();
    }
    expect(asked).toEqual(['ping manage', 'ping manage', 'ping manage']);
    expect(model.needsTick.value).toBe(false);
  });

  it('one without a response is repeated after ten seconds', () => {
    const { model, asked, world } = openManage();
    world.responses = ['never'];
    model.ping();
    world.now += 9_999;
    model.tick();
    expect(asked).toHaveLength(1);
    world.now += 1;
    model.tick();
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['a job', activityView({ jobs: [jobView({ goesAt: 101_000, waits: 'limit' })] })],
    ['a look', activityView({ jobs: [jobView({ state: 'unknown', goesAt: 101_000, waits: 'look' })] })],
    ['a pause', activityView({ blockReason: { why: 'failure', failure: null, until: 101_000 } })],
    [
      'the meter',
      activityView({
        meter: {
          limit: 30,
          windowMs: 60_000,
          remaining: 1,
          resetAt: 101_000,
          usedHere: 29,
          usedElsewhere: 0,
        },
      }),
    ],
  ])('wakes the background when %s is late, at most every ten seconds', async (_name, view) => {
    const { model, asked, world } = openManage(view);
    model.ping();
    await flushMicrotasks();
    expect(model.needsTick.value).toBe(true);
    for (const passed of [3_000, 6_999, 1, 1, 9_998, 1]) {
      world.now += passed;
      model.tick();
      await flushMicrotasks();
    }
    expect(asked).toHaveLength(3);
    world.show(activityView());
    world.now += 60_000;
    model.tick();
    expect(asked).toHaveLength(3);
    expect(model.needsTick.value).toBe(false);
  });

  it('is repeated although the clock is set back', async () => {
    const { model, asked, world } = openManage();
    world.responses = ['no-reply', 'yes'];
    model.ping();
    await flushMicrotasks();
    world.now -= 365 * 86_400_000;
    model.tick();
    expect(asked).toHaveLength(2);
  });
});

describe('actions', () => {
  it('are requested by the job’s id', async () => {
    const { model, asked } = openManage();
    void model.cancel(jobView({ id: uuid(1) }));
    void model.retry(jobView({ id: uuid(2) }));
    model.decide(uuid(3), 'use');
    model.decide(uuid(4), 'again');
    model.retryNow();
    await flushMicrotasks();
    expect(asked).toEqual([
      `cancel ${uuid(1)}`,
      `retry ${uuid(2)}`,
      `decide ${uuid(3)} use`,
      `decide ${uuid(4)} again`,
      'retry-now',
    ]);
    expect(model.notice.value).toBeNull();
  });

  it('have a notice of their result', async () => {
    const { model, asked } = openManage();
    await model.cancelQueued();
    expect(model.notice.value).toEqual({ name: 'queued-canceled', count: 3 });
    await model.clearEnded();
    expect(model.notice.value).toEqual({ name: 'cleared' });
    expect(asked).toEqual(['cancel-queued', 'clear-finished']);
  });

  it.each(['no-reply', 'failed', 'bad-request'] as const)(
    'that fail with %s have a notice',
    async (problem) => {
      const { model, world } = openManage();
      world.responses = [problem];
      await model.clearEnded();
      expect(model.notice.value).toEqual({ name: 'failed' });
      world.responses = ['yes'];
      model.retryNow();
      expect(model.notice.value).toBeNull();
    },
  );

  it('“Copied” is shown only after a copy', async () => {
    const { model, world } = openManage();
    await model.copy('https://sho.rt/1');
    expect(model.notice.value).toEqual({ name: 'copied', what: 'https://sho.rt/1' });
    world.copies = false;
    await model.copy('https://sho.rt/2');
    expect(model.notice.value).toEqual({ name: 'copy-failed', what: 'https://sho.rt/2' });
  });
});
