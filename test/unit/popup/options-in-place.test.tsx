/** "More options" where they stand: in the popup, folded until they are asked for, and unfolded on the page. */
import { signal } from '@preact/signals';
import { act } from 'preact/test-utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { draw, find, fire, root, type } from '../components/dom.ts';
import type { LinkDraft } from '../../../lib/shortening/draft.ts';
import { noExtras } from '../../../lib/shortening/extras-guard.ts';
import { draft } from '../outbox/samples.ts';
import { speak } from '../text/catalogue.ts';
import { openPopup } from './stand-in.ts';

vi.mock('../../../lib/browser/native.ts', () => ({ native: {} }));

// linkedom has no style sheets of its own making.
Reflect.set(
  globalThis,
  'CSSStyleSheet',
  class {
    replaceSync(): void {}
  },
);
Reflect.set(document, 'adoptedStyleSheets', []);
const later = signal(await import('../../../entrypoints/popup/later.tsx'));
// Beforehand, so that what is drawn waits for no file.
await import('../../../entrypoints/popup/more-options.tsx');
const { Popup } = await import('../../../entrypoints/popup/popup.tsx');
const { Link } = await import('../../../entrypoints/link/link.tsx');

beforeEach(() => speak());

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

async function open(place: 'popup' | 'page', change: Partial<LinkDraft>) {
  await draw(null);
  const { model } = openPopup({ draft: draft(change) });
  await draw(
    place === 'popup' ? <Popup model={model} later={later} /> : <Link model={model} later={later} />,
  );
  await settle();
  return model;
}

const more = () => find('button.more');
const note = { ...noExtras, note: 'n', password: 'p' };

test('folded in the popup: how many are set is told, and the fields come when they are asked for', async () => {
  const model = await open('popup', { extras: note });
  expect(more().textContent).toContain('More options');
  expect(find(`#${more().getAttribute('aria-describedby')}`).textContent).toBe('2 set');
  expect(root.querySelector('#note')).toBeNull();
  await fire(more(), 'click');
  await settle();
  expect(find('#note').textContent + model.form.extras.value.note).toContain('n');
  expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).toContain(
    'Open as page',
  );
});

test('something wrong is told beside “Shorten” while they are folded, and keeps it from being pressed', async () => {
  const model = await open('popup', { extras: { ...noExtras, type: 'id' } });
  expect(find('.obstacle').textContent).toContain('has to be mended first');
  expect(find('button.main').hasAttribute('disabled')).toBe(true);
  await act(() => model.form.changeExtras({ type: '' }));
  expect(find('button.main').hasAttribute('disabled')).toBe(false);
});

test('nothing set is told of by nothing', async () => {
  await open('popup', {});
  expect(find('#set').textContent).toBe('');
  expect(root.querySelector('.obstacle')).toBeNull();
});

test('on the page they are there at once, without the way to it', async () => {
  const model = await open('page', { alias: 'a' });
  expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
    'Open as page',
  );
  const alias = root.querySelector<HTMLInputElement>('#alias');
  expect(alias?.value).toBe('a');
  if (alias) await type(alias, 'b');
  expect(model.form.draft.value.alias).toBe('b');
});
