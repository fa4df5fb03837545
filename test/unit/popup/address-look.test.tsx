/** What is worth knowing of an address, beside the button that shortens it. */
import { expect, test } from 'vitest';
import { find, fire, root } from '../components/dom.ts';
import { open, settle } from './in-place.tsx';

// Beforehand, so that what is drawn waits for no file.
await import('../../../entrypoints/popup/address-check.tsx');

const warnings = () =>
  [...root.querySelectorAll('.warnings li span')].map(({ textContent }) => textContent?.trim());
const main = () => find('button.main');

test.each(['popup', 'page'] as const)('a plain address has nothing beside it: %s', async (place) => {
  await open(place, { address: 'https://example.com/a/page' });
  expect(warnings()).toEqual([]);
});

test.each(['popup', 'page'] as const)(
  'marks of a click are shown, and go when asked to: %s',
  async (place) => {
    const model = await open(place, { address: 'https://example.com/a?id=7&fbclid=IwAR0x&utm_source=news' });
    expect(warnings()).toEqual([
      'The address need not carry this: Marks of your click (fbclid, gclid …) fbclid=IwAR0x',
    ]);
    expect(main().hasAttribute('disabled')).toBe(false);
    await fire(find('.warnings button'), 'click');
    await settle();
    expect(model.form.draft.value.address).toBe('https://example.com/a?id=7&utm_source=news');
    expect(warnings()).toEqual([]);
  },
);

test('what can do harm is told, never blocks, and its fix is one press', async () => {
  const model = await open('popup', { address: 'https://ann:secret@example.com/inbox' });
  expect(warnings()).toEqual([expect.stringContaining('signs in as')]);
  expect(warnings().join()).not.toContain('secret');
  expect(main().hasAttribute('disabled')).toBe(false);
  await fire(find('.warnings button'), 'click');
  await settle();
  expect(model.form.draft.value.address).toBe('https://example.com/inbox');
});

test('a host of one’s own network, and a short link of this very service', async () => {
  await open('popup', { address: 'http://192.168.0.7/router' });
  expect(warnings()).toEqual([expect.stringContaining('192.168.0.7')]);
  await open('popup', { address: 'http://wiki/start' });
  expect(warnings()).toEqual([expect.stringContaining('wiki')]);
});
