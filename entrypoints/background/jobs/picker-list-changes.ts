/** Applies a job's changes to the stored lists of the pickers. */
import {
  listNameOf,
  type AssignCommand,
  type Command,
  type CreateLinkCommand,
  type CreateRecordCommand,
  type EditCommand,
} from '../../../lib/outbox/commands.ts';
import { withRecentId, type PickerLists } from '../../../lib/storage/picker-lists.ts';

type RecordCommand = CreateRecordCommand | EditCommand;
export type OtherCommand = Exclude<Command, CreateLinkCommand>;

/** Moves what was chosen for a link to the front. */
export function withChoices(lists: PickerLists, { link }: CreateLinkCommand): PickerLists {
  const recent = { ...lists.recent };
  if (link.campaign !== null) recent.campaigns = withRecentId(recent.campaigns, link.campaign.id);
  if (link.channel !== null) recent.channels = withRecentId(recent.channels, link.channel.id);
  for (const pixel of link.pixels) recent.pixels = withRecentId(recent.pixels, pixel.id);
  return { ...lists, recent, lastDomain: link.domain || lists.lastDomain };
}

/** No list of the API names the service's default domain: the links that it creates there show it. */
export function withDefaultDomain(lists: PickerLists, shortUrl: string): PickerLists {
  const defaultDomain = shortUrl.slice(0, shortUrl.lastIndexOf('/'));
  return lists.defaultDomain === defaultDomain ? lists : { ...lists, defaultDomain };
}

/** What a link was added to counts as used, as what was chosen for a new one does. */
export function withAssigned(lists: PickerLists, { kind, to }: AssignCommand): PickerLists {
  const list = kind === 'assign-campaign' ? 'campaigns' : 'channels';
  // Many are added to the same one: the others need no write.
  if (lists.recent[list][0] === to.id) return lists;
  return { ...lists, recent: { ...lists.recent, [list]: withRecentId(lists.recent[list], to.id) } };
}

/** @param createdId of a new record; `null` where the service did not return it */
export function withRecord(
  lists: PickerLists,
  command: RecordCommand,
  createdId: string | null,
): PickerLists {
  const list = listNameOf(command);
  if (list === 'domains') return withDomain(lists, command);
  return command.kind === 'change'
    ? withEdit(lists, list, command)
    : withNewRecord(lists, list, command, createdId);
}

function withDomain(lists: PickerLists, command: RecordCommand): PickerLists {
  // The name of a domain can't be changed.
  if (command.kind === 'change' && command.act === 'update') return lists;
  const others = lists.domains.filter((domain) => domain !== command.name);
  return { ...lists, domains: command.kind === 'change' ? others : [...others, command.name] };
}

type ListName = Exclude<ReturnType<typeof listNameOf>, 'domains'>;

function withEdit(
  lists: PickerLists,
  list: ListName,
  { act, item: id, name, fields }: EditCommand,
): PickerLists {
  const edited = act === 'delete' ? [] : [{ id, name: fields?.name || name }];
  return { ...lists, [list]: lists[list].flatMap((one) => (one.id === id ? edited : one)) };
}

function withNewRecord(
  lists: PickerLists,
  list: ListName,
  { name, private: isPrivate }: CreateRecordCommand,
  id: string | null,
): PickerLists {
  if (id === null) return lists;
  return {
    ...lists,
    [list]: [{ id, name }, ...lists[list].filter((one) => one.id !== id)],
    // The record is the account's; that it was used last is a private window's own affair.
    recent: isPrivate ? lists.recent : { ...lists.recent, [list]: withRecentId(lists.recent[list], id) },
  };
}
