/** A link, or an assignment, that was submitted while its campaign, channel or pixel was still being created. */
import { describe, expect, it } from 'vitest';
import type { AssignCommand, AwaitedRecord, CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import {
  campaignCommand,
  done,
  jobOf,
  shortenCommand,
  queued,
  refused,
  uuid,
} from '../../support/samples.ts';
import { awaitedProgress, withCreated } from '../../../lib/outbox/awaited-records.ts';
import { world } from './device.ts';

const awaiting = (n: number, record: number): CreateLinkCommand => ({
  ...shortenCommand(n),
  awaits: [{ field: 'campaign', id: uuid(record), name: 'New' }],
});

describe('a link that awaits its campaign', () => {
  it('is created after it, with its id', async () => {
    const { clock, device, service } = world();
    void device.submit(campaignCommand(1));
    const link = await clock.until(device.submit(awaiting(2, 1)));
    expect(service.of(uuid(1))).toHaveLength(1);
    expect(service.of(uuid(2))).toHaveLength(1);
    expect(link.state.name).toBe('done');
    const campaign = device.job(uuid(1))?.state;
    expect(device.job(uuid(2))?.command).toMatchObject({
      link: { campaign: { id: campaign?.name === 'done' ? campaign.result.id : '', name: 'New' } },
    });
    expect(device.job(uuid(2))?.command).not.toHaveProperty('awaits');
  });

  it('waits for it across a restart of the worker', async () => {
    const { clock, device, service } = world();
    device.turn = () => 20_000;
    void device.submit(campaignCommand(1));
    void device.submit(awaiting(2, 1));
    await clock.run(1_000);
    await clock.until(device.restart());
    await clock.run(19_000);
    expect(service.of(uuid(2))).toHaveLength(0);
    await clock.run(60_000);
    expect([service.of(uuid(1)).length, service.of(uuid(2)).length]).toEqual([1, 1]);
  });

  it('is created although the job of its campaign was cleared before a restart', async () => {
    const { clock, device, service } = world();
    let calls = 0;
    device.turn = () => (calls++ === 0 ? 0 : 20_000);
    void device.submit(campaignCommand(1));
    void device.submit(awaiting(2, 1));
    await clock.run(1_000);
    expect([device.stateOf(uuid(1)), device.stateOf(uuid(2))]).toEqual(['done', 'queued']);
    await clock.until(device.outbox.clearFinished());
    await clock.until(device.restart());
    await clock.run(60_000);
    expect([service.of(uuid(1)).length, service.of(uuid(2)).length]).toEqual([1, 1]);
    expect(device.stateOf(uuid(2))).toBe('done');
  });

  it('is created where the commands arrive in reverse', async () => {
    const { clock, device, service } = world();
    const link = device.submit(awaiting(2, 1));
    await clock.run(100);
    void device.submit(campaignCommand(1));
    expect((await clock.until(link)).state.name).toBe('done');
    expect(service.of(uuid(1))).toHaveLength(1);
  });

  it.each([
    ['was refused', true],
    ['never arrives', false],
  ])('is refused when it %s, and nothing is sent', async (_, isSubmitted) => {
    const { clock, device, service } = world();
    service.next.push({ is: 'refused' });
    if (isSubmitted) void device.submit(campaignCommand(1));
    const link = await clock.until(device.submit(awaiting(2, 1)));
    expect(link.state).toMatchObject({ name: 'refused', failure: { kind: 'invalid-link', field: 'record' } });
    expect(service.of(uuid(2))).toHaveLength(0);
  });

  it('is created by "Try again" after the campaign was', async () => {
    const { clock, device, service } = world();
    service.next.push({ is: 'refused' });
    void device.submit(campaignCommand(1));
    await clock.until(device.submit(awaiting(2, 1)));
    await clock.until(device.outbox.retry(uuid(1)));
    const link = await clock.until(device.outbox.retry(uuid(2)));
    expect(link?.state.name).toBe('done');
    expect(service.of(uuid(2))).toHaveLength(1);
  });

  it('can be cancelled while it waits', async () => {
    const { clock, device, service } = world();
    device.turn = () => 20_000;
    void device.submit(campaignCommand(1));
    const link = device.submit(awaiting(2, 1));
    await clock.run(1_000);
    expect(await clock.until(device.outbox.cancel(uuid(2)))).toBe(true);
    expect((await clock.until(link)).state.name).toBe('cancelled');
    await clock.run(60_000);
    expect(service.of(uuid(2))).toHaveLength(0);
  });

  it('continues when the user has decided about a campaign whose response was lost', async () => {
    const { clock, device, service } = world();
    for (let n = 0; n < 3; n++) service.next.push({ is: 'request lost' });
    void device.submit(campaignCommand(1));
    void device.submit(awaiting(2, 1));
    await clock.run(300_000);
    expect(device.job(uuid(1))?.state).toMatchObject({ name: 'unknown', question: { id: null } });
    expect(device.stateOf(uuid(2))).toBe('queued');
    await clock.until(device.outbox.decide(uuid(1), 'again'));
    await clock.run(120_000);
    expect([service.of(uuid(1)).length, service.of(uuid(2)).length]).toEqual([1, 1]);
  });
});

describe('an assignment that awaits its campaign', () => {
  const assignment = (n: number, record: number): AssignCommand => ({
    id: uuid(n),
    at: 0,
    private: false,
    kind: 'assign-campaign',
    name: 'https://sho.rt/1',
    item: '1',
    to: { id: '', name: 'New' },
    awaits: [{ field: 'campaign', id: uuid(record), name: 'New' }],
  });

  it('is sent with its id, also after a restart of the worker', async () => {
    const { clock, device } = world();
    void device.submit(campaignCommand(1));
    void device.submit(assignment(2, 1));
    await clock.run(100);
    await clock.until(device.restart());
    await clock.run(60_000);
    const campaign = device.job(uuid(1))?.state;
    const id = campaign?.name === 'done' ? campaign.result.id : null;
    expect(id).not.toBeNull();
    expect(device.stateOf(uuid(2))).toBe('done');
    expect(device.job(uuid(2))?.command).toMatchObject({ to: { id, name: 'New' } });
  });

  it('is refused when that was refused', async () => {
    const { clock, device, service } = world();
    service.next.push({ is: 'refused' });
    void device.submit(campaignCommand(1));
    const job = await clock.until(device.submit(assignment(2, 1)));
    expect(job.state).toMatchObject({ name: 'refused', failure: { kind: 'invalid-link', field: 'record' } });
    expect(service.of(uuid(2))).toHaveLength(0);
  });
});

describe('the records of a link', () => {
  const awaits: AwaitedRecord[] = [
    { field: 'channel', id: uuid(2), name: 'Mail' },
    { field: 'pixels', id: uuid(3), name: 'Ads' },
  ];

  it('are put in as far as they are created; the first of the rest is the next one', () => {
    const jobs = new Map([
      [uuid(2), jobOf(2, queued)],
      [uuid(3), jobOf(3, done(8))],
    ]);
    const { created, left, next, hasFailed } = awaitedProgress(awaits, (id) => jobs.get(id));
    expect([next?.id, hasFailed]).toEqual([uuid(2), false]);
    expect(created).toEqual([{ field: 'pixels', id: '9', name: 'Ads' }]);
    expect(left).toEqual([awaits[0]]);
    expect(withCreated({ ...shortenCommand(1), awaits }, { created, left })).toMatchObject({
      link: { channel: null, pixels: [{ id: '9', name: 'Ads' }] },
      awaits: [{ id: uuid(2) }],
    });
  });

  it('fail before the others have come', () => {
    const jobs = new Map([[uuid(3), jobOf(3, refused())]]);
    const { next, hasFailed } = awaitedProgress(awaits, (id) => jobs.get(id));
    expect([next?.id, hasFailed]).toEqual([uuid(3), true]);
  });
});
