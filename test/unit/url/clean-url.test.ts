/** The clean-up: what it takes, step by step, and what it leaves byte for byte. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanSteps,
  defaultSteps,
  toSwitches,
  type CleanStepName,
  type CleanSwitches,
} from '../../../lib/url/clean-url-steps.ts';
import { cleanUrl, isEqualWhenCleaned, plausibleCanonical } from '../../../lib/url/clean-url.ts';
import { canonicalAddresses, cleanedAddresses, publishedCases } from '../../fixtures/address-samples.ts';
import { hostileTexts } from '../../fixtures/hostile.ts';
import { unchangedAddresses } from '../../fixtures/unchanged-addresses.ts';

const only = (...steps: readonly CleanStepName[]): CleanSwitches => toSwitches(steps);

const byItself = only(...defaultSteps);
const everything = only(...cleanSteps);
const parameters = only('tracking', 'session', 'campaign', 'site');

describe('published cases', () => {
  it.each(publishedCases)('%s', (before, after) => {
    expect(cleanUrl(before, {}, parameters).address).toBe(after);
  });

  it('keep campaign parameters and parameters of the site by default', () => {
    for (const [before] of publishedCases) {
      const names = (address: string) => [...new URL(address).searchParams.keys()];
      const remaining = names(cleanUrl(before, {}, byItself).address);
      const own = names(before).filter((name) => !['__twitter_impression', 'CNDID'].includes(name));
      expect(remaining).toEqual(own);
    }
  });
});

describe('addresses without anything to remove', () => {
  it('are 200 different ones', () => {
    expect(new Set(unchangedAddresses.map(([, address]) => address)).size).toBe(200);
  });

  it.each(unchangedAddresses)('%s: %s', (_kind, address) => {
    expect(cleanUrl(address, { canonical: 'https://elsewhere.example/' }, byItself)).toEqual({
      address,
      steps: [],
    });
    expect(cleanUrl(address, {}, only())).toEqual({ address, steps: [] });
    // Nor do the steps that lead elsewhere, where the page names none other or the site is another.
    for (const canonical of [address, 'https://elsewhere.example/', 'javascript:alert(1)', ''])
      expect(cleanUrl(address, { canonical }, only('canonical'))).toEqual({ address, steps: [] });
    const less = cleanUrl(address, {}, only('hash', 'www'));
    for (const { step, removed } of less.steps)
      expect(removed.join()).toMatch(step === 'hash' ? /^#[^/!=]*$/u : /^(?:www\.)+$/u);
    expect(isEqualWhenCleaned(less.address, address)).toBe(true);
  });

  it('each switch enables the step of its name, and an unknown name none', () => {
    expect(cleanSteps.filter((step) => toSwitches(['www', 'hash', 'toString']).has(step))).toEqual([
      'hash',
      'www',
    ]);
    expect(cleanSteps.filter((step) => byItself.has(step))).toEqual(['tracking', 'session']);
  });
});

describe('a step', () => {
  it.each(cleanedAddresses)('%s: %s', (step, before, after, removed) => {
    expect(cleanUrl(before, {}, only(step))).toEqual({
      address: after,
      steps: [{ step, before, after, removed }],
    });
  });

  it.each<[CleanStepName, string]>([
    ['site', 'https://notx.com/?s=21'],
    ['site', 'https://x.com.evil.example/?s=21'],
    ['site', 'https://music.apple.com/us/album/a/1?i=2'],
    ['site', 'https://www.google.com/url?url=https://b.example/&sa=t&ved=1'],
    ['session', 'https://a.example;jsessionid=1/'],
    ['session', 'https://a.example/?sid=12'],
    ['session', 'https://a.example/?session=spring-conference-2026-keynote'],
    ['hash', 'https://a.example/#/route'],
    ['hash', 'https://a.example/#!route'],
    ['hash', 'https://a.example/#:~:text=b'],
    ['hash', 'https://a.example/#map=5/1/2'],
    ['www', 'https://www.com/'],
    ['www', 'https://www.@a.example/'],
    ['www', 'https://www.a:b@c.example/'],
    ['www', 'https://wwww.a.example/'],
    ['tracking', 'https:a.example/?fbclid=1'],
    ['tracking', 'ftp://a.example/?fbclid=1'],
    ['tracking', ''],
  ])('%s leaves %s', (step, address) => {
    expect(cleanUrl(address, {}, only(step))).toEqual({ address, steps: [] });
  });

  it('continues with the URL of the step before, and reports what it removed', () => {
    const before = 'https://www.a.example/b;jsessionid=1?utm_source=m&fbclid=2#top';
    const { address, steps } = cleanUrl(before, {}, everything);
    expect(address).toBe('https://a.example/b');
    expect(steps.map(({ step, removed }) => [step, removed])).toEqual([
      ['tracking', ['fbclid=2']],
      ['session', [';jsessionid=1']],
      ['campaign', ['utm_source=m']],
      ['hash', ['#top']],
      ['www', ['www.']],
    ]);
    expect(steps[0]?.before).toBe(before);
    for (const [at, step] of steps.entries()) expect(step.after).toBe(steps[at + 1]?.before ?? address);
  });
});

describe('the canonical address', () => {
  it.each(canonicalAddresses)('of %s is %s', (address, canonical, after) => {
    expect(cleanUrl(address, { canonical }, only('canonical'))).toEqual({
      address: after,
      steps: [{ step: 'canonical', before: address, after, removed: [] }],
    });
  });

  it.each([
    ['https://a.example/b', 'https://a.example/'],
    ['https://a.example/?b=1', 'https://a.example'],
    ['https://a.example/b', 'https://b.example/b'],
    ['https://alice.a.example/b', 'https://bob.a.example/b'],
    ['https://a.co.uk/b', 'https://b.co.uk/b'],
    ['https://a.example/b', 'http://a.example/c'],
    ['https://a.example/b', 'https://a.example:8080/b'],
    ['https://a.example/b', 'https://user@a.example/c'],
    ['https://a.example/b', 'javascript:alert(1)'],
    ['https://a.example/b', '/c'],
    ['https://a.example/b', ''],
    ['https://a.example/b', undefined],
  ])('of %s is ignored: %s', (address, canonical) => {
    expect(plausibleCanonical(canonical, address)).toBeNull();
    const page = canonical === undefined ? {} : { canonical };
    expect(cleanUrl(address, page, only('canonical'))).toEqual({ address, steps: [] });
  });

  it('is cleaned like the address itself', () => {
    const page = { canonical: 'https://www.a.example/c?fbclid=1' };
    expect(cleanUrl('https://a.example/b', page, everything).address).toBe('https://a.example/c');
  });

  it('that differs only in spelling changes nothing', () => {
    const address = 'HTTPS://A.example';
    expect(cleanUrl(address, { canonical: 'https://a.example/' }, everything).address).toBe(address);
  });
});

it.each([
  ['https://www.a.example/b?fbclid=1&utm_source=x#top', 'https://a.example/b', true],
  ['https://a.example/b?id=1', 'https://a.example/b?id=2', false],
  ['https://a.example/b', 'https://a.example/c', false],
  ['https://a.example/#/b', 'https://a.example/#/c', false],
  ['typed', 'https://a.example/', false],
])('%s and %s are one page: %s', (one, other, same) => {
  expect(isEqualWhenCleaned(one, other)).toBe(same);
});

describe('any input', () => {
  it('consists of 500 texts', () => {
    expect(hostileTexts).toHaveLength(500);
  });

  it('causes no error, cleaning twice equals cleaning once, and the host stays', () => {
    // A megabyte is left alone, the longest that is worked on is not.
    for (const text of hostileTexts.flatMap((one) =>
      one.length > 65_000 ? [one, one.slice(0, 65_000)] : one,
    )) {
      for (const canonical of ['https://example.com/other?fbclid=1', text]) {
        const once = cleanUrl(text, { canonical }, everything).address;
        expect(cleanUrl(once, { canonical }, everything).address === once).toBe(true);
        const host = (address: string) =>
          URL.canParse(address) ? new URL(address).hostname.replace(/^(?:www\.)+|\.$/gu, '') : address;
        expect(host(once) === host(text)).toBe(true);
      }
    }
  });

  const word = fc.constantFrom(
    '',
    ...'fbclid utm_source sid a u s url ref amp sig jsessionid PHPSESSID amp;gclid %66bclid :~:text /r ! echobox i source q keywords'.split(
      ' ',
    ),
  );
  const value = fc.constantFrom(
    '',
    '1',
    '0123456789abcdef0123',
    'https://b.example/?fbclid=1',
    '%',
    '+',
    '/',
  );
  const query = fc
    .array(fc.tuple(word, fc.boolean(), value), { maxLength: 5 })
    .map((parts) => parts.map(([name, equals, text]) => (equals ? `${name}=${text}` : name)).join('&'));
  const host = fc.constantFrom(
    ...'a.example www.a.example www.www.a.example m.a.example www.amazon.co.uk amazon.com www.google.com youtube.com x.com [::1] 10.0.0.1 user@www.a.example www.com'.split(
      ' ',
    ),
  );
  const path = fc
    .array(
      fc.constantFrom('', '/', '/b', '/ref=a', ';jsessionid=1', '/(S(lit3py55t21z5v55vlm25s55))', '/%'),
      {
        maxLength: 4,
      },
    )
    .map((parts) => (/^(?:\/|$)/u.test(parts.join('')) ? '' : '/') + parts.join(''));
  const address = fc
    .tuple(fc.constantFrom('https://', 'http://'), host, path, fc.option(query), fc.option(query))
    .map(
      ([scheme, name, way, search, hash]) =>
        scheme + name + way + (search === null ? '' : `?${search}`) + (hash === null ? '' : `#${hash}`),
    );
  const switches = fc.subarray([...cleanSteps]).map((steps) => only(...steps));

  it('cleaning twice equals cleaning once, with any switches and any canonical URL', () => {
    fc.assert(
      fc.property(address, fc.oneof(address, fc.webUrl()), switches, (text, canonical, chosen) => {
        const once = cleanUrl(text, { canonical }, chosen);
        expect(cleanUrl(once.address, { canonical }, chosen).address).toBe(once.address);
      }),
      { numRuns: 1000 },
    );
  });

  it('the removed and the remaining parts make up the URL', () => {
    fc.assert(
      fc.property(address, (text) => {
        const { steps } = cleanUrl(text, {}, everything);
        for (const { before, after, removed } of steps) {
          for (const part of removed) expect(before).toContain(part);
          const taken = removed.reduce((sum, part) => sum + part.length, 0);
          // Besides them only the marks between them go, and Amazon's bare host keeps its slash.
          expect(before.length - after.length).toBeGreaterThanOrEqual(taken - 1);
        }
      }),
    );
  });

  it('never throws for a generated text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true })),
        (text) => {
          const { address: once } = cleanUrl(text, { canonical: text }, everything);
          expect(cleanUrl(once, {}, everything).address).toBe(once);
        },
      ),
    );
  });
});
