/** How the record sections differ: what is searched, sorted and pinned, their fields and commands. */
import type { CollectionName, MirrorSchema } from '../../../lib/mirror/database.ts';
import type { Id } from '../../../lib/api/ids.ts';
import type { EditCommand } from '../../../lib/outbox/commands.ts';
import type { CommandBody } from '../section-deps.ts';
import type { FieldSpec, FormValues } from './form-fields.ts';

export type RecordOf<Name extends CollectionName> = MirrorSchema[Name]['value'];

export interface RecordListConfig<Name extends CollectionName> {
  readonly name: Name;
  readonly searchWords: (record: RecordOf<Name>) => readonly string[];
  /** The list is sorted by it. */
  readonly nameOf: (record: RecordOf<Name>) => string;
  /** Pinned records are listed first. */
  readonly isPinned?: (record: RecordOf<Name>) => boolean;
}

/** The key of the form that adds a record; other forms have the id of their record. */
export const newRecordKey = 'new';

export interface Adding<Name extends CollectionName> {
  /** @param records those of the account, for suggestions */
  readonly fields: (records: readonly RecordOf<Name>[]) => readonly FieldSpec[];
  readonly command: (values: FormValues) => CommandBody;
  /** The record as the list shows it until the service's list has been read. */
  readonly record: (id: Id, values: FormValues) => RecordOf<Name>;
}

/** The number of links or items that a deletion affects; a lower bound where it is not `exact`. */
export interface AffectedCount {
  readonly count: number;
  readonly exact: boolean;
}

export interface Changing<Name extends CollectionName> {
  readonly what: EditCommand['what'];
  readonly fields: (record: RecordOf<Name>) => readonly FieldSpec[];
  readonly values: (record: RecordOf<Name>) => FormValues;
  /** The name is sent with every change: the service requires it. */
  readonly sendsName?: boolean;
  readonly patch: (record: RecordOf<Name>, values: FormValues) => Partial<RecordOf<Name>>;
  /** What a deletion affects. Calls back once with what is stored here, and again with what the service answers. */
  readonly countAffected: (
    record: RecordOf<Name>,
    onCount: (affected: AffectedCount) => void,
    signal: AbortSignal,
  ) => Promise<void>;
}

export interface RecordSectionConfig<Name extends CollectionName> extends RecordListConfig<Name> {
  readonly adding?: Adding<Name>;
  /** Omitted where the API can neither change nor delete such records. */
  readonly changing?: Changing<Name>;
}

export interface SectionNotice {
  readonly name: 'added' | 'saved' | 'deleted' | 'copied' | 'copy-failed';
  readonly what: string;
}
