/** Jobs that have ended are dropped sooner or later: the link of one is not taken for that of another even then. */
import { expect, it } from 'vitest';
import { maxFinishedJobs } from '../../../lib/outbox/job-store.ts';
import type { CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import { worldWithNewest, type Device } from './device.ts';
import { linkCommand, uuid } from '../../support/samples.ts';

const address = 'https://example.com/both';
const twin = (n: number, campaign: string, change: Partial<CreateLinkCommand> = {}): CreateLinkCommand => ({
  ...linkCommand(n, { address, campaign: { id: campaign, name: `Campaign ${campaign}` } }),
  ...change,
});

/** The first twin's response is a 504 and nothing is stored; the second one's link is made while the first is looked up. */
async function twins(setUp: (device: Device) => void = () => undefined, second = twin(2, '2')) {
  const parts = worldWithNewest(({ device }) => setUp(device));
  const { clock, device, service } = parts;
  service.next.push({ is: 'request lost' });
  const first = device.submit(twin(1, '1'));
  await clock.run(100);
  await clock.until(device.submit(second));
  await clock.run(50);
  return { ...parts, first };
}

/** Enough ends for the journal to drop all earlier ones: 600 a minute. */
async function endMany({ clock, device }: Pick<Awaited<ReturnType<typeof twins>>, 'clock' | 'device'>) {
  device.turn = () => 80;
  for (let n = 10; n < 10 + maxFinishedJobs + 1; n++)
    await clock.until(device.submit(linkCommand(n, { campaign: { id: String(1 + (n % 2)), name: 'Mail' } })));
  await clock.run(50);
}

async function expectOwnLinks({ clock, device, service }: Awaited<ReturnType<typeof twins>>) {
  await clock.run(120_000);
  const own = service.of(uuid(1));
  expect([own.length, service.of(uuid(2)).length]).toEqual([1, 1]);
  expect(device.job(uuid(1))?.state).toMatchObject({ name: 'done', result: { shortUrl: own[0]?.shortUrl } });
}

it.each([
  ['with ids', true],
  ['without', false],
])('the link of a job that 61 later ends have dropped: answers %s', async (_name, tellsIds) => {
  const parts = await twins(({ service }) => (service.tellsIds = tellsIds));
  await endMany(parts);
  expect(parts.device.job(uuid(2))).toBeUndefined();
  await expectOwnLinks(parts);
});

it.each([
  ['with ids', true],
  ['without', false],
])('the link of a job that "Clear finished" has dropped: answers %s', async (_name, tellsIds) => {
  const parts = await twins(({ service }) => (service.tellsIds = tellsIds));
  await parts.clock.until(parts.device.outbox.clearFinished());
  expect(parts.device.job(uuid(2))).toBeUndefined();
  await expectOwnLinks(parts);
});

it('a claim of a dropped job survives the worker, and another send of the first job', async () => {
  const parts = await twins(({ service }) => (service.tellsIds = false));
  const { clock, device, disk, service } = parts;
  await clock.until(device.outbox.clearFinished());
  await clock.until(device.restart());
  // The second send of the first twin is lost as well.
  service.next.push({ is: 'request lost' });
  await clock.run(35_000);
  expect(service.creates).toBe(3);
  await clock.until(device.restart());
  await expectOwnLinks(parts);
  expect(disk.job(uuid(1))?.claimed).toHaveLength(1);
});

it('a job stays until its claim is stored with the one that looks for its link', async () => {
  const parts = await twins();
  const { clock, device, disk } = parts;
  disk.fails = () => true;
  const clearing = device.outbox.clearFinished();
  await expect(clock.until(clearing)).rejects.toThrow('disk full');
  expect(disk.job(uuid(2))?.state.name).toBe('done');
  disk.fails = () => false;
  await clock.until(device.outbox.clearFinished());
  expect([disk.job(uuid(2)), disk.job(uuid(1))?.claimed]).toEqual([null, ['98', 'sho.rt/l2q']]);
  await expectOwnLinks(parts);
});

it('a press that looks for the lost link of an earlier one leaves the link of a dropped job', async () => {
  const { clock, device, service } = worldWithNewest();
  service.next.push({ is: 'garbage', stored: false });
  await clock.until(device.submit(twin(1, '1')));
  await clock.until(device.submit(twin(2, '2')));
  await endMany({ clock, device });
  expect([device.stateOf(uuid(1)), device.job(uuid(2))]).toEqual(['refused', undefined]);
  const { state } = await clock.until(device.outbox.submit(twin(3, '1', { at: device.now() })));
  const [own] = service.of(uuid(3));
  expect(state).toMatchObject({ name: 'done', result: { shortUrl: own?.shortUrl } });
});

it('a refused job that is cleared with the others is gone, too', async () => {
  const { clock, device, disk, service } = worldWithNewest();
  await clock.until(device.submit(twin(2, '2')));
  // Answered, unreadable and nowhere to be found: refused with what its send has left.
  service.next.push({ is: 'garbage', stored: false });
  await clock.until(device.submit(twin(1, '1')));
  expect(device.stateOf(uuid(1))).toBe('refused');
  await clock.until(device.outbox.clearFinished());
  expect(disk.jobs()).toEqual([]);
});

it('a short URL of a private window is not written into a job of an ordinary one', async () => {
  const { clock, device, disk } = await twins(undefined, twin(2, '2', { private: true }));
  await clock.until(device.outbox.clearFinished());
  expect(disk.job(uuid(1))?.claimed).toEqual(['98']);
});
