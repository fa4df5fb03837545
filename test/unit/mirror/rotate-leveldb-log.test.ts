// What makes the browser begin another log; that it does is shown in browser/torn-write.
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { openOrCreate } from '../../../lib/mirror/database.ts';
import { rotateLog } from '../../../lib/mirror/rotate-leveldb-log.ts';

it('writes more than the browser holds in memory, in pieces that stay in the log, and leaves nothing', async () => {
  const database = await openOrCreate('turned');
  await database.put('state', 'stored', 'other');
  const puts = vi.spyOn(IDBObjectStore.prototype, 'put');
  await rotateLog(database);
  const sizes = puts.mock.calls.map(([value]) => (value instanceof Uint8Array ? value.length : 0));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(4 * 1_048_576);
  expect(Math.max(...sizes)).toBeLessThan(65_536);
  expect(await database.getAllKeys('state')).toEqual(['other']);
});
