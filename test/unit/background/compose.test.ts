/** The composed background on empty storage: its modules are wired together, and a start completes. */
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { Background } from '../../../entrypoints/background/compose.ts';
import { popupViewKey } from '../../../lib/storage/keys.ts';
import { shortenAsk } from '../outbox/samples.ts';
import { settled } from '../outbox/stand-in.ts';
import { browser, fresh } from './extension.ts';

vi.mock('wxt/browser', async () => import('./extension.ts'));
vi.mock('../../../lib/browser/native.ts', async () => import('./extension.ts'));

beforeEach(() => {
  fresh();
  vi.stubGlobal('addEventListener', () => {});
});

it('starts without a failed step, and writes the view', async () => {
  const warnings = vi.spyOn(console, 'warn');
  const { lifecycle, views } = new Background();
  await lifecycle.ensureStarted();
  await views.write();
  expect(browser.storage.local.keys()).toContain(popupViewKey);
  expect(warnings).not.toHaveBeenCalled();
});

it('accepts a command, and answers with the status of its job', async () => {
  const { lifecycle, handlers } = new Background();
  await lifecycle.ensureStarted();
  const reply = handlers.submit(shortenAsk(1));
  await settled();
  expect(await handlers['job-status']({ id: shortenAsk(1).id })).toMatchObject({ made: null });
  expect(await handlers.cancel({ id: shortenAsk(1).id })).toBeTypeOf('boolean');
  await reply;
});
