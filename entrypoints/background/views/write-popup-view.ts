/** Writes the popup view, where it has changed. */
import { browser } from 'wxt/browser';
import type { StorageArea } from '../../../lib/storage/stored-item.ts';
import { popupViewKey } from '../../../lib/storage/storage-keys.ts';
import { createChangedWrites } from '../storage/changed-writes.ts';
import { buildPopupView, type PopupViewSource } from './build-popup-view.ts';

export interface PopupViewSources {
  readonly disk: PopupViewSource;
  /** The same with what belongs to private windows; `null` while there is nothing of theirs. */
  readonly session: PopupViewSource | null;
}

/** Data of private windows is part of the view in session memory only, never of the one on disk. */
export function createPopupViewWriter(
  sources: () => Promise<PopupViewSources>,
  area: StorageArea = browser.storage.local,
) {
  const onDisk = createChangedWrites(area, popupViewKey);
  const inMemory = createChangedWrites(browser.storage.session, popupViewKey);
  return async (): Promise<void> => {
    const { disk, session } = await sources();
    await onDisk.set(buildPopupView(disk));
    // A previous worker instance may have left one.
    if (session === null) await inMemory.remove();
    else await inMemory.set(buildPopupView(session));
  };
}
