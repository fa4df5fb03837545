/** Which addresses are accepted, and in which form. */
import { describe, expect, it } from 'vitest';
import { parseUserUrl, type UserUrlProblem } from '../../../lib/url/parse-user-url.ts';

describe('a typed URL is accepted', () => {
  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['  https://example.com  \n', 'https://example.com/'],
    ['HTTPS://EXAMPLE.com/A', 'https://example.com/A'],
    ['http://example.com', 'http://example.com/'],
    ['example.com', 'https://example.com/'],
    ['example.com/x y', 'https://example.com/x%20y'],
    ['example.com?q=a:b', 'https://example.com/?q=a:b'],
    ['example.com#top', 'https://example.com/#top'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['www.example.co.uk/mailto:x', 'https://www.example.co.uk/mailto:x'],
    ['a.b', 'https://a.b/'],
    ['münchen.de/straße', 'https://xn--mnchen-3ya.de/stra%C3%9Fe'],
    ['https://例え.テスト/', 'https://xn--r8jz45g.xn--zckzah/'],
    ['http://localhost:3000/x', 'http://localhost:3000/x'],
    ['http://192.168.0.1/x', 'http://192.168.0.1/x'],
    ['http://[::1]:3000/x', 'http://[::1]:3000/x'],
    ['https://[2001:db8::1]/', 'https://[2001:db8::1]/'],
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['my_host.example.com', 'https://my_host.example.com/'],
    ['https://example.com./', 'https://example.com./'],
    ['example.com/a,b', 'https://example.com/a,b'],
    ['example.com/2026/https://example.com/', 'https://example.com/2026/https://example.com/'],
    ['https://example.com/wrapped-\n at-its-end', 'https://example.com/wrapped-%20at-its-end'],
    ['http://me:pw,@example.com/', 'http://me:pw,@example.com/'],
  ])('%j as %j', (typed, address) => {
    expect(parseUserUrl(typed)).toEqual({ ok: true, address });
  });

  it('a parsed URL is parsed again as the same', () => {
    for (const typed of ['example.com/x y', 'münchen.de', 'https://[::1]/']) {
      const read = parseUserUrl(typed);
      expect(read.ok && parseUserUrl(read.address)).toEqual(read);
    }
  });
});

describe('a typed text is rejected', () => {
  it.each<[string, UserUrlProblem]>([
    ['', 'empty'],
    [' \t\n', 'empty'],
    ['javascript:alert(1)', 'not-web'],
    ['JavaScript:alert(1)//example.com', 'not-web'],
    ['data:text/html,<b>x</b>', 'not-web'],
    ['view-source:https://example.com/', 'not-web'],
    ['mailto:a@example.com', 'not-web'],
    ['about:blank', 'not-web'],
    ['chrome://settings/', 'not-web'],
    ['moz-extension://abc/popup.html', 'not-web'],
    ['file:///etc/passwd', 'not-web'],
    ['blob:https://example.com/123', 'not-web'],
    ['ftp://example.com/', 'not-web'],
    ['not an address', 'not-an-address'],
    ['hello.world is fine', 'not-an-address'],
    ['a@example.com', 'not-an-address'],
    ['word', 'not-an-address'],
    ['localhost:3000', 'not-an-address'],
    ['1.5', 'not-an-address'],
    ['.com', 'not-an-address'],
    ['/path/only', 'not-an-address'],
    ['//example.com/x', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['https://exa mple.com/', 'not-an-address'],
    ['example.com:99999/x', 'not-an-address'],
    ['javascript:1', 'not-an-address'],
    // Punctuation of the sentence that it was copied from.
    ['example.com,', 'not-an-address'],
    ['www.example.com)', 'not-an-address'],
    ['hello.World!', 'not-an-address'],
    ['https://example.com,/x', 'not-an-address'],
    // Two of them.
    ['https://example.com/a https://example.com/b', 'not-an-address'],
    ['https://example.com/a\nhttps://example.com/b', 'not-an-address'],
    ['example.com/a\tHTTP://example.com/b', 'not-an-address'],
  ])('%j: %s', (typed, problem) => {
    expect(parseUserUrl(typed)).toEqual({ ok: false, problem });
  });
});

it('a megabyte is parsed in linear time', () => {
  const mega = 1024 * 1024;
  const long = `https://example.com/${'x'.repeat(mega)}`;
  expect(parseUserUrl(long)).toEqual({ ok: true, address: long });
  for (const piece of ['a', 'a.', '.', ' ', '1.', 'a:', '%', '@'])
    expect(parseUserUrl(`${piece.repeat(mega / piece.length)} `).ok).toBe(false);
});
