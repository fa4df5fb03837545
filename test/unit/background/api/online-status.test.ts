/** The network status: irrelevant to a service on this machine, and updated when the network returns. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOnlineStatus } from '../../../../entrypoints/background/api/online-status.ts';

const device = { onLine: true };
let listeners: (() => void)[] = [];
const tell = () => listeners.forEach((listener) => listener());

beforeEach(() => {
  device.onLine = true;
  listeners = [];
  vi.stubGlobal('navigator', device);
  vi.stubGlobal(
    'addEventListener',
    (name: string, listener: () => void) => name === 'online' && listeners.push(listener),
  );
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is the browser’s status, also before the service’s address is known', () => {
  const network = createOnlineStatus(() => {});
  device.onLine = false;
  expect(network.isOnline()).toBe(false);
  network.setService('https://sho.rt');
  expect(network.isOnline()).toBe(false);
  device.onLine = true;
  expect(network.isOnline()).toBe(true);
});

it('is ignored for a service on this machine', () => {
  const network = createOnlineStatus(() => {});
  device.onLine = false;
  expect(network.isOnline()).toBe(false);
  network.setService('http://localhost:3000');
  expect(network.isOnline()).toBe(true);
  network.setService('https://sho.rt');
  expect(network.isOnline()).toBe(false);
});

it('is restored by the browser’s event', () => {
  let back = 0;
  const network = createOnlineStatus(() => back++);
  network.setService('https://sho.rt');
  device.onLine = false;
  tell();
  expect(back).toBe(0);
  device.onLine = true;
  tell();
  expect(back).toBe(1);
});

it('is polled while something waits, for a browser that sends no event', () => {
  let back = 0;
  const network = createOnlineStatus(() => back++);
  network.setService('https://sho.rt');
  device.onLine = false;
  vi.advanceTimersByTime(60_000);
  network.watch();
  network.watch();
  vi.advanceTimersByTime(60_000);
  expect(back).toBe(0);
  device.onLine = true;
  vi.advanceTimersByTime(1_000);
  expect(back).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect([back, vi.getTimerCount()]).toEqual([1, 0]);
});
