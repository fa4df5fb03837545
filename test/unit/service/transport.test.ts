// The rows of the field notes that only a real socket can play, and what is decided before one is opened.
import type { RequestListener } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { getAccount } from '../../../lib/service/account.ts';
import type { ClientOptions } from '../../../lib/service/client.ts';
import { addLink, listLinks } from '../../../lib/service/links.ts';
import { clientWith, key, serve } from './stand-in.ts';

const create = addLink({ url: 'https://example.com' });
const lost = { kind: 'unreachable', status: null, message: null };

async function against(
  listener: RequestListener,
  options: Partial<ClientOptions> = {},
  signal?: AbortSignal,
) {
  await using service = await serve(listener);
  const connection = async () => ({ address: service.address, key });
  const send = clientWith({ fetch, connection, timeLimit: 5_000, ...options });
  const outcome = await send(create, signal ? { signal } : {});
  return { failure: outcome.ok ? null : outcome.failure, rate: outcome.rate, requests: service.requests };
}

describe('on the wire', () => {
  it('sends the key in the Authorization header and nowhere else, uncached', async () => {
    const { requests, failure } = await against((_, response) => response.end('{"error":0,"id":1}'));
    expect(failure).toBeNull();
    const [request] = requests;
    expect(request?.headers.authorization).toBe(`Bearer ${key}`);
    expect(request?.headers['cache-control']).toBe('no-cache');
    expect(request?.headers.cookie).toBeUndefined();
    expect(request?.url).toBe('/api/url/add');
  });

  it('asks the server again although the last list may be kept', async () => {
    let writes = 0;
    await using service = await serve((_, response) => {
      response.setHeader('Cache-Control', 'public, max-age=600');
      response.end(JSON.stringify({ error: '0', data: { urls: [{ id: ++writes }] } }));
    });
    const send = clientWith({ fetch, connection: async () => ({ address: service.address, key }) });
    await send(listLinks());
    const second = await send(listLinks());
    expect(second.ok && second.value.records[0]?.id).toBe('2');
  });

  it.each([301, 302, 307, 308])('follows no redirect %i: nothing reaches the other place', async (status) => {
    await using other = await serve((_, response) => response.end('{"error":0,"id":1}'));
    const { failure } = await against((_, response) => {
      response.writeHead(status, { Location: `${other.address}/steal` }).end();
    });
    expect(failure).toEqual({ kind: 'moved', status });
    expect(other.requests).toEqual([]);
  });

  it('takes a reset before the headers for a network failure', async () => {
    expect((await against((request) => request.socket.destroy())).failure).toEqual(lost);
  });

  it('takes a reset in the middle of the body for a network failure', async () => {
    const { failure } = await against((request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"error":0,"id":1}', () => request.socket.destroy());
    });
    expect(failure).toEqual(lost);
  });

  it('takes a body that stops early for a network failure', async () => {
    const { failure } = await against((_, response) =>
      response.end('{"error":0,"id":1,"shorturl":"https://g'),
    );
    expect(failure).toEqual(lost);
  });

  it('gives up a hang before the headers', async () => {
    expect((await against(() => {}, { timeLimit: 50 })).failure).toEqual({ kind: 'timed-out' });
  });

  it('gives up a hang in the middle of the body', async () => {
    const { failure } = await against(
      (_, response) => {
        response.writeHead(200);
        response.write('{"error":0,"id":1');
      },
      { timeLimit: 200 },
    );
    expect(failure).toEqual({ kind: 'timed-out' });
  });

  it('knows a limit by its status although the body hangs', async () => {
    const { failure } = await against(
      (_, response) => {
        response.writeHead(429, { 'Retry-After': '5' });
        response.write('{');
      },
      { timeLimit: 200 },
    );
    expect(failure).toMatchObject({ kind: 'limit' });
  });

  it('aborts an endless body at the size cap', async () => {
    let closed: () => void = () => {};
    const hungUp = new Promise<void>((resolve) => (closed = resolve));
    await using service = await serve((_, response) => {
      response.on('close', closed);
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const connection = async () => ({ address: service.address, key });
    const outcome = await clientWith({ fetch, connection, sizeCap: 1_000_000 })(create);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreadable', status: 200 } });
    await hungUp;
  });

  it('aborts a body of 20 MB at the default cap', async () => {
    const { failure } = await against((_, response) =>
      response.end(`{"error":0,"id":1,"x":"${'x'.repeat(20_000_000)}"}`),
    );
    expect(failure).toEqual({ kind: 'unreadable', status: 200 });
  });

  it('stops when the caller does', async () => {
    const caller = new AbortController();
    const { failure } = await against(() => caller.abort(), {}, caller.signal);
    expect(failure).toEqual({ kind: 'cancelled' });
  });

  it('takes an unreachable host for a network failure', async () => {
    const gone = await serve(() => {});
    await gone[Symbol.asyncDispose]();
    const send = clientWith({ fetch, connection: async () => ({ address: gone.address, key }) });
    expect(await send(create)).toEqual({ ok: false, failure: lost, rate: null });
  });
});

describe('before anything is sent', () => {
  const refusedBy = async (options: Partial<ClientOptions>, signal?: AbortSignal) => {
    const fetch = vi.fn<ClientOptions['fetch']>(() => Promise.reject(new TypeError()));
    const outcome = await clientWith({ fetch, ...options })(create, signal ? { signal } : {});
    expect(fetch).not.toHaveBeenCalled();
    return outcome.ok ? null : outcome.failure;
  };

  it('insists on a key that a header can carry', async () => {
    const keyProblem = { kind: 'key', status: 0, message: null };
    expect(await refusedBy({ connection: async () => null })).toEqual(keyProblem);
    for (const bad of ['', '  ', 'a b', 'a\nb', 'schlüssel']) {
      const connection = async () => ({ address: 'https://links.example', key: bad });
      expect(await refusedBy({ connection })).toEqual(keyProblem);
    }
  });

  it.each([
    'http://links.example',
    'http://localhost.evil.example',
    'ftp://links.example',
    'nonsense',
    'https://a:b@links.example',
  ])('sends no key to %s', async (address) => {
    const connection = async () => ({ address, key });
    expect(await refusedBy({ connection })).toMatchObject({ kind: 'no-permission' });
  });

  it('asks whether the origin is permitted', async () => {
    const asked: string[] = [];
    const permitted = async (origin: string) => (asked.push(origin), false);
    const origin = 'https://links.example';
    expect(await refusedBy({ permitted })).toEqual({ kind: 'no-permission', origin });
    expect(asked).toEqual([origin]);
    expect(await refusedBy({ permitted: () => Promise.reject(new Error()) })).toEqual({
      kind: 'no-permission',
      origin,
    });
  });

  it('heeds a caller who has given up already', async () => {
    expect(await refusedBy({}, AbortSignal.abort())).toEqual({ kind: 'cancelled' });
  });

  it('survives a store that can not be read', async () => {
    expect(await refusedBy({ connection: () => Promise.reject(new Error()) })).toEqual(lost);
  });
});

describe('when the browser throws', () => {
  it('checks the permission again first', async () => {
    const answers = [true, false];
    const send = clientWith({ permitted: async () => answers.shift() ?? true });
    expect(await send(getAccount())).toMatchObject({ ok: false, failure: { kind: 'no-permission' } });
    expect(await clientWith({})(getAccount())).toMatchObject({ ok: false, failure: lost });
  });

  it('takes an opaque redirect for a moved address', async () => {
    const opaque = Object.defineProperties(new Response(null), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
    });
    const outcome = await clientWith({ fetch: async () => opaque })(getAccount());
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'moved', status: 0 } });
  });
});

describe('an outcome', () => {
  it('carries the limit and the time of the answer', async () => {
    const headers = {
      'X-RateLimit-Limit': '30',
      'X-RateLimit-Remaining': '12',
      Date: 'Sun, 01 Mar 2026 12:00:00 GMT',
    };
    const send = clientWith({ fetch: async () => Response.json({ error: 0, id: 1 }, { headers }) });
    expect(await send(create)).toEqual({
      ok: true,
      value: { id: '1', shortUrl: null },
      rate: { limit: 30, remaining: 12, resetAt: null, retryAt: null },
      date: Date.parse('2026-03-01T12:00:00Z'),
    });
  });
});
