/** Executing each command, reading its response, and looking up the result of a lost one. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCommandSender } from '../../../../entrypoints/background/jobs/send-command.ts';
import type { HighWaterMark } from '../../../../entrypoints/background/jobs/high-water-mark.ts';
import type {
  Command,
  AssignCommand,
  EditCommand,
  CreateLinkCommand,
} from '../../../../lib/outbox/commands.ts';
import type { Job } from '../../../../lib/outbox/job.ts';
import type { Failure } from '../../../../lib/api/failure.ts';
import type { SendSnapshotInput } from '../../../../lib/outbox/outbox-deps.ts';
import {
  assignCommand,
  campaignCommand,
  changeCommand,
  draft,
  failures,
  jobOf,
  linkList,
  listed,
  noon,
  shortenCommand,
  unreachable,
} from '../../../support/samples.ts';
import { fresh } from '../../../support/fake-browser.ts';
import { gatewayOf, type Reply, type Service } from '../../../support/fake-gateway.ts';
import { settled } from '../../../support/flush.ts';
import { gate } from '../../../support/gate.ts';
import { defaultLinkOptions } from '../../../../lib/draft/parse-options.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));

const aliased = (alias: string): CreateLinkCommand => shortenCommand(1, { link: draft({ alias }) });
const jobFor = (command: Command, noteTag: string | null = null): Job =>
  jobOf(1, undefined, { command, noteTag });

interface World {
  readonly service: Service;
  /** The newest id known before the command. */
  readonly known?: string | null;
  readonly connected?: boolean;
  readonly serverNow?: () => number;
}

function world({ service, known = '4', connected = true, serverNow }: World) {
  const { gateway, sent } = gatewayOf(service, serverNow && { serverNow });
  const noted: unknown[] = [];
  const state = { known };
  const highWaterMark: HighWaterMark = {
    read: async () => state.known,
    raise: async (_scope, id, at) => {
      noted.push(at === undefined ? id : [id, at]);
      state.known = id ?? state.known;
    },
    readOutdated: async () => state.known,
    startList: async () => async (id) => void (noted.push(id), (state.known = id)),
    noteUnlistedLink: async () => {},
    raiseFromList: async (_scope, list, id) => void noted.push([list, id]),
  };
  const clock = { now: noon };
  const runner = createCommandSender({
    gateway: async () => (connected ? gateway : null),
    highWaterMark,
    onLinks: async () => {},
    scope: async () => 'here',
    now: () => clock.now,
    utcOffset: async () => 120,
  });
  const sends: SendSnapshotInput[] = [];
  const run = (job: Job, signal: AbortSignal = new AbortController().signal) =>
    runner.send(job, {
      signal,
      onWait: () => {},
      onHeldBack: async () => {},
      beforeSend: async (before) => void sends.push(before),
    });
  /** The request queue delays it. */
  const runLater = (job: Job, ms: number) => {
    const { request } = gateway;
    const waiting: typeof request = (call, options) => {
      clock.now += ms;
      return request(call, options);
    };
    return createCommandSender({
      gateway: async () => ({ ...gateway, request: waiting }),
      highWaterMark,
      scope: async () => 'here',
      onLinks: async () => {},
      now: () => clock.now,
      utcOffset: async () => 120,
    }).send(job, {
      signal: new AbortController().signal,
      onWait: () => {},
      onHeldBack: async () => {},
      beforeSend: async (before) => void sends.push(before),
    });
  };
  const endpoints = () => sent.map((one) => one.endpoint);
  return { ...runner, run, runLater, sent, endpoints, sends, noted };
}

async function run(command: Command, ...bodies: unknown[]) {
  let turn = 0;
  const one = world({ service: () => ({ body: bodies[Math.min(turn++, bodies.length - 1)] }) });
  return { ...one, outcome: await one.run(jobFor(command)) };
}

beforeEach(() => fresh());

describe('shortening', () => {
  it('is one call, with interactive priority', async () => {
    const { outcome, sent, sends } = await run(shortenCommand(1), {
      error: 0,
      id: 5,
      shorturl: 'https://sho.rt/x',
    });
    expect(outcome).toMatchObject({
      ok: true,
      value: { id: '5', shortUrl: 'https://sho.rt/x', aliasDiffers: false, lookedUp: false, existing: false },
    });
    expect(sent.map(({ endpoint }) => endpoint)).toEqual(['POST /api/url/add']);
    expect(sent[0]?.options.priority).toBe('user');
    expect(sends).toHaveLength(1);
  });

  it.each(['places', 'bulk'] as const)(
    'as one of several (%s), has a lower priority than interactive requests',
    async (from) => {
      const { sent } = await run(shortenCommand(1, { from }), {
        error: 0,
        id: 5,
        shorturl: 'https://sho.rt/x',
      });
      expect(sent.map(({ options }) => options.priority)).toEqual(['bulk']);
    },
  );

  it('computes a relative expiration at the time of sending, by the service’s clock, and journals it', async () => {
    const body = { error: 0, id: 5, shorturl: 'https://sho.rt/x' };
    const { runLater, sent, sends } = world({ service: () => ({ body }) });
    const link = draft({ extras: { ...defaultLinkOptions, expiry: '+1h' } });
    await runLater(jobFor(shortenCommand(1, { from: 'bulk', link })), 5 * 3_600_000);
    // Five hours in the request queue, one to come, two ahead of UTC.
    const expiry = `${new Date(noon + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')}:00`;
    expect(sent[0]?.call.body).toMatchObject({ expiry });
    expect(sends).toMatchObject([{ expiry }]);
  });

  it('reads a missing address by the id, which is no second send', async () => {
    const details = {
      error: 0,
      id: 5,
      details: { id: 5, shorturl: 'https://sho.rt/x', longurl: 'https://e.com' },
    };
    const { outcome, sent, sends } = await run(shortenCommand(1), { error: 0, id: 5 }, details);
    expect(outcome).toMatchObject({ ok: true, value: { id: '5', shortUrl: 'https://sho.rt/x' } });
    expect(sent.map(({ endpoint }) => endpoint)).toEqual(['POST /api/url/add', 'GET /api/url/5']);
    expect(sends).toHaveLength(1);
  });

  it.each([
    ['spring', 'https://sho.rt/spring', false],
    [' spring ', 'https://sho.rt/Spring', false],
    ['spring', 'https://sho.rt/spring/', false],
    ['spring', 'https://sho.rt/spring?utm=1', false],
    ['früh', 'https://sho.rt/fr%C3%BCh', false],
    ['spring', 'https://sho.rt/spring-2', true],
    ['spring', 'https://spring.example/x', true],
    ['', 'https://sho.rt/x', false],
  ])('alias %j, given %s: another one? %s', async (alias, shorturl, differs) => {
    const { outcome } = await run(aliased(alias), { error: 0, id: 5, shorturl });
    expect(outcome).toMatchObject({ ok: true, value: { shortUrl: shorturl, aliasDiffers: differs } });
  });

  it.each(['https://sho.rt/%', 'https://sho.rt/%E0%A4%A', 'https://sho.rt/100%'])(
    'never throws over an odd short address: %s',
    async (shorturl) => {
      const { outcome } = await run(aliased('x'), { error: 0, id: 5, shorturl });
      expect(outcome).toMatchObject({ ok: true, value: { shortUrl: shorturl, aliasDiffers: true } });
      const plain = await run(shortenCommand(1), { error: 0, id: 5, shorturl });
      expect(plain.outcome).toMatchObject({ ok: true, value: { aliasDiffers: false } });
    },
  );

  it('sends nothing without a connection', async () => {
    const { run, sends, learnNewestLink, lookUp, sent } = world({
      service: () => ({ body: {} }),
      connected: false,
    });
    expect(await run(jobFor(shortenCommand(1)))).toMatchObject({
      ok: false,
      failure: { kind: 'not-connected' },
    });
    expect(await lookUp(shortenCommand(1), '4')).toMatchObject({
      ok: false,
      failure: { kind: 'not-connected' },
    });
    await learnNewestLink();
    expect([sent, sends]).toEqual([[], []]);
  });

  it('returns a failure unchanged', async () => {
    const { run } = world({ service: () => ({ failure: unreachable }) });
    expect(await run(jobFor(shortenCommand(1)))).toMatchObject({ ok: false, failure: unreachable });
  });

  it('sends the mark in the note, and no note without one', async () => {
    const { run, sent } = world({
      service: () => ({ body: { error: 0, id: 5, shorturl: 'https://sho.rt/x' } }),
    });
    await run(jobFor(shortenCommand(1), '[0a0000]'));
    await run(jobFor(shortenCommand(2)));
    expect(sent.map(({ call }) => call.body)).toEqual([
      { url: 'https://example.com/1', description: '[0a0000]' },
      { url: 'https://example.com/2' },
    ]);
  });

  it('journals the newest id and the service’s time right before sending', async () => {
    let serverNow = 5_000;
    const { run, sends } = world({
      service: () => ({ body: { error: 0, id: 41, shorturl: 'https://sho.rt/x' } }),
      known: '40',
      serverNow: () => serverNow++,
    });
    await run(jobFor(campaignCommand(2)));
    await run(jobFor(shortenCommand(1)));
    expect(sends).toEqual([
      { newest: '40', serverAt: 5_000 },
      { newest: '40', serverAt: 5_001 },
    ]);
  });

  it('stores a made link with the time of the response, and no failure', async () => {
    let response: Reply = { body: { error: 0, id: 41, shorturl: 'https://sho.rt/x' }, date: 9_000 };
    const { run, noted } = world({ service: () => response });
    await run(jobFor(shortenCommand(1)));
    await run(jobFor(campaignCommand(2)));
    response = { failure: unreachable };
    await run(jobFor(shortenCommand(3)));
    expect(noted).toEqual([['41', 9_000]]);
  });

  it('of a private link no time is stored', async () => {
    const { run, noted } = world({
      service: () => ({ body: { error: 0, id: 41, shorturl: 'https://sho.rt/x' }, date: 9_000 }),
    });
    await run(jobFor(shortenCommand(1, { private: true })));
    expect(noted).toEqual([['41', null]]);
  });
});

describe('the first link of an account', () => {
  const made = { body: { error: 0, id: 9, shorturl: 'https://sho.rt/x' } };

  it('reads the newest id before it is sent', async () => {
    const { run, endpoints, sends, noted } = world({
      service: ({ method }) => (method === 'GET' ? linkList([listed(8), listed(7)]) : made),
      known: null,
    });
    expect((await run(jobFor(shortenCommand(1)))).ok).toBe(true);
    expect(endpoints()).toEqual(['GET /api/urls', 'POST /api/url/add']);
    expect([sends, noted]).toEqual([[{ newest: '8', serverAt: null }], ['8', ['9', null]]]);
  });

  it('regards every link as newer in an empty account', async () => {
    const { run, sends } = world({
      service: ({ method }) => (method === 'GET' ? linkList([]) : made),
      known: null,
    });
    await run(jobFor(shortenCommand(1)));
    expect(sends).toEqual([{ newest: '0', serverAt: null }]);
  });

  it('is not sent while the newest id cannot be read', async () => {
    const { run, endpoints, sends, noted } = world({
      service: () => ({ failure: unreachable }),
      known: null,
    });
    expect(await run(jobFor(shortenCommand(1)))).toMatchObject({ ok: false, failure: unreachable });
    expect([endpoints(), sends, noted]).toEqual([['GET /api/urls'], [], []]);
  });

  it('waits for that no longer once it is cancelled', async () => {
    const list = gate();
    const abort = new AbortController();
    const { run, endpoints } = world({
      service: async ({ method }) => {
        if (method === 'GET') await list.passed;
        return made;
      },
      known: null,
    });
    const outcome = run(jobFor(shortenCommand(1)), abort.signal);
    await settled();
    abort.abort();
    expect(await outcome).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    list.open();
    await vi.waitFor(() => expect(endpoints()).toEqual(['GET /api/urls']));
    await settled();
    expect(endpoints()).toHaveLength(1);
  });

  it('does not wait when it was fetched before, once', async () => {
    const { run, learnNewestLink, endpoints } = world({
      service: ({ method }) => (method === 'GET' ? linkList([listed(8)]) : made),
      known: null,
    });
    await learnNewestLink();
    await learnNewestLink();
    await run(jobFor(shortenCommand(1)));
    expect(endpoints()).toEqual(['GET /api/urls', 'POST /api/url/add']);
  });

  it('shares one look-up among simultaneous links', async () => {
    const { run, endpoints } = world({
      service: ({ method }) => (method === 'GET' ? linkList([listed(8)]) : made),
      known: null,
    });
    await Promise.all([1, 2, 3].map((n) => run(jobFor(shortenCommand(n)))));
    expect(endpoints().filter((one) => one.startsWith('GET'))).toHaveLength(1);
    expect(endpoints().filter((one) => one.startsWith('POST'))).toHaveLength(3);
  });

  it('does not delay a campaign', async () => {
    const { run, endpoints, sends } = world({ service: () => ({ body: { error: 0, id: 8 } }), known: null });
    await run(jobFor(campaignCommand(1)));
    expect([endpoints(), sends]).toEqual([['POST /api/campaign/add'], [{ newest: null, serverAt: null }]]);
  });
});

describe('adding', () => {
  const base = { id: shortenCommand(1).id, at: 1, private: false };
  it.each<[Command, string, object]>([
    [{ ...base, kind: 'add-campaign', name: 'Spring' }, 'POST /api/campaign/add', { name: 'Spring' }],
    [{ ...base, kind: 'add-channel', name: 'Mail' }, 'POST /api/channel/add', { name: 'Mail' }],
    [
      { ...base, kind: 'add-pixel', name: 'Ads', type: 'gapixel', tag: 'G-1' },
      'POST /api/pixel/add',
      { name: 'Ads', type: 'gapixel', tag: 'G-1' },
    ],
    [
      { ...base, kind: 'add-campaign', name: 'Spring', fields: { slug: 'spring', public: false } },
      'POST /api/campaign/add',
      { name: 'Spring', slug: 'spring', public: false },
    ],
    [
      {
        ...base,
        kind: 'add-channel',
        name: 'Mail',
        fields: { description: '', color: '#112233', starred: true, redirectroot: 'https://a.example' },
      },
      'POST /api/channel/add',
      { name: 'Mail', color: '#112233', starred: true },
    ],
    [
      {
        ...base,
        kind: 'add-domain',
        name: 'https://go.example',
        fields: { redirectroot: 'https://a.example', redirect404: '' },
      },
      'POST /api/domain/add',
      { domain: 'https://go.example', redirectroot: 'https://a.example' },
    ],
  ])('%o', async (command, endpoint, body) => {
    const { outcome, sent, sends } = await run(command, { error: 0, id: 8 });
    expect(sent.map((one) => one.endpoint)).toEqual([endpoint]);
    expect(sent[0]?.call.body).toEqual(body);
    expect(outcome).toMatchObject({ ok: true, value: { id: '8', shortUrl: null, lookedUp: false } });
    expect(sends).toHaveLength(1);
  });
});

describe('changing a record', () => {
  it.each<[Partial<EditCommand>, string, object | undefined]>([
    [{}, 'PUT /api/campaign/5/update', { name: 'Post', public: false }],
    // The API requires a campaign's name with every change of it.
    [{ fields: { slug: 'post' } }, 'PUT /api/campaign/5/update', { name: 'Mail', slug: 'post' }],
    [
      { what: 'channel', fields: { starred: false, description: '' } },
      'PUT /api/channel/5/update',
      { starred: false, description: '' },
    ],
    [
      { what: 'domain', fields: { redirect404: 'https://a.example/404', name: 'x' } },
      'PUT /api/domain/5/update',
      { redirect404: 'https://a.example/404' },
    ],
    [{ act: 'delete' }, 'DELETE /api/campaign/5/delete', undefined],
    [{ act: 'delete', what: 'channel' }, 'DELETE /api/channel/5/delete', undefined],
    [{ act: 'delete', what: 'domain' }, 'DELETE /api/domain/5/delete', undefined],
  ])('%j is one call, journaled before it is sent', async (change, endpoint, body) => {
    const { outcome, sent, sends } = await run(changeCommand(1, change), { error: 0, message: 'Done' });
    const asSent = (one: unknown): unknown => one && JSON.parse(JSON.stringify(one));
    expect(sent.map((one) => [one.endpoint, asSent(one.call.body)])).toEqual([[endpoint, asSent(body)]]);
    expect(outcome).toMatchObject({ ok: true, value: { id: null } });
    expect([sends.length, sent[0]?.call.idempotent]).toEqual([1, false]);
    expect(sent[0]?.options.priority).toBe('user');
  });

  it('as one of several has a lower priority than interactive requests', async () => {
    const { sent } = await run({ ...assignCommand(1), many: true }, { error: 0 });
    expect(sent.map(({ options }) => options.priority)).toEqual(['bulk']);
  });

  it.each([changeCommand(1), assignCommand(1), assignCommand(1, 'assign-campaign')])(
    'is refused alone by a 404 page: the service lacks this endpoint, or the record ($kind)',
    async (command) => {
      const page = (status: number): Reply => ({ failure: { kind: 'not-an-api', status, host: 'sho.rt' } });
      expect(await world({ service: () => page(404) }).run(jobFor(command))).toMatchObject({
        failure: { kind: 'refused', status: 404 },
      });
      expect(await world({ service: () => page(200) }).run(jobFor(command))).toMatchObject(page(200));
    },
  );

  it('is repeated without a look-up', async () => {
    const { lookUp, sent } = world({ service: () => linkList([]) });
    expect(await lookUp(changeCommand(1), null)).toMatchObject({ ok: true, value: [] });
    expect(sent).toEqual([]);
  });
});

describe('assigning a link', () => {
  it.each([
    ['assign-campaign', 'POST /api/campaign/5/assign/7'],
    ['assign-channel', 'POST /api/channel/5/assign/links/7'],
  ] as const)('%s is one call, journaled before it is sent', async (kind, endpoint) => {
    const { outcome, sent, sends } = await run(assignCommand(1, kind), { error: 0, message: 'Done' });
    expect(sent.map((one) => [one.endpoint, one.call.body])).toEqual([[endpoint, undefined]]);
    expect(outcome).toMatchObject({ ok: true, value: { id: null, shortUrl: null } });
    // Only the outbox repeats it, after a look-up.
    expect([sends.length, sent[0]?.call.idempotent]).toEqual([1, false]);
  });

  it('ignores the other item types of a channel, which have ids of their own', async () => {
    const command: AssignCommand = { ...assignCommand(1), type: 'qr' };
    const { sent } = await run(command, { error: 0 });
    expect(sent.map(({ endpoint }) => endpoint)).toEqual(['POST /api/channel/5/assign/qr/7']);
    const items = [{ type: 'links', id: 7 }];
    const { lookUp } = world({ service: () => ({ body: { error: 0, data: { items } } }) });
    expect(await lookUp(command, null)).toMatchObject({ ok: true, value: [] });
    expect(await lookUp(assignCommand(1), null)).toMatchObject({ ok: true, value: [{ id: '7' }] });
  });

  it('is verified in every page of the channel’s items; a campaign cannot be verified', async () => {
    const items = (type: string) =>
      world({
        service: ({ query }) => {
          const page = Number(query?.['page']);
          const item = { type: page === 2 ? type : 'links', id: page === 2 ? 7 : 70 + page };
          return {
            body: { error: 0, data: { currentpage: page, nextpage: page < 3 ? page + 1 : 0, items: [item] } },
          };
        },
      });
    const channelItems = items('links');
    expect(await channelItems.lookUp(assignCommand(1), null)).toMatchObject({ ok: true, value: [{}] });
    expect(channelItems.endpoints()).toEqual([1, 2, 3].map(() => 'GET /api/channel/5'));
    expect(await items('bio').lookUp(assignCommand(1), null)).toMatchObject({ ok: true, value: [] });
    const campaign = items('links');
    expect(await campaign.lookUp(assignCommand(1, 'assign-campaign'), null)).toMatchObject({
      ok: true,
      value: [],
    });
    expect(campaign.sent).toEqual([]);
  });
});

describe('looking up the result of a lost response', () => {
  it('returns every newer link with all fields that identify it', async () => {
    const { lookUp, sent, noted } = world({
      service: () =>
        linkList([
          listed(9, 'https://e.com/a?b=1', { description: 'mine [0a0000]' }),
          listed(3),
          { id: 'odd' },
        ]),
    });
    const outcome = await lookUp(shortenCommand(1), '4');
    expect(outcome).toMatchObject({
      ok: true,
      value: [
        {
          id: '9',
          shortUrl: 'https://sho.rt/a9',
          subject: 'https://e.com/a?b=1',
          alias: 'a9',
          note: 'mine [0a0000]',
        },
        { id: '3', subject: 'https://example.com/3', alias: 'a3', note: '' },
      ],
    });
    expect(sent.map(({ call, options }) => [call.query, options.priority])).toEqual([
      [{ order: 'date', limit: '100', page: '1' }, 'user'],
    ]);
    // The next link was sent after these.
    expect(noted).toEqual(['9']);
  });

  it.each([
    ['a link', shortenCommand(1, { from: 'places' })],
    ['an assignment', { ...assignCommand(1), many: true }],
    [
      'a link whose details are needed',
      shortenCommand(1, {
        from: 'places',
        link: draft({ extras: { ...defaultLinkOptions, expiry: '2040-01-02T03:04' } }),
      }),
    ],
  ])('of one of several has their priority: %s', async (_name, command) => {
    const { lookUp, sent } = world({
      service: ({ path }) =>
        path === '/api/urls'
          ? linkList([listed(9, 'https://example.com/page')])
          : { body: { error: 0, data: { items: [] } } },
    });
    await lookUp(command, '4');
    expect(sent.length).toBeGreaterThan(0);
    expect(new Set(sent.map(({ options }) => options.priority))).toEqual(new Set(['bulk']));
  });

  it('returns a link with invalid addresses unchanged: it may be another user’s', async () => {
    const { lookUp } = world({
      service: () => linkList([{ id: 9, alias: '', longurl: 'not a web address', shorturl: null }]),
    });
    expect(await lookUp(shortenCommand(1), '4')).toMatchObject({
      ok: true,
      value: [{ id: '9', shortUrl: null, subject: 'not a web address', alias: '', note: '' }],
    });
  });

  it('distinguishes an empty result from a failure', async () => {
    expect(await world({ service: () => linkList([]) }).lookUp(shortenCommand(1), '4')).toMatchObject({
      ok: true,
      value: [],
    });
    const failing = world({ service: () => ({ failure: unreachable }) });
    expect(await failing.lookUp(shortenCommand(1), '4')).toMatchObject({ ok: false, failure: unreachable });
    expect(await failing.lookUp(campaignCommand(1), '4')).toMatchObject({ ok: false, failure: unreachable });
  });

  describe('unreadable details of a listed link', () => {
    const expiring = shortenCommand(1, {
      link: draft({ extras: { ...defaultLinkOptions, expiry: '2040-01-02T03:04' } }),
    });
    const failing = (failure: Failure) =>
      world({
        service: ({ path }) =>
          path === '/api/urls' ? linkList([listed(9, 'https://example.com/page')]) : { failure },
      });

    it.each(failures)('$kind', async (failure) => {
      const { lookUp } = failing(failure);
      const shown = { ok: true, value: [{ id: '9' }] };
      const isGone = ['refused', 'unreadable'].includes(failure.kind);
      // A failure of every request, or a rate limit, reveals nothing about these details.
      const isOfAll = [
        'limit',
        'cancelled',
        'no-permission',
        'not-connected',
        'not-stored',
        'account-changed',
        'internal',
      ].includes(failure.kind);
      const first = await lookUp(expiring, '4');
      if (isGone) expect(first).toMatchObject(shown);
      // At one endpoint, it does not block all others.
      else expect(first).toMatchObject({ ok: false, failure: isOfAll ? failure : { kind: 'unreadable' } });
      const last = await lookUp(expiring, '4', true);
      if (isOfAll) expect(last).toMatchObject({ ok: false, failure });
      else expect(last).toMatchObject(shown);
    });
  });

  const base = { id: shortenCommand(1).id, at: 1, private: false };
  it.each<[Command, string]>([
    [{ ...base, kind: 'add-campaign', name: 'n' }, 'campaigns'],
    [{ ...base, kind: 'add-channel', name: 'n' }, 'channels'],
    [{ ...base, kind: 'add-pixel', name: 'n', type: 'gapixel', tag: 'G-1' }, 'pixels'],
    [{ ...base, kind: 'add-domain', name: 'https://n.example' }, 'domains'],
  ])('$kind: reads every page of its own list', async (command, list) => {
    const { lookUp, endpoints, noted } = world({
      service: ({ query }) => {
        const page = Number(query?.['page']);
        const name = list === 'domains' ? 'domain' : 'name';
        const records = [2 * page, 2 * page + 1].map((id) => ({ id, [name]: `n${id}`, type: 'gapixel' }));
        return {
          body: {
            error: 0,
            data: { currentpage: page, nextpage: page < 3 ? page + 1 : 0, maxpage: 3, [list]: records },
          },
        };
      },
    });
    const outcome = await lookUp(command, '4');
    expect(outcome.ok && outcome.value.map(({ id, subject }) => [id, subject])).toEqual(
      [2, 3, 4, 5, 6, 7].map((id) => [String(id), `n${id}`]),
    );
    expect(endpoints()).toEqual([1, 2, 3].map(() => `GET /api/${list}`));
    // An id of another kind does not apply to links; in its own list it is the newest.
    expect(noted).toEqual(list === 'domains' ? [] : [[list, '7']]);
  });

  it('ends at a repeated page', async () => {
    const repeating = world({
      service: ({ query }) => {
        const page = Number(query?.['page']);
        const data = { currentpage: page, nextpage: page + 1, maxpage: 999 };
        return { body: { error: 0, data: { ...data, campaigns: [{ id: 4, name: 'Spring' }] } } };
      },
    });
    expect((await repeating.lookUp(campaignCommand(1), '3')).ok).toBe(true);
    expect(repeating.sent).toHaveLength(2);
  });

  // Taken for the whole list, its oldest part would say that a lost campaign was never made, and it would be made again.
  it.each([
    ['newest', true, [[['campaigns', '350']]]],
    ['oldest', false, [[]]],
  ] as const)('of more pages than it reads, %s first, has a result: %j', async (first, ok, [raised]) => {
    const ids = Array.from({ length: 350 }, (_, place) => (first === 'newest' ? 350 - place : place + 1));
    const perPage = 15;
    const { lookUp, sent, noted } = world({
      service: ({ query }) => {
        const page = Number(query?.['page']);
        const shown = ids.slice((page - 1) * perPage, page * perPage);
        const campaigns = shown.map((id) => ({ id, name: 'Spring' }));
        return {
          body: {
            error: 0,
            data: { result: 350, currentpage: page, nextpage: page + 1, maxpage: 24, campaigns },
          },
        };
      },
    });
    expect(await lookUp(campaignCommand(1), '340')).toMatchObject(
      ok ? { ok } : { ok, failure: { kind: 'unreadable' } },
    );
    expect(sent).toHaveLength(20);
    expect(noted).toEqual(raised);
  });
});
