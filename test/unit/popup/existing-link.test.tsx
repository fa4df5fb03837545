/** A page that has a short link already: the link is shown above the form with its clicks, and "Copy" has the focus. */
import { describe, expect, it } from 'vitest';
import 'fake-indexeddb/auto';
import { draw, field, find, fire, press, root, settle, textsOf, type, until } from '../../support/dom.ts';
import { openOrCreate } from '../../../lib/mirror/database.ts';
import { anyScope, fill, linkRow } from '../../support/link-rows.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import type { LinkByUrl } from '../../../lib/storage/links-by-url.ts';
import { formatServiceTime } from '../../../lib/i18n/service-time.ts';
import { isolate, isolateLeftToRight } from '../../../lib/text/isolate.ts';
import { draft, sampleResult } from '../../support/samples.ts';
import { drawPopup } from './render-popup.tsx';
import { fullView, jobView } from '../../support/sample-views.ts';
import { openPopup, page, type PopupOptions } from './open-popup.ts';
import { msg, msgCount } from '../../support/texts.ts';

const known: LinkByUrl = { id: '5', shortUrl: 'https://sho.rt/x', title: '', clicks: 12, at: 1 };

async function open(options: PopupOptions = {}) {
  await draw(null);
  const popup = openPopup({ known, ...options });
  await drawPopup(popup.model);
  await settle();
  return popup;
}
const button = (name: string) =>
  [...root.querySelectorAll('.stage button')].find(({ textContent }) => textContent === name) ?? root;
const shown = () =>
  textsOf('#known').map((text) =>
    text
      .replaceAll(/(?=sho\.rt)|(?<=sho\.rt\/x)/gu, ' ')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  );

describe('the existing link', () => {
  it('is shown with its clicks, and describes the button "Copy"', async () => {
    await open();
    expect(shown()).toEqual([`${msg('alreadyShortened')} ${msgCount('clicks', 12)} sho.rt/x`]);
    expect(button(msg('copy')).getAttribute('aria-describedby')).toBe('known');
    const names = textsOf('.stage button');
    expect(names).toEqual([
      msg('copy'),
      msg('open'),
      msg('qrCode'),
      msg('share'),
      msg('moreActions'),
      msg('createAnother'),
    ]);
  });

  it('is copied by Enter in the URL field, which submits no other link', async () => {
    const { copies, submitted } = await open({ view: fullView({ reuse: false }) });
    await fire(find('.page-card .address'), 'click');
    await settle();
    await press(field('#address'), 'Enter');
    await settle();
    expect([copies, submitted]).toEqual([[known.shortUrl], []]);
  });

  it('is no link to edit: the URL above it can be edited once the form for another one is there', async () => {
    await open();
    const address = () => find('.page-card .address') as HTMLButtonElement;
    expect(address().disabled).toBe(true);
    expect(address().querySelector('svg')).toBeNull();
    await fire(find('.property.more'), 'click');
    expect(address().disabled).toBe(false);
    expect(address().querySelector('svg')).not.toBeNull();
  });

  it('is not listed again below; an account without links reads what will be there', async () => {
    const recent = (shortUrl: string) => ({ id: null, shortUrl, address: page.address, title: '', at: 1 });
    const recents = [recent(known.shortUrl), recent('https://sho.rt/other')];
    await open({ view: fullView({ recents }) });
    expect(textsOf('.recent button bdi')).toEqual(['sho.rt/other']);
    await open({ view: fullView({ recents: recents.slice(0, 1) }) });
    expect(root.querySelector('.recents')).toBeNull();
    await open({ known: null, view: fullView({ recents: [] }) });
    expect(textsOf('.recents .about')).toEqual([msg('recentEmpty')]);
  });

  it('is shown without clicks if none are known', async () => {
    await open({ known: { ...known, clicks: null } });
    expect(shown()).toEqual([`${msg('alreadyShortened')} sho.rt/x`]);
  });

  it('is copied without submitting anything', async () => {
    const { copies, submitted, model } = await open();
    await fire(button(msg('copy')), 'click');
    await settle();
    expect([copies, submitted, model.copied.value]).toEqual([[known.shortUrl], [], known.shortUrl]);
    expect(find('fieldset').textContent).toContain(msg('copied'));
    expect(textsOf('.copy-notice')).toEqual([msg('copied')]);
  });

  it('reports a failed copy', async () => {
    await open({ copies: false });
    await fire(button(msg('copy')), 'click');
    await settle();
    expect(textsOf('.copy-notice').join('')).toBe(msg('linkNotCopied', isolateLeftToRight('sho.rt/x')));
  });

  it('stays above the form that "Create another" unfolds, and whose "Shorten" submits', async () => {
    const { submitted, model } = await open();
    expect(textsOf('form')).toEqual([]);
    await fire(button(msg('createAnother')), 'click');
    expect([shown().length, textsOf('.main')]).toEqual([1, [msg('shorten')]]);
    await fire(find('form'), 'submit');
    expect(submitted).toMatchObject([{ another: true, link: { address: page.address } }]);
    await settle();
    expect([shown(), textsOf('form')]).toEqual([[], []]);
    model.startAnother();
    await settle();
    expect([shown(), textsOf('form').length]).toEqual([[], 1]);
  });

  it('is copied by Enter again once the other link was canceled; one that was refused is submitted again', async () => {
    const { submitted, model } = await open();
    const submit = async () => {
      await fire(find('form'), 'submit');
      await settle();
    };
    await fire(button(msg('createAnother')), 'click');
    await submit();
    model.job.value = { ...(model.job.value as JobView), state: 'refused', failure: { kind: 'timed-out' } };
    await settle();
    expect([shown().length, textsOf('.main')]).toEqual([1, [msg('shorten')]]);
    await submit();
    expect(submitted).toMatchObject([{ another: true }, { another: true }]);
    model.reset();
    model.withdrawn.value = 'canceled';
    await settle();
    expect([shown().length, textsOf('form').length, textsOf('.main')]).toEqual([1, 1, [msg('copy')]]);
    expect(textsOf('form').join()).toContain(msg('linkCanceled'));
  });

  it('gives way to the form for another link, where an earlier opening has submitted one', async () => {
    const done = jobView({ subject: page.address, state: 'done', result: sampleResult(1) });
    const { model } = await open({ view: fullView({ jobs: [done] }) });
    model.startAnother();
    await settle();
    expect([shown().length, textsOf('form').length, textsOf('.main')]).toEqual([0, 1, [msg('shorten')]]);
  });

  it('does not fold the form where links are not reused', async () => {
    await open({ view: fullView({ reuse: false }) });
    expect([shown().length, textsOf('form').length]).toEqual([1, 1]);
  });

  it('does not fold a form with a draft', async () => {
    await open({ draft: draft({ address: page.address, alias: 'begun' }) });
    expect(shown()).toHaveLength(1);
    expect([textsOf('form').length, textsOf('.main')]).toEqual([1, [msg('shorten')]]);
  });

  it('that is found after the first paint folds the form', async () => {
    const { model } = await open({ known: null });
    model.storedLink.value = known;
    await settle();
    expect([shown().length, textsOf('form').length, textsOf('.main')]).toEqual([1, 0, [msg('copy')]]);
  });

  it('that is found after the first paint does not fold a form that is being filled in', async () => {
    const { model } = await open({ known: null });
    model.form.change({ alias: 'begun' });
    model.storedLink.value = known;
    await settle();
    expect([shown().length, textsOf('form').length]).toEqual([1, 1]);
  });

  it('gives way to “Shorten” as the main button once anything is typed or chosen', async () => {
    const { model, submitted, copies } = await open({ view: fullView({ reuse: false }) });
    expect(textsOf('.main')).toEqual([msg('copy')]);
    await type(field('#alias'), 'x');
    expect(textsOf('.main')).toEqual([msg('shorten')]);
    await press(field('#alias'), 'Enter');
    expect(copies).toEqual([]);
    await type(field('#alias'), '');
    expect(textsOf('.main')).toEqual([msg('copy')]);
    model.nestedForms.newPixel.value = { name: 'x', type: '', tag: '' };
    await settle();
    expect(textsOf('.main')).toEqual([msg('shorten')]);
    expect(submitted).toEqual([]);
  });

  it('is what Enter copies in an untouched form', async () => {
    const { submitted, copies } = await open({ view: fullView({ reuse: false }) });
    expect((await press(field('#alias'), 'Enter')).defaultPrevented).toBe(true);
    await settle();
    expect([submitted, copies]).toEqual([[], [known.shortUrl]]);
  });

  it('is what Enter copies in the empty password field of an untouched form', async () => {
    const { submitted, copies } = await open({ view: fullView({ reuse: false }) });
    await fire(find('form .more'), 'click');
    await settle();
    let clicks = 0;
    button(msg('shorten')).addEventListener('click', () => clicks++);
    await press(field('#password'), 'Enter');
    expect([clicks, submitted, copies]).toEqual([0, [], [known.shortUrl]]);
    await type(field('#alias'), 'x');
    await press(field('#password'), 'Enter');
    expect([clicks, copies]).toEqual([1, [known.shortUrl]]);
  });

  it('is not the main one where new links expire by default: it says that it never does', async () => {
    const defaults = { campaign: null, channel: null, pixels: [], expiry: '+1w' };
    await open({ view: fullView({ reuse: false, defaults }) });
    expect([textsOf('.main'), textsOf('#known .note')]).toEqual([
      [msg('shorten')],
      [msg('linkNeverExpires')],
    ]);
    await open({ view: fullView({ reuse: false, defaults }), known: { ...known, unchecked: true } });
    expect(textsOf('#known .note')).toEqual([msg('linkUnchecked')]);
  });

  it('is the main one where it expires, too: a second link takes two presses', async () => {
    const defaults = { campaign: null, channel: null, pixels: [], expiry: '+1w' };
    await open({
      view: fullView({ reuse: false, defaults }),
      known: { ...known, unchecked: true, expires: '2026-12-05 13:30:00' },
    });
    expect([textsOf('.main'), textsOf('.more'), textsOf('form')]).toEqual([
      [msg('copy')],
      [msg('createAnother')],
      [],
    ]);
  });

  it('names its campaign, where that is known', async () => {
    const scope = 'https://sho.rt#7';
    const database = await openOrCreate(scope);
    await database.put('links', linkRow('5', { campaign: '1' }));
    database.close();
    await open({ view: fullView({ scope, campaigns: [{ id: '1', name: 'Spring' }] }) });
    await until(() => root.querySelector('#known .note') !== null);
    expect(textsOf('#known .note')).toEqual([msg('setTo', msg('campaign'), isolate('Spring'))]);
  });

  it('has the way to all links of the page below “Create another”, where there are several', async () => {
    const scope = anyScope();
    await fill(scope, [linkRow('5', { longUrl: page.address }), linkRow('6', { longUrl: page.address })]);
    await open({ view: fullView({ scope }) });
    const rows = () => textsOf('.stage > .properties button');
    await until(() => rows().length > 1);
    expect(rows()).toEqual([msg('createAnother'), msgCount('linksToPage', 2)]);
    await fire(button(msg('createAnother')), 'click');
    expect(button(msgCount('linksToPage', 2))).toBe(root);
  });

  it('belongs to the page, not to another URL that is typed', async () => {
    const { model } = await open();
    model.form.change({ address: 'https://example.com/other' });
    await settle();
    expect(shown()).toEqual([]);
    model.form.change({ address: page.address });
    await settle();
    expect(shown()).toHaveLength(1);
    await open({ draft: draft({ address: 'https://example.com/edited' }) });
    expect(shown()).toEqual([]);
  });
});

describe('a link that may expire or ask for a password', () => {
  const unchecked = { ...known, clicks: null, unchecked: true };

  it('says when it expires, where that is known', async () => {
    await open({ known: { ...unchecked, expires: '2026-12-05 13:30:00' } });
    const time = formatServiceTime('2026-12-05 13:30');
    expect(shown()).toEqual([`${msg('alreadyShortened')} sho.rt/x ${msg('linkExpires', time)}`]);
  });

  it('says that it has a password, where it was created here with one', async () => {
    await open({ known: { ...unchecked, hasPassword: true } });
    expect(shown()).toEqual([`${msg('alreadyShortened')} sho.rt/x ${msg('linkHasPassword')}`]);
    await open({ known: { ...unchecked, expires: '2026-12-05 13:30:00', hasPassword: true } });
    const expiration = msg('linkExpires', formatServiceTime('2026-12-05 13:30'));
    expect(shown()).toEqual([`${msg('alreadyShortened')} sho.rt/x ${expiration} ${msg('linkHasPassword')}`]);
  });

  it('says with which UTM parameters it was created here', async () => {
    await open({ known: { ...unchecked, tags: 'poster, print' } });
    expect(shown()).toEqual([
      `${msg('alreadyShortened')} sho.rt/x ${msg('linkTagged', isolate('poster, print'))}`,
    ]);
  });

  it('says so, and leaves the choice to the user', async () => {
    const { copies, submitted } = await open({ known: unchecked });
    expect(shown()).toEqual([`${msg('alreadyShortened')} sho.rt/x ${msg('linkUnchecked')}`]);
    expect(textsOf('.tiles button:first-child, .more')).toEqual([msg('copy'), msg('createAnother')]);
    await fire(button(msg('copy')), 'click');
    await settle();
    expect([copies, submitted]).toEqual([[known.shortUrl], []]);
    await fire(button(msg('createAnother')), 'click');
    await fire(find('form'), 'submit');
    // Not "another" one: a press of the shortcut whose link is still in progress is joined.
    expect(submitted.map((command) => 'another' in command)).toEqual([false]);
  });
});

it('a page without a short link shows none', async () => {
  await open({ known: null });
  expect([shown(), textsOf('fieldset')]).toEqual([[], []]);
});
