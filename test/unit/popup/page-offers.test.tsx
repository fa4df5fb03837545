/** Suggestions from the page's metadata: taken by a press, and never over what was typed without another press. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, find, fire, root, textsOf, type } from '../../support/dom.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import type { PageMetadata } from '../../../lib/page-metadata/parse-metadata.ts';
import { draft } from '../../support/samples.ts';
import { speak } from '../../support/speak.ts';
import { fakePageMetadata, noTags } from './fake-page-metadata.ts';
import { openPopup } from './open-popup.ts';
import { msg } from '../../support/texts.ts';
import { flushMicrotasks } from '../../support/flush.ts';

const storage = new Map<string, unknown>();
vi.mock('../../../lib/browser/native.ts', () => ({
  native: {
    storage: {
      local: {
        get: async (keys: string[]) => Object.fromEntries(keys.map((key) => [key, storage.get(key)])),
      },
    },
  },
}));

const { MoreOptions } = await import('../../../entrypoints/popup/form/more-options.tsx');

beforeEach(() => speak());

interface Start {
  readonly tags?: PageMetadata | null;
  readonly readable?: boolean;
  readonly title?: string;
  readonly draft?: Partial<LinkDraft>;
}

async function open({ tags = noTags, readable = true, title = '日本語', draft: change = {} }: Start) {
  await draw(null);
  const { model } = openPopup({
    page: { address: 'https://example.com/page', title, private: false },
    draft: draft(change),
  });
  const { reader, calls: asked } = fakePageMetadata(tags, readable);
  const Drawn = () => <MoreOptions model={model} reader={reader} onOpenAsPage={async () => undefined} />;
  await draw(<Drawn />);
  await draw(<Drawn />);
  await flushMicrotasks();
  return { model, asked, card: () => model.form.extras.value.card };
}

const proposed = (field: string) => textsOf(`[aria-labelledby="${field}-offers"] button`);
const buttons = () => textsOf('button');

async function press(name: string): Promise<void> {
  const found = [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (found === undefined) throw new Error(`no button ${name}`);
  await fire(found, 'click');
  await flushMicrotasks();
}

const said: PageMetadata = {
  ...noTags,
  title: 'Said by the page',
  description: 'A text of the page',
  picture: 'https://cdn.example/a.png',
};
const allSaid = { title: said.title, description: said.description, picture: said.picture };

it('store URLs are suggested beside their fields', async () => {
  const { model } = await open({
    tags: { ...noTags, apple: ['https://apps.apple.com/app/id1'], google: [] },
  });
  expect(proposed('app-store')).toEqual(['https://apps.apple.com/app/id1']);
  expect(find('#app-store-offers').textContent).toBe(msg('suggestedStoreUrls', msg('appStore')));
  expect(proposed('google-play')).toEqual([]);
  await press('https://apps.apple.com/app/id1');
  expect(model.form.extras.value.deepLink.apple).toBe('https://apps.apple.com/app/id1');
});

describe('the card', () => {
  it('is filled by a press, which requests the permission to read', async () => {
    const { asked, card } = await open({ tags: said });
    expect(asked).toEqual(['read']);
    expect(card()).toEqual(defaultLinkOptions.card);
    await press(msg('fillFromPage'));
    expect(asked).toEqual(['read', 'allow', 'read', said.picture]);
    expect(card()).toEqual(allSaid);
    expect(find('figure img').getAttribute('src')).toBe('data:image/jpeg;base64,AAAA');
    expect(buttons()).not.toContain(msg('usePageMetadata'));
  });

  it('gets the page’s title if there are no tags', async () => {
    const { card } = await open({ title: 'A page' });
    await press(msg('fillFromPage'));
    expect(card()).toEqual({ title: 'A page', description: '', picture: '' });
  });

  it('keeps what was typed until the user replaces it', async () => {
    const typed = { ...defaultLinkOptions.card, title: 'Typed' };
    const { card } = await open({ tags: said, draft: { extras: { ...defaultLinkOptions, card: typed } } });
    await press(msg('fillFromPage'));
    expect(card()).toEqual({ ...allSaid, title: 'Typed' });
    expect(textsOf('[role=status]').join()).toContain(msg('linkPreviewKept'));
    await press(msg('usePageMetadata'));
    expect(card()).toEqual(allSaid);
    expect(buttons()).not.toContain(msg('usePageMetadata'));
  });

  it('keeps what was typed for a field that the page lacks', async () => {
    const typed = { title: 'Typed', description: 'Mine', picture: 'https://a.example/b.png' };
    const { card } = await open({
      tags: { ...noTags, title: 'Said' },
      draft: { extras: { ...defaultLinkOptions, card: typed } },
    });
    await press(msg('fillFromPage'));
    expect(card()).toEqual(typed);
    await press(msg('usePageMetadata'));
    expect(card()).toEqual({ ...typed, title: 'Said' });
  });

  it('keeps what is typed while the page is read, and afterwards where the page has nothing', async () => {
    const typed = { ...defaultLinkOptions.card, title: 'Typed' };
    const { model, card } = await open({
      tags: { ...said, picture: '' },
      draft: { extras: { ...defaultLinkOptions, card: typed } },
    });
    const change = (fields: object) => model.form.changeExtras({ card: { ...card(), ...fields } });
    const button = [...root.querySelectorAll('button')].find(
      (one) => one.textContent === msg('fillFromPage'),
    );
    button?.click();
    change({ title: '', description: 'Mine' });
    await flushMicrotasks();
    expect(card()).toEqual({ title: '', description: 'Mine', picture: '' });
    change({ picture: 'https://a.example/b.png' });
    await press(msg('usePageMetadata'));
    expect(card()).toEqual({ ...allSaid, picture: 'https://a.example/b.png' });
  });

  it('reports a page that can’t be read', async () => {
    const { card } = await open({ tags: null });
    await press(msg('fillFromPage'));
    expect(textsOf('[role=status]').join()).toContain(msg('pageUnreadable'));
    expect(card()).toEqual(defaultLinkOptions.card);
  });

  it('does not show another picture than the page’s', async () => {
    await open({ tags: said });
    await press(msg('fillFromPage'));
    await type(find('#card-picture') as HTMLInputElement, 'https://else.example/a.png');
    expect(root.querySelector('figure img')).toBeNull();
  });

  it('offers nothing if there is no page', async () => {
    await open({ readable: false });
    expect(buttons()).not.toContain(msg('fillFromPage'));
  });

  it('is previewed with the host as soon as it has a text', async () => {
    await open({});
    expect(root.querySelector('figure')).toBeNull();
    await type(find('#card-title') as HTMLInputElement, '<b>Typed</b>');
    expect(find('figure').getAttribute('aria-label')).toBe(msg('linkPreviewFigure'));
    expect(textsOf('figure p')).toEqual(['example.com', '<b>Typed</b>']);
    expect(root.querySelector('figure b, figure img')).toBeNull();
  });
});

describe('parameters used before', () => {
  const suggested = (id: string) => {
    const list = root.querySelector(`[id="${id}"]`)?.getAttribute('list');
    return list == null ? null : textsOf(`datalist[id="${list}"] option`);
  };

  it('are suggested by name, also for a typed name', async () => {
    storage.set('used-parameters', {
      version: 1,
      data: [
        { name: 'utm_source', value: 'mail' },
        { name: 'ref', value: 'poster' },
        { name: 'utm_source', value: '<b>letter</b>' },
      ],
    });
    await open({ draft: { extras: { ...defaultLinkOptions, parameters: [{ name: 'ref', value: '' }] } } });
    expect(suggested('utm_source')).toEqual(['mail', '<b>letter</b>']);
    expect(suggested('utm_medium')).toBeNull();
    expect(suggested('parameters-0')).toEqual(['ref']);
    expect(suggested('parameters-0-value')).toEqual(['poster']);
  });

  it('leave the field without a list if there are none', async () => {
    storage.set('used-parameters', 'damaged');
    await open({ draft: { extras: { ...defaultLinkOptions, parameters: [{ name: 'ref', value: '' }] } } });
    for (const id of ['utm_source', 'parameters-0', 'parameters-0-value']) expect(suggested(id)).toBeNull();
    expect(root.querySelector('#campaign-parameters-name ~ datalist')).toBeNull();
  });
});

it('the service’s names for countries and devices are suggested, and stored in its spelling', async () => {
  storage.set('target-names', {
    version: 1,
    countries: ['Czech Republic', 'germany'],
    devices: ['iphone', 'Fridge'],
  });
  const row = { when: '', link: '' };
  const { model } = await open({
    draft: { extras: { ...defaultLinkOptions, countries: [row], devices: [row] } },
  });
  function country(): HTMLInputElement {
    const field = root.querySelector<HTMLInputElement>('#countries-0');
    if (field === null) throw new Error('no field');
    return field;
  }
  await type(country(), 'Germany');
  expect(model.form.extras.value.countries[0]?.when).toBe('germany');
  expect(country().value).toBe('Germany');
  await type(country(), 'Czech Republic');
  expect(model.form.extras.value.countries[0]?.when).toBe('Czech Republic');
  const offered = (list: string) =>
    [...root.querySelectorAll(`#${list}-offers option`)].map((offer) => offer.getAttribute('value'));
  expect(offered('countries').filter((name) => name === 'Czech Republic')).toHaveLength(1);
  expect(offered('devices').filter((name) => /^(?:iphone|fridge)$/iu.test(name ?? ''))).toEqual([
    'iphone',
    'Fridge',
  ]);
});
