import type { AddAsk, Ask, ChangeAsk } from '../../../lib/outbox/job.ts';

const lists = {
  'add-campaign': 'campaigns',
  'add-channel': 'channels',
  'add-pixel': 'pixels',
  'add-domain': 'domains',
} as const;

export const isAdd = (kind: Ask['kind']): kind is AddAsk['kind'] => Object.hasOwn(lists, kind);

/** In which of the service's lists stands what an ask adds or changes. */
export function listOf(ask: Pick<AddAsk, 'kind'> | Pick<ChangeAsk, 'kind' | 'what'>) {
  return ask.kind === 'change' ? lists[`add-${ask.what}`] : lists[ask.kind];
}
