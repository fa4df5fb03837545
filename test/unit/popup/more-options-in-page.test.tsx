/** "More options" in the popup, where they are folded at first, and on the link page, where they are unfolded. */
import { act } from 'preact/test-utils';
import { expect, it } from 'vitest';
import { find, fire, root, settle, type } from '../../support/dom.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { open } from './render-popup.tsx';
import { msg, msgCount } from '../../support/texts.ts';

// Imported first, so that rendering waits for no file.
await import('../../../entrypoints/popup/form/more-options.tsx');

const more = () => find('button.more');
const note = { ...defaultLinkOptions, note: 'n', password: 'p' };

it('the popup shows how many are set, and the fields once they are unfolded', async () => {
  const model = await open('popup', { extras: note });
  expect(more().textContent).toContain(msg('moreOptions'));
  expect(find('button.more .pill').textContent).toBe(msgCount('optionsSet', 2));
  expect(root.querySelector('#note')).toBeNull();
  await fire(more(), 'click');
  await settle();
  expect(find('#note').textContent + model.form.extras.value.note).toContain('n');
  expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).toContain(
    msg('openInTab'),
  );
});

it('the popup names the expiration that comes from Settings', async () => {
  await open('popup', { extras: { ...defaultLinkOptions, expiry: '+1w' } });
  expect(find('button.more .pill').textContent).toBe(msg('expirationAfter', '1 week'));
});

it('an error in folded options is shown beside “Shorten” and disables it', async () => {
  const model = await open('popup', { extras: { ...defaultLinkOptions, type: 'id' } });
  expect(find('p[role=status].problem').textContent).toContain(msg('fixOptionsFirst'));
  expect(find('button.main').hasAttribute('disabled')).toBe(true);
  await act(() => model.form.changeExtras({ type: '' }));
  expect(find('button.main').hasAttribute('disabled')).toBe(false);
});

it('an error in the alias is named there', async () => {
  const model = await open('popup', { alias: 'a b' });
  expect(find('p[role=status].problem').textContent).toContain(msg('fixAliasFirst'));
  expect(find('button.main').hasAttribute('disabled')).toBe(true);
  await act(() => model.form.change({ alias: 'ab' }));
  expect(find('button.main').hasAttribute('disabled')).toBe(false);
});

it('no count is shown if none is set', async () => {
  await open('popup', {});
  expect(find('button.more .pill').textContent).toBe('');
  expect(root.querySelector('p[role=status].problem')).toBeNull();
});

it('the link page shows them immediately, without “Open as page”', async () => {
  const model = await open('page', { alias: 'a' });
  expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
    msg('openInTab'),
  );
  const alias = root.querySelector<HTMLInputElement>('#alias');
  expect(alias?.value).toBe('a');
  if (alias) await type(alias, 'b');
  expect(model.form.draft.value.alias).toBe('b');
});
