/** Ids of pages, which last as long as their tabs, so that a reloaded page finds its own drafts. */

export interface PageIdDeps {
  readonly session: () => Pick<Storage, 'getItem' | 'setItem'>;
  readonly locks: () => Pick<LockManager, 'request'>;
  /** Used where the tab has no id yet, or one that another page has. */
  readonly newId: string;
  /** Ms to wait for the id of the tab. */
  readonly claimTimeoutMs: number;
}

const browserDeps: PageIdDeps = {
  session: () => sessionStorage,
  locks: () => navigator.locks,
  newId: crypto.randomUUID(),
  // A page that is reloaded may hold its lock for a moment after the next one has begun.
  claimTimeoutMs: 2_000,
};

/** @param item the name in the session storage. A duplicated tab begins with a copy of it, so with the same id. */
export function pageIdOfTab(item = 'draft-page', { session, newId }: PageIdDeps = browserDeps): string {
  try {
    const id = session().getItem(item) ?? newId;
    session().setItem(item, id);
    return id;
  } catch {
    // Without session storage, a reloaded page is a new one.
    return newId;
  }
}

export type UniquePage = ReturnType<typeof createUniquePage>;

/** A page whose id no other open page has: it holds a lock with its id until it is closed. */
export function createUniquePage(item: string, change: Partial<PageIdDeps> = {}) {
  const deps = { ...browserDeps, ...change };
  const lockOf = (id: string): string => `${item}@${id}`;
  let claimed: Promise<string> | undefined;

  /** @returns false when another page has the lock */
  async function holdLock(id: string): Promise<boolean> {
    const signal = AbortSignal.timeout(deps.claimTimeoutMs);
    try {
      await new Promise<void>((resolve, reject) => {
        const untilClosed = new Promise<never>(() => undefined);
        const held = deps.locks().request(lockOf(id), { signal }, () => {
          resolve();
          return untilClosed;
        });
        held.catch(reject);
      });
      return true;
    } catch {
      // The wait timed out, or the browser has no locks, so that nothing says whose id it is.
      return false;
    }
  }

  async function claim(): Promise<string> {
    const id = pageIdOfTab(item, deps);
    if ((await holdLock(id)) || id === deps.newId) return id;
    deps.session().setItem(item, deps.newId);
    await holdLock(deps.newId);
    return deps.newId;
  }

  return {
    /** The same for every call. */
    id: (): Promise<string> => (claimed ??= claim()),
    /** @returns what `work` returns; `undefined`, without calling it, while the page with that id is open */
    ifClosed: async <T>(id: string, work: () => Promise<T>): Promise<T | undefined> =>
      deps.locks().request(lockOf(id), { ifAvailable: true }, (lock) => (lock === null ? undefined : work())),
  };
}
