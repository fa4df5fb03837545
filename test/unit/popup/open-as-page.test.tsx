/** "Open in a tab": moving the form from the popup to the link page, and the link page itself. */
import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, root } from '../../support/dom.ts';
import { parseDraft } from '../../../lib/draft/stored-draft.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { draft, uuid } from '../../support/samples.ts';
import { speak } from '../../support/speak.ts';
import { openPopup, page } from './open-popup.ts';
import { msg } from '../../support/texts.ts';

const world = vi.hoisted(() => ({
  stored: [] as [area: string, items: Record<string, unknown>][],
  opened: [] as string[],
}));

vi.mock('../../../lib/browser/native.ts', () => {
  const area = (name: string) => ({
    set: async (items: Record<string, unknown>) => void world.stored.push([name, items]),
  });
  return {
    native: {
      runtime: {
        getURL: (path: string) => `chrome-extension://curtail${path}`,
        getContexts: async () => [],
      },
      tabs: {
        create: async ({ url }: { url: string }) => void world.opened.push(url),
        query: async ({ highlighted }: { highlighted?: boolean }) =>
          highlighted ? [{ id: 1 }, { id: 3 }] : [{ id: 3, windowId: 5, groupId: -1 }],
      },
      extension: { getViews: () => [] },
      storage: { local: area('local'), session: area('session') },
    },
  };
});
Reflect.set(globalThis, 'window', globalThis);

const { openAsPage } = await import('../../../entrypoints/popup/form/open-as-page.ts');
const { openTabChoice } = await import('../../../entrypoints/popup/tab-choice.ts');
const { Link, noPlacements } = await import('../../../entrypoints/link/link.tsx');
const { shellParts } = await import('../../../entrypoints/popup/shell-parts.tsx');

beforeEach(() => {
  speak();
  world.stored.length = 0;
  world.opened.length = 0;
});

it('the choice of several tabs opens with those of this window, and which of them are marked', async () => {
  await openTabChoice(openPopup().model);
  expect(world.opened).toEqual(['chrome-extension://curtail/manage.html#bulk/tabs.5.-1.1,3']);
  expect(world.stored).toEqual([]);
});

it('what is chosen here goes along with the tabs, but not in the URL', async () => {
  const { model } = openPopup();
  const campaign = { id: '7', name: 'Hiring' };
  model.form.change({
    campaign,
    alias: 'own',
    extras: { ...defaultLinkOptions, expiry: '+1w', password: 'x' },
  });
  await openTabChoice(model);
  expect(world.stored).toEqual([
    ['local', { [`draft:tabs:${uuid(1)}`]: { campaign, expiry: '+1w', at: 5_000 } }],
  ]);
  expect(world.opened).toEqual([`chrome-extension://curtail/manage.html#bulk/tabs.5.-1.1,3.${uuid(1)}`]);
});

describe('“Open as page”', () => {
  const typed = draft({ alias: 'a', extras: { ...defaultLinkOptions, note: 'n', password: 'secret' } });

  it('stores the draft without its password, opens the page by name, and deletes the popup’s draft', async () => {
    const { model, disk } = openPopup({ draft: typed });
    await openAsPage(model);
    const key = `draft:page:${uuid(1)}`;
    const moved = { ...typed, extras: { ...defaultLinkOptions, note: 'n' }, at: 5_000, passwordLeft: true };
    expect(world.stored).toEqual([['local', { [key]: moved }]]);
    expect(parseDraft(moved)).toEqual({ ...typed, extras: { ...defaultLinkOptions, note: 'n' } });
    expect(world.opened).toEqual([`chrome-extension://curtail/link.html#${uuid(1)}`]);
    expect(disk.draft).toBeNull();
  });

  it('begins at “Placements” where that was asked for', async () => {
    const { model } = openPopup({ draft: typed });
    await openAsPage(model, 'placements');
    expect(world.opened).toEqual([`chrome-extension://curtail/link.html?placements#${uuid(1)}`]);
  });

  it('uses session storage in a private window', async () => {
    const { model } = openPopup({ draft: draft({ alias: 'a' }), page: { ...page, private: true } });
    await openAsPage(model);
    expect(world.stored).toMatchObject([
      ['session', { [`draft:page:private-${uuid(1)}`]: { passwordLeft: false } }],
    ]);
    expect(world.opened).toEqual([`chrome-extension://curtail/link.html#private-${uuid(1)}`]);
  });
});

describe('the link page', () => {
  const never = () => new Promise<never>(() => undefined);
  async function open(change: Parameters<typeof draft>[0]) {
    await draw(null);
    const popup = openPopup({ page: { address: '', title: '', private: false }, draft: draft(change) });
    const [parts, placements] = [signal(shellParts(never)), signal(noPlacements)];
    await draw(<Link heading={signal('')} model={popup.model} parts={parts} placements={placements} />);
    return popup;
  }
  const shorten = () => root.querySelector('button.main');

  it('shows the moved draft', async () => {
    await open({ campaign: { id: '1', name: 'Spring' } });
    expect(root.querySelector('h2')?.textContent).toBe('A page');
    expect(root.querySelector<HTMLInputElement>('#address')?.value).toBe('https://example.com/page');
    expect(root.querySelector<HTMLInputElement>('#campaign')?.value).toBe('Spring');
    expect(shorten()?.textContent).toBe(msg('shorten'));
  });

  it('reports an invalid URL, but not an empty one', async () => {
    await open({ address: 'about:blank' });
    expect(root.querySelector('#address-problem')?.textContent).toBe(msg('urlNotWeb'));
    expect(shorten()?.hasAttribute('disabled')).toBe(true);
    await open({ address: '' });
    expect(root.querySelector('#address-problem')?.textContent).toBe('');
  });
});
