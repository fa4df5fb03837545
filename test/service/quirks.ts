/**
 * Odd behaviors of real services, one by one and by name. Those without a layer change the service itself and are read
 * where the behavior is implemented: `service.quirks.has(name)`.
 */
import { isRecord } from './body.ts';
import type { Exchange, Layer, Passed } from './exchange.ts';
import type { OddResponse } from './odd-response.ts';

interface Quirk {
  readonly description: string;
  /** Called when the quirk is switched on, so that the state of a layer starts empty. */
  readonly layer?: () => Layer;
}

type Json = Record<string, unknown>;

const htmlResponse = (status: number, body: string, headers: Record<string, string> = {}): OddResponse => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: `<!doctype html><html><head><title>${status}</title></head><body>${body}</body></html>`,
});

function parse(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const always = (response: (exchange: Exchange) => OddResponse) => (): Layer => response;

const passed =
  (change: (response: Passed, exchange: Exchange) => OddResponse) => (): Layer => async (exchange) =>
    change(await exchange.pass(), exchange);

/** Answers that are no JSON go through unchanged. */
const json = (change: (body: Json, exchange: Exchange, response: Passed) => unknown) =>
  passed((response, exchange) => {
    const body = parse(response.body);
    return body ? { ...response, body: JSON.stringify(change(body, exchange, response)) } : response;
  });

const isCreate = ({ request }: Exchange): boolean =>
  request.method === 'POST' && request.path === '/api/url/add';
const isGet = ({ request }: Exchange): boolean => request.method === 'GET';
const created = (body: Json, exchange: Exchange): boolean => isCreate(exchange) && body['error'] === 0;

/** Calls `change` for every named value, the innermost first. */
function deep(value: unknown, change: (name: string, value: unknown) => unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((element) => deep(element, change));
  if (!isRecord(value)) return change(name, value);
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, deep(part, change, key)]),
  );
  return change(name, inner);
}

/** Changes the records of a list response, the collection being the one array in it. */
function records(body: Json, change: (list: readonly unknown[]) => unknown): Json {
  const { data } = body;
  if (!isRecord(data) || data['perpage'] === undefined) return body;
  const changed = Object.entries(data).map(([key, value]) => [
    key,
    Array.isArray(value) ? change(value) : value,
  ]);
  return { ...body, data: Object.fromEntries(changed) };
}

/** Text printed around the response by something else on the server: warnings, debug output, plugins, templates. */
const around = (before: string, after: string) =>
  passed((response) => ({ ...response, body: `${before}${response.body}${after}` }));

/** As PHP's `urldecode` gives it; what is not encoded soundly stays. */
function urlDecoded(address: string): string {
  return address.replaceAll('+', ' ').replaceAll(/(?:%[\da-f]{2})+/giu, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/** The reset time in another form; the service itself sends epoch seconds. */
const reset = (form: (epochSeconds: number, now: number) => string) =>
  passed((response, { service }) => {
    const said = response.headers['x-ratelimit-reset'];
    if (said === undefined) return response;
    return {
      ...response,
      headers: { ...response.headers, 'x-ratelimit-reset': form(Number(said), service.now()) },
    };
  });

const nameless = 'Error establishing a connection. Please try again later.';

export const quirks = {
  'late-commit': {
    description: 'a create is answered 504 at once and stored some seconds later',
    layer: () => (exchange) => {
      if (!isCreate(exchange)) return exchange.pass();
      exchange.later(exchange.delayMs, () => exchange.pass());
      return htmlResponse(504, '<h1>Gateway Timeout</h1>');
    },
  },
  'lost-reply': {
    // Not before its first byte: there Chromium itself sends a POST again on another connection.
    description: 'a create is stored and its response lost: the connection drops in the middle of it',
    layer: () => async (exchange) => {
      const response = await exchange.pass();
      return isCreate(exchange) ? { status: 200, body: '{"error":0,"i', end: 'cut' } : response;
    },
  },
  dedupe: { description: 'a create for a known address answers with the link that exists' },
  normalize: {
    description: 'the address is stored in another form: a slash at its end, the host in punycode',
  },
  'decoded-urls': {
    description:
      'long addresses are shown decoded: spaces, invisible characters and reserved ones as they are',
    layer: json((body, exchange) =>
      isGet(exchange)
        ? deep(body, (name, value) =>
            name === 'longurl' && typeof value === 'string' ? urlDecoded(value) : value,
          )
        : body,
    ),
  },
  'cached-list': {
    description: 'lists and searches are some seconds old',
    layer: () => {
      const cache = new Map<string, { response: Passed; until: number }>();
      return async (exchange) => {
        const { request, service } = exchange;
        if (!isGet(exchange) || /^\/api\/(url|account)(\/|$)/.test(request.path)) return exchange.pass();
        const place = request.path + request.search;
        const cached = cache.get(place);
        if (cached && service.now() < cached.until) return cached.response;
        const response = await exchange.pass();
        if (response.status === 200) cache.set(place, { response, until: service.now() + exchange.delayMs });
        return response;
      };
    },
  },
  'second-device': {
    description:
      'another user of the key asks once before each of our requests and makes a link every third time',
    layer: () => {
      let turn = 0;
      return async (exchange) => {
        turn += 1;
        if (turn % 3 === 0)
          await exchange.asOther('POST', '/api/url/add', {
            url: `https://elsewhere.example.com/page/${turn / 3}`,
          });
        else await exchange.asOther('GET', '/api/account');
        return exchange.pass();
      };
    },
  },
  'echo-key': {
    description: 'failure messages repeat the key',
    layer: json((body, { service, request }) => {
      if (Number(body['error']) === 0) return body;
      const [, sent = service.key] = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '') ?? [];
      return { ...body, message: `${String(body['message'])} (key ${sent})` };
    }),
  },
  'string-ids': {
    description: 'ids and counters are digit strings',
    layer: json((body) =>
      deep(body, (name, value) =>
        typeof value === 'number' && name !== 'error' && name !== 'Retry-After' ? String(value) : value,
      ),
    ),
  },
  'flags-as-numbers': {
    description: 'booleans are 1 and "0"',
    layer: json((body) => deep(body, (_, value) => (typeof value === 'boolean' ? (value ? 1 : '0') : value))),
  },
  'nested-create': {
    description: 'the response to a create is under data',
    layer: json((body, exchange) => {
      if (!created(body, exchange)) return body;
      const { error, ...data } = body;
      return { error, data };
    }),
  },
  'short-field': {
    description: 'a create names its short URL short',
    layer: json((body, exchange) =>
      created(body, exchange) ? { error: 0, id: body['id'], short: body['shorturl'] } : body,
    ),
  },
  'id-only': {
    description: 'a create answers with the id and no short URL',
    layer: json((body, exchange) => (created(body, exchange) ? { error: 0, id: body['id'] } : body)),
  },
  'created-201': {
    description: 'a create answers with HTTP 201',
    layer: passed((response, exchange) =>
      isCreate(exchange) && response.status === 200 ? { ...response, status: 201 } : response,
    ),
  },
  'campaign-name-key': { description: 'campaign add and update name the campaign under campaign' },
  'list-name-domain': {
    description: 'the first campaign of a list has its name under domain, as in the sample',
    layer: json((body, { request }) =>
      request.path !== '/api/campaigns'
        ? body
        : records(body, ([first, ...rest]) => {
            if (!isRecord(first)) return [];
            const { name, ...others } = first;
            return [{ ...others, domain: name }, ...rest];
          }),
    ),
  },
  'empty-map-as-list': {
    description: 'an empty map is an empty list',
    layer: json((body) =>
      deep(body, (_, value) => (isRecord(value) && Object.keys(value).length === 0 ? [] : value)),
    ),
  },
  'stats-number': { description: 'topCountries and its kin are plain integers' },
  'stats-list': { description: 'topCountries and its kin are lists of name and count' },
  'zero-expiry': {
    description: 'no expiry is 0000-00-00 00:00:00',
    layer: json((body) =>
      deep(body, (name, value) => (name === 'expiry' && value === null ? '0000-00-00 00:00:00' : value)),
    ),
  },
  'error-texts': {
    description: 'error is "false" on success and "true" on failure',
    layer: json((body) => ({ ...body, error: Number(body['error']) === 0 ? 'false' : 'true' })),
  },
  'html-403': {
    description: 'a firewall answers everything with 403 HTML',
    layer: always(() => htmlResponse(403, '<h1>Forbidden</h1><p>The request was blocked.</p>')),
  },
  'html-405': {
    description: 'PUT and DELETE get 405 HTML',
    layer: () => (exchange) =>
      /^(PUT|DELETE)$/.test(exchange.request.method)
        ? htmlResponse(405, '<h1>Method Not Allowed</h1>', { allow: 'GET, POST' })
        : exchange.pass(),
  },
  maintenance: {
    description: 'everything gets a maintenance page with HTTP 200',
    layer: always(() => htmlResponse(200, '<h1>Back soon</h1><p>We are tidying up.</p>')),
  },
  unavailable: {
    description: 'everything gets 503 HTML',
    layer: always(() => htmlResponse(503, `<p>${nameless}</p>`)),
  },
  challenge: {
    description: 'everything gets a challenge page: 503 with cf-mitigated',
    layer: always(() => htmlResponse(503, '<p>Checking your browser…</p>', { 'cf-mitigated': 'challenge' })),
  },
  'cookie-reload': {
    description: 'everything gets a 200 page that sets a cookie and reloads',
    layer: always(() => htmlResponse(200, '<script>document.cookie="seen=1";location.reload()</script>')),
  },
  'errors-200': {
    description: 'failures come with HTTP 200',
    layer: passed((response) =>
      response.status >= 400 && response.status < 500 ? { ...response, status: 200 } : response,
    ),
  },
  'limit-200': {
    description: 'over the limit is the same body with HTTP 200',
    layer: passed((response) => (response.status === 429 ? { ...response, status: 200 } : response)),
  },
  'limit-html': {
    description: 'over the limit is a 429 HTML page',
    layer: passed((response) =>
      response.status === 429 ? htmlResponse(429, '<p>error code: 1015</p>') : response,
    ),
  },
  'limit-header': {
    description: 'over the limit says Retry-After in a header and not in the body',
    layer: passed((response) => {
      if (response.status !== 429) return response;
      const { 'Retry-After': seconds, ...body } = parse(response.body) ?? {};
      return {
        ...response,
        headers: { ...response.headers, 'retry-after': String(seconds) },
        body: JSON.stringify(body),
      };
    }),
  },
  'reset-epoch-ms': {
    description: 'X-RateLimit-Reset is epoch milliseconds',
    layer: reset((seconds) => String(seconds * 1000)),
  },
  'reset-seconds': {
    description: 'X-RateLimit-Reset is seconds from now',
    layer: reset((seconds, now) => String(Math.max(0, Math.ceil(seconds - now / 1000)))),
  },
  'reset-date': {
    description: 'X-RateLimit-Reset is a date text',
    layer: reset((seconds) => new Date(seconds * 1000).toUTCString()),
  },
  'no-rate-headers': {
    description: 'no X-RateLimit headers',
    layer: passed((response) => ({
      ...response,
      headers: Object.fromEntries(
        Object.entries(response.headers).filter(([name]) => !name.startsWith('x-ratelimit-')),
      ),
    })),
  },
  redirect: {
    description: 'every API call is sent elsewhere by a 301',
    layer: always(({ request, service }) => ({
      status: 301,
      headers: { location: `${service.address}/moved${request.path}${request.search}` },
    })),
  },
  'ignore-limit-param': { description: 'the query parameter limit is ignored' },
  'cap-limit': { description: 'never more than 25 records a page' },
  'repeat-last-page': {
    description: 'a page beyond the last repeats the last, and there is always a next one',
  },
  'nextpage-string': {
    description: 'nextpage is a string, and 0 after the last page',
    layer: json((body) =>
      deep(body, (name, value) =>
        name === 'nextpage' ? (value === null ? 0 : String(Number(value))) : value,
      ),
    ),
  },
  'null-collection': {
    description: 'an empty collection is null',
    layer: json((body) => records(body, (list) => (list.length === 0 ? null : list))),
  },
  'bad-record': {
    description: 'the second record of each page is malformed',
    layer: json((body) =>
      records(body, (list) =>
        list.map((record, index) => (index === 1 ? { id: null, title: { type: 'div' } } : record)),
      ),
    ),
  },
  'short-list': { description: 'a search by short URL answers with a list of one' },
  'short-many': { description: 'a search by short URL answers with every link that begins so' },
  'short-error': { description: 'a search by short URL that finds nothing is an error' },
  'wrong-alias': { description: 'a create makes another alias than the one asked for' },
  'bad-shorturl': { description: 'short URLs are javascript: addresses' },
  'json-as-html': {
    description: 'JSON comes with Content-Type text/html',
    layer: passed((response) => ({
      ...response,
      headers: { ...response.headers, 'content-type': 'text/html; charset=UTF-8' },
    })),
  },
  'php-warning': {
    description: 'a PHP warning before the JSON',
    layer: around(
      '<br />\n<b>Warning</b>: Undefined array key "{plan}" in <b>/srv/app/api.php</b> on line <b>41</b><br />\n',
      '',
    ),
  },
  'text-warning': {
    description: 'two PHP warnings as plain text before the JSON',
    layer: around(
      '\nNotice: Undefined index: {"a in /srv/app/api.php on line 41\n\nDeprecated: strtr(): Passing [null to "{ in /srv/app/api.php on line 42\n',
      '',
    ),
  },
  'json-before': {
    description: 'a JSON document of a debug tool before the JSON',
    layer: around('{"debug":{"error":null,"queries":[3,4]}}\n', ''),
  },
  'warning-after': {
    description: 'a PHP warning after the JSON',
    layer: around('', '<br />\n<b>Warning</b>: fwrite(): "{log}" is full in <b>/srv/app/log.php</b><br />\n'),
  },
  'html-comment': {
    description: 'a comment of a cache plugin after the JSON',
    layer: around('', '\n<!-- Page cached {"error":1} in 0.12 s on 2026-03-03, it\'s "fresh" -->\n'),
  },
  'closing-tag': { description: 'closing tags after the JSON', layer: around('', '\n</body>\n</html>\n') },
  'json-after': {
    description: 'a second JSON document after the JSON',
    layer: around('', '\n{"cached":true,"seconds":3}'),
  },
  bom: {
    description: 'a byte-order mark, twice, before the JSON',
    layer: passed((response) => ({
      ...response,
      body: `\ufeff\ufeff${response.body}`,
    })),
  },
} as const satisfies Record<string, Quirk>;

export type QuirkName = keyof typeof quirks;

export const quirkNames: readonly string[] = Object.keys(quirks);

const isQuirk = (name: string): name is QuirkName => Object.hasOwn(quirks, name);

/** Throws with the list of names when one is unknown. */
export function chooseQuirks(names: Iterable<string>): readonly QuirkName[] {
  return [...new Set(names)].map((name) => {
    if (!isQuirk(name))
      throw new RangeError(`Unknown quirk "${name}". Known quirks: ${quirkNames.join(', ')}`);
    return name;
  });
}

/**
 * The layers of the named quirks, the one nearest to the wire first. That is the last in this file: the stored
 * data is altered before the response, and the response before its bytes.
 */
export function quirkLayers(names: readonly QuirkName[]): Layer[] {
  const chosen = new Set<string>(names);
  const table: Readonly<Record<string, Quirk>> = quirks;
  return Object.entries(table)
    .reverse()
    .flatMap(([name, { layer }]) => (chosen.has(name) && layer ? [layer()] : []));
}
