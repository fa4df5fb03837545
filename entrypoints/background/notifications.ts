/** The system's notifications, where the user has enabled them: that includes the permission. */
import { browser } from 'wxt/browser';

export function createNotifier(wanted: () => Promise<boolean>, name: () => string): (text: string) => void {
  async function tell(message: string): Promise<void> {
    if (!(await wanted())) return;
    const iconUrl = browser.runtime.getURL('/icon/128.png');
    await browser.notifications.create({ type: 'basic', iconUrl, title: name(), message });
  }
  return (text) => {
    // The permission may have been withdrawn since; the badge shows the same.
    tell(text).catch(() => undefined);
  };
}
