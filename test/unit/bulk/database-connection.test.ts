/** The bulk runner's database: a failing step is repeated, and a bug in it does not repeat in silence. */
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { createDatabaseConnection } from '../../../lib/bulk/database-connection.ts';
import { openOrCreate } from '../../../lib/mirror/database.ts';

it.each([
  ['a failure of the database', new DOMException('full', 'QuotaExceededError'), 0],
  ['a bug', new RangeError('bug'), 2],
])('repeats a step after %s', async (_name, error, reports) => {
  const reported: unknown[] = [];
  const deps = {
    open: () => openOrCreate('https://sho.rt#1'),
    delay: async () => {},
    report: (one: unknown) => reported.push(one),
  };
  const connection = createDatabaseConnection(deps, new AbortController().signal);
  const failures = [error, error];
  const stored = await connection.use(async (database) => {
    const failure = failures.pop();
    if (failure !== undefined) throw failure;
    return database.count('bulks');
  });
  connection.close();
  expect([stored, reported]).toEqual([0, Array(reports).fill(error)]);
});
