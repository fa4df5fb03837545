/** The service's lists of the records that commands add or edit. */
import type { Command, CreateRecordCommand, EditCommand } from './commands.ts';

const lists = {
  'add-campaign': 'campaigns',
  'add-channel': 'channels',
  'add-pixel': 'pixels',
  'add-domain': 'domains',
} as const;

export const isAdd = (kind: Command['kind']): kind is CreateRecordCommand['kind'] =>
  Object.hasOwn(lists, kind);

export function listNameOf(command: Pick<CreateRecordCommand, 'kind'> | Pick<EditCommand, 'kind' | 'what'>) {
  return command.kind === 'change' ? lists[`add-${command.what}`] : lists[command.kind];
}
