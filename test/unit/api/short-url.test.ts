import { expect, it } from 'vitest';
import { lastPathSegment } from '../../../lib/api/short-url.ts';

it.each([
  ['https://sho.rt/abc', 'abc'],
  ['https://sho.rt/s/abc/?x=1#/y', 'abc'],
  ['sho.rt/abc', 'abc'],
  ['https://sho.rt', ''],
  ['https://sho.rt/', ''],
  ['', ''],
])('the last path segment of %s is "%s"', (url, segment) => {
  expect(lastPathSegment(url)).toBe(segment);
});
