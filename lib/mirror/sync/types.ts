/** What the keeper of the mirror is handed. */
import type { PickerOption } from '../../draft/draft.ts';

export type { ApiReader } from '../../messages/api-reader.ts';

/** What the pickers offer, as far as it has come in. */
export interface PickerUpdate {
  /** When all that a form can't do without had come in: epoch ms. */
  readonly at?: number;
  readonly campaigns?: PickerOption[];
  readonly channels?: PickerOption[];
  readonly pixels?: PickerOption[];
  readonly pixelTypes?: string[];
  readonly splashPages?: PickerOption[];
  readonly overlays?: PickerOption[];
  readonly domains?: string[];
}

export interface Clicks {
  readonly id: string;
  readonly shortUrl: string;
  readonly longUrl: string;
  readonly clicks: number | null;
  /** As the service has it, of no zone. */
  readonly date: string | null;
}
