/** Messages of pages to the background: invalid ones are refused. Other senders: strangers.test.ts. */
import { describe, expect, it, vi } from 'vitest';
import { failureOf, sendRequest, MessageError, sendManageRequest } from '../../../lib/messages/client.ts';
import { NotStored } from '../../../lib/messages/listener.ts';
import { intentPrefix } from '../../../lib/storage/storage-keys.ts';
import { connectIntentSchema, protocol, type RequestOf } from '../../../lib/messages/protocol.ts';
import {
  assignCommand,
  campaignCommand,
  changeCommand,
  shortenCommand,
  uuid,
} from '../../support/samples.ts';
import { background, kinds, manageKinds, page, pageKinds, replies, requests, runtime } from './runtime.ts';

vi.mock('wxt/browser', async () => import('./runtime.ts'));
vi.mock('../../../lib/browser/native.ts', async () => import('./runtime.ts'));

describe('every message of the table', () => {
  it('is in these tests', () => {
    expect(Object.keys(protocol).sort()).toEqual([...kinds].sort());
  });

  it.each(pageKinds)('%s is sent and answered', async (kind) => {
    const { heard } = background();
    expect(await sendRequest(kind, requests[kind])).toEqual(replies[kind]);
    expect(heard).toEqual([[kind, requests[kind]]]);
  });

  it.each(manageKinds)('%s is sent and answered', async (kind) => {
    const { heard } = background();
    expect(await sendManageRequest(kind, requests[kind])).toEqual(replies[kind]);
    expect(heard).toEqual([[kind, requests[kind]]]);
  });

  it('accepts record commands, too', async () => {
    const { heard } = background();
    const pixel = { ...campaignCommand(2), kind: 'add-pixel', type: 'gapixel', tag: 'G-1' } as const;
    for (const wanted of [campaignCommand(1), { ...campaignCommand(3), kind: 'add-channel' } as const, pixel])
      await sendRequest('submit', wanted);
    expect(heard).toHaveLength(3);
    expect(heard[2]).toEqual(['submit', pixel]);
  });

  const wrong: readonly (readonly [string, unknown])[] = [
    ['ping', { needsActivity: 'yes' }],
    ['ping', null],
    ['submit', { ...shortenCommand(1), id: 'not-a-uuid' }],
    ['submit', { ...shortenCommand(1), kind: 'delete-link' }],
    [
      'submit',
      { ...shortenCommand(1), link: { ...shortenCommand(1).link, pixels: [{ id: 'x', name: 'y' }] } },
    ],
    ['submit', { ...shortenCommand(1), at: null }],
    ['submit', campaignCommand(1, '')],
    ['submit', campaignCommand(1, 'x'.repeat(501))],
    ['connect', { id: uuid(1).slice(1) }],
    ['disconnect', {}],
    ['save-preferences', { ...requests['save-preferences'], autoCopy: 'yes' }],
    ['save-presets', { ...requests['save-presets'], put: [{ id: 'p1', name: 7, sites: [], fields: {} }] }],
    ['cancel', { id: 1 }],
    ['retry', []],
    ['decide', { id: uuid(1), decision: 'both' }],
    ['cancel-queued', undefined],
    ['retry-now', 0],
    ['clear-finished', ''],
    ['activity', {}],
    ['acknowledge', { id: uuid(1).toUpperCase() + '0' }],
    ...[
      '/api/account/update',
      '/api/url/add',
      '/api/channel/0',
      '/api/channel/1/assign/links/2',
      '/api/url/../account/update',
      '/api/urls?q=x',
      '/api/urls/',
      'https://evil.example/api/urls',
      '//evil.example/api/urls',
      '@evil.example/api/urls',
      '/api/urls\n',
      '',
      null,
    ].map((path): [string, unknown] => ['api-get', { ...requests['api-get'], path }]),
    ['api-get', { ...requests['api-get'], id: undefined }],
    ['api-get', { ...requests['api-get'], priority: 'bulk' }],
    ['api-get', { ...requests['api-get'], query: { key: 'x' } }],
    ['api-get', { ...requests['api-get'], query: { page: 2 } }],
    ['api-get', { ...requests['api-get'], query: ['2'] }],
    ['api-get', { ...requests['api-get'], query: null }],
    ['save-account', { ...requests['save-account'], email: null }],
    ['sync', { force: 1 }],
    ['expect', { work: 'x' }],
    ['sync-results', { ...requests['sync-results'], lists: { campaigns: [{ id: 'x', name: 'y' }] } }],
    ['sync-results', { ...requests['sync-results'], clicks: null }],
    ['sync-results', { ...requests['sync-results'], gone: [{ id: '4' }] }],
    ['sync-finished', {}],
    ['submit', { ...campaignCommand(1), fields: { public: 'yes' } }],
    ['submit', { ...campaignCommand(1), fields: { slug: 'x'.repeat(5_000) } }],
    ['submit', { ...changeCommand(1), item: '../7' }],
    ['submit', { ...changeCommand(1), what: 'pixel' }],
    ['submit', { ...changeCommand(1), act: 'create' }],
    ['submit', { ...assignCommand(1), type: 'pages' }],
  ];
  it.each(wrong)('%s with %j is refused without effect', async (kind, request) => {
    const { heard, listener } = background();
    const reply = await listener({ target: 'background', kind, request }, page);
    expect(reply).toEqual({ ok: false, problem: 'bad-request' });
    expect(heard).toEqual([]);
  });

  it('drops properties that its schema lacks', async () => {
    const { heard } = background();
    await sendRequest('connect', { id: uuid(1), key: 'secret' } as RequestOf<'connect'>);
    expect(heard).toEqual([['connect', { id: uuid(1) }]]);
  });

  it('has no property for the key; only the connect intent has one', () => {
    const schemas = JSON.stringify(kinds.map((kind) => Object.keys(protocol[kind].def)));
    expect(schemas).not.toContain('"key"');
    expect(connectIntentSchema.def.shape.key).toBeDefined();
    expect(intentPrefix).toBe('intent:');
  });
});

describe('without a valid response', () => {
  it('a handler that throws is reported here, and the page gets the failure', async () => {
    const { reports } = background({ cancel: () => Promise.reject(new Error('secret inside')) });
    await expect(sendRequest('cancel', { id: uuid(1) })).rejects.toMatchObject({ problem: 'failed' });
    expect(reports).toHaveLength(1);
  });

  it('a handler that could not store what it was sent: the page gets that reason', async () => {
    const { reports } = background({ submit: () => Promise.reject(new NotStored()) });
    await expect(sendRequest('submit', shortenCommand(1))).rejects.toMatchObject({ problem: 'not-stored' });
    expect(reports).toHaveLength(1);
  });

  it.each([
    [new MessageError('not-stored'), 'not-stored'],
    [new MessageError('bad-request'), 'internal'],
    [new MessageError('failed'), 'internal'],
    [new MessageError('no-reply'), 'internal'],
    [new TypeError('not a function'), 'internal'],
  ])('%s is shown as %s', (error, kind) => {
    expect(failureOf(error)).toEqual({ kind });
  });

  it('a message that no background receives fails with "no-reply"', async () => {
    const cause = new Error('Could not establish connection');
    runtime.sendMessage = () => Promise.reject(cause);
    const failed = sendRequest('disconnect', { id: uuid(1) });
    await expect(failed).rejects.toBeInstanceOf(MessageError);
    await expect(failed).rejects.toMatchObject({ problem: 'no-reply', cause });
  });

  it('a send that throws', async () => {
    runtime.sendMessage = () => {
      throw new Error('Extension context invalidated');
    };
    await expect(sendRequest('disconnect', { id: uuid(1) })).rejects.toMatchObject({ problem: 'no-reply' });
  });

  it.each([[undefined], [null], ['yes'], [{}], [{ ok: 'yes' }], [{ ok: false, problem: 'other' }]])(
    'a reply that is none: %j',
    async (reply) => {
      runtime.sendMessage = async () => reply;
      await expect(sendRequest('disconnect', { id: uuid(1) })).rejects.toMatchObject({ problem: 'no-reply' });
    },
  );

  it('a reply of another shape', async () => {
    runtime.sendMessage = async () => ({ ok: true, value: 'yes' });
    await expect(sendRequest('cancel', { id: uuid(1) })).rejects.toMatchObject({ problem: 'failed' });
  });
});
