/** Warnings about a URL, beside the button that shortens it. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { act } from 'preact/test-utils';
import { find, fire, root, settle } from '../../../support/dom.ts';
import { noTags } from '../fake-page-metadata.ts';
import { isolateLeftToRight as isolated } from '../../../../lib/text/isolate.ts';
import { open } from '../render-popup.tsx';
import { anyScope, fill, linkRow } from '../../../support/link-rows.ts';
import { page } from '../open-popup.ts';
import { msg } from '../../../support/texts.ts';

// Imported first, so that rendering waits for no file.
await import('../../../../entrypoints/popup/url-warnings/url-warnings.tsx');

const warnings = () =>
  [...root.querySelectorAll('.warnings li span')].map(({ textContent }) => textContent?.trim());
const offer = (step: Parameters<typeof msg>[0], part: string) =>
  msg('cleanUpOffer', msg(step), isolated(part));
const main = () => find('button.main');

it.each(['popup', 'page'] as const)('a plain URL has no warnings: %s', async (place) => {
  await open(place, { address: 'https://example.com/a/page' });
  expect(warnings()).toEqual([]);
});

it.each(['popup', 'page'] as const)(
  'tracking parameters are shown, and removed by a press: %s',
  async (place) => {
    const model = await open(place, { address: 'https://example.com/a?id=7&fbclid=IwAR0x&utm_source=news' });
    expect(warnings()).toEqual([offer('cleanUpTracking', 'fbclid=IwAR0x')]);
    expect(main().hasAttribute('disabled')).toBe(false);
    await fire(find('.warnings button'), 'click');
    await settle();
    expect(model.form.draft.value.address).toBe('https://example.com/a?id=7&utm_source=news');
    expect(warnings()).toEqual([msg('urlChanged')]);
    // "Undo".
    await fire(find('.warnings button'), 'click');
    await settle();
    expect(model.form.draft.value.address).toBe('https://example.com/a?id=7&fbclid=IwAR0x&utm_source=news');
    expect(warnings()).toEqual([offer('cleanUpTracking', 'fbclid=IwAR0x')]);
  },
);

it('a harmful URL gets a warning that never blocks, with a fix by one press', async () => {
  const model = await open('popup', { address: 'https://ann:secret@example.com/inbox' });
  expect(warnings()).toEqual([msg('lintCredentials', 'ann')]);
  expect(warnings().join()).not.toContain('secret');
  expect(main().hasAttribute('disabled')).toBe(false);
  await fire(find('.warnings button'), 'click');
  await settle();
  expect(model.form.draft.value.address).toBe('https://example.com/inbox');
});

it.each([
  ['http://192.168.0.7/router', '192.168.0.7'],
  ['http://wiki/start', 'wiki'],
  ['http://nas.private/start', 'nas.private'],
  ['http://nas.home.arpa/start', 'nas.home.arpa'],
  ['http://printer./start', 'printer.'],
  ['https://example.com/unsubscribe/ann%40example.org', 'ann@example.org'],
  ['https://example.com/(S(lit3py55t21z5v55vlm25s55))/a.aspx', '/(S('],
  ['http://sho.rt/abc', 'sho.rt'],
  ['https://GO.example/abc', 'go.example'],
])('a warning that does not depend on the query: %s', async (address, expected) => {
  await open('popup', { address }, { site: 'https://sho.rt', domains: ['go.example'] });
  expect(warnings()).toEqual([expect.stringContaining(expected)]);
});

describe('the canonical URL', () => {
  const buttons = () => [...root.querySelectorAll('.warnings button')].map(({ textContent }) => textContent);

  async function openWith(canonical: string, cleanUp: readonly string[] | undefined, address = page.address) {
    const model = await open('popup', { address }, { cleanUp });
    await act(() => {
      model.pageMetadata.tags.value = { ...noTags, canonical };
    });
    await settle();
    return model;
  }

  it('gets a warning if it is another page, and is taken by a press', async () => {
    const model = await openWith('https://example.com/whole', undefined);
    expect(warnings()).toEqual([expect.stringContaining('https://example.com/whole')]);
    expect(buttons()).toEqual([msg('lintFixOtherPage')]);
    await fire(find('.warnings button'), 'click');
    await settle();
    expect(model.form.draft.value.address).toBe('https://example.com/whole');
    expect(warnings()).toEqual([msg('urlChanged')]);
  });

  it('is shown once as a clean-up step, with the removals and the result', async () => {
    const model = await openWith(
      'https://www.example.com/whole',
      ['canonical', 'hash', 'www'],
      'https://example.com/page#top',
    );
    expect(warnings()).toEqual([
      msg('setTo', msg('cleanUpCanonical'), isolated('https://www.example.com/whole#top')),
      offer('cleanUpHash', '#top'),
      offer('cleanUpWww', 'www.'),
      msg('cleanUpResult', isolated('https://example.com/whole')),
    ]);
    expect(buttons()).toEqual([msg('cleanUp'), msg('cleanUp'), msg('cleanUp'), msg('cleanUpAll')]);
    for (const button of root.querySelectorAll('.warnings button[aria-describedby]'))
      expect(find(`#${button.getAttribute('aria-describedby')}`).textContent).not.toBe('');
    await fire([...root.querySelectorAll('.warnings button')].at(-1) ?? root, 'click');
    await settle();
    expect(model.form.draft.value.address).toBe('https://example.com/whole');
  });

  it.each([
    ['of another site', 'https://elsewhere.example/whole', page.address],
    [
      'of the page, where another address was typed',
      'https://example.com/whole',
      'https://example.com/typed',
    ],
    ['of the home page', 'https://example.com/', page.address],
  ])('%s it is not believed', async (_, canonical, address) => {
    await openWith(canonical, undefined, address);
    expect(warnings()).toEqual([]);
  });
});

it('only enabled steps are offered', async () => {
  const address = 'https://www.example.com/page?fbclid=1&utm_source=a';
  await open('popup', { address }, { cleanUp: [] });
  expect(warnings()).toEqual([]);
  await open('popup', { address }, { cleanUp: ['www', 'campaign'] });
  expect(warnings()).toEqual([
    offer('cleanUpCampaign', 'utm_source=a'),
    offer('cleanUpWww', 'www.'),
    msg('cleanUpResult', isolated('https://example.com/page?fbclid=1')),
  ]);
});

it('a short link of a host that only links made elsewhere have is recognized', async () => {
  const scope = anyScope();
  await fill(scope, [linkRow(1, { shortUrl: 'https://links.example/made-elsewhere' })]);
  const view = { scope, site: 'https://app.example' };
  await open('popup', { address: 'https://links.example/another' }, view);
  await expect.poll(warnings).toEqual([expect.stringContaining('links.example')]);
  await open('popup', { address: 'https://app.example/another' }, view);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(warnings()).toEqual([]);
});
