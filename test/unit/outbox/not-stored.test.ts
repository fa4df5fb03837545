/** A send that the storage prevented is known not to have happened: it is repeated later, and nothing is looked up. */
import { expect, it } from 'vitest';
import { shortenCommand } from '../../support/samples.ts';
import { world } from './scripted-sends.ts';

it('repeats a send that storage prevented, without a lookup', async () => {
  const { outbox, seen } = world({ sends: [{ kind: 'not-stored' }, 'done'] });
  const job = await outbox.submit(shortenCommand(1));
  expect(job.state.name).toBe('done');
  expect(seen).toMatchObject({ sends: 2, looks: 0 });
});

it('waits longer each time that storage fails', async () => {
  const { outbox, seen } = world({
    sends: [...Array.from({ length: 5 }, () => ({ kind: 'not-stored' }) as const), 'done'],
  });
  const begun = seen.now;
  const job = await outbox.submit(shortenCommand(1));
  expect(job.state.name).toBe('done');
  expect(seen).toMatchObject({ sends: 6, looks: 0 });
  expect(seen.now - begun).toBeGreaterThan(2_000 * (1 + 2 + 4 + 8));
});
