/** Tabs of one browser: each has a session storage, and its pages hold locks until they are closed. */
import { createUniquePage, type PageIdDeps } from '../../../lib/browser/page-id.ts';

/** @param original its session storage is copied, as for a duplicated tab */
export function openTab(original?: ReadonlyMap<string, string>) {
  const session = new Map(original);
  // The first page of a duplicated tab waits for an id that it does not get.
  let claimTimeoutMs = original === undefined ? 20_000 : 100;
  let close = (): void => undefined;

  /** A page in this tab, which ends the one before. @param lockReleaseMs until the locks of that one are free */
  function load(lockReleaseMs = 0) {
    if (lockReleaseMs === 0) close();
    else setTimeout(close, lockReleaseMs);
    const closed = new Promise<void>((resolve) => (close = resolve));
    const request = (name: string, options: LockOptions, work: LockGrantedCallback<unknown>) =>
      navigator.locks.request(name, options, (lock) => Promise.race([work(lock), closed]));
    const deps: PageIdDeps = {
      session: () => ({
        getItem: (name) => session.get(name) ?? null,
        setItem: (name, value) => void session.set(name, value),
      }),
      locks: () => ({ request: request as LockManager['request'] }),
      newId: crypto.randomUUID(),
      claimTimeoutMs,
    };
    claimTimeoutMs = 20_000;
    return createUniquePage('test-page', deps);
  }

  return { load, close: () => close(), duplicate: () => openTab(session) };
}
