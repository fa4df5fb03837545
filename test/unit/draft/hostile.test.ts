/** 500 hostile texts from a field to the wire, and in every place where words are made of them. */
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { hasErrors, validateLink } from '../../../lib/forms/validate-link.ts';
import { createLinkForm } from '../../../lib/forms/link-form.ts';
import { addLink } from '../../../lib/api/create-link.ts';
import { parseUserUrl } from '../../../lib/url/parse-user-url.ts';
import { draftKey, parseDraft, storedDraft } from '../../../lib/draft/stored-draft.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { formatLink, mailtoUrl, nameOf, sanitizeTitle } from '../../../lib/copy/copy-formats.ts';
import { truncateMiddle, displayUrl } from '../../../lib/i18n/truncate.ts';
import { hostileAddresses, hostileTexts, hostileTitles, someHostile } from '../../fixtures/hostile.ts';
import { draft } from '../../support/samples.ts';

/** A megabyte in an assertion's message would be all there is to see. */
const head = (text: string) => JSON.stringify(text.slice(0, 120));

const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text);
const asUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
const isWeb = (url: URL | null): url is URL => url?.protocol === 'http:' || url?.protocol === 'https:';

it('the 500 hostile texts are different, and the same in every run', () => {
  expect([hostileAddresses.length, hostileTitles.length]).toEqual([400, 100]);
  expect(new Set(hostileTexts).size).toBe(500);
  const some = someHostile(hostileTexts, 50);
  expect(new Set(some).size).toBe(50);
  expect(some.every(({ length }) => length <= 20_000)).toBe(true);
  // Enough of each kind: what can be shortened and what can't.
  const readable = hostileTexts.filter((text) => parseUserUrl(text).ok).length;
  expect(readable).toBeGreaterThan(150);
  expect(hostileTexts.length - readable).toBeGreaterThan(150);
});

describe('an address', () => {
  it('is parsed as the URL standard says, or rejected', () => {
    for (const text of hostileTexts) {
      const read = parseUserUrl(text);
      // What can't be seen at its ends came along with the copying.
      const given = text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
      const whole = asUrl(given);
      if (!read.ok) {
        // What names the web and can be read is never turned away, unless its host has punctuation that no DNS name has.
        const named = /^https?:\/\//iu.test(given) && /^[\w.[\]:-]+$/u.test(whole?.hostname ?? '');
        expect([head(text), named && isWeb(whole)]).toEqual([head(text), false]);
        continue;
      }
      const url = asUrl(read.address);
      expect([head(text), isWeb(url), url?.href === read.address]).toEqual([head(text), true, true]);
      // Either the text itself, or the text behind "https://" where it names nothing but a place.
      const behind = asUrl(`https://${given}`);
      const own = isWeb(whole) ? whole : behind;
      expect([head(text), own?.href === read.address]).toEqual([head(text), true]);
      if (!isWeb(whole) && whole !== null)
        // `host:port` alone looks like a scheme and is none.
        expect([head(text), /^[^\s/?#@:]+\.[^\s/?#@:]+:\d+(?:[/?#]|$)/u.test(given)]).toEqual([
          head(text),
          true,
        ]);
      expect(parseUserUrl(read.address)).toEqual(read);
      expect([head(text), /[\s\p{Cc}\p{Surrogate}]/u.test(read.address)]).toEqual([head(text), false]);
    }
  });

  it('is sent as it was parsed, beside hostile texts in every other field', () => {
    for (const [n, text] of hostileAddresses.entries()) {
      const title = hostileTitles[n % hostileTitles.length] ?? '';
      const form = createLinkForm(draft({ address: text, title, alias: title }));
      form.changeExtras({
        note: text,
        password: title,
        card: { title, description: text, picture: text },
        countries: [{ when: title, link: text }],
        deepLink: { apple: text, google: text, auto: true },
        parameters: [{ name: title, value: text }],
      });
      const problems = validateLink(form.draft.value, 0);
      expect(typeof hasErrors(problems)).toBe('boolean');
      const read = parseUserUrl(text);
      const { address: _place, ...content } = form.content();
      // Of the parameters none goes into the address here: that has tests of its own.
      const plain = draft({
        ...content,
        address: form.content().address,
        extras: { ...defaultLinkOptions, note: text },
      });
      const body = JSON.stringify(addLink(toLinkFields(plain)).body);
      expect([head(text), isWellFormed(body)]).toEqual([head(text), true]);
      const sent = JSON.parse(body) as { readonly url: string };
      expect([head(text), sent.url === (read.ok ? read.address : text)]).toEqual([head(text), true]);
      expect(isWellFormed(JSON.stringify(addLink(toLinkFields(form.content())).body))).toBe(true);
    }
  });

  it('has its draft stored under a key of limited length', () => {
    for (const text of hostileTexts) {
      expect(draftKey(text).length).toBeLessThan(2_100);
      const stored: unknown = JSON.parse(
        JSON.stringify(storedDraft(draft({ address: text, title: text }), false, 1)),
      );
      const found = parseDraft(stored);
      expect([head(text), found?.address === text, found?.title === text]).toEqual([head(text), true, true]);
    }
  });
});

describe('words', () => {
  const shortUrl = 'https://sho.rt/abc';

  it('are truncated, on one line and well-formed where they are copied', () => {
    const started = performance.now();
    for (const text of hostileTexts) {
      expect(Array.from(truncateMiddle(text, 38)).length).toBeLessThanOrEqual(38);
      expect(text.includes(displayUrl(text)) || displayUrl(text) === '').toBe(true);
      expect(sanitizeTitle(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u202A-\u202E\u2066-\u2069]/u);
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('of a title are one link in HTML, and its address is the short one in every format', () => {
    for (const title of hostileTexts) {
      const link = { shortUrl, url: 'https://example.com/', title };
      const html = formatLink('html', link, '').text;
      const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
      const elements = [...document.querySelectorAll('body *')];
      expect([head(title), elements.map(({ tagName }) => tagName)]).toEqual([head(title), ['A']]);
      expect(elements[0]?.getAttribute('href')).toBe(shortUrl);
      expect(document.body.textContent).toBe(nameOf(link));
      expect(formatLink('plain', link, '').text).toBe(shortUrl);
      expect(formatLink('markdown', link, '').text.endsWith(`](${shortUrl})`)).toBe(true);
      expect(formatLink('titled', link, '').text.split('\n')).toHaveLength(2);
      expect(asUrl(mailtoUrl(link))?.protocol).toBe('mailto:');
    }
  });
});
