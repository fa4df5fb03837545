/** The link page with a batch of placements: each job is shown once, and other jobs as usual. And with a failed link. */
import { signal } from '@preact/signals';
import { act } from 'preact/test-utils';
import { describe, expect, it } from 'vitest';
import { draw, field, find, root, settle, textsOf, type } from '../../support/dom.ts';
import { jobResult } from '../../../lib/outbox/job-result.ts';
import { draft, uuid } from '../../support/samples.ts';
import { msg, msgCount } from '../../support/texts.ts';
import { open, parts } from '../popup/render-popup.tsx';
import { activityView, fullView, jobView } from '../../support/sample-views.ts';
import { openPopup, page as popupPage } from '../popup/open-popup.ts';
import { showFailedLink } from '../../../entrypoints/link/failed-link.ts';
import { showView } from '../../../entrypoints/popup/watch-view.ts';
import { askFor, isRefused, openPlaces, place, viewOf } from './open-placements.ts';

const { Link } = await import('../../../entrypoints/link/link.tsx');
const { Placements } = await import('../../../entrypoints/link/placements.tsx');

it('the table’s jobs have no second notice', async () => {
  const page = openPlaces();
  const [a = ''] = await askFor(page, place('A'));
  const { model } = openPopup({ draft: page.form.draft.value, page: { ...popupPage, address: '' } });
  const { submitted, started } = page.model;
  const placements = signal({ submission: submitted, started, section: <Placements model={page.model} /> });
  await draw(<Link heading={signal('')} model={model} parts={parts} placements={placements} />);
  await settle();
  const other = jobView({ ...isRefused(uuid(7)), from: 'menu', subject: 'https://other.example/' });
  const mine = jobView({ ...isRefused(a), from: 'places' });
  await act(() => {
    page.model.show(viewOf(isRefused(a)));
    showView(model, fullView({ jobs: [mine, other] }));
  });
  await settle();
  expect(textsOf('.place-table .failure')).toEqual([expect.stringContaining('Taken.')]);
  expect(textsOf('[role=alert]')).toEqual([msgCount('itemsNeedAttention', 1)]);
  // The table has the links; the form's own has not been created.
  expect(root.querySelector('[aria-labelledby=your-link]')).toBeNull();
  // Without the table, its job is one of the others.
  await act(() => page.model.setEditing(true));
  await settle();
  expect(textsOf('[role=alert]')).toEqual([
    expect.stringContaining('example.com/page'),
    msgCount('itemsNeedAttention', 1),
  ]);
  expect(root.querySelector('.place-table')).toBeNull();
  await draw(null);
});

it('keeps the placements that are typed where a link is created without them', async () => {
  const page = openPlaces();
  page.model.change({ places: [place('A')] });
  const { model } = openPopup({ draft: page.form.draft.value });
  const { submitted, started } = page.model;
  const placements = signal({ submission: submitted, started, section: <Placements model={page.model} /> });
  await draw(<Link heading={signal('')} model={model} parts={parts} placements={placements} />);
  expect(textsOf('aside > button')).toEqual([msg('shortenWithoutPlacements')]);
  expect(root.querySelector('[aria-labelledby=your-link]')).not.toBeNull();
  const rows = () => root.querySelectorAll('#placements input').length;
  const before = rows();
  await act(() => {
    model.job.value = jobView({ state: 'done', result: jobResult({ shortUrl: 'https://sho.rt/a' }) });
  });
  expect([before > 0, rows()]).toEqual([true, before]);
  await draw(null);
});

describe('a submitted link', () => {
  const subject = 'https://example.com/page?utm_source=mail';
  const shown = () => [...textsOf('.submitted h2'), find('.submitted .final-url bdi').textContent];

  async function open(job: Parameters<typeof jobView>[0]): Promise<void> {
    await draw(null);
    const { model } = openPopup({ draft: draft({ title: 'A page' }) });
    model.job.value = jobView({ subject, ...job });
    const placements = signal({ submission: signal(null), started: signal([]), section: null });
    await draw(<Link heading={signal('')} model={model} parts={parts} placements={placements} />);
    await settle();
  }

  it('shows its title and destination while it waits, when it can still be canceled', async () => {
    await open({ state: 'queued', waits: 'hold', goesAt: Date.now() + 9_000 });
    expect(shown()).toEqual(['A page', 'example.com/page?utm_source=mail']);
    expect(textsOf('.submitted button')).toEqual([msg('createNow'), msg('cancel')]);
  });

  it('shows them when it is created, and offers the next one', async () => {
    await open({ state: 'done', result: jobResult({ shortUrl: 'https://sho.rt/a' }) });
    expect(shown()).toEqual(['A page', 'example.com/page?utm_source=mail']);
    expect(textsOf('.submitted > button')).toEqual([msg('newLink')]);
  });
});

describe('a failed link that is edited', () => {
  const failed = jobView({
    ...isRefused(uuid(8)),
    from: 'menu',
    subject: draft({}).address,
    alias: 'taken',
    failure: { kind: 'refused', status: 400, message: 'That alias is taken.' },
  });
  const views = activityView({ jobs: [jobView({ id: uuid(9) }), failed] });

  it('says why it failed at its alias, with other aliases and the focus there, until it is changed', async () => {
    const model = await open('page', { alias: 'taken', title: 'A page' });
    const alias = field('#alias');
    let focused = 0;
    alias.focus = () => void focused++;
    // linkedom has no focus.
    Object.defineProperty(document, 'activeElement', { value: document.body, configurable: true });
    Reflect.set(document.body, 'matches', (selector: string) => selector.includes('body'));
    await act(() => showFailedLink(model, uuid(8), views));
    await settle();
    Reflect.deleteProperty(document, 'activeElement');
    Reflect.deleteProperty(document.body, 'matches');
    expect(textsOf('[role=alert]')).toEqual([msg('aliasRefused', 'That alias is taken.')]);
    const suggested = `[role=group][aria-label="${msg('suggestedAliases')}"] button`;
    expect([textsOf(suggested), focused]).toEqual([['a-page', 'taken-2'], 1]);
    await type(alias, 'free');
    expect(find('#alias').getAttribute('aria-invalid')).toBe('false');
  });

  it('is sent in its place', async () => {
    await draw(null);
    const { model, submitted } = openPopup({ draft: draft({ alias: 'free' }) });
    showFailedLink(model, uuid(8), views);
    void model.shorten();
    expect(submitted).toMatchObject([{ replaces: uuid(8), link: { alias: 'free' } }]);
  });

  it('is known from the popup’s view, too: no other one is stored while Activity has not been opened', () => {
    const { model } = openPopup({ draft: draft({}), view: fullView({ jobs: [failed] }), ownJob: '' });
    expect(model.job.value).toBeNull();
    showFailedLink(model, uuid(8), undefined);
    expect(model.job.value?.alias).toBe('taken');
  });

  it.each([
    ['is not stored', uuid(7), views],
    ['did not fail', uuid(9), views],
    ['can’t be read', uuid(8), { jobs: 'none' }],
  ])('is a new one where the job %s', (_, id, stored) => {
    const { model } = openPopup({ draft: draft({}) });
    showFailedLink(model, id, stored);
    expect(model.job.value).toBeNull();
  });
});
