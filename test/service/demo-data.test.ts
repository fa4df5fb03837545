import { expect, it } from 'vitest';
import { startService } from './start.ts';

const now = () => Date.UTC(2026, 5, 1);

it('is the same on every run, except for the address of the service', async () => {
  await using one = await startService({ demo: true, now });
  await using two = await startService({ demo: true, now });
  const plain = (service: typeof one) =>
    JSON.stringify(service.store.links()).replaceAll(service.address, '');
  expect(plain(one)).toBe(plain(two));
  expect(one.store.clicks()).toEqual(two.store.clicks());
});

it('fills every list, in order', async () => {
  await using service = await startService({ demo: true, now });
  const { store } = service;
  const links = store.links();
  expect(links).toHaveLength(200);
  for (const link of links) {
    expect(link.alias).toMatch(/^[A-Za-z0-9_-]{3,50}$/);
    expect(new URL(link.longurl).hostname).toMatch(/(^|\.)example\.(com|org|net)$|\.test$|^127\.0\.0\.1$/);
    expect(link.title).not.toBe('');
    expect(link.created).toBeLessThanOrEqual(now());
  }
  expect(store.campaigns()).toHaveLength(8);
  expect(store.channels()).toHaveLength(6);
  expect(store.pixels()).toHaveLength(6);
  expect(store.domains().map(({ domain }) => domain)).toEqual([
    service.address,
    'https://go.example.com',
    'https://links.bakery.test',
  ]);
  const days = store.clicks().map(({ at }) => (now() - at) / 86_400_000);
  expect(days).toHaveLength(4000);
  expect(Math.min(...days)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...days)).toBeLessThanOrEqual(90);
  expect(new Set(store.clicks().map(({ country }) => country)).size).toBeGreaterThan(8);
});
