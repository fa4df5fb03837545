/** Parses the manage page's hash and routes by it. */
import { describe, expect, it } from 'vitest';
import { createRouter, toHash, parseHash } from '../../../entrypoints/manage/router.ts';

describe('the hash', () => {
  it.each([
    ['', 'activity', ''],
    ['#', 'activity', ''],
    ['#activity', 'activity', ''],
    ['#activity/', 'activity', ''],
    ['#activity/12', 'activity', '12'],
    ['#activity/a%2Fb%20%E2%80%AEc', 'activity', 'a/b \u202ec'],
    ['#activity/%', 'activity', ''],
    ['#__proto__/1', 'activity', ''],
    ['#nowhere/1', 'activity', ''],
    ['#links/12', 'links', '12'],
  ])('%s', (hash, section, item) => {
    expect(parseHash(hash, 'activity')).toEqual({ section, item });
  });

  it('is parsed as it was formatted', () => {
    const place = { section: 'activity', item: 'https://sho.rt/ä?b#c/d' } as const;
    expect(parseHash(toHash(place), 'activity')).toEqual(place);
    expect(toHash({ section: 'activity', item: '' })).toBe('#activity');
  });
});

it('the route follows the hash, and stays where it names no section', () => {
  const visited: string[] = [];
  const router = createRouter({
    hash: '#activity/1',
    fallback: 'activity',
    visit: (hash) => visited.push(hash),
  });
  router.go('activity', '7');
  expect([visited, router.route.value.item]).toEqual([['#activity/7'], '1']);
  router.follow('#activity/7');
  expect(router.route.value).toEqual({ section: 'activity', item: '7' });
  router.follow('#nowhere');
  expect(router.route.value).toEqual({ section: 'activity', item: '' });
});
