/** The browser's messaging in memory, a fake background, and one valid request and reply of every kind. */
import { listen, type Handlers } from '../../../lib/messages/listener.ts';
import type {
  ManageKind,
  MessageKind,
  PageKind,
  ReplyOf,
  RequestOf,
} from '../../../lib/messages/protocol.ts';
import type { LostSend } from '../../../lib/outbox/job.ts';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import { sampleResult, shortenCommand, uuid } from '../../support/samples.ts';

type Listener = (message: unknown, sender: object, respond: (reply: unknown) => void) => boolean | undefined;

const listeners: Listener[] = [];

export const runtime = {
  id: 'curtail',
  sendMessage: (_message: unknown): Promise<unknown> => Promise.reject(new Error('no receiver')),
  getURL: (path: string) => `chrome-extension://curtail${path}`,
  onMessage: { addListener: (listener: Listener) => void listeners.push(listener) },
};
export const browser = { runtime };
export const native = browser;

export const origin = 'chrome-extension://curtail';
export const page = { id: 'curtail', origin, url: `${origin}/popup.html` };

const lost: LostSend = {
  sending: { at: 5, serverAt: null, newest: '4' },
  failure: { kind: 'unreadable', status: 200 },
  noteTag: null,
};

export const requests: { readonly [K in MessageKind]: RequestOf<K> } = {
  ping: { showsFailures: true },
  submit: shortenCommand(1),
  connect: { id: uuid(1) },
  disconnect: { id: uuid(1) },
  'save-preferences': { ...preferencesItem.fallback, campaign: { id: '1', name: 'x' } },
  'save-presets': {
    put: [{ id: 'p1', name: 'Mail', sites: [], fields: { alias: 'x' } }],
    removed: ['p2'],
    order: ['p1'],
    defaultId: null,
  },
  cancel: { id: uuid(1) },
  'skip-delay': { id: uuid(1) },
  retry: { id: uuid(1) },
  decide: { id: uuid(1), decision: 'use' },
  'cancel-queued': null,
  'retry-now': null,
  'clear-finished': null,
  acknowledge: { id: uuid(1) },
  'api-get': {
    id: uuid(1),
    scope: 'https://sho.rt#12',
    priority: 'user',
    path: '/api/channel/12',
    query: { limit: '100', page: '2' },
  },
  'save-account': { id: uuid(1), scope: 'https://sho.rt#12', email: 'a@example.com', password: '' },
  sync: { force: true },
  expect: { work: '00000000-0000-4000-8000-000000000001' },
  'sync-results': {
    scope: 'https://sho.rt#12',
    lists: { at: 1, campaigns: [{ id: '5', name: 'Mail' }], domains: ['https://sho.rt'] },
    clicks: [
      { id: '5', shortUrl: 'https://sho.rt/a', longUrl: 'https://example.com/', clicks: 3, date: null },
    ],
    gone: [{ id: '4', shortUrl: null }],
  },
  'sync-finished': { scope: 'https://sho.rt#12', more: true, at: 7 },
  'store-target-names': { scope: 'https://sho.rt#12', countries: ['Germany'], devices: ['iphone'] },
  activity: null,
  'submit-row': { scope: 'here', command: shortenCommand(1), lost },
  'job-status': { id: uuid(1) },
  'job-link': { id: uuid(1) },
};

export const replies: { readonly [K in MessageKind]: ReplyOf<K> } = {
  ping: null,
  submit: { state: 'done', result: { ...sampleResult(1), existing: false }, failure: null },
  connect: 'tried',
  disconnect: null,
  'save-preferences': null,
  'save-presets': null,
  cancel: true,
  'skip-delay': null,
  retry: { state: 'refused', result: null, failure: { kind: 'key', status: 403, message: null } },
  decide: { state: 'done', result: { ...sampleResult(1), existing: false }, failure: null },
  'cancel-queued': 2,
  'retry-now': null,
  'clear-finished': null,
  acknowledge: null,
  'api-get': { ok: true, body: { error: '0', data: { items: [] } }, date: 1_700_000_000_000 },
  'save-account': { ok: false, failure: { kind: 'refused', status: 400, message: 'In use' } },
  sync: null,
  expect: null,
  'sync-results': null,
  'sync-finished': null,
  'store-target-names': null,
  activity: {
    version: 2,
    connected: true,
    scope: 'https://sho.rt#12',
    site: 'https://sho.rt',
    jobs: [],
    blockReason: null,
    meter: null,
    storageFailing: false,
  },
  'submit-row': { state: 'refused', result: null, failure: lost.failure, lost },
  'job-status': { state: 'unknown', result: null, failure: null, stalled: 'lookups-fail', lost },
  'job-link': shortenCommand(1).link,
};

export const pageKinds: readonly PageKind[] = [
  'ping',
  'submit',
  'connect',
  'disconnect',
  'save-preferences',
  'save-presets',
  'cancel',
  'skip-delay',
  'retry',
  'decide',
  'cancel-queued',
  'retry-now',
  'clear-finished',
  'acknowledge',
];
export const manageKinds: readonly ManageKind[] = [
  'api-get',
  'save-account',
  'sync',
  'expect',
  'sync-results',
  'sync-finished',
  'store-target-names',
  'activity',
  'submit-row',
  'job-status',
  'job-link',
];
export const kinds: readonly MessageKind[] = [...pageKinds, ...manageKinds];

/** A background that records its requests; messages are copied as the browser copies them. */
export function background(change: Partial<Handlers> = {}) {
  const heard: [string, unknown][] = [];
  const reports: unknown[] = [];
  const note =
    <K extends MessageKind>(kind: K) =>
    async (request: unknown) => {
      heard.push([kind, request]);
      return replies[kind];
    };
  const handlers: Handlers = {
    ping: note('ping'),
    submit: note('submit'),
    connect: note('connect'),
    disconnect: note('disconnect'),
    'save-preferences': note('save-preferences'),
    'save-presets': note('save-presets'),
    cancel: note('cancel'),
    'skip-delay': note('skip-delay'),
    retry: note('retry'),
    decide: note('decide'),
    'cancel-queued': note('cancel-queued'),
    'retry-now': note('retry-now'),
    'clear-finished': note('clear-finished'),
    acknowledge: note('acknowledge'),
    'api-get': note('api-get'),
    'save-account': note('save-account'),
    sync: note('sync'),
    expect: note('expect'),
    'sync-results': note('sync-results'),
    'sync-finished': note('sync-finished'),
    'store-target-names': note('store-target-names'),
    activity: note('activity'),
    'submit-row': note('submit-row'),
    'job-status': note('job-status'),
    'job-link': note('job-link'),
  };
  listeners.length = 0;
  listen({ ...handlers, ...change }, (error) => reports.push(error));
  const [first] = listeners;
  if (first === undefined) throw new Error('No listener');
  /** As in the browsers: `true` keeps the reply channel open, anything else closes it. */
  const listener = (message: unknown, sender: object): Promise<unknown> | undefined => {
    let respond: (reply: unknown) => void = () => undefined;
    const answered = new Promise((resolve) => (respond = resolve));
    return first(message, sender, respond) === true ? answered : undefined;
  };
  runtime.sendMessage = async (message) =>
    structuredClone(await listener(JSON.parse(JSON.stringify(message)), page));
  return { heard, reports, listener };
}
