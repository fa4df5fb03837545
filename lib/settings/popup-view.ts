/**
 * The popup view: everything the popup shows at its first paint, in one stored value that only the background writes
 * and has checked. The popup reads it through the small guard below, so that its first paint needs no schema library.
 */
import type { Choice } from '../shortening/draft.ts';
import type { Failure } from '../service/failure.ts';
import type { RecentLink } from './recent-links.ts';

export const popupViewKey = 'popup-view';
const version = 1;

/** A job as a page may see it. */
export interface JobView {
  readonly id: string;
  readonly kind: 'shorten' | 'add-campaign' | 'add-channel' | 'add-pixel';
  readonly from: 'popup' | 'menu';
  readonly state: 'queued' | 'sent' | 'done' | 'refused' | 'unknown' | 'cancelled';
  /** Epoch ms of the person's act. */
  readonly at: number;
  /** The address to shorten, or the name to add. */
  readonly subject: string;
  /** Epoch ms at which it is expected to be sent, when it waits for the limit. */
  readonly goesAt: number | null;
  readonly made: {
    id: string | null;
    shortUrl: string | null;
    aliasDiffers: boolean;
    lookedUp: boolean;
  } | null;
  readonly failure: Failure | null;
  /** Automatic copying has put the link on the clipboard already. */
  readonly copied: boolean;
}

export interface PopupView {
  readonly version: 1;
  readonly connected: boolean;
  /** The service's origin, for "Open the site"; empty when not connected. */
  readonly site: string;
  /** Access to the service's origin has been withdrawn. */
  readonly permissionMissing: boolean;
  readonly autoCopy: boolean;
  readonly defaults: { campaign: Choice | null; channel: Choice | null; pixels: Choice[] };
  readonly campaigns: Choice[];
  readonly channels: Choice[];
  readonly pixels: Choice[];
  readonly pixelTypes: string[];
  readonly domains: string[];
  readonly lastDomain: string;
  readonly recents: RecentLink[];
  /** Unfinished jobs, and ended ones the person has not been shown yet; newest first. */
  readonly jobs: JobView[];
  /** Stored data of ours was damaged and has been set aside. */
  readonly damaged: boolean;
}

export const emptyPopupView: PopupView = {
  version,
  connected: false,
  site: '',
  permissionMissing: false,
  autoCopy: true,
  defaults: { campaign: null, channel: null, pixels: [] },
  campaigns: [],
  channels: [],
  pixels: [],
  pixelTypes: [],
  domains: [],
  lastDomain: '',
  recents: [],
  jobs: [],
  damaged: false,
};

const lists = ['campaigns', 'channels', 'pixels', 'pixelTypes', 'domains', 'recents', 'jobs'] as const;

function isSound(list: unknown): boolean {
  return Array.isArray(list) && list.every((entry) => entry != null);
}

function isPopupView(raw: unknown): raw is PopupView {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the loosest shape, and asked with `?.` only
  const kept = raw as Record<string, unknown> & { defaults?: { pixels?: unknown } };
  return (
    kept?.['version'] === version &&
    isSound(kept.defaults?.pixels) &&
    lists.every((list) => isSound(kept[list]))
  );
}

/** `null` when there is no view yet, or one of another version or shape: the background then writes a new one. */
export function guardPopupView(raw: unknown): PopupView | null {
  return isPopupView(raw) ? raw : null;
}
