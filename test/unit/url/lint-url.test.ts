/** The warnings beside the button: what they see, what they name, and what the fix would send. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { cleanSteps, defaultSteps, toSwitches } from '../../../lib/url/clean-url-steps.ts';
import { cleanUrl } from '../../../lib/url/clean-url.ts';
import { lintUrl, warningKinds, type LintContext, type Warning } from '../../../lib/url/lint-url.ts';
import { maxUrlLength } from '../../../lib/url/may-need-lint.ts';
import { isPrivateHost } from '../../../lib/url/private-host.ts';
import { describeFix, describeStep, describeWarning } from '../../../lib/i18n/describe-lint.ts';
import { withoutIsolates } from '../../../lib/text/isolate.ts';
import {
  jwt,
  lintContext as context,
  otherPages,
  privateHosts,
  randomValue as random,
  warnedAddresses,
} from '../../fixtures/address-samples.ts';
import { hostileTexts } from '../../fixtures/hostile.ts';
import { unchangedAddresses } from '../../fixtures/unchanged-addresses.ts';
import { msg, msgCount } from '../../support/texts.ts';
import { speak } from '../../support/speak.ts';

describe('a URL with one warning', () => {
  it.each(warnedAddresses)('%s: %s', (kind, address, part, fix) => {
    expect(lintUrl(address, context)).toEqual([{ kind, parts: [part], fix }]);
  });

  it.each(otherPages)('other-page: %s is %s', (address, canonical, fix) => {
    expect(lintUrl(address, { canonical })).toEqual([{ kind: 'other-page', parts: [canonical], fix }]);
  });

  it.each([
    [
      ['token', 'key'],
      ['token', 'key'],
    ],
    [['token', 'token', ''], ['token']],
    [
      ['sid', 'key', 'otp', 'code', 'auth', 'sig'],
      ['sid', 'key', 'otp', 'code'],
    ],
  ])('token: the names %j are reported as %j', (names, parts) => {
    const query = names.map((name) => `${name}=${name === '' ? jwt : random}`).join('&');
    expect(lintUrl(`https://a.example/?${query}`).map((warning) => warning.parts)).toEqual([parts]);
  });
});

describe('a URL without a warning', () => {
  it.each([
    '',
    'not an address',
    'example.com/x',
    'https://a.example/',
    'https://cut.example/',
    'https://cut.example.org/x',
    'https://brand.example/x',
    'https://a.example/?keywords=0123456789abcdef0123',
    'https://a.example/?author=9f86d081884c7d659a2feaa0c55ad015',
    'https://a.example/?key=summer-sale-2026-collection',
    'https://a.example/?token=short1',
    'https://a.example/?token=',
    `https://a.example/?id=${random}`,
    'https://social.example/@me@other.example/1',
    'https://cdn.example/some-package@1.2.3-beta.next/index.js',
    'https://maps.example/@52.5,13.4',
    'https://a.example/?user=@me.example',
    'https://8.8.8.8/',
    'https://[2001:db8::1]/',
    `https://a.example/${'b'.repeat(2030)}`,
  ])('%s', (address) => {
    expect(lintUrl(address, context)).toEqual([]);
  });

  it.each([
    ['https://www.a.example/b?utm_source=c&fbclid=d#e', 'https://a.example/b'],
    ['http://a.example/b/', 'https://a.example/b'],
    ['https://a.example/b', 'https://b.example/b'],
    ['https://a.example/b', 'https://a.example/'],
    ['https://a.example/b', 'javascript:alert(1)'],
  ])('%s, whose page says %s', (address, canonical) => {
    expect(lintUrl(address, { canonical })).toEqual([]);
  });

  it('is each of 200 addresses, except those with a login or a signature', () => {
    const warned = unchangedAddresses.filter(([, address]) => lintUrl(address, context).length > 0);
    expect([...new Set(warned.map(([kind]) => kind))].sort()).toEqual([
      'a file of a delivery network',
      'a file that is signed',
    ]);
  });
});

it('several warnings are ordered by severity', () => {
  const address = `http://me:pw@localhost/?token=${random}&mail=a@b.example&${'x'.repeat(2048)}`;
  const kinds = lintUrl(address, { canonical: 'http://localhost/b' });
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'credentials',
    'token',
    'email',
    'private-host',
    'too-long',
    'other-page',
  ]);
});

it('a warning never contains the secret that it is about', () => {
  const warnings = lintUrl(`https://me:hidden@a.example/?token=${random}&sid=${random}`);
  expect(warnings.flatMap(({ parts }) => parts).join(' ')).not.toMatch(/hidden|9f86/u);
});

describe('a private host', () => {
  const hosts = (...rows: readonly string[]) => rows.flatMap((row) => row.split(' '));

  it.each(privateHosts)('is %s', (host) => {
    expect(isPrivateHost(new URL(`http://${host}/`).hostname)).toBe(true);
  });

  it.each(
    hosts(
      'example.com local.example lan.com 11.0.0.1 172.15.0.1 172.32.0.1 192.169.0.1 100.63.0.1 100.128.0.1',
      '169.253.0.1 [2001:db8::1] [fec0::1] [::ffff:8.8.8.8] [::2]',
    ),
  )('is not %s', (host) => {
    expect(isPrivateHost(new URL(`http://${host}/`).hostname)).toBe(false);
  });
});

describe('any input', () => {
  const sane = (text: string, given: LintContext): void => {
    const warnings = lintUrl(text, given);
    const kinds = warnings.map(({ kind }) => kind);
    expect(kinds).toEqual(warningKinds.filter((kind) => kinds.includes(kind)));
    for (const { parts, fix } of warnings) {
      expect(parts.length).toBeGreaterThan(0);
      expect(parts.length).toBeLessThanOrEqual(4);
      for (const part of parts) {
        expect(part.length).toBeGreaterThan(0);
        expect(part.length).toBeLessThanOrEqual(120);
        expect(part).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }
      if (fix !== null) {
        expect(fix === text).toBe(false);
        expect(new URL(fix).protocol).toMatch(/^https?:$/u);
      }
    }
  };

  it('never throws for 500 hostile texts', () => {
    expect(hostileTexts).toHaveLength(500);
    for (const text of hostileTexts) {
      sane(text, { domains: [text], shortUrls: [text], canonical: text });
      sane(text.slice(0, 60_000), { ...context, canonical: 'https://example.com/other' });
    }
  });

  it('never throws for a generated text', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true }));
    fc.assert(fc.property(text, fc.webUrl(), (one, canonical) => sane(one, { ...context, canonical })));
  });

  it('a fix removes the warning that it was offered for', () => {
    for (const address of [
      `https://me:pw@a.example/?token=${random}&mail=a@b.example`,
      `https://a.example/?a&password=b#access_token=${random}`,
    ]) {
      for (const { kind, fix } of lintUrl(address)) {
        expect(lintUrl(fix ?? address).map((warning) => warning.kind)).not.toContain(kind);
      }
    }
  });

  it('the clean-up causes no new warning', () => {
    for (const [, address] of unchangedAddresses) {
      expect(lintUrl(cleanUrl(address, {}, toSwitches(defaultSteps)).address)).toEqual(lintUrl(address));
    }
  });
});

describe('the texts of warnings', () => {
  beforeEach(() => speak());

  it('name the part of the URL, and label every fix and step', () => {
    for (const kind of warningKinds) {
      const part = kind === 'too-long' ? '765' : 'the part';
      expect(describeWarning({ kind, parts: [part], fix: null }, maxUrlLength)).toContain(part);
      expect(describeFix(kind)).not.toBe('');
    }
    for (const step of cleanSteps) expect(describeStep(step)).not.toBe('');
  });

  it('truncate a long part in the middle', () => {
    const warning: Warning = { kind: 'other-page', parts: ['x'.repeat(120)], fix: null };
    expect(describeWarning(warning, maxUrlLength)).toContain('…');
  });

  it.each([
    ['en', ['a', 'b'], 'a, b'],
    ['en', ['a', 'b', 'c', 'd'], 'a, b, c, …'],
    ['zh-CN', ['a', 'b'], 'a、b'],
    ['fa', ['a', 'b'], 'a،\u200f b'],
  ])('several parts are a list of the language: %s %j', (language, parts, list) => {
    speak(language);
    const sentence = describeWarning({ kind: 'token', parts, fix: null }, maxUrlLength);
    expect(withoutIsolates(sentence)).toBe(msg('lintToken', list));
  });

  it('count the characters of a long URL by the plural rules of the language', () => {
    const warning: Warning = { kind: 'too-long', parts: ['2310'], fix: null };
    expect(describeWarning(warning, maxUrlLength)).toBe(msgCount('lintTooLong', 2310, '2,048'));
  });
});

describe('a URL that is a short link already', () => {
  const own: LintContext = {
    domains: ['https://go.example', 'short.example'],
    shortUrls: ['https://links.example/abc', 'http://sho.rt/first'],
  };
  const isReported = (address: string, context = own) =>
    lintUrl(address, context).some(({ kind }) => kind === 'already-short');

  it.each([
    'https://go.example/spring',
    'http://go.example/Spring-2_b/',
    'https://go.example/gr%C3%B6%C3%9Fe',
    'https://go.example/spring?utm_source=x',
    'https://short.example/x1y',
    // Hosts of known links, and a known link in any form.
    'https://links.example/other',
    'https://sho.rt/second',
    'https://links.example/abc',
  ])('is reported for %s', (address) => {
    expect(isReported(address)).toBe(true);
  });

  it.each([
    'https://go.example/',
    'https://go.example/pages/x',
    'https://go.example/a/b',
    'https://go.example/report.pdf',
    'https://links.example/pages/x',
    'https://links.example/user/links',
    'https://links.example/login',
    'https://links.example/Pricing',
    'https://links.example/api',
    'https://elsewhere.example/abc',
  ])('is not reported for %s', (address) => {
    expect(isReported(address)).toBe(false);
  });

  it('on the service’s own host is reported only once that is known for short links', () => {
    expect(isReported('https://links.example/other', { domains: own.domains ?? [] })).toBe(false);
  });

  it('is reported for a known link, even if its alias is a word of the site', () => {
    const known = { ...own, shortUrls: ['https://links.example/login'] };
    expect(isReported('http://links.example/login/', known)).toBe(true);
  });
});
