/**
 * Sends one API call once; rate limiting and retries are the caller's. The only place where the key meets a request: it
 * goes into the Authorization header and nowhere else.
 */
import { isSecure } from './base-url.ts';
import { parseUrl } from './parse-url.ts';
import { failed, unsent, type Call, type Send } from './call.ts';
import { noResponse, type Failure } from './failure.ts';
import { readReply } from './parse-response.ts';
import { createRedactor } from './redact.ts';

export interface Credentials {
  /** The service's address as `cleanAddress` gives it. */
  readonly address: string;
  readonly key: string;
}

export interface ClientOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly connection: Credentials;
  /** The browser has granted access to this origin. */
  readonly permitted: (origin: string) => Promise<boolean>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Called with a bug that was met while a response was read. */
  readonly report: (error: unknown) => void;
  /** For the whole response including its body, in ms. */
  readonly timeLimit?: number;
  /** The largest body that is read, in bytes. */
  readonly sizeCap?: number;
}

export function createClient(options: ClientOptions): Send {
  // Taken out of the object because the browser's own refuses to be called as a method of another.
  const { fetch, now, report, timeLimit = 25_000, sizeCap = 4 * 1_048_576 } = options;

  return async (call, { signal } = {}) => {
    const target = await resolveTarget(options);
    if (!target.ok) return unsent(target.failure);
    if (signal?.aborted) return unsent({ kind: 'cancelled' });
    const { address, key, checkPermission } = target;
    const abort = createAbort(signal, timeLimit);
    const [url, request] = [urlOf(address, call), init(call, key, abort.signal)];
    let response: Response;
    let body: Body;
    try {
      response = await Promise.race([fetch(url, request), abort.aborted]);
      if (response.type === 'opaqueredirect') return failed({ kind: 'moved', status: response.status });
      body = await receiveBody(response, sizeCap, abort);
      if (abort.reason() === 'cancelled') return failed({ kind: 'cancelled' });
    } catch {
      const reason = abort.reason();
      if (reason === 'cancelled' || reason === 'timed-out') return failed({ kind: reason });
      // The browser throws the same error for a withdrawn permission as for a dead network. `no-permission` means that
      // nothing was sent, and the permission may be gone since then: only a call that may be repeated ends with it.
      const withdrawn = call.idempotent ? await checkPermission() : null;
      return withdrawn === null ? failed(noResponse) : unsent(withdrawn);
    } finally {
      abort.end();
    }
    const { status, headers } = response;
    try {
      return readReply(call, {
        status,
        headers,
        body,
        host: address.host,
        now: now(),
        redact: createRedactor(key),
        redactWords: createRedactor(key, ...passwordIn(call)),
      });
    } catch (error) {
      report(error);
      // A create may well have happened: the outbox looks it up.
      return failed({ kind: 'unreadable', status });
    }
  };
}

async function resolveTarget({ connection, permitted }: ClientOptions) {
  const refuse = (failure: Failure) => ({ ok: false, failure }) as const;
  const key = connection.key.trim();
  // A header carries visible ASCII only; anything else can't be a key, and would make the request throw.
  if (!/^[\x21-\x7e]+$/.test(key)) return refuse({ kind: 'key', status: 0, message: null });

  const address = parseUrl(connection.address);
  const origin = address?.origin ?? '';
  const noPermission: Failure = { kind: 'no-permission', origin };
  if (address === null || address.username !== '' || address.password !== '' || !isSecure(address))
    return refuse(noPermission);
  /** The failure when the browser does not let us talk to the origin. An unknown permission is none: it would refuse the request. */
  const checkPermission = async () => ((await permitted(origin).catch(() => false)) ? null : noPermission);
  const withdrawn = await checkPermission();
  return withdrawn === null ? ({ ok: true, address, key, checkPermission } as const) : refuse(withdrawn);
}

type AbortReason = 'timed-out' | 'cancelled' | 'too-large';

type RequestAbort = ReturnType<typeof createAbort>;

/** Ends a request at the time limit, when the caller cancels it, or when its body is too large. */
function createAbort(outer: AbortSignal | undefined, timeLimit: number) {
  const controller = new AbortController();
  let first: AbortReason | null = null;
  const abort = (reason: AbortReason) => {
    first ??= reason;
    controller.abort(reason);
  };
  const cancel = () => abort('cancelled');
  outer?.addEventListener('abort', cancel);
  const timer = setTimeout(() => abort('timed-out'), timeLimit);
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
  // Raced by the caller; without this an abort after the race would count as unhandled.
  aborted.catch(() => {});
  return {
    signal: controller.signal,
    /** Rejects at the abort. */
    aborted,
    reason: () => first,
    abort,
    /** Stops the timer and the request, if it is still in progress. */
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', cancel);
      controller.abort();
    },
  };
}

/** A shorter password is part of many other words: redacting those would reveal it. */
function passwordIn({ body }: Call<unknown>): string[] {
  const password = body?.['password'];
  return typeof password === 'string' && password.length > 3 ? [password] : [];
}

function urlOf(address: URL, { path, query }: Call<unknown>): string {
  const search = query && Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  return `${address.origin}${address.pathname.replace(/\/+$/, '')}${path}${search}`;
}

function init({ method, body }: Call<unknown>, key: string, signal: AbortSignal): RequestInit {
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

type Body = Parameters<typeof readReply>[1]['body'];

async function receiveBody(response: Response, sizeCap: number, abort: RequestAbort): Promise<Body> {
  // The status of a redirect is all that is needed of it.
  if (response.status >= 300 && response.status < 400) return '';
  try {
    return await readBody(response, sizeCap, abort);
  } catch {
    const reason = abort.reason();
    return { lost: reason === 'timed-out' || reason === 'too-large' ? reason : 'broken' };
  }
}

async function readBody(response: Response, sizeCap: number, { aborted, abort }: RequestAbort) {
  const { headers } = response;
  const announced = Number(headers.get('content-length'));
  // Read by the browser in one piece, which is over a millisecond faster. A compressed body could become any size.
  if (announced > 0 && announced < sizeCap && !headers.has('content-encoding'))
    return Promise.race([response.text(), aborted]);
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await Promise.race([reader.read(), aborted]);
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > sizeCap) {
      abort('too-large');
      await aborted;
    }
    text += decoder.decode(value, { stream: true });
  }
}
