/** Local changes of campaigns, channels, pixels and domains. */
import type { Channel } from '../../api/channels.ts';
import { toWebAddress } from '../../api/coerce.ts';
import type { Id } from '../../api/ids.ts';
import type { Domain } from '../../api/domains.ts';
import {
  listNameOf,
  listOfRecord,
  type CreateRecordCommand,
  type EditCommand,
} from '../../outbox/commands.ts';
import type { CollectionName, MirrorSchema } from '../database.ts';
import { removeChannelItems, removeLinksFromCampaign } from '../remove-memberships.ts';
import { listKey } from '../sync/sync-progress.ts';
import { addPendingChange, markListStale, type LocalChange } from './context.ts';

type Fields = NonNullable<EditCommand['fields']>;

/** @param id `null` when the response had none: the next list then has the record */
export async function insertRecord(
  change: LocalChange,
  command: CreateRecordCommand,
  id: Id | null,
): Promise<void> {
  if (id !== null) await addKnownRecord(change, command, id);
  await markListStale(change, listKey(listNameOf(command)));
}

function addKnownRecord(change: LocalChange, command: CreateRecordCommand, id: Id): Promise<void> {
  const { name } = command;
  switch (command.kind) {
    case 'add-pixel':
      return put(change, 'pixels', { id, type: command.type, name, tag: command.tag, date: null }, {});
    case 'add-campaign': {
      const isPublic = command.fields?.public === true;
      return put(change, 'campaigns', { id, name, public: isPublic, rotator: null, list: null }, {});
    }
    case 'add-channel': {
      const initial = { description: '', color: '', starred: false };
      return put(change, 'channels', { id, name, ...channelFields(initial, command.fields ?? {}) }, {});
    }
    case 'add-domain': {
      const initial = { redirectroot: null, redirect404: null };
      return put(change, 'domains', { id, domain: name, ...domainFields(initial, command.fields ?? {}) }, {});
    }
  }
}

/** @param set the fields that were set here; a list of the service is right about the others */
async function put<Name extends CollectionName>(
  change: LocalChange,
  name: Name,
  record: MirrorSchema[Name]['value'],
  set: Fields,
): Promise<void> {
  void change.transaction.objectStore(name).put(record);
  await addPendingChange(change, { store: name, key: record.id, fields: Object.keys(set) });
}

export async function editRecord(
  change: LocalChange,
  kind: EditCommand['what'],
  id: string,
  fields: Fields,
): Promise<void> {
  const { transaction } = change;
  const { name } = fields;
  if (kind === 'campaign') {
    const before = await transaction.objectStore('campaigns').get(id);
    const edited = before && {
      ...before,
      name: name ?? before.name,
      public: fields.public ?? before.public,
      // Another slug makes another URL, which the list will show.
      rotator: fields.slug === undefined ? before.rotator : null,
    };
    if (edited) await put(change, 'campaigns', edited, fields);
  } else if (kind === 'channel') {
    const before = await transaction.objectStore('channels').get(id);
    const edited = before && { ...before, name: name ?? before.name, ...channelFields(before, fields) };
    if (edited) await put(change, 'channels', edited, fields);
  } else {
    const before = await transaction.objectStore('domains').get(id);
    if (before) await put(change, 'domains', { ...before, ...domainFields(before, fields) }, fields);
  }
  await markListStale(change, listKey(listOfRecord(kind)));
}

const channelFields = (
  before: Pick<Channel, 'description' | 'color' | 'starred'>,
  { description, color, starred }: Fields,
) => ({
  description: description ?? before.description,
  color: color ?? before.color,
  starred: starred ?? before.starred,
});

const domainFields = (
  before: Pick<Domain, 'redirectroot' | 'redirect404'>,
  { redirectroot, redirect404 }: Fields,
) => ({
  redirectroot: redirectroot === undefined ? before.redirectroot : toWebAddress(redirectroot),
  redirect404: redirect404 === undefined ? before.redirect404 : toWebAddress(redirect404),
});

export async function removeRecord(
  change: LocalChange,
  kind: EditCommand['what'],
  id: string,
): Promise<void> {
  const name = listOfRecord(kind);
  void change.transaction.objectStore(name).delete(id);
  await addPendingChange(change, { store: name, key: id, gone: true });
  await markListStale(change, listKey(name));
  if (kind === 'campaign') await removeLinksFromCampaign(change, id);
  if (kind === 'channel') await removeChannelItems(change, id);
}
