/** A made link in every format, under titles that want to be more than text. */
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import {
  copyFormats,
  escapeMarkdown,
  formatLink,
  mailtoUrl,
  nameOf,
  sanitizeTitle,
  type CopyableLink,
} from '../../../lib/copy/copy-formats.ts';
import { shareServices } from '../../../lib/copy/share-services.ts';

const link = (title: string, change: Partial<CopyableLink> = {}): CopyableLink => ({
  shortUrl: 'https://sho.rt/abc',
  url: 'https://example.com/a/long?page=1',
  title,
  ...change,
});
const text = (format: (typeof copyFormats)[number], title: string, template = '') =>
  formatLink(format, link(title), template).text;

const signs = [
  ...'[]()\\`*_|!<>&"\'\n\r\t {}#$'.split(''),
  '](https://evil.example)',
  '<script>alert(1)</script>',
  '<img src=x onerror=y>',
  '</a><b>',
  '&lt;',
  '![x](y)',
  '\\]',
  '```',
  '~~',
  '{title}',
  '{short}',
  '$&',
  '$1',
  '-->',
  ']]>',
  '\u0000',
  '\u2028',
  '\u202E',
  '\u2066',
  '\u200F',
  '\uD800',
  '\uDC00',
  'שלום',
  '😀',
  'a word',
];

/** Titles put together from what formats read as their own. */
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'binary' })), { maxLength: 20 })
  .map((parts) => parts.join(''));

describe('a title on one line', () => {
  it.each([
    ['  A\r\n\tpage \u00A0 of\u2028mine ', 'A page of mine'],
    ['evil\u202Egpj.exe\u2069', 'evilgpj.exe'],
    ['\uD800half', '\uFFFDhalf'],
    ['family 👩\u200D👧, می\u200Cخواهم', 'family 👩\u200D👧, می\u200Cخواهم'],
    ['\u0000\u0007\u009F', ''],
  ])('%j', (title, line) => {
    expect(sanitizeTitle(title)).toBe(line);
  });

  it('for any text: one line, well-formed, without direction marks, 300 characters at most', () => {
    fc.assert(
      fc.property(hostile, (title) => {
        const line = sanitizeTitle(title);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u202A-\u202E\u2066-\u2069]/u);
        expect(line).toBe(line.trim());
        expect(Array.from(line).length).toBeLessThanOrEqual(300);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a megabyte is cut without delay', () => {
    const started = performance.now();
    expect(Array.from(sanitizeTitle('[\u202E\n'.repeat(350_000))).length).toBeLessThanOrEqual(300);
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('the URL replaces a missing title', () => {
    expect(nameOf(link(' \n'))).toBe('example.com/a/long?page=1');
    expect(nameOf(link('', { url: '' }))).toBe('sho.rt/abc');
  });
});

describe('the formats', () => {
  it('as users expect them', () => {
    expect(copyFormats.map((format) => text(format, 'Tom & “Ann”', '{title} · {url} → {short}'))).toEqual([
      'https://sho.rt/abc',
      '[Tom & “Ann”](https://sho.rt/abc)',
      '<a href="https://sho.rt/abc">Tom &#38; “Ann”</a>',
      'Tom & “Ann”\nhttps://sho.rt/abc',
      'Tom & “Ann” · https://example.com/a/long?page=1 → https://sho.rt/abc',
    ]);
  });

  it('only HTML has markup, with its source as the plain text', () => {
    for (const format of copyFormats) {
      const copied = formatLink(format, link('A'), 'x');
      expect(copied.html).toBe(format === 'html' ? copied.text : undefined);
    }
  });

  it.each([
    ['Hats & scarves | Acme Shop (2) #1!', 'Hats & scarves | Acme Shop (2) #1!'],
    ['&amp; &#38; &#x26; & so; on', '\\&amp; \\&#38; \\&#x26; & so; on'],
    ['[a] *b* _c_ `d` <e> \\', '\\[a\\] \\*b\\* \\_c\\_ \\`d\\` \\<e> \\\\'],
  ])('Markdown has no more escapes than it needs: %s', (title, escaped) => {
    expect(text('markdown', title)).toBe(`[${escaped}](https://sho.rt/abc)`);
  });

  it('a URL can’t break out of its place in Markdown and HTML', () => {
    const odd = link('A', { shortUrl: 'https://sho.rt/a(b)c d"<e>|[f]`\\\uD800' });
    const address = 'https://sho.rt/a%28b%29c%20d%22%3Ce%3E%7C%5Bf%5D%60%5C\uFFFD';
    expect(formatLink('markdown', odd, '').text).toBe(`[A](${address})`);
    expect(formatLink('html', odd, '').text).toBe(`<a href="${address}">A</a>`);
  });
});

describe('1,000 hostile titles', () => {
  it('HTML is one link with the title as its text, and nothing else', () => {
    fc.assert(
      fc.property(hostile, (title) => {
        const html = text('html', title);
        expect(html.match(/</gu)).toHaveLength(2);
        const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
        const elements = [...document.querySelectorAll('body *')];
        expect(elements.map(({ tagName, attributes }) => [tagName, attributes.length])).toEqual([['A', 1]]);
        expect(elements[0]?.getAttribute('href')).toBe('https://sho.rt/abc');
        expect(document.body.textContent).toBe(nameOf(link(title)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('Markdown is one link: nothing in its text ends it, and the escapes give the title back', () => {
    fc.assert(
      fc.property(hostile, (title) => {
        const whole = text('markdown', title);
        const ending = '](https://sho.rt/abc)';
        expect(whole.startsWith('[') && whole.endsWith(ending)).toBe(true);
        const inner = whole.slice(1, -ending.length);
        // As Markdown reads it: an escaped character is one step, and no other may be a sign of its own.
        expect(inner).toMatch(/^(?:\\[!-/:-@[-`{-~]|[^\\`*_[\]<&\n\r]|&(?!#?[a-z0-9]+;))*$/iu);
        expect(inner.replace(/\\(.)/gu, '$1')).toBe(nameOf(link(title)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('a template is rendered once: variables in a title are not', () => {
    fc.assert(
      fc.property(hostile, (title) => {
        expect(text('own', title, '<{title}|{short}|{url}|{other}>')).toBe(
          `<${nameOf(link(title))}|https://sho.rt/abc|https://example.com/a/long?page=1|{other}>`,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('title and address are two lines', () => {
    fc.assert(
      fc.property(hostile, (title) => {
        expect(text('titled', title).split(/[\n\r]/u)).toHaveLength(2);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a mail has a subject, a body and no more', () => {
    fc.assert(
      fc.property(hostile, (title) => {
        const address = new URL(mailtoUrl(link(title)));
        expect([address.protocol, address.pathname, [...address.searchParams.keys()]]).toEqual([
          'mailto:',
          '',
          ['subject', 'body'],
        ]);
        // A plus sign would be a space to `searchParams`, and stands for itself in a mail.
        expect(address.searchParams.get('body')).toBe(`${nameOf(link(title))}\r\nhttps://sho.rt/abc`);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each<[name: string, place: string, fields: (title: string) => Record<string, string>]>([
    ['WhatsApp', 'https://wa.me/', (title) => ({ text: `${title}\nhttps://sho.rt/abc` })],
    ['Telegram', 'https://t.me/share/url', (title) => ({ url: 'https://sho.rt/abc', text: title })],
    ['LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/', () => ({ url: 'https://sho.rt/abc' })],
    ['X', 'https://x.com/intent/post', (title) => ({ url: 'https://sho.rt/abc', text: title })],
  ])('%s gets a link and its name, and no more', (name, place, fields) => {
    const service = shareServices.find((one) => one.name === name);
    fc.assert(
      fc.property(hostile, (title) => {
        const address = service?.address(link(title)) ?? '';
        const { origin, pathname, searchParams, hash } = new URL(address);
        expect([origin + pathname, Object.fromEntries(searchParams), hash]).toEqual([
          place,
          fields(nameOf(link(title))),
          '',
        ]);
        expect(address.slice(place.length)).toMatch(/^\?[\w.*%=&-]+$/u);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a short address with half a character in it is one that can be shared', () => {
    for (const { address } of shareServices)
      expect(address(link('', { shortUrl: 'https://sho.rt/\uD800' }))).toContain('%EF%BF%BD');
  });
});

it('escaping Markdown leaves plain words alone', () => {
  expect(escapeMarkdown('Plain words, 100 %; and so on.')).toBe('Plain words, 100 %; and so on.');
});
