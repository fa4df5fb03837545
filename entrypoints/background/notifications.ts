/** The system's notifications, for those who turned them on: the permission for them was asked for with that. */
import { browser } from 'wxt/browser';

export function createNotifier(wanted: () => Promise<boolean>, name: () => string): (text: string) => void {
  async function tell(message: string): Promise<void> {
    if (!(await wanted())) return;
    const iconUrl = browser.runtime.getURL('/icon/128.png');
    await browser.notifications.create({ type: 'basic', iconUrl, title: name(), message });
  }
  return (text) => {
    // The permission may have been taken away since: the badge tells it all the same.
    tell(text).catch(() => undefined);
  };
}
