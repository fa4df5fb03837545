/** The service's calls for commands, and the results of jobs that they end with. */
import { addCampaign, assignToCampaign, updateCampaign } from '../../../lib/api/campaigns.ts';
import { addChannel, assignToChannel, updateChannel } from '../../../lib/api/channels.ts';
import { addDomain, updateDomain } from '../../../lib/api/domains.ts';
import type { Call } from '../../../lib/api/call.ts';
import { toId, type Id } from '../../../lib/api/ids.ts';
import { addPixel } from '../../../lib/api/pixels.ts';
import type { Created } from '../../../lib/api/response-fields.ts';
import { deleteCall } from '../../../lib/api/record-calls.ts';
import { lastPathSegment } from '../../../lib/api/short-url.ts';
import {
  isAssign,
  type AssignCommand,
  type CreateLinkCommand,
  type CreateRecordCommand,
  type EditCommand,
} from '../../../lib/outbox/commands.ts';
import { isOtherAlias, jobResult, type JobResult } from '../../../lib/outbox/job-result.ts';
import { safeDecode } from '../../../lib/url/safe-decode.ts';

/** @throws for what is no id; the command's schema has refused that already */
export function checkedId(id: string): Id {
  const checked = toId(id);
  if (checked === null) throw new TypeError('Not an id');
  return checked;
}

export const callOf = (command: AssignCommand | EditCommand): Call<unknown> =>
  isAssign(command) ? assignmentCall(command) : editCall(command);

function assignmentCall({ kind, to, item, type = 'links' }: AssignCommand): Call<unknown> {
  return kind === 'assign-campaign'
    ? assignToCampaign(checkedId(to.id), checkedId(item))
    : assignToChannel(checkedId(to.id), type, checkedId(item));
}

function editCall({ what, act, item, name, fields = {} }: EditCommand): Call<unknown> {
  const id = checkedId(item);
  if (act === 'delete') return deleteCall(what, id);
  switch (what) {
    case 'campaign':
      return updateCampaign(id, { ...fields, name: fields.name || name });
    case 'channel':
      return updateChannel(id, fields);
    case 'domain':
      return updateDomain(id, fields);
  }
}

export function createRecordCall(command: CreateRecordCommand): Call<Created> {
  switch (command.kind) {
    case 'add-campaign':
      return addCampaign({ ...command.fields, name: command.name });
    case 'add-channel':
      return addChannel({ ...command.fields, name: command.name });
    case 'add-domain':
      return addDomain({ ...command.fields, domain: command.name });
    case 'add-pixel':
      return addPixel({ type: command.type, name: command.name, tag: command.tag });
  }
}

const aliasOf = (shortUrl: string | null): string => safeDecode(lastPathSegment(shortUrl ?? ''));

export function linkResult({ link }: CreateLinkCommand, id: Id | null, shortUrl: string | null): JobResult {
  return jobResult({ id, shortUrl, aliasDiffers: isOtherAlias(link.alias, aliasOf(shortUrl)) });
}
