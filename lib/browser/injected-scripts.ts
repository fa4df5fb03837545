/**
 * What runs in the person's page, in a world of its own that the page's scripts can't reach. Each function is sent there
 * as its source, so it stands alone: it names nothing of this file but its arguments.
 */

/** The most characters of what is handed over. An address that is longer is left out, a text is cut. */
export interface Limits {
  readonly title: number;
  readonly text: number;
  readonly address: number;
  /** Of all addresses in an app store together. */
  readonly stores: number;
}

/** What the page's head says, as it stands there. */
export function readMetadata(limits: Limits): unknown {
  const contents = new Map<string, string>();
  let stores = '';
  const isStore = /^https:\/\/(?:(?:apps|itunes)\.apple\.com\/|play\.google\.com\/store\/apps\/)/u;
  const address = (text: string) => (text.length > limits.address ? '' : text);
  for (const meta of document.querySelectorAll('meta[content]')) {
    const name = (meta.getAttribute('property') ?? meta.getAttribute('name') ?? '').trim().toLowerCase();
    const content = meta.getAttribute('content')?.trim() ?? '';
    if (content === '') continue;
    if (!contents.has(name)) contents.set(name, content);
    if (isStore.test(content) && stores.length + content.length < limits.stores) stores += `${content}\n`;
  }
  const first = (...names: string[]) => names.map((name) => contents.get(name)).find(Boolean) ?? '';
  const linked = (selector: string) =>
    address(document.querySelector<HTMLLinkElement>(`link[${selector}]`)?.href ?? '');
  return {
    title: first('og:title', 'twitter:title').slice(0, limits.title),
    description: first('og:description', 'twitter:description', 'description').slice(0, limits.text),
    picture: address(first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image')),
    canonical: linked('rel~="canonical" i'),
    selected: (getSelection()?.toString() ?? '').trim().slice(0, limits.title),
    stores,
    appleApp: address(first('apple-itunes-app')),
    appleId: address(first('al:ios:app_store_id', 'al:iphone:app_store_id', 'al:ipad:app_store_id')),
    appleLink: address(first('al:ios:url', 'al:iphone:url', 'al:ipad:url')),
    googleApp: address(first('google-play-app')),
    googlePackage: address(first('al:android:package')),
    googleLink: address(first('al:android:url')),
    androidPage: linked('href^="android-app://"'),
    iosPage: linked('href^="ios-app://"'),
  };
}

/** What the person has marked in the page, cut. */
export function readSelection(most: number): string {
  return (getSelection()?.toString() ?? '').trim().slice(0, most);
}

/**
 * The picture as a small `data:` address, drawn anew; `null` where the page may not read it. It is asked for by the
 * page, which is told nothing: no referrer, and no cookie goes to another site.
 *
 * @param width in pixels, at most
 */
export async function readPicture(address: string, width: number): Promise<string | null> {
  const picture = new Image();
  picture.crossOrigin = 'anonymous';
  picture.referrerPolicy = 'no-referrer';
  picture.src = address;
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('late')), 5_000);
  });
  try {
    await Promise.race([picture.decode(), late]);
    const scale = Math.min(1, width / picture.naturalWidth, width / picture.naturalHeight);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg', 0.8);
  } catch {
    picture.src = '';
    return null;
  }
}
