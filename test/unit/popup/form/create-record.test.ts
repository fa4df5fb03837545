/** A record that is created in place is submitted once, and chosen as soon as the view has it. */
import { describe, expect, it } from 'vitest';
import { add, create, dismiss, retry } from '../../../../entrypoints/popup/form/create-record.ts';
import type { PopupModel } from '../../../../entrypoints/popup/model.ts';
import type {
  FailedRecord,
  PickerField,
  RecordPickers,
} from '../../../../entrypoints/popup/form/record-pickers.ts';
import { MessageError } from '../../../../lib/messages/client.ts';
import { jobResult } from '../../../../lib/outbox/job-result.ts';
import { unreachable, uuid } from '../../../support/samples.ts';
import { fullView, jobView } from '../../../support/sample-views.ts';
import { showView } from '../../../../entrypoints/popup/watch-view.ts';
import { flushMicrotasks } from '../../../support/flush.ts';
import { openPopup, page } from '../open-popup.ts';

const open = () => openPopup({ page: { ...page, private: true } });

const pickersOf = ({ recordPickers }: PopupModel): RecordPickers => {
  const { value } = recordPickers;
  if (value === null) throw new Error('No record was created');
  return value;
};
const shownAssignment = (model: PopupModel) => pickersOf(model).shownAssignment();
const changeAssignment = (model: PopupModel, fields: Parameters<RecordPickers['changeAssignment']>[0]) =>
  pickersOf(model).changeAssignment(fields);
const isCreating = (model: PopupModel, field: PickerField) =>
  model.recordPickers.value?.isCreating(field) ?? false;
const failedRecords = ({ adding }: PopupModel): FailedRecord[] =>
  [...adding.value.values()].filter((record): record is FailedRecord => record.failure !== undefined);

describe('adding', () => {
  it('submits a command, private in a private window', () => {
    const { model, submitted } = open();
    void add(model, { kind: 'add-pixel', name: 'Ads', type: 'gapixel', tag: 'G-1' });
    expect(submitted).toEqual([
      { kind: 'add-pixel', name: 'Ads', type: 'gapixel', tag: 'G-1', id: uuid(1), at: 5_000, private: true },
    ]);
    expect([...model.adding.value.keys()]).toEqual([uuid(1)]);
  });

  it('chooses each record in its picker once the view has it, beside what is chosen and typed', () => {
    const { model } = open();
    void add(model, { kind: 'add-campaign', name: 'New' });
    void add(model, { kind: 'add-channel', name: 'New' });
    void add(model, { kind: 'add-pixel', name: 'New', type: 'gapixel', tag: 'G-1' });
    model.form.change({ alias: 'typed' });
    const list = (id: string) => [{ id, name: 'New' }];
    showView(model, fullView({ campaigns: list('11') }));
    expect(model.form.draft.value).toMatchObject({ campaign: { id: '11' }, channel: null, alias: 'typed' });
    expect(model.adding.value.size).toBe(2);
    const lists = { campaigns: list('11'), channels: list('12'), pixels: list('13') };
    const created = {
      id: uuid(3),
      kind: 'add-pixel',
      state: 'done',
      subject: 'New',
      endedAt: 6_000,
    } as const;
    showView(model, fullView({ ...lists, jobs: [jobView({ ...created, result: jobResult({ id: '13' }) })] }));
    expect(model.form.draft.value).toMatchObject({ channel: { id: '12' } });
    expect(model.form.draft.value.pixels.map(({ id }) => id)).toEqual(['7', '13']);
    expect(model.adding.value.size).toBe(0);
  });

  it('chooses the campaign that is being added for another page’s link, and adds no second one', () => {
    const job = {
      id: uuid(77),
      kind: 'add-campaign',
      state: 'queued',
      subject: 'Launch',
      at: 4_000,
    } as const;
    const { model, submitted } = openPopup({ view: fullView({ jobs: [jobView(job)] }) });
    create(model, 'campaign', ' launch');
    expect(submitted).toEqual([]);
    expect(shownAssignment(model).campaign?.name).toBe('Launch');
    expect(pickersOf(model).awaited()).toEqual([{ field: 'campaign', id: uuid(77), name: 'Launch' }]);
    showView(model, fullView({ campaigns: [{ id: '11', name: 'Launch' }] }));
    expect(model.form.draft.value.campaign).toEqual({ id: '11', name: 'Launch' });
  });

  it.each([
    ['a channel of that name', { kind: 'add-channel', state: 'queued' }],
    ['one that has ended', { kind: 'add-campaign', state: 'refused', endedAt: 4_500 }],
  ] as const)('adds a campaign beside %s', (_, job) => {
    const jobs = [jobView({ ...job, id: uuid(77), subject: 'Launch' })];
    const { model, submitted } = openPopup({ view: fullView({ jobs }) });
    create(model, 'campaign', 'Launch');
    expect(submitted).toMatchObject([{ kind: 'add-campaign', name: 'Launch', id: uuid(1) }]);
  });

  it('adds a pixel beside another one of its name, which may have another tag', () => {
    const jobs = [jobView({ id: uuid(77), kind: 'add-pixel', state: 'queued', subject: 'Ads' })];
    const { model, submitted } = openPopup({ view: fullView({ jobs }) });
    void add(model, { kind: 'add-pixel', name: 'Ads', type: 'gapixel', tag: 'G-2' });
    expect(submitted).toHaveLength(1);
  });

  it('chooses the pixel that its job has created, not another one of its name', () => {
    const { model } = open();
    void add(model, { kind: 'add-pixel', name: 'Ads', type: 'gapixel', tag: 'G-2' });
    const job = { id: uuid(1), kind: 'add-pixel', subject: 'Ads' } as const;
    const pixels = [{ id: '12', name: 'Ads' }];
    showView(model, fullView({ pixels }));
    showView(model, fullView({ pixels, jobs: [jobView({ ...job, state: 'queued' })] }));
    const done = jobView({ ...job, state: 'done', endedAt: 6_000, result: jobResult({ id: '13' }) });
    showView(model, fullView({ pixels, jobs: [done] }));
    expect(model.adding.value.size).toBe(1);
    showView(model, fullView({ pixels: [...pixels, { id: '13', name: 'Ads' }], jobs: [done] }));
    expect(model.form.draft.value.pixels.map(({ id }) => id)).toEqual(['7', '13']);
  });

  it('does not override a later choice of the user', () => {
    const { model } = open();
    void add(model, { kind: 'add-campaign', name: 'New' });
    showView(model, fullView({ campaigns: [{ id: '11', name: 'New' }] }));
    model.form.change({ campaign: null });
    showView(model, fullView({ campaigns: [{ id: '11', name: 'New' }] }));
    expect(model.form.draft.value.campaign).toBeNull();
  });

  it.each([
    ['failed', { state: 'refused', failure: unreachable }],
    ['cancelled', { state: 'cancelled' }],
  ] as const)('one that was %s is waited for no longer', (_name, change) => {
    const { model } = open();
    void add(model, { kind: 'add-campaign', name: 'New' });
    showView(model, fullView({ jobs: [jobView({ kind: 'add-campaign', subject: 'New', ...change })] }));
    expect(model.adding.value.size).toBe(0);
  });

  it('still waits for a record whose reply was lost', () => {
    const { model } = open();
    void add(model, { kind: 'add-campaign', name: 'New' });
    const jobs = [jobView({ kind: 'add-campaign', subject: 'New', state: 'unknown', failure: unreachable })];
    showView(model, fullView({ jobs }));
    expect(model.adding.value.size).toBe(1);
    showView(model, fullView({ campaigns: [{ id: '11', name: 'New' }] }));
    expect(model.form.draft.value.campaign?.id).toBe('11');
  });
});

describe('while a record is being created', () => {
  const named = (id: string, name = 'New') => [{ id, name }];

  it('the pickers show it as chosen', () => {
    const { model } = open();
    void add(model, { kind: 'add-campaign', name: 'New' });
    void add(model, { kind: 'add-pixel', name: 'Ads', type: 'gapixel', tag: 'G-1' });
    const { campaign, channel, pixels } = shownAssignment(model);
    expect([campaign?.name, channel, pixels.map(({ name }) => name)]).toEqual(['New', null, ['Meta', 'Ads']]);
    expect(model.form.draft.value).toMatchObject({
      campaign: { name: 'Spring' },
      pixels: [{ name: 'Meta' }],
    });
  });

  it('another choice stays, and "none" as well', () => {
    const { model } = open();
    void add(model, { kind: 'add-campaign', name: 'New' });
    void add(model, { kind: 'add-channel', name: 'New' });
    changeAssignment(model, { campaign: { id: '2', name: 'Summer' } });
    changeAssignment(model, { channel: null });
    showView(model, fullView({ campaigns: named('11'), channels: named('12') }));
    expect(model.form.draft.value).toMatchObject({ campaign: { id: '2' }, channel: null });
  });

  it('a later one takes its place in a picker of one choice', () => {
    const { model } = open();
    void add(model, { kind: 'add-campaign', name: 'New' });
    void add(model, { kind: 'add-campaign', name: 'Newer' });
    expect(shownAssignment(model).campaign?.name).toBe('Newer');
    showView(model, fullView({ campaigns: [...named('12', 'Newer'), ...named('11')] }));
    expect(model.form.draft.value.campaign?.id).toBe('12');
  });

  it('pixels can be added and taken out beside it', () => {
    const { model } = open();
    void add(model, { kind: 'add-pixel', name: 'Ads', type: 'gapixel', tag: 'G-1' });
    changeAssignment(model, {
      pixels: [...shownAssignment(model).pixels.slice(1), { id: '9', name: 'Other' }],
    });
    expect(model.form.draft.value.pixels.map(({ id }) => id)).toEqual(['9']);
    expect(isCreating(model, 'pixels')).toBe(true);
    changeAssignment(model, { pixels: [] });
    expect(isCreating(model, 'pixels')).toBe(false);
  });

  it('"Shorten" submits the link at once: the background waits for the record', async () => {
    const { model, submitted } = open();
    void add(model, { kind: 'add-campaign', name: 'New' });
    void add(model, { kind: 'add-pixel', name: 'Ads', type: 'gapixel', tag: 'G-1' });
    void model.shorten();
    await flushMicrotasks();
    await model.shorten();
    const [campaign, pixel, ...links] = submitted;
    const shown = model.job.value && model.submittedDraft(model.job.value);
    expect([shown?.campaign?.name, shown?.pixels.map(({ name }) => name)]).toEqual(['New', ['Meta', 'Ads']]);
    expect(links).toMatchObject([
      {
        kind: 'shorten',
        // Those that were chosen before; the background puts the new ones in.
        link: { campaign: { name: 'Spring' }, pixels: [{ name: 'Meta' }] },
        awaits: [
          { field: 'campaign', id: campaign?.id, name: 'New' },
          { field: 'pixels', id: pixel?.id, name: 'Ads' },
        ],
      },
    ]);
  });

  it('is not put into a draft after its link was created', async () => {
    const { model } = open();
    void add(model, { kind: 'add-campaign', name: 'New' });
    model.job.value = jobView({ state: 'done' });
    showView(model, fullView({ campaigns: named('11') }));
    await flushMicrotasks();
    expect([model.form.draft.value.campaign?.name, isCreating(model, 'campaign')]).toEqual(['Spring', false]);
  });

  it('"Shorten" submits no link while the form of a new pixel is open', async () => {
    const { model, submitted } = open();
    create(model, 'pixels', 'Ads');
    await model.shorten();
    expect([submitted, model.nestedForms.blocksLink.value]).toEqual([[], true]);
    model.nestedForms.newPixel.value = null;
    void model.shorten();
    await flushMicrotasks();
    expect([submitted.length, model.nestedForms.blocksLink.value]).toEqual([1, false]);
  });
});

describe('a record that could not be submitted', () => {
  it.each([
    [new MessageError('not-stored'), 'not-stored'],
    [new MessageError('bad-request'), 'internal'],
    [new TypeError('a bug'), 'internal'],
  ])('by %s is waited for no longer, and its failure is of the kind %s', async (error, kind) => {
    const { model, faults } = open();
    const added = add(model, { kind: 'add-campaign', name: 'New' });
    expect(isCreating(model, 'campaign')).toBe(true);
    faults[0]?.(error);
    await expect(added).resolves.toBeUndefined();
    expect(isCreating(model, 'campaign')).toBe(false);
    expect(failedRecords(model)).toMatchObject([{ name: 'New', failure: { kind } }]);
  });

  it('is submitted again under its id, or forgotten', async () => {
    const { model, submitted, faults } = open();
    await fail(add(model, { kind: 'add-pixel', name: 'Ads', type: 'gapixel', tag: 'G-1' }), faults[0]);
    const [failed] = failedRecords(model);
    if (failed === undefined) throw new Error('It has not failed');
    const again = retry(model, failed);
    expect(submitted).toEqual([submitted[0], submitted[0]]);
    expect([isCreating(model, 'pixels'), failedRecords(model)]).toEqual([true, []]);
    await fail(again, faults[1]);
    dismiss(model, failed);
    expect(model.adding.value.size).toBe(0);
  });

  it('does not override a later choice of the user', async () => {
    const { model, faults } = open();
    await fail(add(model, { kind: 'add-campaign', name: 'New' }), faults[0]);
    model.form.change({ campaign: null });
    showView(model, fullView({ campaigns: [{ id: '11', name: 'New' }] }));
    expect(model.form.draft.value.campaign).toBeNull();
  });
});

describe('a name that is too long for a command', () => {
  it.each(['campaign', 'channel', 'pixels'] as const)('of %s is not submitted, and reported', (field) => {
    const { model, submitted } = open();
    create(model, field, 'x'.repeat(501));
    expect(submitted).toEqual([]);
    expect([isCreating(model, field), model.nestedForms.newPixel.value]).toEqual([false, null]);
    expect(failedRecords(model)).toMatchObject([{ failure: 'long-name' }]);
    create(model, field, 'x'.repeat(501));
    expect(failedRecords(model)).toHaveLength(1);
  });

  it('is counted in characters', () => {
    const { model, submitted } = open();
    create(model, 'campaign', '🙂'.repeat(500));
    expect(submitted).toHaveLength(1);
  });
});

async function fail(submitted: Promise<void>, fault?: (error: Error) => void): Promise<void> {
  fault?.(new MessageError('not-stored'));
  await submitted;
}
