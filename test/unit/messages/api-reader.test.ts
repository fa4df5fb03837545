/** Reads of a page from the service: one request, however often the message is repeated, parsed by the call. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiReader } from '../../../lib/messages/api-reader.ts';
import { sendManageRequest, withRetry } from '../../../lib/messages/client.ts';
import { saveAccount } from '../../../lib/messages/save-account.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { listCampaigns } from '../../../lib/api/campaigns.ts';
import { findLink } from '../../../lib/api/link-details.ts';
// Loaded in advance: the clock of these tests does not wait for files.
import '../../../lib/messages/reply-schemas.ts';
import '../../../lib/messages/manage-reply-schemas.ts';

type Reply = object | 'dies' | 'failed';

const world = vi.hoisted(() => ({
  replies: [] as unknown[],
  put: [] as { kind: string; request: { id: string } }[],
}));

vi.mock('../../../lib/browser/native.ts', () => ({
  native: {
    runtime: {
      async sendMessage(message: (typeof world.put)[number]) {
        world.put.push(message);
        const reply = world.replies.shift();
        if (reply === 'dies') throw new Error('the message port closed');
        if (reply === 'failed') return { ok: false, problem: reply };
        return { ok: true, value: reply };
      },
    },
  },
}));

async function play<T>(replies: Reply[], act: () => Promise<T>): Promise<T> {
  world.replies = replies;
  const ending = act();
  await vi.runAllTimersAsync();
  return ending;
}

const read = createApiReader(
  (request) => withRetry(() => sendManageRequest('api-get', request)),
  () => 'https://sho.rt#12',
  'user',
);
const body = { error: '0', data: { campaigns: [{ id: 5, name: 'Mail' }], currentpage: 1, nextpage: null } };
const good = { ok: true, body, date: 7 };
const no: Failure = { kind: 'refused', status: 400, message: 'No' };

beforeEach(() => {
  vi.useFakeTimers();
  world.put.length = 0;
  return () => void vi.useRealTimers();
});

describe('reading', () => {
  it('sends the path and the query of the call, and reads the reply by it', async () => {
    const reply = await play([good], () => read(listCampaigns({ limit: 100, page: 2 })));
    expect(reply).toMatchObject({ ok: true, date: 7, value: { records: [{ id: '5', name: 'Mail' }] } });
    expect(world.put).toMatchObject([
      {
        kind: 'api-get',
        request: {
          path: '/api/campaigns',
          query: { limit: '100', page: '2' },
          priority: 'user',
          scope: 'https://sho.rt#12',
        },
      },
    ]);
  });

  it('is one request, identified by its id, while the reply takes long and the worker restarts', async () => {
    const later = { ok: 'not-yet' };
    const reply = await play([later, 'dies', later, good], () => read(listCampaigns()));
    expect(reply.ok).toBe(true);
    expect(new Set(world.put.map(({ request }) => request.id)).size).toBe(1);
    expect(world.put).toHaveLength(4);
    await play([good], () => read(listCampaigns()));
    expect(new Set(world.put.map(({ request }) => request.id)).size).toBe(2);
  });

  it('returns a failure', async () => {
    expect(await play([{ ok: false, failure: no }], () => read(listCampaigns()))).toEqual({
      ok: false,
      failure: no,
    });
  });

  it.each([[null], ['text'], [{ error: 0 }]])('fails for an unreadable body: %j', async (odd) => {
    expect(await play([{ ok: true, body: odd, date: null }], () => read(listCampaigns()))).toEqual({
      ok: false,
      failure: { kind: 'unreadable', status: 200 },
    });
  });

  it('finds nothing when a search is refused', async () => {
    const nothing = { ok: true, body: null, date: null };
    expect(await play([nothing], () => read(findLink('https://sho.rt/a')))).toEqual({
      ok: true,
      value: null,
      date: null,
    });
  });

  it('does not throw when the background fails', async () => {
    expect(await play(['failed'], () => read(listCampaigns()))).toMatchObject({ ok: false });
  });
});

describe('saving the account', () => {
  const fields = { scope: 'https://sho.rt#12', email: 'a@b.example', password: 'sesame' };

  it('is repeated until it is answered', async () => {
    const saved = await play(
      ['dies', { ok: 'not-yet' }, { ok: true, body: { error: 0, message: 'Saved' }, date: null }],
      () => saveAccount(fields),
    );
    expect(saved).toEqual({ ok: true });
    expect(new Set(world.put.map(({ request }) => JSON.stringify(request))).size).toBe(1);
    expect(world.put[0]).toMatchObject({ kind: 'save-account', request: fields });
  });

  it.each<[Reply, Failure]>([
    [{ ok: false, failure: no }, no],
    ['failed', { kind: 'internal' }],
  ])('returns a failure: %j', async (reply, failure) => {
    expect(await play([reply], () => saveAccount(fields))).toEqual({ ok: false, failure });
  });
});
