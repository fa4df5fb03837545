// Generated replies: no uncaught error, no false success, no key, no text that is an object.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { campaignRecord } from '../../../lib/api/campaigns.ts';
import { linkDetailsRecord } from '../../../lib/api/link-details.ts';
import { linkRecord } from '../../../lib/api/links.ts';
import { examples } from './calls.ts';
import { clientWith, key } from './fake-service.ts';

const odd = fc.oneof(
  fc.constantFrom(
    0,
    '0',
    false,
    'false',
    1,
    '1',
    true,
    429,
    null,
    '',
    '007',
    '../x',
    2 ** 53,
    -1,
    1.5,
    [],
    {},
  ),
  fc.constantFrom('https://go.example/a', 'javascript:alert(1)', '//x/a', 'https://x.example/a b', key),
  fc.string(),
  fc.constantFrom({ type: 'div', props: {} }, ['a'], { id: 5 }),
  fc.integer(),
);
const record = fc.dictionary(
  fc.constantFrom(
    'id',
    'shorturl',
    'short',
    'name',
    'domain',
    'title',
    'rotator',
    'expiry',
    'date',
    'starred',
    'topOs',
  ),
  odd,
);
const records = fc.oneof(fc.array(fc.oneof(record, odd), { maxLength: 5 }), record, odd);
const data = fc.oneof(
  record,
  odd,
  fc.record(
    {
      result: odd,
      currentpage: odd,
      nextpage: odd,
      maxpage: odd,
      urls: records,
      cta: records,
      campaigns: records,
      channels: records,
      items: records,
      domains: records,
      splash: records,
      pixels: records,
    },
    { requiredKeys: [] },
  ),
);
const zeros = fc.constantFrom<unknown>(0, '0', false, 'false');
const body = fc
  .record(
    { fields: record, error: fc.oneof(zeros, odd), data, details: record, message: odd },
    { requiredKeys: ['fields'] },
  )
  .map(({ fields, ...rest }) => ({ ...fields, ...rest }));
const json = fc.oneof(
  { weight: 4, arbitrary: body },
  fc.json().map((text): unknown => JSON.parse(text)),
);
const text = fc.oneof(
  { weight: 6, arbitrary: json.map((value) => JSON.stringify(value)) },
  fc.tuple(json, fc.nat(40)).map(([value, cut]) => JSON.stringify(value).slice(0, -1 - cut)),
  fc
    .tuple(
      fc.constantFrom('\ufeff', '<b>Warning</b>: ', '<br />\nWarning: {x}\n', '<html>', ' \n', '{"a":1}'),
      json,
      fc.constantFrom(
        '',
        '',
        '<!-- cached {"error":0,"id":1} -->',
        '</body>',
        '{"error":1}',
        '{"error":0}',
        ' {',
      ),
    )
    .map(([head, value, tail]) => head + JSON.stringify(value) + tail),
  fc.constantFrom('', 'error code: 1015', '<html></html>'),
  fc.string(),
);
const reply = fc.record({
  status: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(200, 201, 400) },
    fc.constantFrom(204, 301, 307, 401, 403, 404, 405, 409, 422, 429, 500, 501, 502, 503, 520),
  ),
  text,
  headers: fc.dictionary(
    fc.constantFrom(
      'Retry-After',
      'RateLimit',
      'RateLimit-Reset',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Date',
      'Content-Type',
      'cf-mitigated',
    ),
    fc.oneof(
      fc.constantFrom('30', '30, 30', '-1', '0', '', 'challenge', '"a";r=1;t=5'),
      fc.nat().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      fc.stringMatching(/^[\x21-\x7e]*$/),
    ),
  ),
});
const now = Date.parse('2026-03-01T12:00:00Z');

/** A second opinion, written from the field notes without looking at the client. */
function maySucceed(method: string, path: string, status: number, given: string): boolean {
  if (status >= 500 || status === 429 || status === 401 || status === 403 || (status >= 300 && status < 400))
    return false;
  const bare = given.replaceAll('\ufeff', '').trim();
  if (bare === '') return (method === 'PUT' || method === 'DELETE') && status < 300;
  return objectsWithin(bare).some((response) => saysSo(response, path));
}

/** Every text from a brace to a brace that parses as an object. */
function objectsWithin(given: string): Map<string, unknown>[] {
  const at = (brace: string) =>
    Array.from(given.matchAll(new RegExp(`\\${brace}`, 'g')), ({ index }) => index);
  const ends = at('}');
  return at('{').flatMap((start) =>
    ends.flatMap((end) => {
      try {
        const response: unknown = JSON.parse(given.slice(start, end + 1));
        return typeof response === 'object' && response !== null ? [new Map(Object.entries(response))] : [];
      } catch {
        return [];
      }
    }),
  );
}

function saysSo(said: Map<string, unknown>, path: string): boolean {
  if (![0, '0', false, 'false'].some((zero) => said.get('error') === zero)) return false;
  if (path !== '/api/url/add') return true;
  const inner = said.get('data');
  const places = [
    said,
    new Map<string, unknown>(typeof inner === 'object' && inner !== null ? Object.entries(inner) : []),
  ];
  return places.some((place) => {
    const id = place.get('id');
    const goodId =
      (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) ||
      (typeof id === 'string' && /^[1-9][0-9]*$/.test(id));
    return (
      goodId ||
      ['shorturl', 'short'].some((name) => /^https?:\/\/[\w.-]+(?:\/[^\s]*)?$/.test(String(place.get(name))))
    );
  });
}

describe('2,000 generated replies', () => {
  it('cause no error, and none is mistaken for a success', async () => {
    const kinds = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        reply,
        fc.constantFrom(...examples),
        async ({ status, text: given, headers }, { call }) => {
          const content = status === 204 ? null : given;
          const send = clientWith({
            now: () => now,
            fetch: async () => new Response(content, { status, headers }),
          });
          const outcome = await send(call);
          const kind = outcome.ok ? 'success' : outcome.failure.kind;
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);

          // "May" only: a failure is never wrong here, a success can be.
          expect(!outcome.ok || maySucceed(call.method, call.path, status, content ?? '')).toBe(true);
          const seen = JSON.stringify(outcome);
          expect(seen).not.toContain(key);
          expect(seen).not.toMatch(
            /"(?:shortUrl|longUrl|rotator|list|link|preview|avatar|redirect\w+)":(?!null|\[|"https?:\/\/[^\s/])/,
          );
          expect(given.includes('[object Object]') || !seen.includes('[object Object]')).toBe(true);
          const message = outcome.ok || !('message' in outcome.failure) ? null : outcome.failure.message;
          expect(message?.length ?? 0).toBeLessThanOrEqual(300);
          for (const time of [outcome.rate?.resetAt, outcome.rate?.retryAt]) {
            if (time == null) continue;
            expect(time).toBeGreaterThanOrEqual(now + 1_000);
            expect(time).toBeLessThanOrEqual(now + 31 * 86_400_000);
          }
        },
      ),
      { numRuns: 2_000 },
    );
    // The replies are worth something only when they reach the interesting ends.
    for (const kind of [
      'success',
      'refused',
      'limit',
      'key',
      'unreadable',
      'unreachable',
      'not-an-api',
      'moved',
      'blocked',
    ]) {
      expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(0);
    }
  }, 60_000);
});

describe('a record that was read once', () => {
  it.each<[string, z.ZodMiniType]>([
    ['link', linkRecord],
    ['link details', linkDetailsRecord],
    ['campaign', campaignRecord],
  ])('is read again as the same from storage: %s', (_, schema) => {
    fc.assert(
      fc.property(record, (given) => {
        const first = z.safeParse(schema, { ...given, id: 5, location: given, topCountries: given });
        expect(first.success).toBe(true);
        expect(z.parse(schema, JSON.parse(JSON.stringify(first.data)))).toEqual(first.data);
      }),
    );
  });
});
