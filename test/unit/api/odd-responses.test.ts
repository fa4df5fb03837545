// "Odd and hostile responses" of the field notes, row by row, at the client's edge. What only a socket can do: transport.test.ts.
import { describe, expect, it } from 'vitest';
import { getAccount } from '../../../lib/api/account.ts';
import { listCampaigns, updateCampaign } from '../../../lib/api/campaigns.ts';
import { addDomain, updateDomain } from '../../../lib/api/domains.ts';
import { findLink, getLink } from '../../../lib/api/link-details.ts';
import { addLink, createLink } from '../../../lib/api/create-link.ts';
import { listLinks } from '../../../lib/api/links.ts';
import { addPixel, listPixels } from '../../../lib/api/pixels.ts';
import { deleteCall } from '../../../lib/api/record-calls.ts';
import { answered, clientWith, key, now, page, type Script } from './fake-service.ts';

const create = addLink({ url: 'https://example.com' });
const made = { error: 0, id: 5, shorturl: 'https://go.example/a' };
const account = { error: 0, data: { id: 1, email: 'a@b.example' } };

async function failure(script: Script, call: Parameters<typeof answered>[0] = getAccount()) {
  const outcome = await answered(call, script);
  return outcome.ok ? { kind: 'success', value: outcome.value } : outcome.failure;
}

async function value<T>(call: Parameters<typeof answered<T>>[0], script: Script): Promise<T> {
  const outcome = await answered(call, script);
  if (!outcome.ok) throw new Error(outcome.failure.kind);
  return outcome.value;
}

describe('success', () => {
  it.each([0, '0', false, 'false'])('is an error of %j', async (error) => {
    expect(await value(create, { body: { ...made, error } })).toEqual({ id: '5', shortUrl: made.shorturl });
  });

  it.each([1, '1', true, 429, 'Alias taken', ['Alias taken'], { alias: 'taken' }, -1, '00', 'no'])(
    'is not an error of %j',
    async (error) => {
      const kind = error === 429 ? 'limit' : 'refused';
      expect(await failure({ body: { ...made, error } }, create)).toMatchObject({ kind });
    },
  );

  it.each([null, '', [], {}, undefined])('is not read into an error of %j', async (error) => {
    expect(await failure({ body: { ...made, error } }, create)).toEqual({ kind: 'unreadable', status: 200 });
  });

  it('is judged by the body at 200, 201 and 400, and the message comes along', async () => {
    expect(await value(create, { status: 201, body: made })).toMatchObject({ id: '5' });
    for (const status of [200, 400]) {
      const body = { error: 1, message: 'Alias taken' };
      expect(await failure({ status, body }, create)).toEqual({
        kind: 'refused',
        status,
        message: 'Alias taken',
      });
    }
  });
});

describe('a created link', () => {
  it.each<[object, object]>([
    [
      { id: '5', shorturl: 'https://go.example/a' },
      { id: '5', shortUrl: 'https://go.example/a' },
    ],
    [
      { id: 5, short: 'https://go.example/a' },
      { id: '5', shortUrl: 'https://go.example/a' },
    ],
    [{ data: { id: 5, shorturl: 'https://go.example/a' } }, { id: '5', shortUrl: 'https://go.example/a' }],
    [{ data: { id: 5, short: 'https://go.example/a' } }, { id: '5', shortUrl: 'https://go.example/a' }],
    [{ shorturl: 'https://go.example/a' }, { id: null, shortUrl: 'https://go.example/a' }],
    [{ id: 5 }, { id: '5', shortUrl: null }],
    [
      { id: 2 ** 53, shorturl: 'https://go.example/a' },
      { id: null, shortUrl: 'https://go.example/a' },
    ],
    [{ id: '9007199254740993' }, { id: '9007199254740993', shortUrl: null }],
  ])('is read from %j', async (fields, expected) => {
    expect(await value(create, { body: { error: 0, ...fields } })).toEqual(expected);
  });

  it.each([
    {},
    { id: 0 },
    { id: '007' },
    { id: '../x' },
    { id: null, shorturl: '' },
    { shorturl: {} },
    { data: [] },
  ])('is not read from %j', async (fields) => {
    expect(await failure({ body: { error: 0, ...fields } }, create)).toEqual({
      kind: 'unreadable',
      status: 200,
    });
  });

  it.each([
    'javascript:alert(1)',
    '//x/a',
    'https://x.example/a b',
    'https://x.example/\u0007',
    'https://x.example/\u202ea',
    'data:text/html,x',
    'https:///x',
    'https://a@b.example',
    '/a',
    ' https://x.example',
  ])('never has the short URL %j', async (shorturl) => {
    expect(await failure({ body: { error: 0, shorturl } }, create)).toEqual({
      kind: 'unreadable',
      status: 200,
    });
    expect(await value(create, { body: { error: 0, id: 5, shorturl } })).toEqual({ id: '5', shortUrl: null });
  });
});

describe('createLink', () => {
  const fields = { url: 'https://example.com' };
  const scripted = (responses: readonly Response[]) => {
    const left = [...responses];
    const sent: string[] = [];
    const send = clientWith({
      fetch: async (url, { method }) => {
        sent.push(`${method} ${new URL(url).pathname}`);
        return left.shift() ?? Promise.reject(new TypeError());
      },
    });
    return { send, sent };
  };

  it('reads the short URL by id when the service gave the id alone', async () => {
    const details = { id: 5, shorturl: 'https://go.example/a' };
    const { send, sent } = scripted([
      Response.json({ error: 0, id: 5 }),
      Response.json({ error: 0, id: 5, details, data: [] }),
    ]);
    expect(await createLink(send, fields)).toMatchObject({
      ok: true,
      value: { id: '5', shortUrl: details.shorturl },
    });
    expect(sent).toEqual(['POST /sub/api/url/add', 'GET /sub/api/url/5']);
  });

  it('asks no second time when the short URL came', async () => {
    const { send, sent } = scripted([Response.json(made)]);
    expect(await createLink(send, fields)).toMatchObject({
      ok: true,
      value: { id: '5', shortUrl: made.shorturl },
    });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['can not be reached', []],
    ['is refused', [Response.json({ error: 1 }, { status: 404 })]],
    ['has no short URL', [Response.json({ error: 0, details: { id: 5, shorturl: 'javascript:1' } })]],
  ])('is unreadable when the link %s', async (_, responses) => {
    const { send } = scripted([Response.json({ error: 0, id: 5 }), ...responses]);
    expect(await createLink(send, fields)).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
  });

  it('passes the failure of the creation on', async () => {
    const { send, sent } = scripted([Response.json({ error: 1, message: 'no' })]);
    expect(await createLink(send, fields)).toMatchObject({ ok: false, failure: { kind: 'refused' } });
    expect(sent).toHaveLength(1);
  });
});

describe('status and shape', () => {
  it('is unreachable for HTTP 500 that says error 0', async () => {
    expect(await failure({ status: 500, body: made }, create)).toEqual({
      kind: 'unreachable',
      status: 500,
      message: null,
    });
  });

  it.each([502, 503, 504, 520, 525, 530])('is unreachable for HTTP %i with HTML', async (status) => {
    expect(await failure({ status, body: page('Bad gateway') })).toEqual({
      kind: 'unreachable',
      status,
      message: null,
    });
  });

  it.each([401, 403])('is a key problem for HTTP %i with JSON', async (status) => {
    const body = { error: 1, message: 'No' };
    expect(await failure({ status, body })).toEqual({ kind: 'key', status, message: 'No' });
  });

  it('is a key problem even when such a response says error 0', async () => {
    expect(await failure({ status: 403, body: account })).toMatchObject({ kind: 'key' });
  });

  it.each([
    [403, getAccount()],
    [405, updateDomain('1', {})],
    [501, deleteCall('campaign', '1')],
    [405, deleteCall('channel', '1')],
    [406, addLink({ url: 'https://example.com/?q=select+1' })],
    [413, addLink({ url: 'https://example.com/' })],
    [414, getAccount()],
    [415, addLink({ url: 'https://example.com/' })],
    [431, getAccount()],
  ])('is blocked for HTTP %i with HTML, and the key stays valid', async (status, call) => {
    expect(await failure({ status, body: page('Forbidden') }, call)).toEqual({ kind: 'blocked', status });
  });

  it.each([
    ['429 HTML', { status: 429, body: page('Slow down') }],
    ['429 without a body', { status: 429 }],
    ['429 with error 0', { status: 429, body: made }],
    ['the text of a CDN', { status: 429, body: 'error code: 1015' }],
    ['the text of a CDN at 403', { status: 403, body: 'error code: 1015' }],
  ])('is a limit with the default wait for %s', async (_, script) => {
    expect(await failure(script, create)).toMatchObject({ kind: 'limit', until: now + 60_000 });
  });

  it.each([200, 429])('is a limit for error 429 at HTTP %i, its delay in the body', async (status) => {
    const body = { error: 429, message: 'Slow down', 'Retry-After': 41 };
    expect(await failure({ status, body })).toEqual({
      kind: 'limit',
      until: now + 41_000,
      message: 'Slow down',
    });
  });

  it.each<[string, Script]>([
    ['a 503 marked as one', { status: 503, headers: { 'cf-mitigated': 'challenge' }, body: page('Wait') }],
    ['a 403 marked as one', { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: page('Wait') }],
    [
      'a page that sets a cookie and reloads',
      { body: page('<script>document.cookie="ok=1";location.reload()</script>') },
    ],
  ])('is a challenge for %s', async (_, script) => {
    expect(await failure(script)).toMatchObject({ kind: 'challenge', status: script.status ?? 200 });
  });

  it.each<[string, Script]>([
    ['a maintenance page', { body: page('<h1>Back soon</h1>') }],
    ['HTML that claims to be JSON', { headers: { 'Content-Type': 'application/json' }, body: page('Login') }],
    ['plain text', { body: 'It works!' }],
    ['a page with JSON in a script', { body: page('<script>x={"error":0}</script>') }],
    ['a 404 page', { status: 404, body: page('Not found') }],
  ])('is no API for %s', async (_, script) => {
    expect(await failure(script)).toEqual({
      kind: 'not-an-api',
      status: script.status ?? 200,
      host: 'links.example',
    });
  });

  it('reads JSON that claims to be HTML', async () => {
    const headers = { 'Content-Type': 'text/html' };
    expect(await value(getAccount(), { headers, body: JSON.stringify(account) })).toMatchObject({ id: '1' });
  });

  it.each([
    ['one byte-order mark', '\ufeff'],
    ['two', '\ufeff\ufeff'],
    ['one encoded twice', 'ï»¿'],
    ['line breaks', '\r\n\n'],
  ])('strips %s', async (_, mark) => {
    expect(await value(getAccount(), { body: mark + JSON.stringify(account) })).toMatchObject({ id: '1' });
    expect(await value(create, { body: mark + JSON.stringify(made) })).toMatchObject({ id: '5' });
  });

  it.each([200, 204])(
    'treats an empty body with HTTP %i as a success of PUT and DELETE only',
    async (status) => {
      expect(await value(deleteCall('campaign', '1'), { status })).toBe(true);
      expect(await value(updateDomain('1', {}), { status })).toBe(true);
      expect(await value(updateCampaign('1', { name: 'x' }), { status })).toBe(true);
      for (const call of [create, getAccount(), listLinks()]) {
        expect(await failure({ status }, call)).toEqual({ kind: 'unreadable', status });
      }
    },
  );

  it.each([
    'null',
    '[]',
    '"error"',
    '0',
    'true',
    '{"error":0}',
    '{"error":0,"data":[]}',
    '{"error":0,}',
    '{}',
  ])('can not read %s', async (body) =>
    expect(await failure({ body })).toEqual({ kind: 'unreadable', status: 200 }),
  );

  it.each(['{"error":0,"id":5,"shorturl":"https://go.ex', '{"error":0', '[{"a":"]}', '{"a":"\\"'])(
    'treats truncated JSON as a network failure: %s',
    async (body) => {
      expect(await failure({ body }, create)).toEqual({ kind: 'unreachable', status: null, message: null });
    },
  );

  it.each([301, 302, 303, 307, 308])('says that the address has moved for HTTP %i', async (status) => {
    expect(
      await failure({ status, headers: { Location: 'https://evil.example' }, body: made }, create),
    ).toEqual({ kind: 'moved', status });
  });
});

describe('a message', () => {
  const said = async (fields: object) => {
    const found = await failure({ body: { error: 1, ...fields } });
    return 'message' in found ? found.message : found;
  };

  it.each<[object, string | null]>([
    [{}, null],
    [{ message: null }, null],
    [{ message: [] }, null],
    [{ message: {} }, null],
    [{ message: { type: 'div', props: {} } }, null],
    [{ message: ['Alias taken', 'x'] }, 'Alias taken'],
    [{ msg: 'Alias taken' }, 'Alias taken'],
    [{ error: 'Alias taken' }, 'Alias taken'],
    [{ message: '', msg: ' ', error: 'Alias taken' }, 'Alias taken'],
    [{ error: true }, null],
    [{ error: '1' }, null],
    [{ message: '<p>Alias <b>taken</b>.</p><script>alert(1)</script>' }, 'Alias taken.'],
    [{ message: '&lt;img src=x onerror=alert(1)&gt;Alias &amp; more' }, 'Alias & more'],
    [{ message: 'Alias <img src=x' }, 'Alias'],
    [{ message: 'one\r\n\ttwo\u0000\u202ethree\u200b' }, 'one twothree'],
    [{ message: '1 < 2' }, '1 < 2'],
  ])('in %j is %j', async (fields, expected) => expect(await said(fields)).toBe(expected));

  it('of 10 KB is shortened to 300 characters', async () => {
    const text = await said({ message: 'a word '.repeat(1_500) });
    expect(text).toMatch(/^(?:a word )+.*…$/);
    expect(String(text).length).toBeLessThanOrEqual(300);
  });

  it.each([
    key,
    encodeURIComponent(key),
    encodeURIComponent(key).replace('%2F', '%2f'),
    key.replace('+', '%2b'),
    key.replaceAll('=', '&#61;'),
    JSON.stringify({ key }).replaceAll('/', '\\/'),
    `${key.slice(0, 5)}<b></b>${key.slice(5)}`,
    `${key.slice(0, 5)}\u200b${key.slice(5)}`,
    `${'x'.repeat(290)}${key}`,
  ])('never holds the key: %s', async (echo) => {
    const text = String(await said({ message: `Key ${echo} is wrong` }));
    expect(text).toMatch(/^Key /);
    for (const part of [key, encodeURIComponent(key), key.slice(0, 10), 'secret'])
      expect(text).not.toContain(part);
  });

  it('loses the key in every place where it is escaped in the JSON', async () => {
    const escaped = [...key]
      .map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
    expect(await failure({ body: `{"error":1,"message":"Key ${escaped}"}` })).toMatchObject({
      message: 'Key ***',
    });
    const outcome = await answered(getAccount(), {
      body: { error: 0, data: { id: 1, username: `me ${key}` } },
    });
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });

  it('has the key replaced where it is a property name, and keeps the value', async () => {
    const raw = { ...getAccount(), read: (body: unknown) => body };
    const body = { error: 0, data: [{ [key]: { [`my ${key}`]: 5 } }], constructor: 'x' };
    expect(await value(raw, { body })).toEqual({
      error: 0,
      data: [{ '***': { 'my ***': 5 } }],
      constructor: 'x',
    });
  });

  it.each(['open "sesame" & more', 'пароль-🔑-1', 'a.b*c(d', key.slice(0, 4)])(
    'never holds the password that was sent: %s',
    async (password) => {
      const locked = addLink({ url: 'https://example.com', password });
      const entities = Array.from(password, (character) => `&#${character.codePointAt(0)};`).join('');
      for (const echo of [password, encodeURIComponent(password), entities, JSON.stringify(password)]) {
        const refused = await failure(
          { body: { error: 1, message: `The password ${echo} is too short.` } },
          locked,
        );
        expect(refused).toMatchObject({
          kind: 'refused',
          message: expect.stringMatching(/^The password "?\*\*\*"? is/u) as unknown,
        });
      }
      // It may stand in an address by chance.
      const body = { error: 0, id: 5, shorturl: `https://go.example/${encodeURIComponent(password)}` };
      expect(await value(locked, { body })).toMatchObject({ shortUrl: body.shorturl });
    },
  );

  it('keeps its words where the password is no longer than a syllable', async () => {
    const locked = addLink({ url: 'https://example.com', password: 'a' });
    expect(await failure({ body: { error: 1, message: 'Alias taken' } }, locked)).toMatchObject({
      message: 'Alias taken',
    });
  });
});

describe('a list', () => {
  const list = (data: unknown) => value(listLinks({ page: 2 }), { body: { error: '0', data } });
  const urls = [{ id: 1, shorturl: 'https://go.example/a' }];

  it.each<[unknown, number | null]>([
    [3, 3],
    ['3', 3],
    ['2', null],
    [2, null],
    [1, null],
    [0, null],
    [false, null],
    ['', null],
    [null, null],
    [undefined, null],
    [6, null],
    [2.5, null],
    [{}, null],
  ])('with the next page %j continues with %j', async (nextpage, expected) => {
    expect(await list({ currentpage: 2, maxpage: 5, nextpage, urls })).toMatchObject({ nextPage: expected });
  });

  it.each<[unknown, number | null]>([
    [5, 5],
    ['5', 5],
    [2, 2],
    [0, null],
    ['0', null],
    [undefined, null],
    [null, null],
    ['', null],
    ['many', null],
    [-1, null],
    [2.5, null],
    [[5], null],
  ])('with the last page %j says that it is %j', async (maxpage, expected) => {
    expect(await list({ currentpage: 2, nextpage: 3, maxpage, urls })).toMatchObject({ lastPage: expected });
  });

  it('with the last page 0, which is none, has the next page that is named', async () => {
    expect(await list({ currentpage: 1, nextpage: 2, maxpage: 0, urls })).toMatchObject({ nextPage: 2 });
  });

  it('has those of its numbers that can be read', async () => {
    expect(
      await list({ result: '31', perpage: 15, currentpage: '2', nextpage: '3', maxpage: '3', urls }),
    ).toMatchObject({
      total: 31,
      nextPage: 3,
      skipped: 0,
    });
    // The page that was requested is the second.
    expect(await list({ result: {}, nextpage: 2, urls })).toMatchObject({ total: null, nextPage: null });
    expect(await list({ result: {}, nextpage: 3, urls })).toMatchObject({ total: null, nextPage: 3 });
  });

  it.each([{ urls: null }, { urls: {} }, { urls: [] }, {}, [], null])('is empty for %j', async (data) => {
    expect(await list(data)).toMatchObject({ records: [], skipped: 0 });
  });

  it('may be a map with digit keys', async () => {
    expect((await list({ urls: { '1': { id: 4 }, '3': { id: 5 } } })).records).toHaveLength(2);
  });

  it.each(['none', 7, { urls: 'none' }])('can not be read from %j', async (data) => {
    expect(await failure({ body: { error: '0', data } }, listLinks())).toEqual({
      kind: 'unreadable',
      status: 200,
    });
  });

  it('is no list without data', async () => {
    expect(await failure({ body: { error: '0' } }, listLinks())).toEqual({ kind: 'unreadable', status: 200 });
  });

  it.each([null, 'x', [], {}, { id: 0 }, { id: null }, { id: '007' }, { id: 2 ** 53 + 2 }, { id: '../x' }])(
    'skips and counts the malformed record %j',
    async (bad) => {
      const entries = Array.from({ length: 15 }, (_, index) => (index === 7 ? bad : { id: index + 1 }));
      expect(await list({ urls: entries })).toMatchObject({ skipped: 1, records: { length: 14 } });
    },
  );
});

describe('the search for a short URL', () => {
  const wanted = 'https://go.example/a';
  const search = (body: object, status = 200) => value(findLink(wanted), { status, body });
  const link = (id: number, shorturl: unknown) => ({ id, shorturl, longurl: 'https://example.com' });

  it('finds the single form', async () => {
    const body = {
      error: 0,
      id: 9,
      details: { shorturl: wanted, longurl: 'https://example.com' },
      data: { clicks: '3' },
    };
    expect(await search(body)).toEqual({
      id: '9',
      alias: '',
      shortUrl: wanted,
      longUrl: 'https://example.com',
      clicks: 3,
      title: '',
      description: '',
      date: null,
    });
  });

  it('finds a list of one', async () => {
    expect(await search({ error: '0', data: { urls: [link(9, wanted)] } })).toMatchObject({ id: '9' });
    expect(await search({ error: '0', data: { urls: [link(9, 'http://GO.example/a/')] } })).toMatchObject({
      id: '9',
    });
  });

  it('does not take another link for it', async () => {
    expect(await search({ error: '0', data: { urls: [link(9, 'https://go.example/other')] } })).toBeNull();
  });

  it('finds only the exact match in a list of many', async () => {
    const many = [link(8, `${wanted}b`), link(9, wanted)];
    expect(await search({ error: '0', data: { urls: many } })).toMatchObject({ id: '9' });
    expect(
      await search({ error: '0', data: { urls: [link(8, `${wanted}b`), link(7, `${wanted}/`)] } }),
    ).toBeNull();
  });

  it.each([200, 400, 404])('finds nothing when HTTP %i says error', async (status) => {
    expect(await search({ error: 1, message: 'Not found' }, status)).toBeNull();
  });

  it('finds nothing in an empty list', async () => {
    expect(await search({ error: '0', data: [] })).toBeNull();
    expect(await search({ error: '0', data: { urls: [] } })).toBeNull();
  });

  it.each<[Script, string]>([
    [{ status: 403, body: { error: 1 } }, 'key'],
    [{ body: { error: 429 } }, 'limit'],
    [{ status: 500, body: { error: 1 } }, 'unreachable'],
    [{ body: { error: '0', data: { urls: [{ id: 'x' }] } } }, 'unreadable'],
  ])('does not take %j for "not found"', async (script, kind) => {
    expect(await failure(script, findLink(wanted))).toMatchObject({ kind });
  });
});

describe('fields', () => {
  it.each([false, '', '0', null, undefined, [], 'javascript:1'])('has no rotator for %j', async (rotator) => {
    const body = { error: '0', data: { campaigns: [{ id: 1, rotator }] } };
    expect((await value(listCampaigns(), { body })).records).toMatchObject([{ rotator: null }]);
  });

  it('has the rotator for a URL, and the name under any of its names', async () => {
    const rotator = 'https://go.example/r/x';
    const campaigns = [
      { id: 1, rotator, name: 'N' },
      { id: 2, domain: 'N' },
      { id: 3, campaign: 'N', public: '1' },
    ];
    expect((await value(listCampaigns(), { body: { error: '0', data: { campaigns } } })).records).toEqual([
      { id: '1', name: 'N', public: false, rotator, list: null },
      { id: '2', name: 'N', public: false, rotator: null, list: null },
      { id: '3', name: 'N', public: true, rotator: null, list: null },
    ]);
  });

  const details = async (fields: object, data: unknown = {}) =>
    value(getLink('1'), { body: { error: 0, id: 1, details: { id: 1, ...fields }, data } });

  it.each([null, '', false, '0000-00-00 00:00:00', {}])('has no expiry for %j', async (expiry) => {
    expect((await details({ expiry })).expiry).toBeNull();
  });

  it('keeps a timestamp as the text it is', async () => {
    expect((await details({ expiry: '2027-01-02 03:04:05' })).expiry).toBe('2027-01-02 03:04:05');
  });

  it('treats an empty list as an empty map, and skips targets without a usable address', async () => {
    expect(
      await details({ location: [], device: { iPhone: 'https://a.example', x: 'javascript:1' } }),
    ).toMatchObject({
      location: {},
      device: { iPhone: 'https://a.example' },
    });
  });

  it.each<[unknown, unknown]>([
    [7, { entries: [], total: 7 }],
    ['7', { entries: [], total: 7 }],
    [undefined, { entries: [], total: null }],
    [[], { entries: [], total: null }],
    [
      { Germany: '4', France: 2 },
      {
        entries: [
          { name: 'Germany', count: 4 },
          { name: 'France', count: 2 },
        ],
        total: null,
      },
    ],
    [
      [{ country: 'Germany', clicks: '4' }, ['France', 2], 'x'],
      {
        entries: [
          { name: 'Germany', count: 4 },
          { name: 'France', count: 2 },
        ],
        total: null,
      },
    ],
  ])('reads the statistic %j', async (topCountries, expected) => {
    expect((await details({}, { topCountries })).topCountries).toEqual(expected);
  });

  it('never has a nested object where a text belongs', async () => {
    const nested = { type: 'div', props: { dangerouslySetInnerHTML: {} } };
    expect(await details({ title: nested, description: [nested], alias: nested })).toMatchObject({
      title: '',
      description: '',
      alias: '',
    });
    const pixels = [{ id: 1, name: nested, type: 'unheard-of', tag: 5 }];
    expect((await value(listPixels(), { body: { error: '0', data: { pixels } } })).records).toEqual([
      { id: '1', name: '', type: 'unheard-of', tag: '5', date: null },
    ]);
  });
});

describe('other creations', () => {
  it.each([
    ['a domain', addDomain({ domain: 'https://go.example' })],
    ['a pixel', addPixel({ type: 'x', name: 'y', tag: 'z' })],
  ])('needs the id of %s', async (_name, call) => {
    expect(await value(call, { body: { error: 0, id: '3' } })).toEqual({ id: '3' });
    expect(await failure({ body: { error: 0, message: 'ok' } }, call)).toMatchObject({ kind: 'unreadable' });
  });
});
