/** What a page says of itself: taken over as text, capped, and nothing that could be run. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseImage, parseMetadata, metadataLimits } from '../../../lib/page-metadata/parse-metadata.ts';
import { hostileTexts } from '../../fixtures/hostile.ts';

const page = 'https://news.example/2026/a?b=c#d';
const nothing = {
  title: '',
  description: '',
  picture: '',
  canonical: '',
  selected: '',
  apple: [],
  google: [],
};
/** As the script in the page gives it: every field, and most of them empty. */
const unsaid = {
  title: '',
  description: '',
  picture: '',
  canonical: '',
  selected: '',
  stores: '',
  appleApp: '',
  appleId: '',
  appleLink: '',
  googleApp: '',
  googlePackage: '',
  googleLink: '',
  androidPage: '',
  iosPage: '',
};
const read = (tags: Partial<typeof unsaid>) => parseMetadata({ ...unsaid, ...tags }, page);

describe('texts', () => {
  it('are on one line, without invisible characters', () => {
    expect(read({ title: ' A\n\ttitle\u0000 \u0007of  two ', selected: '\uD800marked' })).toEqual({
      ...nothing,
      title: 'A title of two',
      selected: 'marked',
    });
  });

  it.each([
    [null],
    [undefined],
    ['text'],
    [7],
    [[]],
    [{}],
    [{ ...unsaid, title: 1 }],
    [{ ...unsaid, stores: [] }],
  ])('%j is no response of the script', (raw) => {
    expect(parseMetadata(raw, page)).toBeNull();
  });

  it('that are longer than requested are dropped', () => {
    expect(
      read({ title: 'a'.repeat(metadataLimits.title), description: 'b'.repeat(metadataLimits.text + 1) }),
    ).toEqual({
      ...nothing,
      title: 'a'.repeat(metadataLimits.title),
    });
    expect(read({ picture: `https://a.example/${'a'.repeat(metadataLimits.address)}` })).toEqual(nothing);
  });
});

describe('addresses', () => {
  it.each([
    ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
    ['/a.png', 'https://news.example/a.png'],
    ['//cdn.example/a.png', 'https://cdn.example/a.png'],
    ['javascript:alert(1)', ''],
    ['data:image/png;base64,AAAA', ''],
    ['blob:https://news.example/1', ''],
    ['https://', ''],
  ])('the picture %s is %s', (picture, whole) => {
    expect(read({ picture })?.picture).toBe(whole);
  });

  it('of the app are read from every tag that names it, the store’s first, each once', () => {
    expect(
      read({
        stores: [
          'https://play.google.com/store/apps/details?id=com.news',
          'https://apps.apple.com/us/app/news/id12',
          'https://evil.example/',
          '',
        ].join('\n'),
        appleApp: 'app-id=12, app-argument=news://a',
        appleId: '12',
        appleLink: 'news://article/1',
        googleApp: 'app-id=com.news',
        googlePackage: 'com.news',
        googleLink: 'intent://a#Intent;scheme=news;end',
        androidPage: 'android-app://com.news/https/news.example/a',
        iosPage: 'ios-app://12/news/a',
      }),
    ).toEqual({
      ...nothing,
      apple: [
        'https://apps.apple.com/us/app/news/id12',
        'https://apps.apple.com/app/id12',
        'news://article/1',
      ],
      google: ['https://play.google.com/store/apps/details?id=com.news', 'intent://a#Intent;scheme=news;end'],
    });
  });

  it.each([
    [{ appleLink: 'javascript:alert(1)' }],
    [{ googleLink: 'data:text/html,x' }],
    [{ appleId: '12/../evil' }],
    [{ googlePackage: 'com.news&x=1' }],
    [{ googlePackage: 'news' }],
    [{ appleApp: 'app-argument=news://a' }],
    [{ appleLink: 'https://evil.example/' }],
    [{ androidPage: 'android-app://' }],
    [{ stores: 'javascript:alert(1)\nhttps://apps.apple.com.evil.example/' }],
  ])('of no app: %j', (tags) => {
    expect(read(tags)).toEqual(nothing);
  });
});

it('500 hostile texts in every field cause no error, and give only text and web URLs', () => {
  for (const text of hostileTexts) {
    const tags = read({ title: text, description: text, picture: text, canonical: text, selected: text });
    for (const address of [tags?.picture ?? '', tags?.canonical ?? ''])
      expect(address === '' || /^https?:\/\//u.test(address)).toBe(true);
    expect((tags?.title ?? '').length).toBeLessThanOrEqual(metadataLimits.title);
  }
  fc.assert(fc.property(fc.anything(), (raw) => void parseMetadata(raw, page)));
});

it('only a decoded picture of a small size is shown', () => {
  expect(parseImage('data:image/jpeg;base64,/9j/4AA=')).toBe('data:image/jpeg;base64,/9j/4AA=');
  for (const raw of [
    null,
    7,
    '',
    'https://a.example/a.jpg',
    'data:image/svg+xml;base64,AAAA',
    'data:image/jpeg;base64,AA" onload="x',
    `data:image/jpeg;base64,${'A'.repeat(300_001)}`,
  ])
    expect(parseImage(raw)).toBeNull();
});
