/** Accepted senders, and 1,000 generated messages: wrong senders, wrong kinds, wrong shapes, wrong requests. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { isOwnPage } from '../../../lib/messages/sender-check.ts';
import { protocol } from '../../../lib/messages/protocol.ts';
import { background, kinds, origin, page, replies, requests } from './runtime.ts';

vi.mock('wxt/browser', async () => import('./runtime.ts'));
vi.mock('../../../lib/browser/native.ts', async () => import('./runtime.ts'));

const web = 'https://example.com';
const tab = { id: 1, url: `${web}/`, incognito: false };

const own: readonly (readonly [string, object])[] = [
  ['the popup', page],
  ['a page of ours in a tab', { ...page, tab, frameId: 0 }],
  ['our worker in Chromium', { id: 'curtail', url: `${origin}/background.js` }],
  ['a page of ours in Firefox before 126', { id: 'curtail', url: `${origin}/options.html` }],
];

const strangers: readonly (readonly [string, object])[] = [
  [
    'another extension',
    { id: 'other', origin: 'chrome-extension://other', url: 'chrome-extension://other/a' },
  ],
  ['another extension with our origin', { ...page, id: 'other' }],
  ['another extension without an address', { id: 'other', origin }],
  ['a web page', { origin: web, url: `${web}/`, tab, frameId: 0 }],
  ['a web page that knows our id', { id: 'curtail', origin: web, url: `${origin}/` }],
  ['a frame of a page', { origin: web, url: `${web}/frame`, tab, frameId: 7 }],
  ['an injected script', { id: 'curtail', origin: web, url: `${web}/`, tab, frameId: 0 }],
  ['an injected script in a frame', { id: 'curtail', origin: web, url: `${web}/frame`, tab, frameId: 7 }],
  [
    'an injected script in a blank frame',
    { id: 'curtail', origin: web, url: 'about:blank', tab, frameId: 7 },
  ],
  ['an injected script in Firefox before 126', { id: 'curtail', url: `${web}/` }],
  ['a script in a page on disk', { id: 'curtail', origin: 'null', url: 'file:///home/a.html', tab }],
  ['a sandboxed frame', { id: 'curtail', origin: 'null', url: `${origin}/popup.html` }],
  ['a host that begins like ours', { id: 'curtail', url: `${origin}.example.com/` }],
  ['an origin that begins like ours', { ...page, origin: `${origin}x` }],
  ['our origin as a path', { id: 'curtail', url: `${web}/${origin}/` }],
  ['our origin with a path', { ...page, origin: `${origin}/` }],
  ['our origin in capitals', { ...page, origin: origin.toUpperCase() }],
  ['an empty origin', { ...page, origin: '' }],
  ['an origin that is none', { ...page, origin: null }],
  ['an id in a list', { ...page, id: ['curtail'] }],
  ['a page without an id', { origin, url: page.url }],
  ['our id alone', { id: 'curtail' }],
  ['no sender', {}],
];

/** Every valid message, as a foreign sender who has read the source could send it. */
const good = kinds.map((kind) => ({ target: 'background', kind, request: requests[kind] }));

describe('a sender', () => {
  it.each(own)('is accepted: %s', async (_name, sender) => {
    expect(isOwnPage(sender, 'curtail', origin)).toBe(true);
    const { listener, heard } = background();
    for (const message of good)
      expect(await listener(message, sender)).toEqual({ ok: true, value: replies[message.kind] });
    expect(heard).toHaveLength(kinds.length);
  });

  it.each(strangers)('is refused with every request: %s', (_name, sender) => {
    expect(isOwnPage(sender, 'curtail', origin)).toBe(false);
    const { listener, heard } = background();
    for (const message of good) expect(listener(message, sender)).toBeUndefined();
    expect(heard).toEqual([]);
  });
});

/** Property names that every object inherits. */
const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__lookupSetter__',
];

const huge = fc.constantFrom(1_000, 100_000, 1_000_000).map((length) => 'x'.repeat(length));
const wrongKind = fc.oneof(
  fc.constantFrom(
    ...prototypeNames,
    ...kinds.map((kind) => kind.toUpperCase()),
    ...kinds.map((kind) => [kind]),
  ),
  fc.string().filter((name) => !Object.hasOwn(protocol, name)),
  fc.anything().filter((kind) => typeof kind !== 'string'),
  huge,
);
const anyRequest = fc.oneof(
  fc.anything({ withNullPrototype: true }),
  fc.constantFrom(...Object.values(requests)),
);

/** A valid request with one damaged field. */
const spoilt = fc
  .tuple(
    fc.constantFrom(...kinds),
    fc.nat(),
    fc.oneof(fc.anything(), huge, fc.constantFrom(...prototypeNames)),
  )
  .map(([kind, place, value]) => {
    const whole: unknown = requests[kind];
    const fields = typeof whole === 'object' && whole !== null ? Object.keys(whole) : [];
    const field = fields[place % Math.max(1, fields.length)];
    return { kind, request: field === undefined ? value : { ...(whole as object), [field]: value } };
  });

const message = fc.oneof(
  // No message at all, or one for another target.
  fc.record({ raw: fc.oneof(fc.anything({ withNullPrototype: true }), huge), fits: fc.constant(null) }),
  fc
    .tuple(fc.oneof(fc.anything(), fc.constant('offscreen')), fc.constantFrom(...good))
    .filter(([target]) => target !== 'background')
    .map(([target, whole]) => ({ raw: { ...whole, target }, fits: null })),
  // An unknown kind.
  fc
    .tuple(wrongKind, anyRequest)
    .map(([kind, request]) => ({ raw: { target: 'background', kind, request }, fits: null })),
  // A known kind, with the request of another one, or a damaged one.
  fc
    .oneof(
      spoilt,
      fc.record({ kind: fc.constantFrom(...kinds), request: fc.oneof(anyRequest, huge) }),
      fc.constantFrom(...good),
    )
    .map(({ kind, request }) => ({
      raw: { target: 'background', kind, request },
      fits: protocol[kind].safeParse(request).success,
    })),
);

describe('1,000 generated messages', () => {
  it('from our own pages are refused unless they are valid', async () => {
    const { heard, listener, reports } = background();
    const seen = { fit: 0, refused: 0, unheard: 0 };
    await fc.assert(
      fc.asyncProperty(message, fc.constantFrom(...own), async ({ raw, fits }, [, sender]) => {
        const before = heard.length;
        const reply = await listener(raw, sender);
        if (fits === null) expect(reply).toBeUndefined();
        else expect(reply).toMatchObject(fits ? { ok: true } : { ok: false, problem: 'bad-request' });
        expect(heard).toHaveLength(before + (fits === true ? 1 : 0));
        seen[fits === null ? 'unheard' : fits ? 'fit' : 'refused']++;
      }),
      { numRuns: 1_000 },
    );
    expect(reports).toEqual([]);
    // Each kind of message came up: a generator of garbage only proves nothing.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
  }, 120_000);

  it('from foreign senders get no reply and have no effect', () => {
    const { heard, listener, reports } = background();
    fc.assert(
      fc.property(message, fc.constantFrom(...strangers), ({ raw }, [, sender]) => {
        expect(listener(raw, sender)).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
    // Generated senders, too.
    const anySender = fc.record(
      {
        id: fc.oneof(fc.constantFrom('curtail', 'other', ...prototypeNames), fc.anything()),
        origin: fc.oneof(fc.constantFrom(web, 'null', '', `${origin}.evil`), fc.webUrl()),
        url: fc.oneof(fc.constantFrom(page.url, 'about:blank'), fc.webUrl()),
      },
      { requiredKeys: ['origin'] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...good), anySender, (whole, sender) => {
        expect(listener(whole, sender)).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
    expect([heard, reports]).toEqual([[], []]);
  }, 120_000);

  it('leave every object’s prototype as it was', async () => {
    const { listener } = background();
    const before = Object.getOwnPropertyNames(Object.prototype);
    for (const kind of prototypeNames) {
      const raw: unknown = JSON.parse(
        `{"target":"background","kind":"${kind}","request":{"__proto__":{"polluted":1}}}`,
      );
      expect(listener(raw, page)).toBeUndefined();
    }
    for (const kind of kinds) {
      const raw: unknown = JSON.parse(
        `{"target":"background","kind":"${kind}","__proto__":{"polluted":1},"request":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}`,
      );
      await listener(raw, page);
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect('polluted' in {}).toBe(false);
  });
});
