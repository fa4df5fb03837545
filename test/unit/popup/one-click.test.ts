/** One-click mode: opening the popup acts like its main button, or copies the existing link. */
import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { openOrCreate } from '../../../lib/mirror/database.ts';
import { linkKey, type LinkRow } from '../../../lib/mirror/link-row.ts';
import { fullView, jobView } from '../../support/sample-views.ts';
import { draft, sampleResult } from '../../support/samples.ts';
import type { PopupView } from '../../../lib/views/popup-view.ts';
import type { PopupModel } from '../../../entrypoints/popup/model.ts';
import { openPopup, page, type PopupOptions } from './open-popup.ts';
import { flushMicrotasks } from '../../support/flush.ts';

vi.mock('../../../lib/browser/native.ts', () => ({ native: {} }));
const { findStoredLink } = await import('../../../entrypoints/popup/after-paint.ts');
const { runOneClickMode } = await import('../../../entrypoints/popup/one-click-mode.ts');

const known = { id: '5', shortUrl: 'https://sho.rt/x', title: '', clicks: null, at: 1 };

async function open(view: Partial<PopupView> = {}, options: PopupOptions = {}) {
  const popup = openPopup({ view: fullView({ oneClick: true, reuse: true, ...view }), ...options });
  runOneClickMode(popup.model);
  await flushMicrotasks();
  return popup;
}

describe('opening the popup', () => {
  it('submits the page’s link, and copies it once it is created', async () => {
    const { submitted, replies, copies, model } = await open();
    expect(submitted).toMatchObject([{ from: 'popup', link: { address: page.address, title: page.title } }]);
    replies[0]?.({ result: sampleResult(1) });
    await flushMicrotasks();
    expect([copies, model.job.value?.state]).toEqual([['https://sho.rt/1'], 'done']);
  });

  it('submits nothing once something is typed, or while a form in the form is open', async () => {
    for (const start of [
      ({ form }: PopupModel) => form.change({ alias: 'ab' }),
      ({ nestedForms }: PopupModel) => void (nestedForms.newPixel.value = { name: 'P', type: '', tag: '' }),
      ({ nestedForms }: PopupModel) => void (nestedForms.presetName.value = ''),
    ]) {
      const { model, submitted } = openPopup({ view: fullView({ oneClick: true }) });
      start(model);
      runOneClickMode(model);
      await flushMicrotasks();
      expect(submitted).toEqual([]);
    }
  });

  it('copies the existing link, and submits nothing', async () => {
    const { submitted, copies, model } = await open({}, { known });
    expect([submitted, copies, model.copied.value]).toEqual([[], [known.shortUrl], known.shortUrl]);
  });

  it('copies the link of an earlier opening that the user has not seen', async () => {
    const done = jobView({ subject: page.address, state: 'done', result: sampleResult(1), copied: true });
    expect((await open({ jobs: [done] })).copies).toEqual(['https://sho.rt/1']);
    const { submitted, copies } = await open({ jobs: [done], reuse: false });
    expect([submitted, copies]).toEqual([[], []]);
  });

  it('submits another link if the user prefers that', async () => {
    const { submitted, copies } = await open({ reuse: false }, { known });
    expect([submitted.length, copies]).toEqual([1, []]);
  });

  it('does not touch the clipboard if copying is off', async () => {
    expect((await open({ autoCopy: false }, { known })).copies).toEqual([]);
  });
});

describe('the mirror can’t be read', () => {
  const opened = async (view: Partial<PopupView> = {}, options: PopupOptions = {}) => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('Internal error', 'UnknownError');
    });
    const popup = openPopup({
      view: fullView({ oneClick: true, reuse: true, scope: 'here', ...view }),
      ...options,
    });
    runOneClickMode(popup.model, await findStoredLink(popup.model, true));
    await flushMicrotasks();
    vi.restoreAllMocks();
    return popup;
  };

  it('leaves the choice to the user, as a link may exist', async () => {
    expect((await opened()).submitted).toEqual([]);
  });

  it('still copies a stored link, and still submits another one', async () => {
    expect((await opened({}, { known })).copies).toEqual([known.shortUrl]);
    expect((await opened({ reuse: false })).submitted).toHaveLength(1);
  });
});

describe('one-click mode does nothing', () => {
  it.each<[string, Partial<PopupView>, PopupOptions]>([
    ['with the mode off', { oneClick: false }, {}],
    ['without a connection', { connected: false }, {}],
    ['where the popup has opened automatically', { autoOpened: { at: 4_000, copied: null } }, {}],
    ['over what was typed before', {}, { draft: draft({ alias: 'mine' }) }],
    ['over a password to be typed again', {}, { passwordOmitted: true }],
    ['on a page that is no web page', {}, { page: { ...page, address: 'chrome://settings/' } }],
    ['without a page, as in the form’s own page', {}, { page: { ...page, address: '' } }],
    ['while one for the page is in progress', { jobs: [jobView()] }, {}],
    ['after one was refused', { jobs: [jobView({ state: 'refused', failure: { kind: 'timed-out' } })] }, {}],
  ])('%s', async (_name, view, options) => {
    const { submitted, copies } = await open(view, options);
    expect([submitted, copies]).toEqual([[], []]);
  });
});

describe('a link that was created elsewhere', () => {
  const scope = 'https://sho.rt#12';
  const row: LinkRow = {
    id: '8',
    key: linkKey('8'),
    alias: 'far',
    shortUrl: 'https://sho.rt/far',
    longUrl: page.address as LinkRow['longUrl'],
    address: page.address,
    title: 'Far',
    description: '',
    clicks: 2,
    date: null,
    campaign: null,
    channels: [],
    confirmed: true,
    sweep: 1,
  };

  async function look(
    view: Partial<PopupView>,
    mayLook: boolean,
    options: PopupOptions = {},
    change: Partial<LinkRow> = {},
  ) {
    const database = await openOrCreate(scope);
    await database.put('links', { ...row, ...change });
    database.close();
    const popup = openPopup({ view: fullView({ oneClick: true, reuse: true, scope, ...view }), ...options });
    await findStoredLink(popup.model, mayLook);
    return popup;
  }

  it('is found in the mirror and shown; one click leaves the choice to the user if it may expire', async () => {
    const { model, copies, submitted } = await look({}, true);
    expect(model.existingLink.value).toMatchObject({ shortUrl: 'https://sho.rt/far', clicks: 2 });
    runOneClickMode(model);
    await flushMicrotasks();
    expect([copies, submitted, model.job.value]).toEqual([[], [], null]);
  });

  it('is copied by one click if it never expires', async () => {
    const { model, copies, submitted } = await look({}, true, {}, { openEnded: true });
    runOneClickMode(model);
    await flushMicrotasks();
    expect([copies, submitted]).toEqual([['https://sho.rt/far'], []]);
  });

  it('is no link for the page once it has expired', async () => {
    const { model } = await look({}, true, {}, { expires: '2020-01-01 00:00:00' });
    expect(model.existingLink.value).toBeNull();
  });

  it('does not come in place of the form for another link, opened meanwhile', async () => {
    const { model } = await look({}, false);
    model.job.value = jobView({ state: 'done' });
    const search = findStoredLink(model, true);
    model.startAnother();
    await search;
    expect(model.existingLink.value).toBeNull();
  });

  it('is known while another one is in progress, which may be canceled', async () => {
    const { model } = await look({ jobs: [jobView({ subject: page.address })] }, true);
    expect(model.existingLink.value).toBeNull();
    model.reset();
    expect(model.existingLink.value).toMatchObject({ shortUrl: 'https://sho.rt/far' });
  });

  it('does not matter if each opening creates a link', async () => {
    const { model, submitted } = await look({ reuse: false }, true);
    runOneClickMode(model);
    await flushMicrotasks();
    expect(submitted).toHaveLength(1);
  });

  it.each<[string, Partial<PopupView>, boolean, PopupOptions]>([
    ['in a private window, or if a link is stored', {}, false, {}],
    ['of another account', { scope: 'https://sho.rt#13' }, true, {}],
    ['of another page', {}, true, { page: { ...page, address: `${page.address}/other` } }],
  ])('is not searched %s', async (_name, view, mayLook, options) => {
    expect((await look(view, mayLook, options)).model.storedLink.value).toBeNull();
  });

  it('does not replace a stored link', async () => {
    expect((await look({}, true, { known })).model.storedLink.value).toEqual(known);
  });
});
