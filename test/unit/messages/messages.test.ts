/** The one road: pages ask, the background answers; nobody else is heard, and nothing that does not fit. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answerPages, isOwnPage, type Answers } from '../../../lib/messages/answer.ts';
import { ask, AskError } from '../../../lib/messages/ask.ts';
import { intentPrefix } from '../../../lib/messages/intent-key.ts';
import {
  connectAskSchema,
  envelopeSchema,
  protocol,
  type MessageKind,
  type ReplyOf,
  type RequestOf,
} from '../../../lib/messages/protocol.ts';
import { campaignAsk, made, shortenAsk, uuid } from '../outbox/samples.ts';

type Listener = (message: unknown, sender: object) => Promise<unknown> | undefined;

const runtime = vi.hoisted(() => ({
  id: 'curtail',
  sendMessage: (_message: unknown): Promise<unknown> => Promise.reject(new Error('no receiver')),
  getURL: (path: string) => `chrome-extension://curtail${path}`,
  onMessage: { addListener: (listener: Listener) => void runtime.listeners.push(listener) },
  listeners: [] as Listener[],
}));
vi.mock('wxt/browser', () => ({ browser: { runtime } }));
vi.mock('../../../lib/browser/native.ts', () => ({ native: { runtime } }));

const origin = 'chrome-extension://curtail';
const page = { id: 'curtail', origin, url: `${origin}/popup.html` };

const requests: { readonly [K in MessageKind]: RequestOf<K> } = {
  hello: { page: 'popup' },
  'take-up': shortenAsk(1),
  connect: { id: uuid(1) },
  disconnect: null,
  'save-preferences': { campaign: { id: '1', name: 'x' }, channel: null, pixels: [], autoCopy: true },
  cancel: { id: uuid(1) },
  retry: { id: uuid(1) },
  seen: { id: uuid(1) },
};
const replies: { readonly [K in MessageKind]: ReplyOf<K> } = {
  hello: null,
  'take-up': { state: 'done', made: made(1) },
  connect: null,
  disconnect: null,
  'save-preferences': null,
  cancel: true,
  retry: { state: 'queued', made: null },
  seen: null,
};
const kinds: readonly MessageKind[] = [
  'hello',
  'take-up',
  'connect',
  'disconnect',
  'save-preferences',
  'cancel',
  'retry',
  'seen',
];

/** A background that notes what it is asked; what crosses the road is copied as the browser copies it. */
function background(change: Partial<Answers> = {}) {
  const heard: [string, unknown][] = [];
  const reports: unknown[] = [];
  const note =
    <K extends MessageKind>(kind: K) =>
    async (request: unknown) => {
      heard.push([kind, request]);
      return replies[kind];
    };
  const answers: Answers = {
    hello: note('hello'),
    'take-up': note('take-up'),
    connect: note('connect'),
    disconnect: note('disconnect'),
    'save-preferences': note('save-preferences'),
    cancel: note('cancel'),
    retry: note('retry'),
    seen: note('seen'),
  };
  runtime.listeners.length = 0;
  answerPages({ ...answers, ...change }, (error) => reports.push(error));
  const [listener] = runtime.listeners;
  if (listener === undefined) throw new Error('Nobody listens');
  runtime.sendMessage = async (message) =>
    structuredClone(await listener(JSON.parse(JSON.stringify(message)), page));
  return { heard, reports, listener };
}

beforeEach(() => {
  runtime.listeners.length = 0;
});

describe('who is heard', () => {
  test.each([
    ['the popup', page, true],
    ['a page of ours in a tab', { ...page, tab: { id: 1 }, frameId: 0 }, true],
    ['a page of ours in Firefox before 126', { id: 'curtail', url: `${origin}/options.html` }, true],
    ['another extension', { ...page, id: 'other' }, false],
    ['another extension with our origin', { id: 'other', origin }, false],
    ['a web page', { origin: 'https://example.com', url: 'https://example.com/' }, false],
    [
      'a web page that knows our id',
      { id: 'curtail', origin: 'https://example.com', url: `${origin}/` },
      false,
    ],
    [
      'an injected script',
      { id: 'curtail', origin: 'https://example.com', url: 'https://example.com/' },
      false,
    ],
    ['an injected script in Firefox before 126', { id: 'curtail', url: 'https://example.com/' }, false],
    ['a sandboxed frame', { id: 'curtail', origin: 'null', url: `${origin}/popup.html` }, false],
    ['a host that begins like ours', { id: 'curtail', url: `${origin}.example.com/` }, false],
    ['our origin as a path', { id: 'curtail', url: `https://example.com/${origin}/` }, false],
    ['our origin with a path', { id: 'curtail', origin: `${origin}/` }, false],
    ['an empty origin', { id: 'curtail', origin: '', url: `${origin}/popup.html` }, false],
    ['nobody', {}, false],
  ])('%s', async (_name, sender, own) => {
    expect(isOwnPage(sender, 'curtail', origin)).toBe(own);
    const { listener, heard } = background();
    const reply = listener({ target: 'background', kind: 'disconnect', request: null }, sender);
    if (own) expect(await reply).toEqual({ ok: true, value: null });
    else expect(reply).toBeUndefined();
    expect(heard).toHaveLength(own ? 1 : 0);
  });
});

describe('every message of the table', () => {
  test('is in these tests', () => {
    expect(Object.keys(protocol).sort()).toEqual([...kinds].sort());
  });

  test.each(kinds)('%s goes there and back', async (kind) => {
    const { heard } = background();
    expect(await ask(kind, requests[kind])).toEqual(replies[kind]);
    expect(heard).toEqual([[kind, requests[kind]]]);
  });

  test('takes up additions as well', async () => {
    const { heard } = background();
    const pixel = { ...campaignAsk(2), kind: 'add-pixel', type: 'gapixel', tag: 'G-1' } as const;
    for (const wanted of [campaignAsk(1), { ...campaignAsk(3), kind: 'add-channel' } as const, pixel])
      await ask('take-up', wanted);
    expect(heard).toHaveLength(3);
    expect(heard[2]).toEqual(['take-up', pixel]);
  });

  const wrong: readonly (readonly [string, unknown])[] = [
    ['hello', { page: 'manage' }],
    ['hello', null],
    ['take-up', { ...shortenAsk(1), id: 'not-a-uuid' }],
    ['take-up', { ...shortenAsk(1), kind: 'delete-link' }],
    ['take-up', { ...shortenAsk(1), link: { ...shortenAsk(1).link, pixels: [{ id: 'x', name: 'y' }] } }],
    ['take-up', { ...shortenAsk(1), at: null }],
    ['take-up', campaignAsk(1, '')],
    ['take-up', campaignAsk(1, 'x'.repeat(501))],
    ['connect', { id: uuid(1).slice(1) }],
    ['disconnect', {}],
    ['save-preferences', { ...requests['save-preferences'], autoCopy: 'yes' }],
    ['cancel', { id: 1 }],
    ['retry', []],
  ];
  test.each(wrong)('%s with %j is refused, and nothing is done', async (kind, request) => {
    const { heard, listener } = background();
    const reply = await listener({ target: 'background', kind, request }, page);
    expect(reply).toEqual({ ok: false, problem: 'bad-request' });
    expect(heard).toEqual([]);
  });

  test('what the table does not name does not travel', async () => {
    const { heard } = background();
    await ask('connect', { id: uuid(1), key: 'secret' } as RequestOf<'connect'>);
    expect(heard).toEqual([['connect', { id: uuid(1) }]]);
  });

  test('no request and no reply has room for the key; the connect intent alone has', () => {
    const schemas = JSON.stringify(kinds.map((kind) => Object.keys(protocol[kind].request.def)));
    expect(schemas).not.toContain('"key"');
    expect(connectAskSchema.def.shape.key).toBeDefined();
    expect(intentPrefix).toBe('intent:');
  });
});

test('1,000 made-up messages: ours alone are answered, none breaks anything', async () => {
  const { heard, listener, reports } = background();
  const message = fc.oneof(
    fc.anything(),
    fc.record({
      target: fc.constantFrom('background', 'offscreen', 1),
      kind: fc.oneof(fc.constantFrom(...kinds, 'constructor', '__proto__', 'toString'), fc.string()),
      request: fc.oneof(fc.anything(), fc.constantFrom(...Object.values(requests))),
    }),
  );
  await fc.assert(
    fc.asyncProperty(message, fc.boolean(), async (raw, own) => {
      const before = heard.length;
      const reply = listener(raw, own ? page : { ...page, origin: 'https://example.com' });
      if (reply === undefined) {
        expect(heard).toHaveLength(before);
        return;
      }
      expect(own).toBe(true);
      const { kind, request } = envelopeSchema.parse(raw);
      const fits = protocol[kind].request.safeParse(request).success;
      expect(await reply).toMatchObject(fits ? { ok: true } : { ok: false, problem: 'bad-request' });
      expect(heard).toHaveLength(before + (fits ? 1 : 0));
    }),
    { numRuns: 1_000 },
  );
  expect(reports).toEqual([]);
});

describe('when no good answer comes', () => {
  test('an answer that breaks is reported here and told there', async () => {
    const { reports } = background({ cancel: () => Promise.reject(new Error('secret inside')) });
    await expect(ask('cancel', { id: uuid(1) })).rejects.toMatchObject({ problem: 'failed' });
    expect(reports).toHaveLength(1);
  });

  test('no receiver', async () => {
    const cause = new Error('Could not establish connection');
    runtime.sendMessage = () => Promise.reject(cause);
    const failed = ask('disconnect', null);
    await expect(failed).rejects.toBeInstanceOf(AskError);
    await expect(failed).rejects.toMatchObject({ problem: 'no-answer', cause });
  });

  test('a send that throws', async () => {
    runtime.sendMessage = () => {
      throw new Error('Extension context invalidated');
    };
    await expect(ask('disconnect', null)).rejects.toMatchObject({ problem: 'no-answer' });
  });

  test.each([[undefined], [null], ['yes'], [{}], [{ ok: 'yes' }], [{ ok: false, problem: 'other' }]])(
    'a reply that is none: %j',
    async (reply) => {
      runtime.sendMessage = async () => reply;
      await expect(ask('disconnect', null)).rejects.toMatchObject({ problem: 'no-answer' });
    },
  );

  test('a reply of another shape', async () => {
    runtime.sendMessage = async () => ({ ok: true, value: 'yes' });
    await expect(ask('cancel', { id: uuid(1) })).rejects.toMatchObject({ problem: 'failed' });
  });
});
