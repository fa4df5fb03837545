/** How one kind of record is listed: what is searched, sorted and pinned. */
import type { CollectionName, MirrorSchema } from '../../../lib/mirror/database.ts';

export type RecordOf<Name extends CollectionName> = MirrorSchema[Name]['value'];

export interface RecordListConfig<Name extends CollectionName> {
  readonly name: Name;
  readonly searchWords: (record: RecordOf<Name>) => readonly string[];
  /** The list is sorted by it. */
  readonly nameOf: (record: RecordOf<Name>) => string;
  /** Pinned records are listed first. */
  readonly isPinned?: (record: RecordOf<Name>) => boolean;
}
