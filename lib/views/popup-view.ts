/**
 * The popup view: everything the popup shows at its first paint, in one stored value that only the background writes
 * and has checked. The popup reads it through the small guard below, so that its first paint needs no schema library.
 */
import type { PickerOption } from '../draft/draft.ts';
import type { LinkSummary } from '../draft/link-summary.ts';
import type { Failure } from '../api/failure.ts';
import type { RecentLink } from '../storage/recent-links.ts';

const version = 2;

/** A job as a page may see it. */
export interface JobView {
  readonly id: string;
  readonly kind:
    | 'shorten'
    | 'add-campaign'
    | 'add-channel'
    | 'add-pixel'
    | 'add-domain'
    | 'assign-campaign'
    | 'assign-channel'
    | 'change';
  readonly from: 'popup' | 'menu' | 'places' | 'bulk';
  readonly state: 'queued' | 'sent' | 'done' | 'refused' | 'unknown' | 'cancelled';
  /** Epoch ms of the person's act. */
  readonly at: number;
  /** The address to shorten, the name to add or to change, or the short address to file. */
  readonly subject: string;
  /** Ids of later presses for the same link, which joined it. */
  readonly joined?: string[] | undefined;
  /** From a private window. */
  readonly private?: boolean | undefined;
  /** The name of what it is filed under. */
  readonly to?: string | undefined;
  /** What is changed, and how. */
  readonly what?: 'campaign' | 'channel' | 'domain' | undefined;
  readonly act?: 'update' | 'delete' | undefined;
  /** Epoch ms of the next step, when it waits for one. */
  readonly goesAt: number | null;
  /** What it waits for until then: the limit, the hold before sending, a try after a failure, the next look. */
  readonly waits: 'limit' | 'hold' | 'retry' | 'look' | null;
  /** Epoch ms at which it ended; `null` while it has not. */
  readonly endedAt: number | null;
  /** For the person to decide: nobody can tell whether this link, which came into being then, is the one. */
  readonly question: {
    readonly shortUrl: string;
    readonly address: string;
    /** No link at all: it was sent as often as it may be, and none was found. */
    readonly unconfirmed?: boolean | undefined;
    /** What was asked for and can't be seen on that link. */
    readonly notShown?: ('password' | 'expiration' | 'type' | 'targets' | 'note' | 'tag')[] | undefined;
  } | null;
  readonly made: {
    id: string | null;
    shortUrl: string | null;
    aliasDiffers: boolean;
    lookedUp: boolean;
    existing: boolean;
    expiry?: string | undefined;
  } | null;
  /** What the link was given, once it is made. */
  readonly set?: LinkSummary | undefined;
  readonly failure: Failure | null;
  /** Of a refused one: dismissed while nobody could tell whether it was made. */
  readonly unconfirmed?: boolean | undefined;
  /** Automatic copying has put the link on the clipboard already. */
  readonly copied: boolean;
  /** Its password was kept no longer than it was under way, so it can't be tried again as it is. */
  readonly passwordDropped?: boolean | undefined;
}

/** Why nothing is sent at the moment, though something waits. */
export interface BlockReasonView {
  /** `offline` ends by itself; the others when the person has done what the failure's sentence says. */
  readonly why: 'offline' | 'failure';
  readonly failure: Failure | null;
  /** Epoch ms at which it is tried again by itself; `null` when not. */
  readonly until: number | null;
}

export interface PopupView {
  readonly version: 2;
  readonly connected: boolean;
  /** The account, as its mirror is named. */
  readonly scope?: string | undefined;
  /** The service's origin, for "Open the site"; empty when not connected. */
  readonly site: string;
  /** Access to the service's origin has been withdrawn. */
  readonly permissionMissing: boolean;
  readonly autoCopy: boolean;
  /** The steps of a clean-up that are offered; those of the fallback where it is left out. */
  readonly cleanUp?: readonly string[] | undefined;
  /** Opening the popup is enough. */
  readonly oneClick?: boolean;
  /** What opening it does where the page has a link already: copy that one. */
  readonly reuse?: boolean;
  readonly defaults: { campaign: PickerOption | null; channel: PickerOption | null; pixels: PickerOption[] };
  readonly campaigns: PickerOption[];
  readonly channels: PickerOption[];
  readonly pixels: PickerOption[];
  /** Those seen in the account. */
  readonly pixelTypes: string[];
  readonly domains: string[];
  /** What a link can lead through; left out where they are not known yet. */
  readonly splashPages?: readonly PickerOption[] | undefined;
  readonly overlays?: readonly PickerOption[] | undefined;
  readonly lastDomain: string;
  /** Of the service's times, in minutes ahead of UTC; left out as long as it is not known. */
  readonly zone?: number | undefined;
  readonly recents: RecentLink[];
  /** Unfinished jobs, and ended ones the person has not been shown yet; newest first. */
  readonly jobs: JobView[];
  readonly paused: BlockReasonView | null;
  /** Stored data of ours was damaged and has been set aside. */
  readonly damaged: boolean;
  /** The browser's storage has refused a write in this life of the background. */
  readonly storageFailing: boolean;
  /** Its quota was used up, and cached data was deleted to make room. */
  readonly storageReclaimed?: boolean | undefined;
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
  paused: null,
  damaged: false,
  storageFailing: false,
};

const lists = ['campaigns', 'channels', 'pixels', 'pixelTypes', 'domains', 'recents', 'jobs'] as const;

function isValid(list: unknown): boolean {
  return Array.isArray(list) && list.every((entry) => entry != null);
}

function isPopupView(raw: unknown): raw is PopupView {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the loosest shape, and asked with `?.` only
  const kept = raw as Record<string, unknown> & { defaults?: { pixels?: unknown } };
  return (
    kept?.['version'] === version &&
    isValid(kept.defaults?.pixels) &&
    lists.every((list) => isValid(kept[list]))
  );
}

/** `null` when there is no view yet, or one of another version or shape: the background then writes a new one. */
export function parsePopupView(raw: unknown): PopupView | null {
  return isPopupView(raw) ? raw : null;
}
