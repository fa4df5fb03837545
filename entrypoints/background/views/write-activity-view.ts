/** Writes the activity view while a manage or link page is open, which show it. */
import { browser } from 'wxt/browser';
import { activityViewKey } from '../../../lib/storage/storage-keys.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { createChangedWrites } from '../storage/changed-writes.ts';

export function createActivityWriter(view: () => Promise<ActivityView>) {
  /** Unknown until it is checked: a page may be open since a previous worker instance. */
  let open = true;
  const written = createChangedWrites(browser.storage.session, activityViewKey);

  async function isOpen(): Promise<boolean> {
    const contexts = await browser.runtime.getContexts({ contextTypes: ['TAB'] });
    return contexts.some(({ documentUrl = '' }) => /manage\.|link\./.test(documentUrl));
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
  };
}
