/** The data that the sync passes on to the background, as `store-lists` has it. */
import type { RequestOf } from '../../messages/protocol.ts';

type ListUpdate = RequestOf<'store-lists'>;

/** The pickers' options, as far as they were synced. */
export type PickerUpdate = ListUpdate['lists'];
/** A link that the service certainly has no more. */
export type GoneLink = ListUpdate['gone'][number];
export type Clicks = ListUpdate['clicks'][number];

export type StoreLists = (
  lists: PickerUpdate,
  clicks: readonly Clicks[],
  gone?: readonly GoneLink[],
) => Promise<void>;
