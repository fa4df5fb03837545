/** The manage page that is open already, else a new one. */
import { native } from './native.ts';

export async function openManage(): Promise<void> {
  const url = native.runtime.getURL('/manage.html');
  const open = (await native.tabs.query({})).find((tab) => tab.url?.startsWith(url) === true);
  if (open?.id === undefined) await native.tabs.create({ url });
  else {
    await native.tabs.update(open.id, { active: true });
    await native.windows.update(open.windowId, { focused: true });
  }
}
