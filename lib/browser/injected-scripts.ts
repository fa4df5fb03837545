/**
 * Functions that run in the user's page, in an isolated world that the page's scripts can't reach. They are injected as
 * source code, so they must not use anything of this module except their arguments.
 */

/** Maximum characters of the results. Longer URLs are dropped, longer texts are cut. */
interface Limits {
  readonly title: number;
  readonly text: number;
  readonly address: number;
  /** All app store URLs together. */
  readonly stores: number;
}

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

export function readSelection(most: number): string {
  return (getSelection()?.toString() ?? '').trim().slice(0, most);
}

/**
 * Draws the image as a small `data:` URL; `null` when the page may not read it. The page's own request for it has no
 * referrer, and no cookies for another site.
 *
 * @param width maximum in pixels
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
