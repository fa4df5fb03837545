/**
 * Pages' requests that bypass the outbox: sent once, however often a page repeats the message to get the
 * response.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiProxy, type ProxyRequest } from '../../../../entrypoints/background/messaging/api-proxy.ts';
import type { BlockReason } from '../../../../lib/outbox/block-reason.ts';
import type { Failure } from '../../../../lib/api/failure.ts';
import { getAccount } from '../../../../lib/api/account.ts';
import { noon, uuid, wrongKey } from '../../../support/samples.ts';
import { fresh } from '../../../support/fake-browser.ts';
import { gatewayOf, type Reply } from '../../../support/fake-gateway.ts';
import { pass, stopTime } from '../../../support/background-worker.ts';
import { settled } from '../../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));

const body = { error: 0, data: {} };

function world(service: () => Reply | Promise<Reply> = () => ({ body })) {
  const { gateway, sent } = gatewayOf(service);
  const retired = gatewayOf(() => ({ failure: { kind: 'account-changed' } }));
  const state = {
    scope: 'here',
    /** The account gets another key while the request waits. */
    isRetiring: false,
    connected: true,
    closed: null as BlockReason | null,
    online: true,
    held: 0,
  };
  const question = createApiProxy({
    connection: {
      async gateway() {
        if (state.isRetiring) {
          state.isRetiring = false;
          return retired.gateway;
        }
        return state.connected ? gateway : null;
      },
      scope: async () => (state.connected ? state.scope : ''),
    },
    blockReason: () => state.closed,
    online: () => state.online,
    keepAlive: {
      acquire: () => {
        state.held++;
        return () => void state.held--;
      },
    },
    now: Date.now,
  });
  const call = { ...getAccount(), read: (read: unknown) => read };
  const request = (n: number, change: Partial<ProxyRequest> = {}) =>
    question({ id: uuid(n), scope: 'here', priority: 'user', call, ...change });
  return { request, sent, state };
}

/** A service that responds when the test releases it. */
function slow() {
  let reply: (reply: Reply) => void = () => {};
  const replied = new Promise<Reply>((resolve) => (reply = resolve));
  return { service: () => replied, reply: () => reply({ body }) };
}

beforeEach(() => fresh());
afterEach(() => vi.useRealTimers());

describe('a page’s request', () => {
  it('that waits while the account gets another key is sent with that one', async () => {
    const { request, sent, state } = world();
    state.isRetiring = true;
    expect(await request(1)).toEqual({ ok: true, body, date: null });
    expect(sent).toHaveLength(1);
  });

  it('is one API request of its priority, and keeps the worker alive', async () => {
    const { service, reply } = slow();
    const { request, sent, state } = world(service);
    const response = request(1, { priority: 'background' });
    await settled();
    expect([sent.map(({ endpoint, options }) => [endpoint, options.priority]), state.held]).toEqual([
      [['GET /api/account', 'background']],
      1,
    ]);
    reply();
    expect(await response).toEqual({ ok: true, body, date: null });
    expect(state.held).toBe(0);
  });

  it('that takes long returns "not yet" after 20 s; repeated, it gets the response of the same API request', async () => {
    stopTime(noon);
    const { service, reply } = slow();
    const { request, sent } = world(service);
    const first = request(1);
    await pass(20_000);
    expect(await first).toEqual({ ok: 'not-yet' });
    const second = request(1);
    await pass(5_000);
    reply();
    expect(await second).toMatchObject({ ok: true });
    expect(sent).toHaveLength(1);
    // The next message with its id would be a new request.
    await request(1);
    expect(sent).toHaveLength(2);
  });

  it('whose response arrives between two messages gets it with the second one', async () => {
    stopTime(noon);
    const { service, reply } = slow();
    const { request, sent } = world(service);
    const first = request(1);
    await pass(20_000);
    expect(await first).toEqual({ ok: 'not-yet' });
    reply();
    await pass(1_000);
    expect(await request(1)).toMatchObject({ ok: true });
    expect(sent).toHaveLength(1);
  });

  it('sent twice in parallel is one API request', async () => {
    const { service, reply } = slow();
    const { request, sent } = world(service);
    const both = [request(1), request(1)];
    await settled();
    reply();
    expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }]);
    expect(sent).toHaveLength(1);
  });

  it('that is not repeated is aborted, also while it is queued', async () => {
    stopTime(noon);
    const { request, sent } = world(() => new Promise(() => {}));
    const first = request(1);
    await pass(20_000);
    await first;
    const signal = sent[0]?.options.signal;
    await pass(9_000);
    expect(signal?.aborted).toBe(false);
    await pass(2_000);
    expect(signal?.aborted).toBe(true);
  });

  it('whose message is repeated is not aborted', async () => {
    stopTime(noon);
    const { request, sent } = world(() => new Promise(() => {}));
    for (let n = 0; n < 5; n++) {
      const response = request(1);
      await pass(20_000);
      expect(await response).toEqual({ ok: 'not-yet' });
    }
    expect(sent).toHaveLength(1);
    expect(sent[0]?.options.signal?.aborted).toBe(false);
  });

  it('that failed here is not remembered: repeated, it is a new API request', async () => {
    const replies = [() => Promise.reject(new Error('locked')), async () => ({ body })];
    const { request, state } = world(() => replies.shift()?.() ?? { body });
    await expect(request(1)).rejects.toThrow('locked');
    expect(await request(1)).toMatchObject({ ok: true });
    expect(state.held).toBe(0);
  });

  it('returns a failure unchanged', async () => {
    const failure: Failure = { kind: 'limit', until: noon, message: null };
    const { request, state } = world(() => ({ failure }));
    expect(await request(1)).toEqual({ ok: false, failure });
    expect(state.held).toBe(0);
  });
});

describe('nothing is sent', () => {
  it('without a connected account', async () => {
    const { request, sent, state } = world();
    state.connected = false;
    expect(await request(1)).toMatchObject({ ok: false, failure: { kind: 'not-connected' } });
    expect([sent, state.held]).toEqual([[], 0]);
  });

  it('for another account’s request', async () => {
    const { request, sent } = world();
    expect(await request(1, { scope: 'there' })).toEqual({ ok: false, failure: { kind: 'account-changed' } });
    expect(sent).toEqual([]);
  });

  it('during a block', async () => {
    stopTime(noon);
    const { request, sent, state } = world();
    state.closed = { failure: wrongKey, until: null };
    expect(await request(1)).toEqual({ ok: false, failure: wrongKey });
    state.closed = { failure: wrongKey, until: noon + 1_000 };
    expect(await request(2)).toEqual({ ok: false, failure: wrongKey });
    expect(sent).toEqual([]);
    await pass(1_000);
    expect(await request(3)).toMatchObject({ ok: true });
  });

  it('while the device is offline', async () => {
    const { request, sent, state } = world();
    state.online = false;
    expect(await request(1)).toMatchObject({ ok: false, failure: { kind: 'unreachable', status: null } });
    expect(sent).toEqual([]);
  });
});

it('a response that arrives after the account has changed is discarded', async () => {
  const { service, reply } = slow();
  const { request, state } = world(service);
  const response = request(1);
  await settled();
  state.scope = 'there';
  reply();
  expect(await response).toEqual({ ok: false, failure: { kind: 'account-changed' } });
});
