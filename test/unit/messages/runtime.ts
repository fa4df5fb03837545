/** The browser's end of the road in memory, a background behind it, and one good request and reply of every kind. */
import { listen, type Handlers } from '../../../lib/messages/listener.ts';
import type {
  ManageKind,
  MessageKind,
  PageKind,
  ReplyOf,
  RequestOf,
} from '../../../lib/messages/protocol.ts';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import { made, shortenAsk, uuid } from '../outbox/samples.ts';

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

export const requests: { readonly [K in MessageKind]: RequestOf<K> } = {
  hello: { page: 'popup' },
  'take-up': shortenAsk(1),
  connect: { id: uuid(1) },
  disconnect: null,
  'save-preferences': { ...preferencesItem.fallback, campaign: { id: '1', name: 'x' } },
  'save-presets': { list: [{ id: 'p1', name: 'Mail', sites: [], fields: { alias: 'x' } }], defaultId: null },
  cancel: { id: uuid(1) },
  retry: { id: uuid(1) },
  decide: { id: uuid(1), choice: 'use' },
  'cancel-waiting': null,
  'go-on': null,
  'clear-ended': null,
  seen: { id: uuid(1) },
  read: {
    id: uuid(1),
    scope: 'https://sho.rt#12',
    priority: 'person',
    path: '/api/channel/12',
    query: { limit: '100', page: '2' },
  },
  'save-account': { id: uuid(1), scope: 'https://sho.rt#12', email: 'a@example.com', password: '' },
  keep: { force: true },
  expect: { work: '00000000-0000-4000-8000-000000000001' },
  'keep-lists': {
    scope: 'https://sho.rt#12',
    lists: { at: 1, campaigns: [{ id: '5', name: 'Mail' }], domains: ['https://sho.rt'] },
    clicks: [
      { id: '5', shortUrl: 'https://sho.rt/a', longUrl: 'https://example.com/', clicks: 3, date: null },
    ],
  },
  kept: { scope: 'https://sho.rt#12', more: true, at: 7 },
  'keep-target-names': { scope: 'https://sho.rt#12', countries: ['Germany'], devices: ['iphone'] },
  standing: { id: uuid(1) },
};

export const replies: { readonly [K in MessageKind]: ReplyOf<K> } = {
  hello: null,
  'take-up': { state: 'done', made: { ...made(1), existing: false }, failure: null },
  connect: 'tried',
  disconnect: null,
  'save-preferences': null,
  'save-presets': null,
  cancel: true,
  retry: { state: 'refused', made: null, failure: { kind: 'key', status: 403, message: null } },
  decide: { state: 'done', made: { ...made(1), existing: false }, failure: null },
  'cancel-waiting': 2,
  'go-on': null,
  'clear-ended': null,
  seen: null,
  read: { ok: true, body: { error: '0', data: { items: [] } }, date: 1_700_000_000_000 },
  'save-account': { ok: false, failure: { kind: 'refused', status: 400, message: 'In use' } },
  keep: null,
  expect: null,
  'keep-lists': null,
  kept: null,
  'keep-target-names': null,
  standing: { state: 'unknown', made: null, failure: null, asks: true },
};

export const pageKinds: readonly PageKind[] = [
  'hello',
  'take-up',
  'connect',
  'disconnect',
  'save-preferences',
  'save-presets',
  'cancel',
  'retry',
  'decide',
  'cancel-waiting',
  'go-on',
  'clear-ended',
  'seen',
];
export const manageKinds: readonly ManageKind[] = [
  'read',
  'save-account',
  'keep',
  'expect',
  'keep-lists',
  'kept',
  'keep-target-names',
  'standing',
];
export const kinds: readonly MessageKind[] = [...pageKinds, ...manageKinds];

/** A background that notes what it is asked; what crosses the road is copied as the browser copies it. */
export function background(change: Partial<Handlers> = {}) {
  const heard: [string, unknown][] = [];
  const reports: unknown[] = [];
  const note =
    <K extends MessageKind>(kind: K) =>
    async (request: unknown) => {
      heard.push([kind, request]);
      return replies[kind];
    };
  const answers: Handlers = {
    hello: note('hello'),
    'take-up': note('take-up'),
    connect: note('connect'),
    disconnect: note('disconnect'),
    'save-preferences': note('save-preferences'),
    'save-presets': note('save-presets'),
    cancel: note('cancel'),
    retry: note('retry'),
    decide: note('decide'),
    'cancel-waiting': note('cancel-waiting'),
    'go-on': note('go-on'),
    'clear-ended': note('clear-ended'),
    seen: note('seen'),
    read: note('read'),
    'save-account': note('save-account'),
    keep: note('keep'),
    expect: note('expect'),
    'keep-lists': note('keep-lists'),
    kept: note('kept'),
    'keep-target-names': note('keep-target-names'),
    standing: note('standing'),
  };
  listeners.length = 0;
  listen({ ...answers, ...change }, (error) => reports.push(error));
  const [told] = listeners;
  if (told === undefined) throw new Error('Nobody listens');
  /** As the browsers take it: `true` keeps the way back open for an answer, anything else closes it. */
  const listener = (message: unknown, sender: object): Promise<unknown> | undefined => {
    let respond: (reply: unknown) => void = () => undefined;
    const answered = new Promise((resolve) => (respond = resolve));
    return told(message, sender, respond) === true ? answered : undefined;
  };
  runtime.sendMessage = async (message) =>
    structuredClone(await listener(JSON.parse(JSON.stringify(message)), page));
  return { heard, reports, listener };
}
