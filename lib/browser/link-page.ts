/** The link form as a page. What it takes over lies in storage; the page's address names only where. */
import { native } from './native.ts';

export async function openLinkPage(name: string): Promise<void> {
  await native.tabs.create({ url: native.runtime.getURL(`/link.html#${name}`) });
}
