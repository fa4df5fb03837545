/** A record that is created in place is submitted once, and chosen as soon as the view has it. */
import { describe, expect, it } from 'vitest';
import { add, chooseAdded } from '../../../../entrypoints/popup/form/create-record.ts';
import { unreachable, uuid } from '../../outbox/samples.ts';
import { fullView, jobView } from '../samples.ts';
import { showView } from '../../../../entrypoints/popup/show-view.ts';
import { openPopup, page } from '../stand-in.ts';

function open() {
  const popup = openPopup({ page: { ...page, private: true } });
  chooseAdded(popup.model);
  return popup;
}

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
    showView(model, fullView({ campaigns: list('11'), channels: list('12'), pixels: list('13') }));
    expect(model.form.draft.value).toMatchObject({ channel: { id: '12' } });
    expect(model.form.draft.value.pixels.map(({ id }) => id)).toEqual(['7', '13']);
    expect(model.adding.value.size).toBe(0);
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

  it('still waits for a record whose answer was lost', () => {
    const { model } = open();
    void add(model, { kind: 'add-campaign', name: 'New' });
    const jobs = [jobView({ kind: 'add-campaign', subject: 'New', state: 'unknown', failure: unreachable })];
    showView(model, fullView({ jobs }));
    expect(model.adding.value.size).toBe(1);
    showView(model, fullView({ campaigns: [{ id: '11', name: 'New' }] }));
    expect(model.form.draft.value.campaign?.id).toBe('11');
  });

  it('no longer waits for a record whose intent could not be written', async () => {
    const { model, faults } = open();
    const added = add(model, { kind: 'add-campaign', name: 'New' });
    faults[0]?.(new Error('disk full'));
    await expect(added).resolves.toBeUndefined();
    expect(model.adding.value.size).toBe(0);
  });
});
