/** What a page says of itself in its head. Strangers' words: checked, capped, and never more than text. */
import * as z from 'zod/mini';

/** The most characters of a title, of a description, of an address, and of all addresses in a store together. */
export const metadataLimits = { title: 500, text: 2_000, address: 2_048, stores: 20_000 } as const;

export interface PageMetadata {
  readonly title: string;
  readonly description: string;
  /** http(s), whole; empty for none. */
  readonly picture: string;
  /** As the page gives it, for `plausibleCanonical` to judge. */
  readonly canonical: string;
  /** What the person has marked in the page. */
  readonly selected: string;
  /** Addresses of the page's app, in the store first. */
  readonly apple: readonly string[];
  readonly google: readonly string[];
}

/** Plain fields only: what the schema library brings for more would load with every popup. */
const metadataSchema = z.object({
  title: z.string(),
  description: z.string(),
  picture: z.string(),
  canonical: z.string(),
  selected: z.string(),
  /** Addresses in an app store, one a line. */
  stores: z.string(),
  appleApp: z.string(),
  appleId: z.string(),
  appleLink: z.string(),
  googleApp: z.string(),
  googlePackage: z.string(),
  googleLink: z.string(),
  androidPage: z.string(),
  iosPage: z.string(),
});

const maxCount: Readonly<Record<string, number>> = {
  title: metadataLimits.title,
  selected: metadataLimits.title,
  description: metadataLimits.text,
  stores: metadataLimits.stores,
};

/** A text that is longer than was asked for is as good as absent. */
function capped<T extends Readonly<Record<string, string>>>(tags: T): T {
  const isLong = (name: string) => (tags[name]?.length ?? 0) > (maxCount[name] ?? metadataLimits.address);
  const long = Object.keys(tags).filter(isLong);
  return { ...tags, ...Object.fromEntries(long.map((name) => [name, ''])) };
}

/** On one line, without what can't be seen or sent. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
}

function web(text: string, base: string): string {
  // Empty, it would be the page itself.
  const url = text !== '' && URL.canParse(text, base) ? new URL(text, base) : null;
  return url !== null && /^https?:$/u.test(url.protocol) && url.href.length <= metadataLimits.address
    ? url.href
    : '';
}

/** An app's own scheme; not one that a browser runs or reads as a document. */
function appLink(text: string): string[] {
  const scheme = URL.canParse(text) ? new URL(text).protocol : '';
  return scheme === '' || /^(?:javascript|data|vbscript|blob|file|about|view-source|https?):$/u.test(scheme)
    ? []
    : [text];
}

const appleStore = /^https:\/\/(?:apps|itunes)\.apple\.com\//u;
const googleStore = /^https:\/\/play\.google\.com\/store\/apps\//u;
const appleId = (text: string | undefined): string[] =>
  text !== undefined && /^\d{1,15}$/u.test(text) ? [`https://apps.apple.com/app/id${text}`] : [];
const googleId = (text: string | undefined): string[] =>
  text !== undefined && /^\w+(?:\.\w+)+$/u.test(text)
    ? [`https://play.google.com/store/apps/details?id=${text}`]
    : [];
/** `app-id=…, app-argument=…` */
const appIdIn = (content: string): string | undefined => /(?:^|[,\s])app-id=([\w.]+)/u.exec(content)?.[1];

/** More are no proposal any more. */
const maxSuggestions = 3;
const few = (addresses: readonly string[]) => [...new Set(addresses)].slice(0, maxSuggestions);

/**
 * @param raw what the script in the page gave
 * @param page its address, against which a short form of the picture's is read
 * @returns `null` when it is nothing that can be read
 */
export function parseMetadata(raw: unknown, page: string): PageMetadata | null {
  const read = metadataSchema.safeParse(raw);
  if (!read.success) return null;
  const tags = capped(read.data);
  const stores = tags.stores.split('\n').filter((store) => URL.canParse(store));
  return {
    title: plain(tags.title),
    description: plain(tags.description),
    picture: web(tags.picture, page),
    canonical: web(tags.canonical, page),
    selected: plain(tags.selected),
    apple: few([
      ...stores.filter((store) => appleStore.test(store)),
      ...appleId(appIdIn(tags.appleApp)),
      ...appleId(tags.appleId),
      ...appleId(/^ios-app:\/\/(\d+)/u.exec(tags.iosPage)?.[1]),
      ...appLink(tags.appleLink),
    ]),
    google: few([
      ...stores.filter((store) => googleStore.test(store)),
      ...googleId(appIdIn(tags.googleApp)),
      ...googleId(tags.googlePackage),
      ...googleId(/^android-app:\/\/([\w.]+)/u.exec(tags.androidPage)?.[1]),
      ...appLink(tags.googleLink),
    ]),
  };
}

/** The largest picture that is taken over for a preview, in characters of its address. */
const maxPictureLength = 300_000;

/** The picture that the page's script has drawn; `null` for anything else. */
export function parseImage(raw: unknown): string | null {
  return typeof raw === 'string' &&
    raw.length <= maxPictureLength &&
    /^data:image\/jpeg;base64,[\w+/]+=*$/u.test(raw)
    ? raw
    : null;
}
