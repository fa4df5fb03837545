/** Origins that the browser grants: the connected service's, and others that are no longer needed. */
import { signal } from '@preact/signals';
import { originPattern } from '../../lib/api/base-url.ts';
import type { OptionsDeps } from './options-deps.ts';

/** Result of "Remove" beside an origin. */
interface RemovedOrigin {
  readonly pattern: string;
  readonly removed: boolean;
}

export type OriginAccess = ReturnType<typeof createOriginAccess>;

/** @param usedUrls base URLs of the services that are connected or being connected */
export function createOriginAccess(
  deps: Pick<OptionsDeps, 'hasOrigin' | 'grantedOrigins' | 'removeOrigin' | 'requestOrigin'>,
  connectedUrl: () => string,
  usedUrls: () => readonly string[],
) {
  const accessMissing = signal(false);
  /** Granted origins that the connected service does not need. */
  const otherOrigins = signal<readonly string[]>([]);
  const removedOrigin = signal<RemovedOrigin | null>(null);

  const isNeeded = (pattern: string): boolean =>
    usedUrls().some((url) => url !== '' && originPattern(url) === pattern);

  let checks = 0;

  async function checkAccess(): Promise<void> {
    const check = ++checks;
    const url = connectedUrl();
    const isMissing = url !== '' && !(await deps.hasOrigin(originPattern(url)));
    // The connection does not depend on this list.
    const granted = await deps.grantedOrigins().catch(() => []);
    // A later check has newer answers.
    if (check !== checks) return;
    accessMissing.value = isMissing;
    otherOrigins.value = granted.filter((pattern) => !isNeeded(pattern));
  }

  return {
    accessMissing,
    otherOrigins,
    removedOrigin,
    checkAccess,
    isNeeded,

    async allowAccess(): Promise<void> {
      // The result is read from the browser next.
      await deps.requestOrigin(originPattern(connectedUrl())).catch(() => false);
      await checkAccess();
    },

    async removeOtherOrigins(): Promise<void> {
      // Read again: the list may be older than the connection.
      const granted = await deps.grantedOrigins().catch(() => []);
      const others = granted.filter((pattern) => !isNeeded(pattern));
      // One that a policy keeps stays in the list.
      await Promise.all(others.map((pattern) => deps.removeOrigin(pattern).catch(() => false)));
      await checkAccess();
    },

    async removeOrigin(pattern: string): Promise<void> {
      // The list may be older than the connection.
      if (isNeeded(pattern)) return checkAccess();
      // A failure is shown as not removed.
      const removed = await deps.removeOrigin(pattern).catch(() => false);
      removedOrigin.value = { pattern, removed };
      await checkAccess();
    },
  };
}
