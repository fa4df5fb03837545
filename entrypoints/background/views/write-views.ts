/** Writes the stored views, where they have changed. */
import { browser } from 'wxt/browser';
import { activityViewKey, popupViewKey } from '../../../lib/storage/storage-keys.ts';
import type { StorageArea } from '../../../lib/storage/stored-item.ts';
import { allDone } from '../../../lib/time/all-done.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { createChangedWrites } from '../storage/changed-writes.ts';
import { buildPopupView, type PopupViewSource } from './build-popup-view.ts';

/**
 * @param writers called one after the other, even if one has failed
 * @param pause waited before each round, so that changes in a row become one write and delay no request
 * @returns resolves when all of them show the present state, rejects when one has failed; several calls in one turn become
 *   one round
 */
export function createPublisher(
  writers: readonly (() => Promise<void>)[],
  pause = () => Promise.resolve(),
): () => Promise<void> {
  let writing: Promise<void> | null = null;
  let again = false;

  async function write(): Promise<void> {
    let round: Promise<void>[];
    do {
      await pause();
      again = false;
      round = [];
      for (const writeOne of writers) {
        const written = writeOne();
        round.push(written);
        // Thrown at the end: on a full disk the views in session memory are written nevertheless.
        await written.catch(() => undefined);
      }
    } while (again);
    // Reset synchronously after the last check of `again`; otherwise a call in between is lost.
    writing = null;
    await Promise.all(round);
  }

  return () => {
    again = true;
    writing ??= write();
    return writing;
  };
}

export interface PopupViewSources {
  readonly disk: PopupViewSource;
  /** The same with what belongs to private windows; `null` while there is nothing of theirs. */
  readonly session: PopupViewSource | null;
}

/** Data of private windows is part of the view in session memory only, never of the one on disk. */
export function createPopupViewWriter(sources: () => Promise<PopupViewSources>, disk: StorageArea) {
  const onDisk = createChangedWrites(disk, popupViewKey);
  const inMemory = createChangedWrites(browser.storage.session, popupViewKey);
  return {
    async write(): Promise<void> {
      const { disk, session } = await sources();
      await allDone([
        onDisk.set(buildPopupView(disk)),
        // A previous worker instance may have left one.
        session === null ? inMemory.remove() : inMemory.set(buildPopupView(session)),
      ]);
    },
    remove: (): Promise<void> => allDone([onDisk.remove(), inMemory.remove()]),
  };
}

const activityPages = ['/manage.html', '/link.html'] as const;

/** The activity view is written while a page is open that shows it. */
export function createActivityWriter(view: () => Promise<ActivityView>) {
  /** Unknown until it is checked: a page may be open since a previous worker instance. */
  let open = true;
  const written = createChangedWrites(browser.storage.session, activityViewKey);

  async function isOpen(): Promise<boolean> {
    const contexts = await browser.runtime.getContexts({ contextTypes: ['TAB'] });
    const pages = activityPages.map((page) => browser.runtime.getURL(page));
    return contexts.some(({ documentUrl = '' }) => pages.some((page) => documentUrl.startsWith(page)));
  }

  return {
    /** A page has reported that it is open. */
    opened(): void {
      open = true;
    },
    async write(): Promise<void> {
      if (!open) return;
      // Reset first: a page that opens during the check sets it again.
      open = false;
      if (await isOpen()) open = true;
      if (open) await written.set(await view());
      else await written.remove();
    },
    remove: written.remove,
  };
}
