import { expect, it, vi } from 'vitest';
import { browserDeps } from '../../../entrypoints/popup/deps.ts';
import { browser, fresh } from '../../support/fake-browser.ts';
import { shortenCommand } from '../../support/samples.ts';
import { settled } from '../../support/flush.ts';

vi.mock('../../../lib/browser/native.ts', async () => import('../../support/fake-browser.ts'));

it('a draft that is dropped before the rest has loaded is gone, and one that is saved after it stays', async () => {
  fresh();
  const { link } = shortenCommand(1);
  const { stored } = browser.storage.local;
  const whenLoaded = () => new Promise<never>(() => {});
  const deps = browserDeps({ area: 'local', key: 'draft:a', whenLoaded, presets: undefined });
  void deps.saveDraft(link, false);
  deps.dropDraft();
  await settled();
  expect(stored.has('draft:a')).toBe(false);
  void deps.saveDraft(link, false);
  await settled();
  expect(stored.has('draft:a')).toBe(true);
});
