/** What is asked before the warnings and the clean-up load: never no where they would find something. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUserUrl } from '../../../lib/url/parse-user-url.ts';
import { cleanSteps, toSwitches } from '../../../lib/url/clean-url-steps.ts';
import { cleanUrl } from '../../../lib/url/clean-url.ts';
import { lintUrl } from '../../../lib/url/lint-url.ts';
import { mayNeedLint } from '../../../lib/url/may-need-lint.ts';
import {
  canonicalAddresses,
  cleanedAddresses,
  lintContext,
  otherPages,
  privateHosts,
  publishedCases,
  warnedAddresses,
} from '../../fixtures/address-samples.ts';
import { hostileTexts } from '../../fixtures/hostile.ts';
import { unchangedAddresses } from '../../fixtures/unchanged-addresses.ts';

const { domains = [], shortUrls = [] } = lintContext;
const own = [...domains, ...shortUrls];

/** As the form reads what was typed; `null` for what can't be shortened at all. */
const read = (text: string): string | null => {
  const { ok, ...read } = parseUserUrl(text);
  return ok && 'address' in read ? read.address : null;
};

const isWorth = (address: string, canonical = '', steps: readonly string[] = []) =>
  mayNeedLint(address, { own, canonical, steps });

const finds = (address: string, canonical: string, steps: readonly string[]) =>
  lintUrl(address, { ...lintContext, canonical }).length > 0 ||
  cleanUrl(address, { canonical }, toSwitches(steps)).steps.length > 0;

describe('yes', () => {
  const warned = warnedAddresses.flatMap(([kind, text]) => {
    const address = read(text);
    return address === null ? [] : [[kind, address] as const];
  });
  const others = [...otherPages, ...canonicalAddresses];

  it.each(warned)('to what a warning is for: %s: %s', (_kind, address) => {
    expect(isWorth(address)).toBe(true);
  });

  it('to what a warning is for, of every kind that an address on its way can have', () => {
    const kinds = new Set(warned.map(([kind]) => kind));
    const never = warnedAddresses.filter(([kind]) => !kinds.has(kind)).map(([kind]) => kind);
    expect([...new Set(never)]).toEqual(['not-web']);
  });

  it.each(privateHosts)('to the private host %s', (host) => {
    expect(isWorth(read(`http://${host}/`) ?? '')).toBe(true);
  });

  it.each(others)('to %s, whose page says %s', (address, canonical) => {
    expect(isWorth(read(address) ?? '', canonical)).toBe(true);
  });

  it.each(cleanedAddresses)('to what a step takes: %s: %s', (step, address) => {
    expect(isWorth(read(address) ?? '', '', [step])).toBe(true);
  });

  it('to what the published cases change', () => {
    for (const [before] of publishedCases.filter(([address, after]) => address !== after))
      expect(isWorth(read(before) ?? '')).toBe(true);
  });
});

it.each([
  '',
  'https://a.example/',
  'https://www.a.example/b/c.html',
  'https://8.8.8.8/',
  'https://cut.example.org/x',
  `https://a.example/${'b'.repeat(2030)}`,
])('no to %s', (address) => {
  expect(isWorth(address)).toBe(false);
});

describe('yes, for everything that can be found', () => {
  const holds = (text: string, canonical: string, steps: readonly string[]) => {
    const address = read(text);
    if (address !== null && finds(address, canonical, steps))
      expect(isWorth(address, canonical, steps), address.slice(0, 200)).toBe(true);
  };

  it('in 500 hostile texts, and 200 addresses of every kind', () => {
    const texts = [
      ...hostileTexts.map((text) => text.slice(0, 60_000)),
      ...unchangedAddresses.map(([, one]) => one),
    ];
    for (const text of texts) for (const canonical of ['', text]) holds(text, canonical, cleanSteps);
  });

  const host = fc.constantFrom(
    ...'a.example www.a.example m.a.example nas nas.local. x.private x.corp x.test 10.1.2.3 0x7f.1 [::1] [fd00::1] [2001:db8::1] www.amazon.co.uk amazon.com. x.com go.example.com GO.example.com:443 brand.example:8443 brand.example u@a.example %61.example'.split(
      ' ',
    ),
  );
  const piece = fc.constantFrom(
    ...'b me@b.example me%40b.example me%2540b.example %zz /ref=a /REF=a ;jsessionid=1 ;PHPSESSID=1 /(S(lit3py55t21z5v55vlm25s55)) /(f(lit3py55t21z5v55vlm25s55)) %28S(lit3py55t21z5v55vlm25s55)) eyJhbGciOiJIUzI1NiJ9 / . .. : !'.split(
      ' ',
    ),
  );
  const path = fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 5 });
  const address = fc
    .tuple(fc.constantFrom('https://', 'http://', 'HTTP://', ''), host, path)
    .map(([scheme, name, pieces]) => `${scheme}${name}/${pieces.join('/')}`);

  it('in any address', () => {
    const steps = fc.subarray([...cleanSteps]);
    const canonical = fc.oneof(fc.constant(''), address, fc.webUrl());
    fc.assert(fc.property(fc.oneof(address, fc.webUrl()), canonical, steps, holds), { numRuns: 2_000 });
  });
});
