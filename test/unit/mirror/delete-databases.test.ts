import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openOrCreate } from '../../../lib/mirror/database.ts';
import { deleteDatabases } from '../../../lib/mirror/delete-databases.ts';

it('deletes the mirror of every account, even while a page reads it, and no other database', async () => {
  indexedDB.open('another');
  const scopes = ['https://sho.rt#1', 'https://sho.rt#2'];
  const open = await Promise.all(scopes.map((scope) => openOrCreate(scope)));
  await open[0]?.put('state', 1, 'x');
  await deleteDatabases();
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['another']);
});

it('keeps the mirror of the given account', async () => {
  const scopes = ['https://sho.rt#1', 'https://sho.rt#12'];
  for (const scope of scopes) (await openOrCreate(scope)).close();
  await deleteDatabases('https://sho.rt#1');
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([
    'another',
    'mirror https://sho.rt#1',
  ]);
});
