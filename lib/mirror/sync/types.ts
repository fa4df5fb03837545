/** What the keeper of the mirror is handed. */
import type { Failure } from '../../api/failure.ts';
import type { Choice } from '../../draft/draft.ts';

export type { Reader } from '../../messages/api-reader.ts';

/** What the pickers offer, as far as it has come in. */
export interface OfferedLists {
  /** When all that a form can't do without had come in: epoch ms. */
  readonly at?: number;
  readonly campaigns?: Choice[];
  readonly channels?: Choice[];
  readonly pixels?: Choice[];
  readonly pixelTypes?: string[];
  readonly splashPages?: Choice[];
  readonly overlays?: Choice[];
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
const general: readonly Failure['kind'][] = [
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
export function concernsAll(failure: Failure): boolean {
  return general.includes(failure.kind) || (failure.kind === 'unreachable' && failure.status === null);
}
