/** Two stand-ins for the service: a scripted `Response`, and a real HTTP server for what only a socket can do. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Call, Send } from '../../../lib/api/call.ts';
import { type ClientOptions, createClient } from '../../../lib/api/api-client.ts';

export const key = 'sk/secret+key=42';
export const now = Date.parse('2026-03-01T12:00:00Z');
export const address = 'https://links.example/sub';

export function clientWith(options: Partial<ClientOptions>): Send {
  return createClient({
    fetch: () => Promise.reject(new TypeError('nothing scripted')),
    connection: { address, key },
    permitted: async () => true,
    now: () => now,
    report: (error) => {
      throw error;
    },
    ...options,
  });
}

export interface Script {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer> | object | null;
}

/** Sends the call to a service that answers with this and nothing else. */
export function answered<T>(call: Call<T>, { status = 200, headers = {}, body = null }: Script) {
  const content =
    typeof body === 'string' || body instanceof Uint8Array || body === null ? body : JSON.stringify(body);
  const send = clientWith({
    fetch: async () => new Response(status === 204 ? null : content, { status, headers }),
  });
  return send(call);
}

export const page = (inside: string): string => `<!DOCTYPE html><html><body>${inside}</body></html>`;

export interface Running {
  readonly address: string;
  readonly requests: IncomingMessage[];
  [Symbol.asyncDispose](): Promise<void>;
}

export async function serve(listener: RequestListener): Promise<Running> {
  const requests: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return {
    address: `http://127.0.0.1:${bound.port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
