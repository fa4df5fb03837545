/** Whether two addresses lead to the same place, however a service rewrites the one that it keeps. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareUrls, createUrlMatcher } from '../../../lib/url/compare-urls.ts';
import type { UtmParameter } from '../../../lib/draft/utm-parameters.ts';

const campaign: readonly UtmParameter[] = [
  { name: 'utm_source', value: 'a b' },
  { name: 'utm_medium', value: 'post' },
];

it.each([
  ['as it was', 'https://example.com/a?x=1#y', 'https://example.com/a?x=1#y'],
  ['entities', 'https://example.com/?a=1&amp;b=2', 'https://example.com/?a=1&b=2'],
  ['entities in capitals', 'https://example.com/?a=1&AMP;b=2', 'https://example.com/?a=1&b=2'],
  ['decimal entities', 'https://example.com/?q=it&#39;s', "https://example.com/?q=it's"],
  ['hexadecimal entities', 'https://example.com/?q=it&#x27;s', "https://example.com/?q=it's"],
  ['quotes', 'https://example.com/?q=&quot;a&quot;', 'https://example.com/?q="a"'],
  ['punycode', 'https://xn--mnchen-3ya.example/', 'https://münchen.example/'],
  ['punycode back', 'https://münchen.example/ü', 'https://xn--mnchen-3ya.example/%C3%BC'],
  ['capitals in the host', 'https://EXAMPLE.com/a', 'https://example.com/a'],
  ['capitals in the scheme', 'HTTPS://example.com/a', 'https://example.com/a'],
  ['a dot behind the host', 'https://example.com./a', 'https://example.com/a'],
  ['an encoded path', 'https://example.com/%C3%BCber%20uns', 'https://example.com/über uns'],
  ['encoding in lower case', 'https://example.com/%c3%bc', 'https://example.com/%C3%BC'],
  ['an encoded query', 'https://example.com/?q=a%20b', 'https://example.com/?q=a+b'],
  ['an encoded letter', 'https://example.com/%61bc', 'https://example.com/abc'],
  ['the default port of https', 'https://example.com:443/a', 'https://example.com/a'],
  ['the default port of http', 'http://example.com:80/a', 'http://example.com/a'],
  ['a slash at the end', 'https://example.com/a/', 'https://example.com/a'],
  ['a missing slash at the end', 'https://example.com/a', 'https://example.com/a/'],
  ['no path at all', 'https://example.com', 'https://example.com/'],
  ['a slash before the query', 'https://example.com/a/?x=1', 'https://example.com/a?x=1'],
  ['an empty query', 'https://example.com/a?', 'https://example.com/a'],
  ['a step back', 'https://example.com/a/../b', 'https://example.com/b'],
  ['blanks around it', ' https://example.com/a ', 'https://example.com/a'],
  ['no address at all, letter by letter', 'not an address', 'not an address'],
  ['a percent sign that stands for nothing', 'https://example.com/100%', 'https://example.com/100%'],
])('are the same URL: %s', (_name, listed, asked) => {
  expect(compareUrls(listed, asked)).toBe('same');
  expect(compareUrls(asked, listed)).toBe('same');
});

it.each([
  ['another parameter', 'https://example.com/a?x=1', 'https://example.com/a?x=2'],
  ['a parameter more', 'https://example.com/a?x=1&y=2', 'https://example.com/a?x=1'],
  ['another order', 'https://example.com/a?y=2&x=1', 'https://example.com/a?x=1&y=2'],
  ['another fragment', 'https://example.com/a#b', 'https://example.com/a'],
  ['the other scheme', 'http://example.com/a', 'https://example.com/a'],
  ['with www', 'https://www.example.com/a', 'https://example.com/a'],
])('are similar, which is ambiguous: %s', (_name, listed, asked) => {
  expect(compareUrls(listed, asked)).toBe('near');
  expect(compareUrls(asked, listed)).toBe('near');
});

it.each([
  ['another path', 'https://example.com/a', 'https://example.com/b'],
  ['a path in capitals', 'https://example.com/A', 'https://example.com/a'],
  ['a longer path', 'https://example.com/a/b', 'https://example.com/a'],
  ['another host', 'https://example.org/a', 'https://example.com/a'],
  ['a host below it', 'https://a.example.com/', 'https://example.com/'],
  ['another port', 'https://example.com:8443/a', 'https://example.com/a'],
  ['another scheme altogether', 'ftp://example.com/a', 'https://example.com/a'],
  ['nothing', '', 'https://example.com/a'],
  ['something that is no address', 'example', 'https://example.com/a'],
])('are different URLs: %s', (_name, listed, asked) => {
  expect(compareUrls(listed, asked)).toBe('other');
  expect(compareUrls(asked, listed)).toBe('other');
});

describe('with parameters that the service was requested to add', () => {
  it.each([
    ['stored without them', 'https://example.com/a?x=1', 'same'],
    ['stored with them', 'https://example.com/a?x=1&utm_source=a+b&utm_medium=post', 'same'],
    [
      'stored with them, encoded in the other way',
      'https://example.com/a?x=1&utm_source=a%20b&utm_medium=post',
      'same',
    ],
    ['stored with one of them', 'https://example.com/a?x=1&utm_source=a+b', 'near'],
    ['stored with others', 'https://example.com/a?x=1&utm_source=b', 'near'],
    ['of another page', 'https://example.com/b?x=1&utm_source=a+b&utm_medium=post', 'other'],
  ] as const)('%s', (_name, listed, like) => {
    expect(createUrlMatcher('https://example.com/a?x=1', campaign)(listed)).toBe(like);
  });

  it('a URL that has parameters which were not requested is only similar', () => {
    expect(compareUrls('https://example.com/a?x=1&utm_source=a+b', 'https://example.com/a?x=1')).toBe('near');
  });
});

describe('generated URLs', () => {
  const word = fc.stringMatching(/^[a-z0-9äöü_-]{1,8}$/u);
  const address = fc
    .record({
      host: fc.constantFrom('example.com', 'münchen.example', 'a.b.example.org', 'xn--mnchen-3ya.example'),
      path: fc.array(word, { maxLength: 3 }),
      query: fc.array(fc.tuple(word, word), { maxLength: 3 }),
      hash: fc.option(word, { nil: '' }),
    })
    .map(({ host, path, query, hash }) => ({
      host,
      path: path.map((part) => `/${part}`).join(''),
      query,
      hash,
    }));
  type Address = typeof address extends fc.Arbitrary<infer T> ? T : never;

  const write = ({ host, path, query, hash }: Address): string => {
    const search = query.map(([name, value]) => `${name}=${value}`).join('&');
    return `https://${host}${path || '/'}${search === '' ? '' : `?${search}`}${hash === '' ? '' : `#${hash}`}`;
  };

  /** As services rewrite what they keep. */
  const rewritings: Readonly<Record<string, (text: string, parts: Address) => string>> = {
    entities: (text) => text.replaceAll('&', '&amp;'),
    'entities by number': (text) => text.replaceAll('&', '&#38;'),
    'punycode and percent signs': (text) => new URL(text).href,
    'percent signs for letters': (text, { host, path }) =>
      text.replace(
        host + path,
        host + path.replace(/[a-z]/u, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      ),
    'the default port': (text, { host }) => text.replace(host, `${host}:443`),
    'a slash at the end': (text, { host, path }) =>
      path === '' ? text : text.replace(host + path, `${host}${path}/`),
    'capitals in the host': (text, { host }) => text.replace(host, host.toUpperCase()),
    nothing: (text) => text,
  };
  const rewriting = fc.constantFrom(...Object.keys(rewritings));

  it('are the same after each rewriting of a service, and after two of them', () => {
    fc.assert(
      fc.property(address, rewriting, rewriting, (parts, one, two) => {
        const asked = write(parts);
        const once = rewritings[one]?.(asked, parts) ?? asked;
        expect(compareUrls(once, asked)).toBe('same');
        expect(compareUrls(asked, once)).toBe('same');
        const other = rewritings[two]?.(asked, parts) ?? asked;
        expect(compareUrls(once, other)).toBe('same');
      }),
      { numRuns: 500 },
    );
  });

  it('are never the same when path, query or fragment differ', () => {
    fc.assert(
      fc.property(address, fc.constantFrom('path', 'query', 'hash'), (parts, what) => {
        const changed: Address = {
          ...parts,
          ...(what === 'path' && { path: `${parts.path}/zz` }),
          ...(what === 'query' && { query: [...parts.query, ['zz', '1'] satisfies [string, string]] }),
          ...(what === 'hash' && { hash: `${parts.hash}zz` }),
        };
        expect(compareUrls(write(changed), write(parts))).toBe(what === 'path' ? 'other' : 'near');
      }),
    );
  });

  it('any two texts are compared without an error, with the same result in either order', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), address.map(write)), fc.string(), (one, other) => {
        expect(compareUrls(one, other)).toBe(compareUrls(other, one));
        expect(compareUrls(one, one)).toBe('same');
      }),
    );
  });
});
