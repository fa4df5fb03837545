/** The bulk section where the browser can't read what it needs (settings, the local copy), and when its account goes. */
import 'fake-indexeddb/auto';
import { signal } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import { createSectionModels } from '../../../entrypoints/manage/section-props.ts';
import { Bulk } from '../../../entrypoints/manage/bulk/bulk.tsx';
import { msg } from '../../support/texts.ts';
import { draw, field, fire, root, textsOf, until } from '../../support/dom.ts';
import { speak } from '../../support/speak.ts';
import { noFreshness } from '../../../lib/mirror/mirror-reader.ts';
import { fakeSectionDeps } from './section-deps.ts';
import { openManage } from './open-manage.ts';
import { openOrCreate } from '../../../lib/mirror/database.ts';

const world = vi.hoisted(() => ({ isLocked: false, onChange: [] as ((changes: object) => void)[] }));

vi.mock('../../../lib/browser/native.ts', () => {
  const local = {
    async get() {
      if (world.isLocked) throw new Error('locked');
      return {};
    },
    onChanged: {
      addListener: (listener: (changes: object) => void) => void world.onChange.push(listener),
      removeListener: () => undefined,
    },
  };
  return { native: { extension: { inIncognitoContext: false }, storage: { local } } };
});

Reflect.set(globalThis, 'sessionStorage', { getItem: () => null, setItem: () => undefined });

beforeEach(async () => {
  speak();
  world.isLocked = false;
  world.onChange.length = 0;
  await draw(null);
});

type Freshness = ReturnType<typeof fakeSectionDeps>['mirror']['freshness'];
const complete: Freshness = async () => ({ ...noFreshness, links: { ...noFreshness.links, complete: true } });

async function open(freshness = complete): Promise<void> {
  // No account has a database here.
  const { mirror, ...deps } = fakeSectionDeps({ scope: { peek: () => '', value: '' } as never });
  await draw(
    <Bulk
      deps={{ ...deps, mirror: { ...mirror, freshness } }}
      page={openManage().model}
      models={createSectionModels()}
    />,
  );
}

const alerts = () => textsOf('[role=alert] p:first-child');

it('reports settings that can’t be read, and reads them again on request', async () => {
  world.isLocked = true;
  await open();
  await until(() => alerts().length > 0);
  expect([textsOf('h2'), alerts()]).toEqual([[msg('bulk')], [msg('localCopyUnreadable')]]);
  world.isLocked = false;
  await fire(root.querySelector('[role=alert] button') ?? root, 'click');
  await until(() => alerts().length === 0);
  expect(root.querySelector('textarea')).not.toBeNull();
});

it('stays open when the settings can’t be read again after a change', async () => {
  await open();
  await until(() => root.querySelector('textarea') !== null);
  world.isLocked = true;
  for (const onChange of world.onChange) onChange({ presets: {}, 'picker-lists': {}, preferences: {} });
  await fire(root, 'focus');
  expect([alerts(), root.querySelector('textarea') === null]).toEqual([[], false]);
});

it.each([
  ['is complete', complete, false],
  ['is not complete', async () => noFreshness, true],
  ['can’t be read', () => Promise.reject(new Error('locked')), true],
] as const)(
  'notes that existing links may not be found: the local copy %s',
  async (_, freshness, isNoted) => {
    await open(freshness);
    await until(() => root.querySelector('textarea') !== null);
    const text = field('textarea');
    text.value = 'https://example.com/a';
    await fire(text, 'input');
    await until(() => root.querySelector('tbody tr') !== null);
    await fire(root, 'focus');
    expect(textsOf('.review .banner').includes(msg('bulkNotAllSynced'))).toBe(isNoted);
  },
);

it('forgets a pasted list with its account, also where the same one is connected again', async () => {
  const account = 'https://sho.rt#pasted';
  const scope = signal(account);
  const deps = fakeSectionDeps({ scope });
  const models = createSectionModels();
  const page = openManage().model;
  const show = async () => {
    await draw(<Bulk deps={deps} page={page} models={models} />);
    await until(() => root.querySelector('textarea') !== null);
  };
  const storedTexts = async () => {
    const database = await openOrCreate(account);
    const drafts = (await database.getAll('state')) as { text: string }[];
    database.close();
    return drafts.map(({ text }) => text);
  };
  await show();
  const text = field('textarea');
  text.value = 'https://example.com/a';
  await fire(text, 'input');
  await expect.poll(storedTexts).toEqual(['https://example.com/a']);

  scope.value = '';
  await draw(null);
  const database = await openOrCreate(account);
  await database.clear('state');
  database.close();
  scope.value = account;
  await show();
  expect(field('textarea').value).toBe('');
  await fire(root, 'pagehide');
  await draw(null);
  expect(await storedTexts()).toEqual([]);
});
