/** The system's notifications, where the user has enabled them: that includes the permission. */
import { browser } from 'wxt/browser';
import { t } from '../../lib/i18n/t.ts';

export function createNotifier(isEnabled: () => Promise<boolean>): (text: string) => void {
  async function show(message: string): Promise<void> {
    if (!(await isEnabled())) return;
    const iconUrl = browser.runtime.getURL('/icon/128.png');
    await browser.notifications.create({ type: 'basic', iconUrl, title: t('extName'), message });
  }
  return (text) => {
    // The permission may have been withdrawn since; the badge shows the same.
    show(text).catch(() => undefined);
  };
}
