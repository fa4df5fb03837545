/** "New link" opens the form whose tab was closed with something typed in it, and else an empty one. */
import { beforeEach, expect, it, vi } from 'vitest';
import { createUniquePage } from '../../../../lib/browser/page-id.ts';
import { submittedDraft } from '../../../../lib/draft/new-link-draft.ts';
import { pageDraftKey, storedDraft } from '../../../../lib/draft/stored-draft.ts';
import { placementsDraftKey } from '../../../../lib/placements/placements.ts';
import { StorageArea } from '../../../support/fake-browser.ts';
import { draft } from '../../../support/samples.ts';

const world = vi.hoisted(() => ({ isIncognito: false, local: null as unknown, opened: [] as string[] }));
vi.mock('../../../../lib/browser/native.ts', () => ({
  native: {
    get extension() {
      return { inIncognitoContext: world.isIncognito };
    },
    get storage() {
      return { local: world.local };
    },
    runtime: { getURL: (path: string) => path },
    tabs: { create: async ({ url }: { url: string }) => void world.opened.push(url) },
  },
}));
const { createNewLinkOpener } = await import('../../../../entrypoints/manage/records/open-new-link.ts');
const openEmptyOrUnfinished = createNewLinkOpener();

const typed = (at: number) => storedDraft(draft({ alias: 'mine' }), false, at);
const emptyForm = expect.stringMatching(/^\/link\.html#new-[\da-f-]{36}$/u) as string;

let count = 0;
const newName = () => `new-${++count}`;

function store(items: Readonly<Record<string, unknown>>): StorageArea {
  const area = new StorageArea(items);
  world.local = area;
  return area;
}

beforeEach(() => {
  world.opened.length = 0;
  world.isIncognito = false;
});

it('opens the newest one that is not submitted, also where the browser can’t list keys alone', async () => {
  const [older, newest, submitted] = [newName(), newName(), newName()];
  const area = store({
    [pageDraftKey(older)]: typed(1),
    [pageDraftKey(newest)]: typed(2),
    [`${pageDraftKey(newest)} forms`]: { at: 3 },
    [pageDraftKey(submitted)]: submittedDraft(draft(), false, 3),
  });
  await openEmptyOrUnfinished();
  area.getKeys = undefined;
  // The first tab may not have begun to load.
  await openEmptyOrUnfinished();
  await openEmptyOrUnfinished();
  expect(world.opened).toEqual([`/link.html#${newest}`, `/link.html#${older}`, emptyForm]);
});

it('opens an empty one while the tab of the other is open', async () => {
  const name = newName();
  store({ [pageDraftKey(name)]: typed(1) });
  await createUniquePage('link-page', {
    session: () => ({ getItem: () => name, setItem: () => undefined }),
  }).id();
  await openEmptyOrUnfinished();
  expect(world.opened).toEqual([emptyForm]);
});

it('opens no form of another kind, and none whose placements are submitted', async () => {
  const name = newName();
  store({
    [pageDraftKey(crypto.randomUUID())]: typed(1),
    [pageDraftKey(name)]: typed(2),
    [placementsDraftKey(name)]: { batch: { asked: [] } },
  });
  await openEmptyOrUnfinished();
  expect(world.opened).toEqual([emptyForm]);
});

it('opens an empty one in a private window, and where storage can’t be read', async () => {
  store({ [pageDraftKey(newName())]: typed(1) });
  world.isIncognito = true;
  await openEmptyOrUnfinished();
  world.isIncognito = false;
  world.local = { getKeys: () => Promise.reject(new Error('locked')) };
  await openEmptyOrUnfinished();
  expect(world.opened).toEqual([expect.stringMatching(/^\/link\.html#private-/u), emptyForm]);
});
