/** The network between the extension and the local service, with the faults of a test. */
import { createApp } from '../../service/app.ts';
import type { Service } from '../../service/service.ts';
import { oneOf } from '../../support/seeded-random.ts';
import { nothing, whileAlive } from '../../support/worker-instance.ts';

/** The outcome of one request. `500 changed`: the service stores the link under another URL, and answers 500. */
export type Fate =
  | 'answered'
  | 'request lost'
  | 'response lost'
  | 'response hangs'
  | '500 before'
  | '500 after'
  | '500 changed'
  /** It is carried out, and answered by something that can't be read. */
  | 'unreadable'
  /** A firewall's page. */
  | '403 page'
  /** As a service says no, with a number of the request. */
  | 'plan limit';

/** Nothing, half of a response, and answers that don't say how it went. */
const unreadable = ['', '{"error":0,', '{}', '[]', '{"id":1}{"id":2}'] as const;
const html = { 'Content-Type': 'text/html' };

export interface Faults {
  /** Fate of a request, by its path and, for a create, its URL. */
  fate: (path: string, url: string | null) => Fate;
  /** Storage refuses writes. */
  full: boolean;
}

export interface Send {
  readonly url: string;
  readonly at: number;
}

export interface NetworkDeps {
  readonly service: Service;
  readonly faults: Faults;
  readonly roll: () => number;
  /** Resolves after `ms`, for stopped instances, too. */
  readonly later: (ms: number) => Promise<void>;
  /** Epoch ms, independent of the device's clock. */
  readonly trueNow: () => number;
}

export function createNetwork({ service, faults, roll, later, trueNow }: NetworkDeps) {
  const app = createApp(service);
  const sends: Send[] = [];
  const made = new Map<string, string[]>();
  const foreign = new Map<string, number>();
  /** The URLs whose create was refused. */
  const refused = new Set<string>();
  const fates = new Map<Fate, number>();
  /** By URL: the links that no lookup can find, as they are stored under another URL. */
  const changed = new Map<string, number>();
  let refusals = 9_000;

  async function arrive(path: string, init: RequestInit, url: string | null): Promise<Response> {
    const response = await app.request(`${service.address}${path}`, init);
    // As the HTTP server in front of the app does.
    response.headers.set('Date', new Date(trueNow()).toUTCString());
    const id = url === null ? null : await idIn(response);
    if (url !== null && id !== null) made.set(url, [...(made.get(url) ?? []), id]);
    return response;
  }

  async function exchange(
    path: string,
    init: RequestInit,
    url: string | null,
    fate: Fate,
  ): Promise<Response> {
    await later(5 + roll() * 400);
    const reset = () => new TypeError('Failed to fetch');
    if (fate === 'request lost') throw reset();
    if (fate === '500 before') return new Response('<h1>Bad gateway</h1>', { status: 502 });
    if (fate === '403 page')
      return new Response(`<h1>Forbidden</h1><p>Incident ${++refusals}</p>`, { status: 403, headers: html });
    if (fate === 'plan limit') {
      if (url !== null) refused.add(url);
      return Response.json({ error: 1, message: `Plan limit reached (request ${++refusals})` });
    }
    const body = fate === '500 changed' ? JSON.stringify({ url: `${url}?changed` }) : init.body;
    const response = await arrive(path, { ...init, body: body ?? null }, url);
    if (fate === '500 changed' && url !== null && response.ok) changed.set(url, (changed.get(url) ?? 0) + 1);
    await later(5 + roll() * 400);
    switch (fate) {
      case 'response lost':
        throw reset();
      case 'response hangs':
        return nothing;
      case '500 after':
      case '500 changed':
        return new Response('<h1>Internal server error</h1>', { status: 500 });
      case 'unreadable':
        return response.ok ? new Response(oneOf(unreadable, roll), { status: 200 }) : response;
      case 'answered':
        return response;
    }
  }

  async function fetch(address: string, { signal, ...init }: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(address);
    const sent: unknown = pathname === '/api/url/add' ? JSON.parse(String(init.body)) : null;
    const url = typeof sent === 'object' && sent !== null && 'url' in sent ? String(sent.url) : null;
    if (url !== null) sends.push({ url, at: trueNow() });
    const fate = faults.fate(pathname, url);
    fates.set(fate, (fates.get(fate) ?? 0) + 1);
    const aborted = new Promise<never>((_, fail) => {
      signal?.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')));
    });
    aborted.catch(() => undefined);
    return whileAlive(() => Promise.race([exchange(pathname + search, init, url, fate), aborted]));
  }

  /** Another device of the same account makes a link. */
  async function makeForeign(url: string): Promise<void> {
    const response = await app.request(`${service.address}/api/url/add`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url }),
    });
    const id = await idIn(response);
    if (id !== null) foreign.set(id, trueNow());
  }

  return { fetch, makeForeign, sends, made, changed, foreign, refused, fates };
}

/** The id in a successful reply; `null` for a refusal. */
async function idIn(response: Response): Promise<string | null> {
  if (!response.ok) return null;
  const body: unknown = await response.clone().json();
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : null;
}
