/** Access to the service's origin, which is asked of the browser once. */
import { afterEach, expect, it, vi } from 'vitest';
import { createHostPermission } from '../../../../entrypoints/background/api/host-permission.ts';
import { browser } from '../../../support/fake-browser.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
afterEach(() => vi.restoreAllMocks());

it('a response is remembered until a permission changes, a failure of the browser is not', async () => {
  const contains = vi.spyOn(browser.permissions, 'contains').mockRejectedValueOnce(new Error('busy'));
  const { isGranted, clearCache } = createHostPermission();
  await expect(isGranted('https://sho.rt')).rejects.toThrow('busy');
  expect(await isGranted('https://sho.rt')).toBe(true);
  expect(await isGranted('https://sho.rt/sub')).toBe(true);
  expect(contains).toHaveBeenCalledTimes(2);
  clearCache();
  contains.mockResolvedValueOnce(false);
  expect(await isGranted('https://sho.rt')).toBe(false);
});
