/** Reading by prefix: through `getKeys` where the browser has it, else from a read of everything. */
import { describe, expect, it, vi } from 'vitest';
import { readByPrefix } from '../../../lib/storage/keys-by-prefix.ts';
import { browser, fresh } from '../../support/fake-browser.ts';

vi.mock('wxt/browser', async () => import('../../support/fake-browser.ts'));

const { local } = browser.storage;
const { getKeys } = local;

describe.each([
  ['through `getKeys`', getKeys, ['job:1', 'job:2']],
  ['from a read of everything', undefined, null],
])('%s', (_name, names, asked) => {
  it('returns the entries with the prefix, and reads no others where possible', async () => {
    fresh();
    local.getKeys = names;
    for (const key of ['job:1', 'short:job:3', 'job:2', 'jo']) local.stored.set(key, { key });
    const get = vi.spyOn(local, 'get');
    expect(await readByPrefix('job:', local)).toEqual([
      ['job:1', { key: 'job:1' }],
      ['job:2', { key: 'job:2' }],
    ]);
    expect(get.mock.calls).toEqual([[asked]]);
    get.mockRestore();
    local.getKeys = getKeys;
  });
});

it('a prefix without matches does not read the whole storage', async () => {
  fresh();
  local.stored.set('short:x', 1);
  const get = vi.spyOn(local, 'get');
  expect(await readByPrefix('job:', local)).toEqual([]);
  expect(get.mock.calls).toEqual([[[]]]);
});
