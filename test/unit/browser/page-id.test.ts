/** Ids of pages: those of a tab, and those that no other open page has. */
import { describe, expect, it } from 'vitest';
import { createUniquePage, pageIdOfTab, type PageIdDeps } from '../../../lib/browser/page-id.ts';
import { openTab } from '../manage/browser-tabs.ts';

const work = async () => 'done';

function broken(): never {
  throw new Error('not available');
}

function depsWith(change: Partial<PageIdDeps>): PageIdDeps {
  return {
    session: () => ({ getItem: () => null, setItem: () => undefined }),
    locks: () => navigator.locks,
    newId: crypto.randomUUID(),
    claimTimeoutMs: 20_000,
    ...change,
  };
}

describe('a unique page', () => {
  it('has one id, also after a reload', async () => {
    const tab = openTab();
    const page = tab.load();
    const ids = await Promise.all([page.id(), page.id()]);
    expect(new Set([...ids, await tab.load().id()]).size).toBe(1);
    tab.close();
  });

  it('has another id in a duplicated tab, also after a reload of both', async () => {
    const tab = openTab();
    const id = await tab.load().id();
    const duplicate = tab.duplicate();
    const other = await duplicate.load().id();
    expect(other).not.toBe(id);
    expect([await duplicate.load().id(), await tab.load().id()]).toEqual([other, id]);
    tab.close();
    duplicate.close();
  });

  it('counts as open until it is closed, also for itself', async () => {
    const [tab, otherTab] = [openTab(), openTab()];
    const [page, other] = [tab.load(), otherTab.load()];
    const id = await page.id();
    expect(await page.ifClosed(id, work)).toBeUndefined();
    expect(await other.ifClosed(id, work)).toBeUndefined();
    tab.close();
    await expect.poll(() => other.ifClosed(id, work)).toBe('done');
    otherTab.close();
  });

  it('has an id without locks, but does not say which pages are closed', async () => {
    const deps = depsWith({ locks: broken });
    const page = createUniquePage('test-page', deps);
    expect(await page.id()).toBe(deps.newId);
    await expect(page.ifClosed('a', work)).rejects.toThrow('not available');
  });

  it('has an id without session storage', async () => {
    const deps = depsWith({ session: broken });
    expect(pageIdOfTab('test-page', deps)).toBe(deps.newId);
    expect(await createUniquePage('test-page', deps).id()).toBe(deps.newId);
  });
});
