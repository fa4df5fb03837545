import { expect, it } from 'vitest';
import { pageUrlOf } from '../../../lib/browser/page-url.ts';

it.each([
  ['https://example.com/a?b=1&c=%20#d', 'https://example.com/a?b=1&c=%20#d'],
  [
    'about:reader?url=https%3A%2F%2Fexample.com%2Fa%3Fb%3D1%26c%3D%2520%2B%23d',
    'https://example.com/a?b=1&c=%20+#d',
  ],
  ['about:reader?', 'about:reader?'],
  ['about:config', 'about:config'],
  [undefined, ''],
])('reads %s as %s', (url, page) => {
  expect(pageUrlOf({ url })).toBe(page);
});

it('has none for no tab', () => {
  expect(pageUrlOf(undefined)).toBe('');
});
