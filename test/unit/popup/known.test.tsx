/** A page that has a short link already: it stands above the form, with its clicks; "Copy" first, another one key away. */
import { describe, expect, it } from 'vitest';
import { draw, find, fire, root, textsOf, until } from '../components/dom.ts';
import type { LinkByUrl } from '../../../lib/storage/links-by-url.ts';
import { draft } from '../outbox/samples.ts';
import { drawPopup, settle } from './render-popup.tsx';
import { fullView } from './samples.ts';
import { openPopup, page, type PopupOptions } from './stand-in.ts';

const known: LinkByUrl = { id: '5', shortUrl: 'https://sho.rt/x', title: '', clicks: 12, at: 1 };

async function open(options: PopupOptions = {}) {
  await draw(null);
  const popup = openPopup({ known, ...options });
  await drawPopup(popup.model);
  await settle();
  return popup;
}
const button = (name: string) =>
  [...root.querySelectorAll('form button')].find(({ textContent }) => textContent === name) ?? root;
const told = () => textsOf('#known').map((text) => text.replaceAll(/\s+/gu, ' ').trim());

describe('the link that the page has', () => {
  it('is told with its clicks, and described to who meets "Copy" first', async () => {
    await open();
    expect(told()).toEqual(['Already short: sho.rt/x · 12 clicks']);
    expect(button('Copy').getAttribute('aria-describedby')).toBe('known');
    const names = textsOf('form button');
    expect(names.slice(0, 2)).toEqual(['Copy', 'Create another']);
    expect(names).toContain('Shorten');
  });

  it('without clicks where none were told', async () => {
    await open({ known: { ...known, clicks: null } });
    expect(told()).toEqual(['Already short: sho.rt/x']);
  });

  it('is copied, and nothing is asked for', async () => {
    const { copies, submitted, model } = await open();
    await fire(button('Copy'), 'click');
    await settle();
    expect([copies, submitted, model.copied.value]).toEqual([[known.shortUrl], [], known.shortUrl]);
    expect(find('fieldset').textContent).toContain('Copied');
    expect(textsOf('.told-copy')).toEqual(['Copied']);
  });

  it('that could not be copied is told', async () => {
    await open({ copies: false });
    await fire(button('Copy'), 'click');
    await settle();
    expect(textsOf('.told-copy').join('')).toContain('sho.rt/x It could not be copied.');
  });

  it('"Create another" asks for one as "Shorten" does, and what was there is no longer offered', async () => {
    const { submitted, model } = await open();
    expect(button('Create another').getAttribute('type')).toBeNull();
    await fire(find('form'), 'submit');
    expect(submitted).toMatchObject([{ link: { address: page.address } }]);
    model.reset();
    await settle();
    expect(told()).toEqual([]);
  });

  it('is that of the page, not of another address typed instead', async () => {
    const { model } = await open();
    model.form.change({ address: 'https://example.com/other' });
    await settle();
    expect(told()).toEqual([]);
    model.form.change({ address: page.address });
    await settle();
    expect(told()).toHaveLength(1);
    await open({ draft: draft({ address: 'https://example.com/edited' }) });
    expect(told()).toEqual([]);
  });

  it('is copied by c before the newest of all', async () => {
    const { copies } = await open({ view: fullView() });
    await fire(find('main'), 'keydown', { key: 'c' });
    await until(() => copies.length > 0);
    expect(copies).toEqual([known.shortUrl]);
  });
});

describe('a link that may expire or ask for a password', () => {
  const unchecked = { ...known, clicks: null, unchecked: true };

  it('is told so, and the person chooses', async () => {
    const { copies, submitted } = await open({ known: unchecked });
    expect(told()).toEqual([
      'Already short: sho.rt/x It isn’t known whether it expires or asks for a password.',
    ]);
    expect(textsOf('form button').slice(0, 2)).toEqual(['Copy existing', 'Create new']);
    await fire(button('Copy existing'), 'click');
    await settle();
    expect([copies, submitted]).toEqual([[known.shortUrl], []]);
    await fire(find('form'), 'submit');
    expect(submitted).toMatchObject([{ another: true }]);
  });
});

it('a page without one has no such part', async () => {
  await open({ known: null });
  expect([told(), textsOf('fieldset')]).toEqual([[], []]);
});
