/** The campaigns of links that the mirror does not have yet. */
import { expect, it } from 'vitest';
import {
  addAssignedCampaign,
  readAssignedCampaigns,
  removeAssignedCampaigns,
} from '../../../lib/mirror/assigned-campaigns.ts';

function openStore() {
  const values = new Map<string, unknown>();
  return {
    writes: [] as unknown[],
    get: async (key: string) => values.get(key),
    async put(value: unknown, key: string) {
      this.writes.push(value);
      values.set(key, value);
    },
  };
}

it('keeps the last one of each link, and of the newest thousand links', async () => {
  const store = openStore();
  for (let id = 1; id <= 1_001; id++) await addAssignedCampaign(store, String(id), '5');
  await addAssignedCampaign(store, '2', '6');
  const kept = await readAssignedCampaigns(store);
  expect([kept.size, kept.get('1'), kept.get('2'), kept.get('1001')]).toEqual([1_000, undefined, '6', '5']);
});

it('writes nothing where none is over', async () => {
  const store = openStore();
  await addAssignedCampaign(store, '1', '5');
  await addAssignedCampaign(store, '2', '6');
  const assigned = await readAssignedCampaigns(store);
  store.writes.length = 0;
  removeAssignedCampaigns(store, assigned, (id) => id === '3');
  expect(store.writes).toEqual([]);
  removeAssignedCampaigns(store, assigned, (_, campaign) => campaign === '5');
  expect(await readAssignedCampaigns(store)).toEqual(new Map([['2', '6']]));
});
