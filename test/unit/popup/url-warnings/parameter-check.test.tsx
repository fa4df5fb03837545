/** A parameter that is entered but already in the URL: both values are shown, and the user chooses. */
import { describe, expect, it } from 'vitest';
import { defaultLinkOptions } from '../../../../lib/draft/parse-options.ts';
import { toLinkFields } from '../../../../lib/draft/to-link-fields.ts';
import { find, fire, root, settle } from '../../../support/dom.ts';
import { open } from '../render-popup.tsx';
import { msg } from '../../../support/texts.ts';

const address = 'https://example.com/page?utm_source=google';
const entered = [{ name: 'utm_source', value: 'mail' }];
const withoutMarks = (text: string) => text.replaceAll(/[\u2066-\u2069]/gu, '');
const texts = (what: string) =>
  [...root.querySelectorAll(what)].map(({ textContent }) => withoutMarks(textContent));

describe.each(['popup', 'page'] as const)('in the %s', (place) => {
  it('both values and the choice are shown beside “Shorten” while the options are folded', async () => {
    const model = await open(place, { address, extras: { ...defaultLinkOptions, parameters: entered } });
    await expect.poll(() => texts('.parameter-conflict legend')).toEqual([msg('conflictHeading')]);
    expect(texts('.parameter-conflict li')).toEqual([msg('conflictInUrl', 'utm_source', 'google', 'mail')]);
    expect(texts('.parameter-conflict label')).toEqual([
      msg('conflictKeep', 'google'),
      msg('conflictReplace', 'mail'),
    ]);
    const [keep, replace] = root.querySelectorAll('.parameter-conflict input');
    expect([keep, replace].map((one) => one?.hasAttribute('checked'))).toEqual([true, false]);
    expect(toLinkFields(model.form.content()).url).toBe(address);

    if (replace) await fire(replace, 'change');
    expect(toLinkFields(model.form.content()).url).toBe('https://example.com/page?utm_source=mail');
    expect(find('.parameter-conflict')).toBeTruthy();
  });

  it('only a target with the parameter is named', async () => {
    const languages = [
      { when: 'de', link: 'https://example.com/de' },
      { when: 'fr', link: 'https://example.com/fr?utm_source=own' },
    ];
    await open(place, { extras: { ...defaultLinkOptions, languages, parameters: entered } });
    await expect
      .poll(() => texts('.parameter-conflict li'))
      .toEqual([msg('conflictInTarget', 'utm_source', 'own', 'mail', 'fr')]);
  });

  it('nothing is shown without a conflict', async () => {
    await open(place, {
      address: 'https://example.com/page?utm_source=mail',
      extras: { ...defaultLinkOptions, parameters: entered },
    });
    await settle();
    expect(texts('.parameter-conflict')).toEqual([]);
  });
});
