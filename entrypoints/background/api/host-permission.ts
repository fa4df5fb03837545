/** Access to the service's origin, which the user can give and take away at any time. */
import { browser } from 'wxt/browser';
import { originPattern } from '../../../lib/api/base-url.ts';
import type { Failure } from '../../../lib/api/failure.ts';

export type HostPermission = ReturnType<typeof createHostPermission>;

export function createHostPermission() {
  /** Cached until a permission changes: asking the browser costs more than the rest of the way to the network. */
  const granted = new Map<string, Promise<boolean>>();

  function isGranted(address: string): Promise<boolean> {
    const pattern = originPattern(address);
    const checking = granted.get(pattern) ?? browser.permissions.contains({ origins: [pattern] });
    granted.set(pattern, checking);
    // Else nothing would be sent until this worker instance ends.
    checking.catch(() => granted.delete(pattern));
    return checking;
  }

  return {
    isGranted,
    /**
     * The failure that every request would end with, found without sending one; `null` when there is none.
     *
     * @param address empty when not connected
     */
    async failureAt(address: string): Promise<Failure | null> {
      if (address === '' || (await isGranted(address))) return null;
      return { kind: 'no-permission', origin: new URL(address).origin };
    },
    /** Called when a permission has been given or taken away. */
    clearCache: (): void => granted.clear(),
  };
}
