/**
 * Sends one call once. The only place where a request meets the network and where the key meets a request: it
 * goes into the Authorization header and nowhere else. Knows nothing of pacing, retries or the browser's API.
 */
import { isSecure, parseUrl } from './base-url.ts';
import type { Call, Send } from './call.ts';
import type { Failure } from './failure.ts';
import { createRedactor } from './error-message.ts';
import { type BodyError, readReply } from './parse-response.ts';

export interface Connection {
  /** The service's address as `cleanAddress` gives it. */
  readonly address: string;
  readonly key: string;
}

export interface ClientOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** `null` when no key has been given yet. */
  readonly connection: () => Promise<Connection | null>;
  /** Whether the browser lets us talk to this origin. */
  readonly permitted: (origin: string) => Promise<boolean>;
  /** Epoch ms. */
  readonly now: () => number;
  /** For the whole answer including its body, in ms. */
  readonly timeLimit?: number;
  /** Of a body, in bytes. */
  readonly sizeCap?: number;
}

export function createClient(options: ClientOptions): Send {
  // Taken out of the object because the browser's own refuses to be called as a method of another.
  const { fetch, connection, permitted, now, timeLimit = 25_000, sizeCap = 4 * 1_048_576 } = options;

  return async (call, { signal } = {}) => {
    const unsent = (failure: Failure) => ({ ok: false, failure, rate: null }) as const;
    const lost: Failure = { kind: 'unreachable', status: null, message: null };

    // Storage could not be read: nothing was sent, and the service has no part in it.
    const connected = await connection().catch(() => undefined);
    if (connected === undefined) return unsent({ kind: 'internal' });
    if (connected === null) return unsent({ kind: 'not-connected' });
    const key = connected.key.trim();
    // A header carries visible ASCII only; anything else can't be a key, and would make the request throw.
    if (!/^[\x21-\x7e]+$/.test(key)) return unsent({ kind: 'key', status: 0, message: null });

    const address = parseUrl(connected.address);
    const origin = address?.origin ?? '';
    if (address === null || address.username !== '' || address.password !== '' || !isSecure(address)) {
      return unsent({ kind: 'no-permission', origin });
    }
    // An unknown permission is none: the browser would refuse the request.
    const allowed = () => permitted(origin).catch(() => false);
    if (!(await allowed())) return unsent({ kind: 'no-permission', origin });
    if (signal?.aborted) return unsent({ kind: 'cancelled' });

    const controller = new AbortController();
    const stop = (why: 'timed-out' | 'cancelled' | 'too-large') => controller.abort(why);
    const cancel = () => stop('cancelled');
    signal?.addEventListener('abort', cancel);
    const timer = setTimeout(() => stop('timed-out'), timeLimit);
    const stopped = new Promise<never>((_, reject) => {
      controller.signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
    // Raced below; without this a stop after the race would count as unhandled.
    stopped.catch(() => {});

    try {
      const response = await Promise.race([
        fetch(urlOf(address, call), init(call, key, controller)),
        stopped,
      ]);
      if (response.type === 'opaqueredirect') return unsent({ kind: 'moved', status: response.status });
      const read = async (): Promise<string | { lost: BodyError }> => {
        // A redirect has said all it has to say.
        if (response.status >= 300 && response.status < 400) return '';
        try {
          return await readBody(response, sizeCap, stopped, () => stop('too-large'));
        } catch {
          const why: unknown = controller.signal.reason;
          return { lost: why === 'timed-out' || why === 'too-large' ? why : 'broken' };
        }
      };
      const body = await read();
      if (controller.signal.reason === 'cancelled') return unsent({ kind: 'cancelled' });
      return readReply(call, {
        status: response.status,
        headers: response.headers,
        body,
        host: address.host,
        now: now(),
        redact: createRedactor(key),
        redactWords: createRedactor(key, ...passwordIn(call)),
      });
    } catch {
      const why: unknown = controller.signal.reason;
      if (why === 'cancelled' || why === 'timed-out') return unsent({ kind: why });
      // The browser throws the same error for a withdrawn permission as for a dead network.
      return unsent((await allowed()) ? lost : { kind: 'no-permission', origin });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      controller.abort();
    }
  };
}

/** What is shorter stands in every other word of a service: taken out, it would be given away. */
function passwordIn({ body }: Call<unknown>): string[] {
  const password = body?.['password'];
  return typeof password === 'string' && password.length > 3 ? [password] : [];
}

function urlOf(address: URL, { path, query }: Call<unknown>): string {
  const search = query && Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  return `${address.origin}${address.pathname.replace(/\/+$/, '')}${path}${search}`;
}

function init({ method, body }: Call<unknown>, key: string, { signal }: AbortController): RequestInit {
  return {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
    signal,
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  };
}

async function readBody(response: Response, sizeCap: number, stopped: Promise<never>, tooLarge: () => void) {
  const { headers } = response;
  const announced = Number(headers.get('content-length'));
  // Read by the browser in one go, which is a millisecond and more sooner. Packed, it could become any size.
  if (announced > 0 && announced < sizeCap && !headers.has('content-encoding'))
    return Promise.race([response.text(), stopped]);
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await Promise.race([reader.read(), stopped]);
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > sizeCap) {
      tooLarge();
      await stopped;
    }
    text += decoder.decode(value, { stream: true });
  }
}
