/**
 * Optimistic update: writes into the mirror what a job of ours has just done; a list of the service confirms it
 * later.
 */
import * as z from 'zod/mini';
import { toId } from '../api/ids.ts';
import { toTimestamp } from '../draft/local-time.ts';
import { commandSchema } from '../outbox/commands.ts';
import { jobResultSchema } from '../outbox/job-result.ts';
import type { MirrorDatabase } from './database.ts';
import { stores, type LocalChange } from './local-change/context.ts';
import {
  addChannelItem,
  insertLink,
  assignLinkToCampaign,
  excludeLink,
} from './local-change/link-changes.ts';
import { insertRecord, editRecord, removeRecord } from './local-change/record-changes.ts';

export const completedCommandSchema = z.object({
  command: commandSchema,
  result: z.nullable(jobResultSchema),
  /** Epoch ms. */
  at: z.number(),
  /** A link without an expiration and a password: the command of an ended job has lost its password. */
  openEnded: z.optional(z.boolean()),
  /** Its expiration, where the time is known. */
  expires: z.optional(z.string()),
  hasPassword: z.optional(z.boolean()),
  /** The UTC offset of the service's times in minutes; the local one until it is known. */
  utcOffset: z.optional(z.number()),
});
export type CompletedCommand = z.infer<typeof completedCommandSchema>;

/** @returns what a page has to render again */
export async function applyLocalChange(
  database: MirrorDatabase,
  completed: CompletedCommand,
): Promise<readonly ('links' | 'lists')[]> {
  const { command, result, at } = completed;
  const transaction = database.transaction([...stores], 'readwrite');
  const change: LocalChange = { transaction, at, touched: new Set() };
  // Nothing from a private window is stored.
  if (command.private) await excludeLink(change, result);
  else await applyCommand(change, completed);
  await transaction.done;
  return [...change.touched];
}

function applyCommand(
  change: LocalChange,
  { command, result, at, openEnded, expires, hasPassword, utcOffset }: CompletedCommand,
): Promise<void> {
  switch (command.kind) {
    case 'shorten':
      return insertLink(change, command.link, result, {
        openEnded,
        expires,
        hasPassword,
        date: toTimestamp(new Date(at), utcOffset),
      });
    case 'assign-campaign':
      return assignLinkToCampaign(change, command.item, command.to.id);
    case 'assign-channel':
      return addChannelItem(change, command.to.id, {
        type: command.type ?? 'links',
        id: command.item,
        name: command.name,
      });
    case 'change':
      return command.act === 'delete'
        ? removeRecord(change, command.what, command.item)
        : editRecord(change, command.what, command.item, command.fields ?? {});
    case 'add-campaign':
    case 'add-channel':
    case 'add-pixel':
    case 'add-domain':
      return insertRecord(change, command, toId(result?.id));
  }
}
