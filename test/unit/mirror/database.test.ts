/** A database that can't be opened or read is not the same as one that is not there: tried again, then reported. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailable, openExisting, openOrCreate } from '../../../lib/mirror/database.ts';
import { createMirrorReader } from '../../../lib/mirror/mirror-reader.ts';

let scopes = 0;
let scope = '';
const { open } = IDBFactory.prototype;

beforeEach(() => {
  scope = `https://sho.rt#database-${++scopes}`;
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 50 });
});
afterEach(() => {
  IDBFactory.prototype.open = open;
  vi.useRealTimers();
});

/** As browsers do when the disk is full, locked by another process, or broken. */
function failing(times: number): { readonly tried: () => number } {
  let count = 0;
  IDBFactory.prototype.open = function openFailing(this: IDBFactory, ...given) {
    count += 1;
    // A version of zero is refused immediately; an error event comes as late as a real one.
    if (count > times) return open.apply(this, given);
    throw new DOMException('Internal error opening backing store', 'UnknownError');
  };
  return { tried: () => count };
}

async function entered(): Promise<void> {
  const database = await openOrCreate(scope);
  await database.put('pixels', { id: '1', type: 'gapixel', name: 'One', tag: '', date: null });
  database.close();
}

describe('a database', () => {
  it('that can’t be opened at first is opened', async () => {
    await entered();
    failing(2);
    const database = await openExisting(scope);
    expect(await database?.count('pixels')).toBe(1);
    database?.close();
  });

  it.each([
    ['reads', openExisting],
    ['writes', openOrCreate],
  ])(
    'that can’t be opened at all is reported to a caller that %s, and is not “nothing stored”',
    async (_, opens) => {
      await entered();
      const { tried } = failing(Infinity);
      const opened = opens(scope);
      opened.catch(() => undefined);
      await vi.advanceTimersByTimeAsync(10_000);
      await expect(opened).rejects.toBeInstanceOf(DatabaseUnavailable);
      expect(tried()).toBeGreaterThan(2);
    },
  );

  it('that does not exist is “nothing stored” immediately, and not created', async () => {
    const { tried } = failing(0);
    expect(await openExisting(scope)).toBeNull();
    expect(tried()).toBe(1);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`mirror ${scope}`);
  });
});

describe('a page', () => {
  it('reads again what could not be read', async () => {
    await entered();
    const view = createMirrorReader(() => scope);
    expect(await view.records('pixels')).toHaveLength(1);
    const { transaction } = IDBDatabase.prototype;
    let failures = 1;
    IDBDatabase.prototype.transaction = function transactionFailing(...given) {
      if (failures-- > 0) throw new DOMException('The connection was lost', 'UnknownError');
      return transaction.apply(this, given);
    };
    try {
      expect(await view.records('pixels')).toHaveLength(1);
    } finally {
      IDBDatabase.prototype.transaction = transaction;
    }
  });

  it('reports when nothing can be read, and reads again when it can', async () => {
    await entered();
    const view = createMirrorReader(() => scope);
    failing(8);
    const reading = view.records('pixels');
    reading.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(reading).rejects.toBeInstanceOf(DatabaseUnavailable);
    failing(0);
    expect(await view.records('pixels')).toHaveLength(1);
  });
});
