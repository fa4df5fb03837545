// The rows of the field notes that only a real socket can play, and what is decided before one is opened.
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { getAccount } from '../../../lib/api/account.ts';
import type { ClientOptions } from '../../../lib/api/api-client.ts';
import type { Call } from '../../../lib/api/call.ts';
import { addLink } from '../../../lib/api/create-link.ts';
import { listLinks } from '../../../lib/api/links.ts';
import { clientWith, key, page, serve } from './fake-service.ts';

const create = addLink({ url: 'https://example.com' });
const lost = { kind: 'unreachable', status: null, message: null };

async function against(
  listener: RequestListener,
  options: Partial<ClientOptions> = {},
  signal?: AbortSignal,
) {
  await using service = await serve(listener);
  const connection = { address: service.address, key };
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

  it('requests a list again although the last one may be cached', async () => {
    let writes = 0;
    await using service = await serve((_, response) => {
      response.setHeader('Cache-Control', 'public, max-age=600');
      response.end(JSON.stringify({ error: '0', data: { urls: [{ id: ++writes }] } }));
    });
    const send = clientWith({ fetch, connection: { address: service.address, key } });
    await send(listLinks());
    const second = await send(listLinks());
    expect(second.ok && second.value.records[0]?.id).toBe('2');
  });

  // All of them, also those that no browser would follow: 304 and 305 have other meanings, 306 and 310 none.
  it.each([300, 301, 302, 303, 304, 305, 306, 307, 308, 310])(
    'follows no redirect %i: nothing reaches the other place, and its body is no success',
    async (status) => {
      await using other = await serve((_, response) => response.end('{"error":0,"id":1}'));
      const { failure, requests } = await against((_, response) => {
        response.writeHead(status, { Location: `${other.address}/steal` });
        response.end(status === 304 ? undefined : '{"error":0,"id":1}');
      });
      expect(failure).toEqual({ kind: 'moved', status });
      expect(other.requests).toEqual([]);
      expect(requests).toHaveLength(1);
    },
  );

  it.each([301, 302, 303, 307, 308])('treats %i without a Location as a moved address', async (status) => {
    const { failure } = await against((_, response) => response.writeHead(status).end('{"error":0,"id":1}'));
    expect(failure).toEqual({ kind: 'moved', status });
  });

  it.each([302, 307])('follows no redirect %i to its own origin either', async (status) => {
    const { failure, requests } = await against((_, response) => {
      response.writeHead(status, { Location: '/api/elsewhere' }).end();
    });
    expect(failure).toEqual({ kind: 'moved', status });
    expect(requests.map(({ url }) => url)).toEqual(['/api/url/add']);
  });

  it('treats a reset before the headers as a network failure', async () => {
    expect((await against((request) => request.socket.destroy())).failure).toEqual(lost);
  });

  it('treats a reset in the middle of the body as a network failure', async () => {
    const { failure } = await against((request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"error":0,"id":1}', () => request.socket.destroy());
    });
    expect(failure).toEqual(lost);
  });

  it('treats a body that stops early as a network failure', async () => {
    const { failure } = await against((_, response) =>
      response.end('{"error":0,"id":1,"shorturl":"https://g'),
    );
    expect(failure).toEqual(lost);
  });

  it('treats a whole JSON as a network failure when the reset comes before its end', async () => {
    const { failure } = await against((request, response) => {
      // No length: only the last, empty chunk would tell that this was all.
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"error":0,"id":1,"shorturl":"https://go.example/a"}', () => request.socket.destroy());
    });
    expect(failure).toEqual(lost);
  });

  it('accepts a complete response although a reset follows it', async () => {
    const { failure } = await against((request, response) => {
      response.on('finish', () => setImmediate(() => request.socket.resetAndDestroy()));
      response.end('{"error":0,"id":1}');
    });
    expect(failure).toBeNull();
  });

  it('treats half a JSON with its promised length as a network failure', async () => {
    const half = '{"error":0,"id":1,"sho';
    const { failure } = await against((_, response) => {
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': half.length })
        .end(half);
    });
    expect(failure).toEqual(lost);
  });

  it.each<[string, number, Record<string, string>, object]>([
    ['its login page', 200, {}, { kind: 'not-an-api', status: 200 }],
    ['a redirect to it', 302, { Location: 'https://portal.example/login' }, { kind: 'moved', status: 302 }],
    ['"authentication required"', 511, {}, { kind: 'unreachable', status: 511 }],
    ['its firewall', 403, {}, { kind: 'blocked', status: 403 }],
  ])('knows a captive portal by %s', async (_name, status, headers, expected) => {
    const { failure } = await against((_, response) => {
      response
        .writeHead(status, { 'Content-Type': 'text/html', ...headers })
        .end(page('<form>Log in</form>'));
    });
    expect(failure).toMatchObject(expected);
  });

  it('stops waiting when no headers arrive', async () => {
    expect((await against(() => {}, { timeLimit: 50 })).failure).toEqual({ kind: 'timed-out' });
  });

  it.each(['before the headers', 'in the body'])(
    'ends a stall of 60 s %s, below the 30 s that a worker has',
    async (when) => {
      vi.useFakeTimers();
      try {
        const begun = new Response(
          new ReadableStream({ start: (body) => body.enqueue(new Uint8Array([123])) }),
        );
        const stall = () =>
          when === 'in the body'
            ? Promise.resolve(begun)
            : new Promise<Response>((resolve) =>
                setTimeout(() => resolve(Response.json({ error: 0, id: 1 })), 60_000),
              );
        const outcome = clientWith({ fetch: stall })(create);
        let ended = false;
        void outcome.then(() => (ended = true));
        await vi.advanceTimersByTimeAsync(24_000);
        expect(ended).toBe(false);
        await vi.advanceTimersByTimeAsync(5_000);
        expect(ended).toBe(true);
        expect(await outcome).toMatchObject({ ok: false, failure: { kind: 'timed-out' } });
        // What comes after all changes nothing any more.
        await vi.advanceTimersByTimeAsync(60_000);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it('stops waiting when the body does not continue', async () => {
    const { failure } = await against(
      (_, response) => {
        response.writeHead(200);
        response.write('{"error":0,"id":1');
      },
      { timeLimit: 200 },
    );
    expect(failure).toEqual({ kind: 'timed-out' });
  });

  it('recognizes a rate limit by its status although the body does not arrive', async () => {
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
    const connection = { address: service.address, key };
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

  it('aborts what is small when packed and 20 MB when unpacked', async () => {
    const packed = gzipSync(`{"error":0,"id":1,"x":"${'x'.repeat(20_000_000)}"}`);
    const { failure } = await against((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': packed.length });
      response.end(packed);
    });
    expect(failure).toEqual({ kind: 'unreadable', status: 200 });
  });

  it('stops when the caller does', async () => {
    const caller = new AbortController();
    const { failure } = await against(() => caller.abort(), {}, caller.signal);
    expect(failure).toEqual({ kind: 'cancelled' });
  });

  it('treats an unreachable host as a network failure', async () => {
    const gone = await serve(() => {});
    await gone[Symbol.asyncDispose]();
    const send = clientWith({ fetch, connection: { address: gone.address, key } });
    expect(await send(create)).toEqual({ ok: false, failure: lost, rate: null });
  });

  it('treats an unknown host as a network failure', async () => {
    // The top-level domain is reserved, so that no resolver ever knows it.
    const connection = { address: 'https://links.invalid', key };
    const send = clientWith({ fetch, connection });
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

  it('requires a key that is valid in a header', async () => {
    const keyProblem = { kind: 'key', status: 0, message: null };
    for (const bad of ['', '  ', 'a b', 'a\nb', 'schlüssel']) {
      const connection = { address: 'https://links.example', key: bad };
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
    const connection = { address, key };
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

  it('sends nothing when the caller has aborted already', async () => {
    expect(await refusedBy({}, AbortSignal.abort())).toEqual({ kind: 'cancelled' });
  });
});

describe('when the browser throws', () => {
  it('checks the permission again first', async () => {
    const responses = [true, false];
    const send = clientWith({ permitted: async () => responses.shift() ?? true });
    expect(await send(getAccount())).toMatchObject({ ok: false, failure: { kind: 'no-permission' } });
    expect(await clientWith({})(getAccount())).toMatchObject({ ok: false, failure: lost });
  });

  it('treats a create as lost, not as unsent, when the permission was withdrawn meanwhile', async () => {
    const responses = [true, false];
    const send = clientWith({ permitted: async () => responses.shift() ?? false });
    expect(await send(create)).toEqual({ ok: false, failure: lost, rate: null });
  });

  it('treats being offline as a network failure, in the words of either browser', async () => {
    for (const words of ['Failed to fetch', 'NetworkError when attempting to fetch resource.']) {
      const offline = clientWith({ fetch: () => Promise.reject(new TypeError(words)) });
      const unsent = { ok: false, failure: lost, rate: null };
      expect([await offline(create), await offline(getAccount())]).toEqual([unsent, unsent]);
    }
  });

  it('treats an opaque redirect as a moved address', async () => {
    const opaque = Object.defineProperties(new Response(null), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
    });
    const outcome = await clientWith({ fetch: async () => opaque })(getAccount());
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'moved', status: 0 } });
  });
});

describe('a bug', () => {
  const bug = new RangeError('bug');
  const fail = () => {
    throw bug;
  };
  const ok = async () => Response.json({ error: 0, id: 1 });

  it.each<[string, Partial<ClientOptions>, Partial<Call<unknown>>]>([
    ['in a reader', {}, { read: fail }],
    ['before the reader', { now: fail }, {}],
  ])(
    'while a response is read is reported, and is no network failure: %s',
    async (_name, options, change) => {
      const reported: unknown[] = [];
      const send = clientWith({ fetch: ok, report: (error) => reported.push(error), ...options });
      expect(await send({ ...create, ...change })).toEqual({
        ok: false,
        failure: { kind: 'unreadable', status: 200 },
        rate: null,
      });
      expect(reported).toEqual([bug]);
    },
  );

  it('in front of a request rejects', async () => {
    const body = { toJSON: fail };
    await expect(clientWith({ fetch: ok })({ ...create, body })).rejects.toBe(bug);
  });
});

describe('an outcome', () => {
  it('carries the limit and the time of the response', async () => {
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
