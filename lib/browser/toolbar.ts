/** Where the browser shows the extension's button. */
import { native } from './native.ts';

/** False while it is only in the menu of extensions, where its badge is not seen. True where the browser doesn't say. */
export async function isOnToolbar(): Promise<boolean> {
  const settings = 'getUserSettings' in native.action ? await native.action.getUserSettings() : null;
  return settings?.isOnToolbar !== false;
}
