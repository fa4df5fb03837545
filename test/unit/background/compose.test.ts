/** The composed background on empty storage: its modules are wired together, and a start completes. */
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { Background } from '../../../entrypoints/background/compose.ts';
import { blockedStateAlarm } from '../../../entrypoints/background/api/blocked-state.ts';
import { activityViewKey, popupViewKey } from '../../../lib/storage/storage-keys.ts';
import { shortenCommand, uuid } from '../../support/samples.ts';
import { browser, calls, contexts, fresh } from '../../support/fake-browser.ts';
import { knowNewest } from '../../support/background-worker.ts';
import { settled } from '../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../support/fake-browser.ts'));
vi.mock('../../../lib/browser/native.ts', async () => import('../../support/fake-browser.ts'));

beforeEach(() => {
  fresh();
  vi.stubGlobal('addEventListener', () => {});
  return () => void vi.unstubAllGlobals();
});

it('starts without a failed step, and writes the view', async () => {
  const warnings = vi.spyOn(console, 'warn');
  const { lifecycle, writeViews } = new Background();
  await lifecycle.ensureStarted();
  await writeViews();
  expect(browser.storage.local.keys()).toContain(popupViewKey);
  expect(warnings).not.toHaveBeenCalled();
});

it('writes the views again that a disconnect had to remove, although they have not changed', async () => {
  contexts.push({ documentUrl: browser.runtime.getURL('/manage.html') });
  const { handlers, writeViews, connection } = new Background();
  const opened = { needsActivity: true };
  await handlers.ping(opened);
  await writeViews();
  const views = () => [
    browser.storage.local.keys(popupViewKey),
    browser.storage.session.keys(activityViewKey),
  ];
  expect(views()).toEqual([[popupViewKey], [activityViewKey]]);
  // So that one of the writers fails.
  const isOpen = vi.spyOn(browser.runtime, 'getContexts').mockRejectedValue(new Error('no contexts'));
  await expect(connection.disconnect()).rejects.toThrow();
  expect(views()).toEqual([[], []]);
  isOpen.mockRestore();
  await handlers.ping(opened);
  await writeViews();
  expect(views()).toEqual([[popupViewKey], [activityViewKey]]);
});

it('accepts a command, and answers with the status of its job', async () => {
  const { lifecycle, handlers } = new Background();
  await lifecycle.ensureStarted();
  const reply = handlers.submit(shortenCommand(1));
  await settled();
  expect(await handlers['job-status']({ id: shortenCommand(1).id })).toMatchObject({ result: null });
  expect(await handlers.cancel({ id: shortenCommand(1).id })).toBeTypeOf('boolean');
  await reply;
});

it('prunes drafts when it starts', async () => {
  const { local } = browser.storage;
  for (let n = 0; n < 400; n++) local.stored.set(`draft:https://example.com/${n}`, { at: Date.now() - n });
  await new Background().lifecycle.ensureStarted();
  await vi.waitFor(() => expect(local.keys('draft:')).toHaveLength(200));
  expect(local.stored.has('draft:https://example.com/0')).toBe(true);
  expect(local.stored.has('draft:https://example.com/399')).toBe(false);
});

it('learns the newest known link from each list that a page reads', async () => {
  const address = 'http://127.0.0.1:4100';
  const scope = `${address}#1`;
  browser.storage.local.stored.set('connection', {
    version: 1,
    data: { address, key: 'canary', scope },
  });
  knowNewest('5', scope);
  const urls = [5, 9, 8].map((id) => ({
    id,
    shorturl: `${address}/${id}`,
    longurl: 'https://a.example',
  }));
  vi.stubGlobal('fetch', async () => Response.json({ error: 0, data: { result: 3, currentpage: 1, urls } }));
  const { handlers, highWaterMark } = new Background();
  expect(await highWaterMark.read('shorten')).toBe('5');
  const request = { id: uuid(1), scope, priority: 'user', path: '/api/urls', query: {} } as const;
  expect(await handlers['api-get'](request)).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect(await highWaterMark.read('shorten')).toBe('9'));
});

it('sets the alarm for the end of a pause again where it has fired too early', async () => {
  const { lifecycle, jobs } = new Background();
  await lifecycle.ensureStarted();
  const until = Date.now() + 3_600_000;
  jobs.block({ failure: { kind: 'limit', until, message: null }, until });
  const alarms = () => calls.filter((call) => call.startsWith(`alarm ["${blockedStateAlarm}"`));
  await vi.waitFor(() => expect(alarms()).toHaveLength(1));
  lifecycle.onAlarm(blockedStateAlarm);
  await vi.waitFor(() => expect(alarms()).toHaveLength(2));
  expect(alarms()[1]).toBe(alarms()[0]);
});
