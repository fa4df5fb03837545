/** "Edit" of a failed link in the popup: the form in a tab, with what the background knows of the link. */
import { beforeEach, expect, it, vi } from 'vitest';
import { defaultLinkOptions } from '../../../../lib/draft/parse-options.ts';
import { draft, uuid } from '../../../support/samples.ts';
import { jobView } from '../../../support/sample-views.ts';
import { openPopup, page } from '../open-popup.ts';

const world = vi.hoisted(() => ({ stored: [] as unknown[], opened: [] as string[], link: null as unknown }));

vi.mock('../../../../lib/messages/client.ts', () => ({
  withRetry: async (send: () => Promise<unknown>) => send(),
  async sendManageRequest(kind: string, { id }: { id: string }) {
    if (world.link instanceof Error) throw world.link;
    world.opened.push(`${kind} ${id}`);
    return world.link;
  },
}));
vi.mock('../../../../lib/browser/native.ts', () => {
  const area = (name: string) => ({
    set: async (items: Record<string, unknown>) => void world.stored.push([name, items]),
  });
  return {
    native: {
      runtime: { getURL: (path: string) => path, getContexts: async () => [] },
      tabs: {
        create: async ({ url }: { url: string }) => void world.opened.push(url),
      },
      extension: { getViews: () => [] },
      storage: { local: area('local'), session: area('session') },
    },
  };
});
Reflect.set(globalThis, 'window', globalThis);

const { editFailedLink } = await import('../../../../entrypoints/popup/status/edit-failed-link.ts');

const failed = jobView({ id: uuid(8), state: 'refused', passwordDropped: true });

beforeEach(() => {
  world.stored.length = 0;
  world.opened.length = 0;
  world.link = draft({ alias: 'taken', extras: { ...defaultLinkOptions, note: 'n' } });
});

it.each([
  [false, 'local', ''],
  [true, 'session', 'private-'],
])('opens the form with the link, in a private window: %s', async (isPrivate, area, prefix) => {
  const { model } = openPopup({ page: { ...page, private: isPrivate } });
  await editFailedLink(model, failed);
  const name = world.opened[1]?.split('#')[1] ?? '';
  expect(name).toMatch(new RegExp(`^${prefix}[\\da-f-]{36}$`, 'u'));
  expect(world.stored).toMatchObject([
    [area, { [`draft:page:${name}`]: { alias: 'taken', extras: { note: 'n' }, passwordLeft: true } }],
  ]);
  expect(world.opened).toEqual([`job-link ${uuid(8)}`, `/link.html?replaces=${uuid(8)}#${name}`]);
});

it.each([
  ['has forgotten it', null],
  ['does not answer', new Error('no answer')],
])('opens Activity where the background %s', async (_, link) => {
  world.link = link;
  await editFailedLink(openPopup().model, failed);
  expect(world.opened.at(-1)).toBe('/manage.html#activity');
  expect(world.stored).toEqual([]);
});
