/** What the keeper of the mirror is handed. */
import type { Failure } from '../../api/failure.ts';
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

/** Kinds that the next request would meet, too. */
const globalFailureKinds: readonly Failure['kind'][] = [
  'key',
  'not-connected',
  'limit',
  'no-permission',
  'moved',
  'challenge',
  'cancelled',
  'not-stored',
  'account-changed',
  'internal',
];

/** Whether a failure says something of the service as a whole, and not of what was asked. */
export function isGlobalFailure(failure: Failure): boolean {
  return (
    globalFailureKinds.includes(failure.kind) || (failure.kind === 'unreachable' && failure.status === null)
  );
}
