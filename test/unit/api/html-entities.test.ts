import { expect, it } from 'vitest';
import { decodeEntities } from '../../../lib/api/html-entities.ts';

it.each([
  ['a&amp;b', 'a&b'],
  ['&amp;lt;', '&lt;'],
  ['&#39;&#x27;&#039;', "'''"],
  ['&LT;&nbsp;&gt;', '< >'],
  ['&unknown; &#0; &#x110000; &', '&unknown; &#0; &#x110000; &'],
])('%s is read as %s', (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded);
});
