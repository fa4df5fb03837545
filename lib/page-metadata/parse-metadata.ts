/** Parses the metadata in a page's head. It is untrusted: validated, limited in length, and only used as text. */
import * as z from 'zod/mini';

/** Maximum characters of a title, a description, a URL, and of all app store URLs together. */
export const metadataLimits = { title: 500, text: 2_000, address: 2_048, stores: 20_000 } as const;

export interface PageMetadata {
  readonly title: string;
  readonly description: string;
  /** An absolute http(s) URL; empty for none. */
  readonly picture: string;
  /** As the page has it; `plausibleCanonical` decides about it. */
  readonly canonical: string;
  /** The text selected in the page. */
  readonly selected: string;
  /** URLs of the page's app, app store first. */
  readonly apple: readonly string[];
  readonly google: readonly string[];
}

/** Plain strings only: every other schema type would load more of zod with the popup. */
const metadataSchema = z.object({
  title: z.string(),
  description: z.string(),
  picture: z.string(),
  canonical: z.string(),
  selected: z.string(),
  /** App store URLs, one per line. */
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

/** A text beyond its limit is dropped. */
function capped<T extends Readonly<Record<string, string>>>(tags: T): T {
  const isLong = (name: string) => (tags[name]?.length ?? 0) > (maxCount[name] ?? metadataLimits.address);
  const long = Object.keys(tags).filter(isLong);
  return { ...tags, ...Object.fromEntries(long.map((name) => [name, ''])) };
}

/** On one line, without control characters and lone surrogates. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
}

function web(text: string, base: string): string {
  // An empty one would resolve to the page itself.
  const url = text !== '' && URL.canParse(text, base) ? new URL(text, base) : null;
  return url !== null && /^https?:$/u.test(url.protocol) && url.href.length <= metadataLimits.address
    ? url.href
    : '';
}

/** An app's custom scheme; not one that the browser runs or opens as a document. */
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

const maxSuggestions = 3;
const few = (addresses: readonly string[]) => [...new Set(addresses)].slice(0, maxSuggestions);

/**
 * @param raw the result of the script in the page
 * @param page base URL of relative ones
 * @returns `null` when it is invalid
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

/** The largest preview image, in characters of its `data:` URL. */
const maxPictureLength = 300_000;

/** Accepts only an image drawn by the script in the page; `null` for anything else. */
export function parseImage(raw: unknown): string | null {
  return typeof raw === 'string' &&
    raw.length <= maxPictureLength &&
    /^data:image\/jpeg;base64,[\w+/]+=*$/u.test(raw)
    ? raw
    : null;
}
