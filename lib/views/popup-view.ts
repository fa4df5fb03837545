/**
 * The popup view: everything the popup shows at its first paint, in one stored value that only the background writes
 * and has checked. The popup reads it through the small parser below, so that its first paint needs no schema library.
 */
import type { PickerOption } from '../draft/draft.ts';
import type { LinkDefaults } from '../draft/link-defaults.ts';
import type { RecentLink } from '../storage/recent-links.ts';
import type { BlockReasonView, JobView } from './job-view.ts';

export const popupViewVersion = 4;

/** The popup opens automatically for the result of the context menu, as nothing else would show it. */
export interface AutoOpened {
  readonly at: number;
  /** The short URL that has been copied; `null` for a job that the popup lists. */
  readonly copied: string | null;
}

export interface PopupView {
  readonly version: typeof popupViewVersion;
  readonly connected: boolean;
  /** The account, as its mirror is named. */
  readonly scope?: string | undefined;
  /** The service's address, with the path that it may have: its website, and its short links begin so. Empty when not connected. */
  readonly site: string;
  readonly autoCopy: boolean;
  /** The steps of a clean-up that are offered; those of the fallback where it is omitted. */
  readonly cleanUp?: readonly string[] | undefined;
  /** Opening the popup is enough. */
  readonly oneClick?: boolean;
  /** Opening it copies the page's existing link. */
  readonly reuse?: boolean;
  readonly defaults: LinkDefaults;
  readonly campaigns: PickerOption[];
  readonly channels: PickerOption[];
  readonly pixels: PickerOption[];
  /** Those seen in the account. */
  readonly pixelTypes: string[];
  readonly domains: string[];
  /** The user's own redirect pages; omitted while they are not known. */
  readonly splashPages?: readonly PickerOption[] | undefined;
  readonly overlays?: readonly PickerOption[] | undefined;
  readonly lastDomain: string;
  /** Omitted while it is not known. */
  readonly defaultDomain?: string | undefined;
  /** The UTC offset of the service's timestamps in minutes; omitted while it is not known. */
  readonly zone?: number | undefined;
  readonly recents: RecentLink[];
  /** Unfinished jobs, and ended ones the user has not been shown yet; newest first. */
  readonly jobs: JobView[];
  /** The number of all unfinished jobs; of many, `jobs` has the newest. */
  readonly unfinished: number;
  readonly blockReason: BlockReasonView | null;
  /** Stored data of ours was damaged and has been set aside. */
  readonly damaged: boolean;
  /** The browser's storage has refused a write of this worker instance. */
  readonly storageFailing: boolean;
  /** Its quota was used up, and cached data was deleted to free space. */
  readonly storageReclaimed?: boolean | undefined;
  /** Until a popup has been opened. */
  readonly autoOpened?: AutoOpened | undefined;
}

export const emptyPopupView: PopupView = {
  version: popupViewVersion,
  connected: false,
  site: '',
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
  unfinished: 0,
  blockReason: null,
  damaged: false,
  storageFailing: false,
};

const lists = ['campaigns', 'channels', 'pixels', 'pixelTypes', 'domains', 'recents', 'jobs'] as const;

function isValid(list: unknown): boolean {
  return Array.isArray(list) && list.every((entry) => entry != null);
}

function isPopupView(raw: unknown): raw is PopupView {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loosest shape, read with `?.` only
  const view = raw as Record<string, unknown> & { defaults?: { pixels?: unknown } };
  return (
    view?.['version'] === popupViewVersion &&
    isValid(view.defaults?.pixels) &&
    lists.every((list) => isValid(view[list]))
  );
}

/** `null` when there is no view yet, or one of another version or shape: the background then writes a new one. */
export function parsePopupView(raw: unknown): PopupView | null {
  return isPopupView(raw) ? raw : null;
}

/** In ms: a popup that is opened later was opened by the user. */
const autoOpensWithinMs = 10_000;

/** Why the popup has opened automatically; `null` where the user has opened it. */
export function autoOpenedNow({ autoOpened }: PopupView, now: number): AutoOpened | null {
  return autoOpened && Math.abs(now - autoOpened.at) < autoOpensWithinMs ? autoOpened : null;
}
