/** The commands that change and delete a record, made of its section's description. */
import { t } from '../../../lib/i18n/t.ts';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import type { EditCommand } from '../../../lib/outbox/commands.ts';
import type { CommandBody } from '../section-deps.ts';
import { changedFields, textOf, type FormValues } from './form-fields.ts';
import type { RecordOf, RecordSectionConfig } from './record-section-config.ts';

/** `null` where the API can't change such records. */
export function changeCommand<Name extends CollectionName>(
  { changing, nameOf }: RecordSectionConfig<Name>,
  record: RecordOf<Name>,
  change: Pick<EditCommand, 'act' | 'fields'>,
): CommandBody | null {
  if (changing === undefined) return null;
  const name = nameOf(record) || t('unnamed');
  return { kind: 'change', what: changing.what, item: record.id, name, ...change };
}

/** `null` also when nothing was changed in the form. */
export function formCommand<Name extends CollectionName>(
  config: RecordSectionConfig<Name>,
  record: RecordOf<Name>,
  values: FormValues,
): CommandBody | null {
  const { changing } = config;
  if (changing === undefined) return null;
  const changed = changedFields(changing.fields(record), changing.values(record), values);
  if (Object.keys(changed).length === 0) return null;
  const name = changing.sendsName === true ? { name: textOf(values, 'name') } : {};
  return changeCommand(config, record, { act: 'update', fields: { ...changed, ...name } });
}
