/** Types of the data that the sync passes on to the background. */
import type { PickerOption } from '../../draft/draft.ts';
import type { LinkRow } from '../link-row.ts';

export type { ApiReader } from '../../messages/api-reader.ts';

/** The pickers' options, as far as they were synced. */
export interface PickerUpdate {
  /** Time at which every list that a form needs was complete: epoch ms. */
  readonly at?: number;
  readonly campaigns?: PickerOption[];
  readonly channels?: PickerOption[];
  readonly pixels?: PickerOption[];
  readonly pixelTypes?: string[];
  readonly splashPages?: PickerOption[];
  readonly overlays?: PickerOption[];
  readonly domains?: string[];
}

/** A link that the service certainly has no more. */
export type GoneLink = Pick<LinkRow, 'id' | 'shortUrl'>;

export interface Clicks {
  readonly id: string;
  readonly shortUrl: string;
  readonly longUrl: string;
  readonly clicks: number | null;
  /** As the service has it, without a time zone. */
  readonly date: string | null;
}
