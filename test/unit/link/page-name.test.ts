/** The name of the link page: that of its URL, or another one where an open page has that. */
import { expect, it, vi } from 'vitest';
import { createUniquePage } from '../../../lib/browser/page-id.ts';
import { pageDraftKey } from '../../../lib/draft/stored-draft.ts';
import { emptyPlacement, emptyPlacements, placementsDraftKey } from '../../../lib/placements/placements.ts';
import { nestedFormsKey } from '../../../entrypoints/popup/form/nested-form-state.ts';
import { StorageArea } from '../../support/fake-browser.ts';
import { draft } from '../../support/samples.ts';

const world = vi.hoisted(() => ({ local: null as unknown, hash: '' }));
vi.mock('../../../lib/browser/native.ts', () => ({
  native: {
    get storage() {
      return { local: world.local };
    },
  },
}));
const { claimPageName } = await import('../../../entrypoints/link/page-name.ts');

async function duplicate(storedFor: (name: string) => Record<string, unknown>) {
  const given = `new-${crypto.randomUUID()}`;
  const area = new StorageArea(storedFor(given));
  world.local = area;
  vi.stubGlobal('location', { hash: `#${given}` });
  vi.stubGlobal('history', {
    replaceState: (_state: unknown, _title: string, to: string) => (world.hash = to),
  });
  await createUniquePage('link-page', {
    session: () => ({ getItem: () => given, setItem: () => undefined }),
  }).id();
  const { name } = await claimPageName(false);
  vi.unstubAllGlobals();
  return { given, name, stored: area.stored };
}

const link = { address: 'https://example.com/' };

it('stays a form of “New link” in a duplicated tab, with a copy of the draft', async () => {
  const { given, name, stored } = await duplicate((page) => ({ [pageDraftKey(page)]: link }));
  expect(name).toMatch(/^new-[\da-f-]{36}$/u);
  expect([name === given, world.hash, stored.get(pageDraftKey(name))]).toEqual([false, `#${name}`, link]);
});

it('copies its nested forms and typed placements for a duplicated tab', async () => {
  const forms = { at: 1, pixel: null, preset: 'Mail', records: [] };
  const typed = { ...emptyPlacements, set: { parameter: 'utm_source', places: [emptyPlacement] }, at: 1 };
  const { name, stored } = await duplicate((page) => ({
    [nestedFormsKey(pageDraftKey(page))]: forms,
    [placementsDraftKey(page)]: typed,
  }));
  expect([
    stored.get(nestedFormsKey(pageDraftKey(name))),
    stored.get(placementsDraftKey(name)),
    stored.has(pageDraftKey(name)),
  ]).toEqual([forms, typed, false]);
});

it('copies no placements that were submitted: they are links already', async () => {
  const batch = { base: draft(), hadPassword: false, parameter: 'utm_source', asked: [] };
  const { name, stored } = await duplicate((page) => ({
    [pageDraftKey(page)]: link,
    [placementsDraftKey(page)]: { ...emptyPlacements, batch, editing: true, at: 1 },
  }));
  expect([stored.has(pageDraftKey(name)), stored.has(placementsDraftKey(name))]).toEqual([true, false]);
});
