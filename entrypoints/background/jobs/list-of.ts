import type { CreateRecordCommand, Command, EditCommand } from '../../../lib/outbox/commands.ts';

const lists = {
  'add-campaign': 'campaigns',
  'add-channel': 'channels',
  'add-pixel': 'pixels',
  'add-domain': 'domains',
} as const;

export const isAdd = (kind: Command['kind']): kind is CreateRecordCommand['kind'] =>
  Object.hasOwn(lists, kind);

/** The service's list of the records that a command adds or edits. */
export function listOf(ask: Pick<CreateRecordCommand, 'kind'> | Pick<EditCommand, 'kind' | 'what'>) {
  return ask.kind === 'change' ? lists[`add-${ask.what}`] : lists[ask.kind];
}
