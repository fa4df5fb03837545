/** The number of stored links, as the settings show it during a sync. */
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openOrCreate } from '../../../lib/mirror/database.ts';
import { createMirrorEvents } from '../../../lib/mirror/mirror-events.ts';
import { watchStoredLinks } from '../../../lib/mirror/watch-stored-links.ts';
import { linkRow } from '../../support/link-rows.ts';

it('is counted again after each change of the account’s links, until it is stopped', async () => {
  const scope = 'https://sho.rt#counted';
  const counts: (number | null)[] = [];
  const stop = watchStoredLinks(scope, (count) => counts.push(count));
  await expect.poll(() => counts).toEqual([null]);
  const database = await openOrCreate(scope);
  const changes = createMirrorEvents(scope);
  const others = createMirrorEvents('https://sho.rt#other');
  await database.put('links', linkRow(1));
  await database.put('links', linkRow(2));
  changes.announce('bulk');
  others.announce('links');
  changes.announce('links');
  await expect.poll(() => counts).toEqual([null, 2]);
  stop();
  await database.put('links', linkRow(3));
  changes.announce('links');
  const after = watchStoredLinks(scope, (count) => counts.push(count));
  await expect.poll(() => counts).toEqual([null, 2, 3]);
  after();
  changes.close();
  others.close();
  database.close();
});

it('is not known without an account', async () => {
  const counts: (number | null)[] = [];
  watchStoredLinks('', (count) => counts.push(count))();
  watchStoredLinks('', (count) => counts.push(count));
  await expect.poll(() => counts).toEqual([null]);
});
