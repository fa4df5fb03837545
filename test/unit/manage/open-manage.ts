/** The manage page's model with a fake background, storage and clipboard. */
import { createManageModel } from '../../../entrypoints/manage/model.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { MessageError, type MessageProblem } from '../../../lib/messages/client.ts';
import { activityView } from '../../support/sample-views.ts';

export function openManage(...given: unknown[]) {
  return openManageIn(false, ...given);
}

export function openManageIn(isPrivate: boolean, ...given: unknown[]) {
  const stored = given.length > 0 ? given[0] : activityView();
  const asked: string[] = [];
  const acts: string[] = [];
  const world = {
    now: 100_000,
    /** The background's answers to the next messages; the last one is repeated. */
    responses: ['yes'] as (MessageProblem | 'yes' | 'never')[],
    copies: true,
    jobLink: null as LinkDraft | null,
    show: (_raw: unknown): void => {},
  };
  async function send(what: string, reply: unknown): Promise<unknown> {
    asked.push(what);
    const response = world.responses.length > 1 ? world.responses.shift() : world.responses[0];
    if (response === 'never') return new Promise<never>(() => {});
    if (response !== 'yes' && response !== undefined) throw new MessageError(response);
    return reply;
  }
  const model = createManageModel({
    stored,
    private: isPrivate,
    now: () => world.now,
    ping: async () => send('ping manage', null),
    request: async (kind, request) =>
      send([kind, ...Object.values(request ?? {})].join(' '), kind === 'cancel-queued' ? 3 : null) as never,
    watch: (show) => (world.show = show),
    copy: async (text) => {
      acts.push(`copy ${text}`);
      return world.copies;
    },
    cancelBulkRow: async (id) => void asked.push(`drop ${id}`),
    retryBulkRow: async (id) => asked.push(`retry row ${id}`) > 0,
    resumeBulk: async (id) => {
      await send(`resume bulk ${id}`, null);
    },
    openSettings: (target) => acts.push(`settings ${target ?? ''}`.trim()),
    openNewLink: () => acts.push('new link'),
    openJobLink: async ({ id }) => send(`link ${id}`, true) as Promise<boolean>,
    readJobLink: async (id) => send(`link ${id}`, world.jobLink) as Promise<typeof world.jobLink>,
    openPage: (url) => acts.push(`open ${url}`),
  });
  return { model, asked, acts, world };
}
