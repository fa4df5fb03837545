// Text that something else on the server prints before or after the JSON of a response: every call of the API, over the
// wire, reads it as it reads the bare response. And what only looks like a response is none.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getAccount, updateAccount } from '../../../lib/api/account.ts';
import type { Call, Send } from '../../../lib/api/call.ts';
import { addCampaign, assignToCampaign, listCampaigns, updateCampaign } from '../../../lib/api/campaigns.ts';
import {
  addChannel,
  assignToChannel,
  listChannelItems,
  listChannels,
  updateChannel,
} from '../../../lib/api/channels.ts';
import { createClient } from '../../../lib/api/api-client.ts';
import { addDomain, listDomains, updateDomain } from '../../../lib/api/domains.ts';
import { type Id, toId } from '../../../lib/api/ids.ts';
import { findLink, getLink } from '../../../lib/api/link-details.ts';
import { addLink, createLink } from '../../../lib/api/create-link.ts';
import { listLinks } from '../../../lib/api/links.ts';
import { listOverlays } from '../../../lib/api/overlays.ts';
import { addPixel, listPixels } from '../../../lib/api/pixels.ts';
import { listSplashPages } from '../../../lib/api/splash-pages.ts';
import { deleteCall } from '../../../lib/api/record-calls.ts';
import { quirks, type QuirkName } from '../../service/quirks.ts';
import { startService, type LocalService } from '../../service/start.ts';
import { answered, page } from './fake-service.ts';

const kinds = [
  'php-warning',
  'text-warning',
  'json-before',
  'warning-after',
  'html-comment',
  'closing-tag',
  'json-after',
] as const satisfies readonly QuirkName[];

const combined: readonly QuirkName[] = ['bom', 'php-warning', 'json-before', 'html-comment', 'closing-tag'];

let service: LocalService;
let send: Send;
beforeAll(async () => {
  service = await startService({ demo: true, limit: 0 });
  send = createClient({
    fetch: (url, init) => fetch(url, init),
    connection: { address: service.address, key: service.key },
    permitted: async () => true,
    now: () => Date.now(),
    report: (error) => {
      throw error;
    },
  });
});
afterEach(() => service.setQuirks([]));
afterAll(() => service.close());

let turn = 0;
const fresh = (name: string) => `${name}-${(turn += 1)}`;

async function value<T>(call: Call<T>): Promise<T> {
  const outcome = await send(call);
  if (!outcome.ok) throw new Error(`${call.method} ${call.path}: ${JSON.stringify(outcome.failure)}`);
  return outcome.value;
}

async function failure(call: Call<unknown>) {
  const outcome = await send(call);
  return outcome.ok ? { kind: 'success', value: outcome.value } : outcome.failure;
}

const readable = (text: string): Id => {
  const id = toId(text);
  if (id === null) throw new Error(text);
  return id;
};
const linkId = (): Id => readable(String(service.store.links()[0]?.id));

/** Makes the records to be changed while the responses are bare. */
async function bare<T>(call: Call<T>): Promise<T> {
  service.setQuirks([]);
  return value(call);
}

const newCampaign = () => bare(addCampaign({ name: fresh('campaign') }));
const newChannel = () => bare(addChannel({ name: fresh('channel') }));
const newDomain = () => bare(addDomain({ domain: `https://${fresh('d')}.example` }));

/** Every call of lib/api, each on an existing record. */
const calls: Readonly<Record<string, () => Promise<Call<unknown>>>> = {
  getAccount: async () => getAccount(),
  updateAccount: async () => updateAccount({ email: 'new@mail.example' }),
  listDomains: async () => listDomains(),
  addDomain: async () => addDomain({ domain: `https://${fresh('d')}.example` }),
  updateDomain: async () => updateDomain((await newDomain()).id, { redirectroot: 'https://a.example/' }),
  deleteDomain: async () => deleteCall('domain', (await newDomain()).id),
  listOverlays: async () => listOverlays(),
  listCampaigns: async () => listCampaigns(),
  addCampaign: async () => addCampaign({ name: fresh('campaign') }),
  assignToCampaign: async () => assignToCampaign((await newCampaign()).id, linkId()),
  updateCampaign: async () => updateCampaign((await newCampaign()).id, { name: fresh('campaign') }),
  deleteCampaign: async () => deleteCall('campaign', (await newCampaign()).id),
  listChannels: async () => listChannels(),
  listChannelItems: async () => listChannelItems((await newChannel()).id),
  addChannel: async () => addChannel({ name: fresh('channel') }),
  assignToChannel: async () => assignToChannel((await newChannel()).id, 'links', linkId()),
  updateChannel: async () => updateChannel((await newChannel()).id, { name: fresh('channel') }),
  deleteChannel: async () => deleteCall('channel', (await newChannel()).id),
  listSplashPages: async () => listSplashPages(),
  listPixels: async () => listPixels(),
  addPixel: async () => addPixel({ type: 'gtmpixel', name: fresh('pixel'), tag: fresh('GTM') }),
  listLinks: async () => listLinks({ q: 'a' }),
  findLink: async () => findLink(`${service.address}/${service.store.links()[0]?.alias}`),
  getLink: async () => getLink(linkId()),
  addLink: async () => addLink({ url: 'https://example.com/', custom: fresh('around') }),
};

describe.each([...kinds.map((kind) => [kind]), combined])('with %s %s', (...quirk) => {
  const chosen = quirk.filter((name) => name !== undefined);

  it.each(Object.keys(calls))('the response to %s is read', async (name) => {
    const call = await calls[name]?.();
    if (!call) throw new Error(name);
    // What only looks is the same twice; what changes is read as having been done.
    const expected = call.method === 'GET' ? await bare(call) : expect.anything();
    service.setQuirks(chosen);
    expect(await value(call)).toEqual(expected);
  });

  it('a created link is known by its short URL, and made once', async () => {
    const custom = fresh('around');
    service.setQuirks(chosen);
    expect(await createLink(send, { url: 'https://example.com/x', custom })).toMatchObject({
      ok: true,
      value: { shortUrl: `${service.address}/${custom}` },
    });
    expect(service.store.links().filter(({ alias }) => alias === custom)).toHaveLength(1);
  });

  it('an id alone is enough, as in a bare response', async () => {
    service.setQuirks(['id-only', ...chosen]);
    const outcome = await createLink(send, { url: 'https://example.com/y', custom: fresh('around') });
    expect(outcome).toMatchObject({ ok: true, value: { shortUrl: expect.stringContaining('around-') } });
  });

  it('a refusal is still read, with its message', async () => {
    const custom = fresh('taken');
    await bare(addLink({ url: 'https://example.com/', custom }));
    service.setQuirks(chosen);
    const refused = await failure(addLink({ url: 'https://example.com/', custom }));
    expect(refused).toMatchObject({ kind: 'refused', message: expect.stringMatching(/alias/i) });
  });

  it('a refused key and a limit are known', async () => {
    service.setQuirks(['limit-200', ...chosen]);
    service.answerNext('GET /api/account', async ({ pass }) => ({ ...(await pass()), status: 403 }));
    expect(await failure(getAccount())).toMatchObject({ kind: 'key', status: 403 });
    service.setLimit({ limit: 1 });
    try {
      await send(getAccount());
      expect(await failure(getAccount())).toMatchObject({ kind: 'limit' });
    } finally {
      service.setLimit({ limit: 0 });
    }
  });

  it('HTTP 500 is no success, regardless of its body', async () => {
    service.setQuirks(chosen);
    service.answerNext('POST /api/url/add', async ({ pass }) => ({ ...(await pass()), status: 500 }));
    const call = addLink({ url: 'https://example.com/', custom: fresh('around') });
    expect(await failure(call)).toMatchObject({ kind: 'unreachable', status: 500 });
  });

  it('a response that stops early is a network failure', async () => {
    service.setQuirks(chosen);
    const cut = '{"error":0,"id":5,"shorturl":"https://go.exam';
    // Nothing follows what was cut off.
    service.answerNext('POST /api/url/add', async ({ pass }) => {
      const { body } = await pass();
      return { status: 200, body: `${body.slice(0, Math.max(0, body.lastIndexOf('{"error":0')))}${cut}` };
    });
    const call = addLink({ url: 'https://example.com/', custom: fresh('around') });
    expect(await failure(call)).toMatchObject({ kind: 'unreachable', status: null });
  });
});

it('covers every quirk of this kind', () => {
  const named = Object.entries(quirks)
    .filter(([, { description }]) => /(?:before|after) the JSON$/.test(description))
    .map(([name]) => name);
  expect(named.toSorted()).toEqual([...kinds, 'bom'].toSorted());
});

const made = '{"error":0,"id":5,"shorturl":"https://go.example/a"}';
const create = addLink({ url: 'https://example.com/' });

async function create200(body: string) {
  const outcome = await answered(create, { body });
  return outcome.ok ? outcome.value : outcome.failure.kind;
}

describe('what only looks like the response', () => {
  it.each([
    ['in a script of a page', page(`<script>var sample = ${made}</script>`)],
    ['in a data block of a page', page(`<script type="application/json">${made}</script>`)],
    ['in the sample of a documentation page', page(`<pre>${made}</pre>`)],
    ['in a script without a page around', `<script type="application/json">${made}</script>`],
    ['in a comment', `Nothing here <!-- ${made} -->`],
    ['in a comment that never ends', `Nothing here <!-- ${made}`],
    ['in an attribute', `<div data-page='${made}'></div>`],
    ['as a value in program text', `window.state = ${made};`],
    ['as an argument', `callback(${made})`],
    ['as a text in quotes', `The service said '${made}'`],
  ])('%s is a page', async (_, body) => {
    expect(await create200(body)).toBe('not-an-api');
  });

  it.each([
    ['inside another document', `{"data":${made}}`],
    ['inside a document that can not be read', `{"data":${made},}`],
    ['inside a list', `<b>x</b>\n[${made}]`],
    ['inside a list that can not be read', `[${made},]`],
  ])('%s is no success', async (_, body) => {
    expect(['unreadable', 'not-an-api', 'refused']).toContain(await create200(body));
  });

  it.each([
    ['inside a document that stops early', `{"data":${made},"x":`],
    ['inside one behind a warning', `<b>Warning</b>: x\n{"data":${made},"x":`],
  ])('%s is a network failure', async (_, body) => {
    expect(await create200(body)).toBe('unreachable');
  });
});

describe('documents that contradict each other', () => {
  const refusal = '{"error":1,"message":"No"}';

  it.each([`${refusal}\n${made}`, `${made}\n${refusal}`])(
    'a link that is named was made: %s',
    async (body) => {
      expect(await create200(body)).toEqual({ id: '5', shortUrl: 'https://go.example/a' });
    },
  );

  it.each([`${refusal}{"error":0}`, `{"error":0}${refusal}`])(
    'a bare "done" proves nothing: %s',
    async (body) => {
      const calls: readonly Call<unknown>[] = [
        create,
        deleteCall('campaign', '1'),
        updateDomain('1', {}),
        assignToCampaign('1', '2'),
      ];
      for (const call of calls) {
        const outcome = await answered(call, { body });
        expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
      }
    },
  );

  it('an assignment is not believed because of empty data', async () => {
    const outcome = await answered(assignToCampaign('1', '2'), { body: `{"error":0,"data":[]}${refusal}` });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
  });

  it('a change is not believed although a record came along', async () => {
    const outcome = await answered(updateChannel('1', {}), { body: `{"error":0,"data":{"id":1}}${refusal}` });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
  });

  it('the same refusal twice is one', async () => {
    expect(await create200(refusal + refusal)).toBe('refused');
  });
});

describe('the time it takes', () => {
  const megabytes = (piece: string) => piece.repeat(Math.floor(500_000 / piece.length));

  it.each([
    '{',
    '[',
    '{"',
    '{"a":',
    '{"a',
    '{}',
    '{"a":1}\n',
    '[{"a":[',
    '<!--',
    '<!-- -->',
    '<script>',
    '<script></script>',
    '<',
    '{ ',
    '{\\"',
    '{"\\',
    '{"a":1',
    '\n{"error":',
    '{"error":0}x',
    '"{',
    '{"x":"',
    '[1,',
    '[tru',
    ' ',
    '<b',
  ])('grows no faster than the body: 500 kB of %j', async (piece) => {
    const started = performance.now();
    await create200(`x ${megabytes(piece)}`);
    await create200(`${megabytes(piece)} ${made}`);
    // A quadratic search through as much takes minutes.
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
