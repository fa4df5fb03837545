/** The link page with submitted placements: each job is shown once, and other jobs as usual. */
import { signal } from '@preact/signals';
import { act } from 'preact/test-utils';
import { expect, it } from 'vitest';
import { draw, root, settle, textsOf } from '../../support/dom.ts';
import { uuid } from '../../support/samples.ts';
import { parts } from '../popup/render-popup.tsx';
import { fullView, jobView } from '../../support/sample-views.ts';
import { openPopup } from '../popup/open-popup.ts';
import { showView } from '../../../entrypoints/popup/show-view.ts';
import { askFor, isRefused, openPlaces, place, viewOf } from './open-placements.ts';

const { Link } = await import('../../../entrypoints/link/link.tsx');
const { Placements } = await import('../../../entrypoints/link/placements.tsx');

it('the table’s jobs have no second notice', async () => {
  const page = openPlaces();
  const [a = ''] = await askFor(page, place('A'));
  const { model } = openPopup({ draft: page.form.draft.value });
  const { submitted, started } = page.model;
  const placements = signal({ submission: submitted, started, section: <Placements model={page.model} /> });
  await draw(<Link model={model} parts={parts} placements={placements} />);
  await settle();
  const other = jobView({ ...isRefused(uuid(7)), from: 'menu', subject: 'https://other.example/' });
  const mine = jobView({ ...isRefused(a), from: 'places' });
  await act(() => {
    page.model.show(viewOf(isRefused(a)));
    showView(model, fullView({ jobs: [mine, other] }));
  });
  await settle();
  expect(textsOf('.place-table .failure')).toEqual([expect.stringContaining('Taken.')]);
  expect(textsOf('[role=alert]')).toEqual([expect.stringContaining('other.example')]);
  // Without the table, its job is one of the others.
  await act(() => page.model.setEditing(true));
  expect(textsOf('[role=alert]')).toEqual([
    expect.stringContaining('example.com/page'),
    expect.stringContaining('other.example'),
  ]);
  expect(root.querySelector('.place-table')).toBeNull();
  await draw(null);
});
