/** The clicks in the recent list, if a reply of the service had them. */
import { beforeEach, expect, it, vi } from 'vitest';
import { act } from 'preact/test-utils';
import { RecentList } from '../../../components/recent-list.tsx';
import type { PopupView } from '../../../lib/views/popup-view.ts';
import { draw, textsOf } from '../../support/dom.ts';
import { speak } from '../../support/speak.ts';
import { fullView } from '../../support/sample-views.ts';
import { showView } from '../../../entrypoints/popup/watch-view.ts';
import { openPopup } from './open-popup.ts';
import { msgCount } from '../../support/texts.ts';
import { settled } from '../../support/flush.ts';
import { recentLink } from '../../support/samples.ts';

const disk = vi.hoisted(() => ({ items: new Map<string, unknown>(), fails: false, reads: [] as string[][] }));
vi.mock('../../../lib/browser/storage.ts', () => ({
  readStorage: async (_area: string, ...keys: string[]) => {
    disk.reads.push(keys);
    if (disk.fails) throw new Error('no disk');
    return Object.fromEntries([...disk.items].filter(([key]) => keys.includes(key)));
  },
}));
const { findClicks, describeRecent } = await import('../../../entrypoints/popup/recent-list-meta.ts');

const row = (n: number) => recentLink(n, { at: 0 });
const known = (n: number, clicks: unknown) =>
  disk.items.set(`short:https://example.com/${n}`, { ...row(n), clicks });

beforeEach(async () => {
  speak();
  disk.items.clear();
  disk.fails = false;
  disk.reads.length = 0;
});

async function open(recents: PopupView['recents']) {
  const { model } = openPopup({ view: fullView({ recents }) });
  model.now.value = 120_000;
  let stop = () => {};
  await act(async () => {
    stop = findClicks(model);
    await settled();
  });
  await draw(null);
  const list = (links: PopupView['recents']) => (
    <RecentList links={links} describe={(link) => describeRecent(model, link)} copied="" onCopy={() => {}} />
  );
  await draw(list(recents));
  return { model, stop, clicks: () => textsOf('.clicks') };
}

it('clicks are shown beside the age, if they are known', async () => {
  known(1, 1);
  known(2, 12_345);
  known(3, null);
  known(4, 'many');
  // Another link is stored for this URL.
  disk.items.set('short:https://example.com/6', { ...row(7), clicks: 3 });
  const { clicks, stop } = await open([1, 2, 3, 4, 5, 6].map(row));
  expect(clicks()).toEqual([
    msgCount('clicks', 1),
    msgCount('clicks', 12_345),
    ...Array.from({ length: 4 }, () => ''),
  ]);
  stop();
});

it('clicks are read again for a new view, all together', async () => {
  known(1, 1);
  const { model, clicks, stop } = await open([row(1)]);
  known(1, 2);
  await act(async () => {
    showView(model, fullView({ recents: [row(1), row(2)] }));
    await settled();
  });
  expect(clicks()).toEqual([msgCount('clicks', 2)]);
  expect(disk.reads).toEqual([
    ['short:https://example.com/1'],
    ['short:https://example.com/1', 'short:https://example.com/2'],
  ]);
  stop();
});

it('an empty list reads nothing, and a disk that fails changes nothing', async () => {
  (await open([])).stop();
  expect(disk.reads).toEqual([]);
  disk.fails = true;
  const { clicks, stop } = await open([row(9)]);
  expect(clicks()).toEqual(['']);
  stop();
});
