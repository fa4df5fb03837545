/**
 * The HTTP end. It owns the sockets, since an odd server must be able to drop them, keeps the log of what came in,
 * and applies injected responses and quirks before the app. Sends no CORS headers, as real services do.
 */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import { auditRequest } from './contract-audit.ts';
import type { Exchange, Layer, Passed } from './exchange.ts';
import { type OddResponse, writeResponse } from './odd-response.ts';
import type { SeenRequest } from './request-log.ts';
import type { Env, Service } from './service.ts';

/** `"POST /api/url/add"`, `"/api/urls"` (any method), a pattern for `METHOD /path?query`, or a function. */
export type Matcher = string | RegExp | ((request: SeenRequest) => boolean);

export interface Injected {
  /** How many requests it has answered. */
  readonly used: number;
  /** Removes the rest of it. */
  cancel(): void;
}

export interface Front {
  readonly server: Server;
  answerNext(matcher: Matcher, response: OddResponse | Layer, times: number): Injected;
  setLatency(ms: number): void;
  setLayers(layers: readonly Layer[]): void;
  close(): Promise<void>;
}

export interface FrontOptions {
  readonly service: Service;
  readonly app: Hono<Env>;
  /** The sub-path of the service: empty, or `/name`. */
  readonly basePath: string;
  readonly delayMs: number;
}

interface Waiting {
  readonly matcher: Matcher;
  readonly layer: Layer;
  left: number;
  used: number;
}

/** The service's own response can't be passed on: a quirk further in dropped or altered it. */
class NotPassed extends Error {
  override readonly name = 'NotPassed';
  readonly response: OddResponse;

  constructor(response: OddResponse) {
    super('the response was spoiled further in');
    this.response = response;
  }
}

function fits(matcher: Matcher, request: SeenRequest): boolean {
  if (typeof matcher === 'function') return matcher(request);
  const line = `${request.method} ${request.path}`;
  if (typeof matcher !== 'string') return new RegExp(matcher).test(line + request.search);
  return matcher === line || matcher === request.path;
}

async function readBytes(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of request) if (part instanceof Uint8Array) parts.push(part);
  return Buffer.concat(parts);
}

function headerPairs(rawHeaders: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  return pairs;
}

export function createFront({ service, app, basePath, delayMs }: FrontOptions): Front {
  let layers: readonly Layer[] = [];
  let waiting: Waiting[] = [];
  let latency = 0;
  const closing = new AbortController();
  const { signal } = closing;

  const callApp = async (
    seen: SeenRequest,
    bytes: BodyInit | null,
    headers: [string, string][],
  ): Promise<Response> => {
    const bodiless = seen.method === 'GET' || seen.method === 'HEAD';
    const request = new Request(new URL(seen.path + seen.search, 'http://service.local'), {
      method: seen.method,
      headers,
      body: bodiless ? null : bytes,
    });
    return app.fetch(request, { ip: seen.ip });
  };

  const asPassed = async (response: Response): Promise<Passed> => ({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  });

  function later(ms: number, task: () => Promise<unknown>): void {
    sleep(ms, undefined, { signal }).then(task).catch(unlessClosed);
  }

  function unlessClosed(error: unknown): void {
    if (!signal.aborted && !(error instanceof NotPassed)) console.error(error);
  }

  async function asOther(method: string, path: string, body?: unknown): Promise<void> {
    service.log.countOther();
    const text = body === undefined ? null : JSON.stringify(body);
    await app.fetch(
      new Request(new URL(path, 'http://service.local'), {
        method,
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: text,
      }),
      { ip: '192.0.2.1' },
    );
  }

  async function answerFor(
    seen: SeenRequest,
    bytes: Buffer<ArrayBuffer>,
    rawHeaders: readonly string[],
  ): Promise<OddResponse> {
    const isApi = seen.path === '/api' || seen.path.startsWith('/api/');
    const injected = waiting.find(({ matcher }) => fits(matcher, seen));
    if (injected) {
      injected.left -= 1;
      injected.used += 1;
      waiting = waiting.filter(({ left }) => left > 0);
    }
    const call = () => callApp(seen, bytes, headerPairs(rawHeaders));
    const chain = [...(injected ? [injected.layer] : []), ...(isApi ? layers : [])];
    if (chain.length === 0) {
      const response = await call();
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: new Uint8Array(await response.arrayBuffer()),
      };
    }
    const through = async (place: number): Promise<OddResponse> => {
      const layer = chain[place];
      if (!layer) return asPassed(await call());
      const exchange: Exchange = {
        request: seen,
        service,
        delayMs,
        later,
        asOther,
        pass: async () => {
          const response = await through(place + 1);
          if (
            typeof response === 'string' ||
            typeof response.body !== 'string' ||
            (response.end ?? 'whole') !== 'whole'
          )
            throw new NotPassed(response);
          const headers = Object.entries(response.headers ?? {}).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          return { status: response.status, headers: Object.fromEntries(headers), body: response.body };
        },
      };
      try {
        return await layer(exchange);
      } catch (error) {
        if (error instanceof NotPassed) return error.response;
        throw error;
      }
    };
    return through(0);
  }

  async function handle(request: IncomingMessage, target: ServerResponse): Promise<void> {
    const bytes = await readBytes(request);
    const whole = new URL(request.url ?? '/', 'http://service.local');
    const inside = whole.pathname === basePath || whole.pathname.startsWith(`${basePath}/`);
    const method = request.method ?? 'GET';
    const path = inside ? whole.pathname.slice(basePath.length) || '/' : whole.pathname;
    const query = Object.fromEntries(whole.searchParams);
    const body = bytes.toString('utf8');
    const isApi = inside && path.startsWith('/api/');
    const entry = service.log.add({
      time: service.now(),
      method,
      path,
      search: whole.search,
      query,
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body,
      ip: request.socket.remoteAddress ?? '',
      breaches: isApi ? auditRequest({ method, path, query, headers: request.headers, body }) : [],
    });
    if (latency > 0) await sleep(latency, undefined, { signal });
    const response: OddResponse = inside
      ? await answerFor(entry, bytes, request.rawHeaders)
      : { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not found</h1>' };
    // A client reads the server's clock from this header, so it must be the clock of the limits.
    target.setHeader('Date', new Date(service.now()).toUTCString());
    // Logged first: when the client has its response, the log must have it too.
    entry.status = typeof response === 'string' ? null : response.status;
    await writeResponse(target, response);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!request.errored) unlessClosed(error);
      response.destroy();
    });
  });

  return {
    server,
    answerNext: (matcher, response, times) => {
      const layer: Layer = typeof response === 'function' ? response : () => response;
      const entry: Waiting = { matcher, layer, left: times, used: 0 };
      waiting.push(entry);
      return {
        get used() {
          return entry.used;
        },
        cancel: () => {
          waiting = waiting.filter((other) => other !== entry);
        },
      };
    },
    setLatency: (ms) => {
      latency = ms;
    },
    setLayers: (chosen) => {
      layers = chosen;
    },
    close: async () => {
      closing.abort();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
