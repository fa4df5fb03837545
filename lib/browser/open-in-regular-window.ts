/** The way out of a private window. Apart from its detection, which the popup's first paint needs. */
import { native } from './native.ts';

/** The same section of this page, in a new window: what was searched for here stays out of its history. */
export async function openInRegularWindow(): Promise<void> {
  const [section = ''] = location.hash.split('/');
  await native.windows.create({ url: location.pathname + section, incognito: false });
}
