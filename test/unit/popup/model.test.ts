/** The popup's model: drafts, one command a press, the result by the first of two ways, and nothing typed is lost. */
import type { Signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { MessageError } from '../../../lib/messages/client.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import { draft, sampleResult, unreachable, uuid } from '../../support/samples.ts';
import { fullView, jobView } from '../../support/sample-views.ts';
import { parseDraft, storedDraft } from '../../../lib/draft/stored-draft.ts';
import { showView } from '../../../entrypoints/popup/watch-view.ts';
import { watchAccount } from '../../../entrypoints/popup/watch-account.ts';
import { openPopup, page } from './open-popup.ts';
import { flushMicrotasks } from '../../support/flush.ts';

const ended: JobView = jobView({ state: 'done', result: sampleResult(1) });
const short = 'https://sho.rt/1';

describe('the form at the opening', () => {
  it('holds the page and the defaults; no domain is preselected unless one is a default', () => {
    expect(openPopup().model.form.draft.value).toEqual({
      address: page.address,
      title: page.title,
      campaign: { id: '1', name: 'Spring' },
      channel: null,
      pixels: [{ id: '7', name: 'Meta' }],
      alias: '',
      domain: '',
    });
  });

  it('holds the default expiration, which is sent, and can be taken out', async () => {
    const { defaults, ...rest } = fullView();
    const view = { ...rest, defaults: { ...defaults, expiry: '+1w' } };
    const { model, submitted, disk } = openPopup({ view });
    expect(disk.saves).toBe(0);
    void model.shorten();
    await flushMicrotasks();
    expect(submitted).toMatchObject([{ link: { extras: { expiry: '+1w' } } }]);
    const other = openPopup({ view });
    other.model.form.changeExtras({ expiry: '' });
    expect(other.disk.draft?.extras).toBeUndefined();
    expect(openPopup({ draft: other.disk.draft }).model.form.extras.value.expiry).toBe('');
  });

  it('holds the default domain: nothing is typed then, and another one can be chosen', async () => {
    const domain = 'https://go.example.com';
    const view = fullView({ defaults: { ...fullView().defaults, domain } });
    const { model, submitted, disk } = openPopup({ view });
    expect([model.form.draft.value.domain, model.isPristine(), disk.saves]).toEqual([domain, true, 0]);
    void model.shorten();
    await flushMicrotasks();
    expect(submitted).toMatchObject([{ link: { domain } }]);
    const other = openPopup({ view });
    other.model.form.change({ domain: '' });
    expect(other.model.isPristine()).toBe(false);
    expect(openPopup({ view, draft: other.disk.draft }).model.form.draft.value.domain).toBe('');
  });

  it('holds what was typed before, with the page’s current title, unless another page is meant', () => {
    const stored = draft({ address: `${page.address}?utm_source=x`, title: 'Old', alias: 'x' });
    expect(openPopup({ draft: stored }).model.form.draft.value).toEqual({ ...stored, title: 'A page' });
    const edited = draft({ address: 'https://example.com/edited', title: '' });
    expect(openPopup({ draft: edited }).model.form.draft.value).toEqual(edited);
    const hidden = openPopup({ draft: stored, page: { address: '', title: '', private: false } });
    expect(hidden.model.form.draft.value.title).toBe('Old');
    hidden.model.form.change({ address: 'https://example.com/other' });
    expect(hidden.model.form.draft.value.title).toBe('');
  });

  it('keeps the title of a link that is corrected, also with another URL', () => {
    const { model } = openPopup({
      draft: draft({ address: 'example', title: 'Gift box' }),
      page: { address: '', title: '', private: false },
      keepsTitle: true,
    });
    model.form.change({ address: 'https://example.com/gift' });
    expect(model.form.content()).toMatchObject({ address: 'https://example.com/gift', title: 'Gift box' });
  });
});

describe('the draft on disk', () => {
  it('is not written for an untouched form', () => {
    expect(openPopup().disk).toEqual({ draft: null, saves: 0, fails: false });
  });

  it('is written with every change', () => {
    const { model, disk } = openPopup();
    model.form.change({ alias: 'a' });
    model.form.change({ alias: 'ab' });
    expect(disk.saves).toBe(2);
    expect(disk.draft?.alias).toBe('ab');
  });

  it('is removed when what was typed is undone', () => {
    const { model, disk } = openPopup();
    model.form.change({ alias: 'a' });
    model.form.change({ alias: '' });
    expect(disk.draft?.alias ?? '').toBe('');
  });

  it('stays while a link is in progress, and is deleted once it is created', async () => {
    const { model, disk, replies } = openPopup();
    model.form.change({ alias: 'a' });
    void model.shorten();
    expect(disk.draft?.alias).toBe('a');
    replies[0]?.({ result: sampleResult(1) });
    await flushMicrotasks();
    expect(disk.draft).toBeNull();
    model.startAnother();
    expect(disk.draft).toBeNull();
    expect(model.form.draft.value.alias).toBe('');
  });

  it('is also deleted if the link was created while the popup was closed', () => {
    const stored = draft({ alias: 'a' });
    const { model, disk } = openPopup({ draft: stored, view: fullView({ jobs: [ended] }) });
    expect(model.job.value).toEqual(ended);
    expect(disk.draft).toBeNull();
  });
});

describe('the job shown at the opening', () => {
  it('is not one that was cancelled elsewhere', () => {
    const { model } = openPopup({ view: fullView({ jobs: [jobView({ state: 'cancelled' })] }) });
    expect([model.job.value, model.editable.value]).toEqual([null, true]);
  });

  it('is the page’s own only, on a page without a URL of its own', () => {
    const options = { page: { ...page, address: '' }, draft: draft({ address: page.address, alias: 'a' }) };
    const view = fullView({ jobs: [ended] });
    const other = openPopup({ ...options, view, ownJob: '' });
    expect([other.model.job.value, other.disk.draft?.alias]).toEqual([null, 'a']);
    expect(openPopup({ ...options, view, ownJob: ended.id }).model.job.value).toEqual(ended);
  });
});

describe('a form that was restored', () => {
  it('holds nothing typed once it equals the defaults again', () => {
    const typed = openPopup();
    typed.model.form.changeExtras({ note: 'x' });
    const stored = parseDraft(storedDraft(typed.disk.draft ?? draft(), false, 1));
    const { model, disk } = openPopup({ draft: stored });
    expect(model.isPristine()).toBe(false);
    model.form.changeExtras({ note: '' });
    expect([model.isPristine(), disk.draft]).toEqual([true, null]);
  });
});

describe('Shorten', () => {
  it('submits what is typed, in the form in which it is sent', () => {
    const { model, submitted } = openPopup({ page: { ...page, private: true } });
    model.form.change({ address: ' Example.com ', alias: ' x ' });
    void model.shorten();
    expect(submitted).toEqual([
      {
        id: uuid(1),
        at: 5_000,
        kind: 'shorten',
        from: 'popup',
        private: true,
        link: { ...model.form.draft.value, address: 'https://example.com/', alias: 'x' },
      },
    ]);
  });

  it('submits once, however often it is pressed', async () => {
    const { model, submitted, replies } = openPopup();
    for (let press = 0; press < 5; press++) void model.shorten();
    await flushMicrotasks();
    void model.shorten();
    replies[0]?.({ result: sampleResult(1) });
    await flushMicrotasks();
    void model.shorten();
    expect(submitted).toHaveLength(1);
  });

  it('submits nothing for an invalid URL', () => {
    const { model, submitted } = openPopup({ page: { ...page, address: 'chrome://settings/' } });
    void model.shorten();
    expect(submitted).toEqual([]);
    expect(model.job.value).toBeNull();
  });

  it.each([
    [new MessageError('not-stored'), 'not-stored'],
    [new MessageError('bad-request'), 'internal'],
    [new MessageError('failed'), 'internal'],
    // The code that submits could not be loaded.
    [new TypeError('Failed to fetch'), 'internal'],
  ])('reports %s as %s, instead of waiting forever', async (error, kind) => {
    const { model, faults } = openPopup();
    model.form.change({ alias: 'mine' });
    const asked = model.shorten();
    faults[0]?.(error);
    await expect(asked).resolves.toBeUndefined();
    expect(model.job.value).toMatchObject({ state: 'refused', failure: { kind } });
    expect(model.form.draft.value.alias).toBe('mine');
  });
});

describe('the result', () => {
  it('arrives by the quick reply, then by the stored view, and is copied once', async () => {
    const { model, replies, copies, sent } = openPopup();
    void model.shorten();
    replies[0]?.({ result: sampleResult(1) });
    await flushMicrotasks();
    expect(model.job.value?.result?.shortUrl).toBe(short);
    showView(model, fullView({ jobs: [ended] }));
    showView(model, fullView({ jobs: [] }));
    await flushMicrotasks();
    expect([copies, model.copied.value, model.job.value?.state]).toEqual([[short], short, 'done']);
    expect(sent).toEqual([]);
  });

  it('arrives by the stored view, then by the quick reply, and is copied once', async () => {
    const { model, replies, copies } = openPopup();
    void model.shorten();
    showView(model, fullView({ jobs: [jobView({ state: 'sent' })] }));
    showView(model, fullView({ jobs: [ended] }));
    replies[0]?.({ result: sampleResult(1) });
    await flushMicrotasks();
    expect([copies, model.copied.value]).toEqual([[short], short]);
  });

  it('arrives by the quick reply while the view still says queued', async () => {
    const { model, replies, copies } = openPopup();
    void model.shorten();
    showView(model, fullView({ jobs: [jobView({ state: 'queued', goesAt: 9 })] }));
    replies[0]?.({ result: sampleResult(1) });
    await flushMicrotasks();
    showView(model, fullView({ jobs: [ended] }));
    await flushMicrotasks();
    expect([copies, model.job.value?.state]).toEqual([[short], 'done']);
  });

  describe('while the clipboard has not answered', () => {
    function waitForClipboard() {
      const popup = openPopup();
      let answer = (): void => undefined;
      popup.clipboard.answers = new Promise((resolve) => (answer = resolve));
      void popup.model.shorten();
      popup.replies[0]?.({ result: sampleResult(1) });
      return { ...popup, answer };
    }

    it('is not drawn, which would delay the answer, nor copied again', async () => {
      const { model, copies, disk, answer } = waitForClipboard();
      await flushMicrotasks();
      showView(model, fullView({ jobs: [ended] }));
      showView(model, fullView({ jobs: [{ ...ended, id: uuid(50), joined: [uuid(1)] }] }));
      await flushMicrotasks();
      expect([model.job.value?.state, copies, disk.draft]).toEqual(['sent', [short], null]);
      answer();
      await flushMicrotasks();
      expect([model.job.value?.state, model.copied.value, copies]).toEqual(['done', short, [short]]);
    });

    it('is drawn after a moment nevertheless', async () => {
      vi.useFakeTimers();
      const { model, copies } = waitForClipboard();
      await vi.advanceTimersByTimeAsync(1_000);
      expect([model.job.value?.state, model.copied.value, copies]).toEqual(['done', '', [short]]);
      vi.useRealTimers();
    });

    it('does not replace the form that the user has gone back to', async () => {
      const { model, answer } = waitForClipboard();
      await flushMicrotasks();
      model.reset();
      answer();
      await flushMicrotasks();
      expect([model.job.value, model.copied.value]).toEqual([null, short]);
    });
  });

  it('is not copied if copying is off, or if the background has copied it', async () => {
    const left = openPopup();
    left.clipboard.focused = false;
    void left.model.shorten();
    left.replies[0]?.({ result: sampleResult(1) });
    await flushMicrotasks();
    expect([left.copies, left.model.job.value?.state]).toEqual([[], 'done']);
    const unwanted = openPopup({ view: fullView({ autoCopy: false }) });
    void unwanted.model.shorten();
    unwanted.replies[0]?.({ result: sampleResult(1) });
    const already = openPopup();
    void already.model.shorten();
    showView(already.model, fullView({ jobs: [{ ...ended, copied: true }] }));
    await flushMicrotasks();
    expect([unwanted.copies, already.copies]).toEqual([[], []]);
    expect([unwanted.model.copied.value, unwanted.model.job.value?.state]).toEqual(['', 'done']);
  });

  it('shows “Copied” only if it was copied', async () => {
    const { model, replies, clipboard } = openPopup({ copies: false });
    void model.shorten();
    replies[0]?.({ result: sampleResult(1) });
    await flushMicrotasks();
    expect([model.copied.value, model.copyFailed.value]).toEqual(['', short]);
    clipboard.works = true;
    await model.copy(short);
    expect([model.copied.value, model.copyFailed.value]).toEqual([short, '']);
  });

  it('a second copy is announced again, whether it succeeds or fails', async () => {
    const { model, clipboard } = openPopup({});
    const copyTwice = async (announced: Signal<string>) => {
      await model.copy(short);
      const again = model.copy(short);
      const meanwhile = announced.peek();
      await again;
      return [meanwhile, announced.peek()];
    };
    expect(await copyTwice(model.copied)).toEqual(['', short]);
    clipboard.works = false;
    expect(await copyTwice(model.copyFailed)).toEqual(['', short]);
  });

  it('a failed copy is not reported for the next link', async () => {
    const { model, replies } = openPopup({ copies: false });
    void model.shorten();
    replies[0]?.({ result: sampleResult(1) });
    await flushMicrotasks();
    model.startAnother();
    expect(model.copyFailed.value).toBe('');
  });

  it('a refusal keeps everything typed', () => {
    const state = 'refused';
    const { model, disk, sent } = openPopup();
    model.form.change({ alias: 'taken', channel: { id: '2', name: 'Mail' } });
    void model.shorten();
    showView(model, fullView({ jobs: [jobView({ state, failure: unreachable })] }));
    expect(model.job.value).toMatchObject({ state, failure: unreachable });
    model.reset();
    expect(model.job.value).toBeNull();
    expect(model.form.draft.value).toMatchObject({ alias: 'taken', channel: { id: '2' } });
    expect(disk.draft?.alias).toBe('taken');
    expect(sent).toEqual([`acknowledge ${uuid(1)}`]);
    void model.shorten();
    expect(model.job.value?.id).toBe(uuid(2));
  });

  it('an unknown outcome hides the form until the job has ended', async () => {
    const { model, copies, disk } = openPopup();
    model.form.change({ alias: 'mine' });
    void model.shorten();
    const unknown = jobView({ state: 'unknown', failure: unreachable, waits: 'look', goesAt: 9 });
    showView(model, fullView({ jobs: [unknown] }));
    expect([model.job.value, model.editable.value, disk.draft?.alias]).toEqual([unknown, false, 'mine']);
    showView(model, fullView({ jobs: [ended] }));
    await flushMicrotasks();
    expect([copies, disk.draft]).toEqual([[short], null]);
  });

  it('a failure that is retried successfully ends as created', async () => {
    const { model, copies } = openPopup();
    void model.shorten();
    showView(model, fullView({ jobs: [jobView({ state: 'refused', failure: unreachable })] }));
    showView(model, fullView({ jobs: [jobView({ state: 'queued' })] }));
    showView(model, fullView({ jobs: [ended] }));
    await flushMicrotasks();
    expect([model.job.value?.state, copies]).toEqual(['done', [short]]);
  });

  it('a cancelled job returns to the form', () => {
    const { model, sent } = openPopup();
    model.form.change({ alias: 'a' });
    void model.shorten();
    showView(model, fullView({ jobs: [jobView({ state: 'cancelled' })] }));
    expect(model.withdrawn.value).toBe('canceled');
    expect(model.job.value).toBeNull();
    expect(model.form.draft.value.alias).toBe('a');
    expect(sent).toEqual([`acknowledge ${uuid(1)}`]);
  });

  it('a view without the job that was just submitted changes nothing', () => {
    const { model } = openPopup();
    void model.shorten();
    showView(model, fullView());
    expect(model.job.value?.id).toBe(uuid(1));
  });

  it('a job that has left the view (cancelled, cleared by a disconnect) is not waited for', () => {
    const { model } = openPopup();
    void model.shorten();
    showView(model, fullView({ jobs: [jobView()] }));
    showView(model, fullView({ connected: false }));
    expect(model.job.value).toBeNull();
  });
});

describe('a job that an earlier opening left', () => {
  it('is followed to its end', async () => {
    const { model, copies, disk } = openPopup({ view: fullView({ jobs: [jobView()] }) });
    expect(model.job.value?.state).toBe('queued');
    showView(model, fullView({ jobs: [ended] }));
    await flushMicrotasks();
    expect([copies, model.job.value?.state, disk.draft]).toEqual([[short], 'done', null]);
  });

  it.each([
    ['of another page', { subject: 'https://example.com/other' }],
    ['of the menu', { from: 'menu' }],
    ['that adds a campaign', { kind: 'add-campaign' }],
  ] as const)('%s is not shown instead of the form', (_name, change) => {
    expect(openPopup({ view: fullView({ jobs: [jobView(change)] }) }).model.job.value).toBeNull();
  });

  it('is found by an edited URL', () => {
    const stored = draft({ address: 'example.com/edited' });
    const jobs = [jobView({ subject: 'https://example.com/edited' })];
    expect(openPopup({ draft: stored, view: fullView({ jobs }) }).model.job.value).toEqual(jobs[0]);
  });
});

describe('a link of the page that appears in the view while the popup is open', () => {
  const appeared = fullView({ jobs: [ended] });

  it('is shown if nothing is typed, without being copied', () => {
    const { model, copies } = openPopup();
    showView(model, fullView({ jobs: [jobView({ state: 'sent' })] }), false);
    expect(model.job.value).toBeNull();
    showView(model, appeared, false);
    expect(model.job.value).toEqual(ended);
    expect(copies).toEqual([]);
  });

  it('is not shown over what is typed, nor once it was seen, nor if it is another page’s', () => {
    const typing = openPopup();
    typing.model.form.change({ alias: 'own' });
    showView(typing.model, appeared, false);
    expect(typing.model.job.value).toBeNull();
    const adding = openPopup();
    adding.model.nestedForms.newPixel.value = { name: 'P', type: '', tag: 'typed' };
    showView(adding.model, appeared, false);
    expect(adding.model.job.value).toBeNull();
    const seen = openPopup();
    showView(seen.model, appeared, true);
    expect(seen.model.job.value).toBeNull();
    const { model } = openPopup();
    showView(model, fullView({ jobs: [{ ...ended, subject: 'https://example.com/other' }] }), false);
    expect(model.job.value).toBeNull();
  });
});

describe('“Create another”', () => {
  it('has no choices of another account, and the defaults of the one that is connected by then', () => {
    const { model } = openPopup({ view: fullView({ scope: 'here' }) });
    const unwatch = watchAccount(model, model.changeDefaults);
    const domain = 'https://there.example.com';
    const defaults = { ...fullView().defaults, campaign: { id: '31', name: 'There' }, domain };
    const record = { id: uuid(9), at: 1, private: false, kind: 'add-campaign', name: 'Summer' } as const;
    model.adding.value = new Map([[record.id, record]]);
    showView(model, fullView({ scope: 'there', defaults }));
    unwatch();
    expect(model.form.draft.value).toMatchObject({ campaign: null, domain: '' });
    expect(model.adding.value.size).toBe(0);
    // A form that is open gets none that was not chosen.
    expect(model.defaults.value).toMatchObject({ campaign: { id: '31' }, domain });
  });

  it('starts another link with what was sent, without its alias', async () => {
    const { model, replies, sent } = openPopup();
    model.form.change({ alias: 'a', address: 'https://example.com/edited' });
    model.nestedForms.presetName.value = 'Fair';
    void model.shorten();
    replies[0]?.({ result: sampleResult(1) });
    await flushMicrotasks();
    model.startAnother();
    const first = openPopup().model.form.draft.value;
    expect(model.form.draft.value).toEqual({ ...first, address: 'https://example.com/edited', title: '' });
    expect(model.nestedForms.presetName.value).toBeNull();
    expect([model.job.value, model.copied.value, sent]).toEqual([null, '', [`acknowledge ${uuid(1)}`]]);
  });
});

describe('a press for a link that is in progress', () => {
  const underWay = jobView({ id: uuid(50), from: 'popup', state: 'sent', joined: [uuid(1)] });

  it('shows the job that it has joined, and its result', async () => {
    const { model, sent } = openPopup();
    void model.shorten();
    showView(model, fullView({ jobs: [underWay] }));
    expect(model.job.value).toEqual(underWay);
    showView(model, fullView({ jobs: [{ ...underWay, state: 'done', result: sampleResult(1) }] }));
    await flushMicrotasks();
    expect([model.job.value?.state, sent]).toEqual(['done', []]);
  });

  it('gets the result by its own reply, too', async () => {
    const { model, replies, copies } = openPopup();
    void model.shorten();
    showView(model, fullView({ jobs: [underWay] }));
    replies[0]?.({ result: sampleResult(1) });
    await flushMicrotasks();
    expect([model.job.value?.state, copies]).toEqual(['done', [short]]);
  });

  it('"Create another" joins no job', async () => {
    const known = { id: '9', shortUrl: short, title: '', clicks: null, at: 1 };
    const there = openPopup({ known });
    void there.model.shorten();
    expect(there.submitted).toMatchObject([{ another: true }]);
    const { model, replies, submitted } = openPopup();
    void model.shorten();
    replies[0]?.({ result: sampleResult(1) });
    await flushMicrotasks();
    model.startAnother();
    void model.shorten();
    expect(submitted.map((command) => 'another' in command)).toEqual([false, true]);
  });
});

it('a draft that can’t be stored is reported until one is', async () => {
  const { model, disk } = openPopup();
  disk.fails = true;
  model.form.change({ alias: 'a' });
  await flushMicrotasks();
  expect(model.draftFailed.value).toBe(true);
  disk.fails = false;
  model.form.change({ alias: 'ab' });
  await flushMicrotasks();
  expect([model.draftFailed.value, disk.draft?.alias]).toEqual([false, 'ab']);
});

it('“Shorten” reports code that can’t be loaded, and keeps the form', async () => {
  const { model, submitted } = openPopup({ optionsCheckFails: true });
  model.form.changeExtras({ note: 'n' });
  await model.shorten();
  expect(submitted).toEqual([]);
  expect(model.job.value).toMatchObject({ state: 'refused', failure: { kind: 'internal' } });
  expect(model.editable.value).toBe(true);
});

it('a link that is sent again names the refused one, which is acknowledged with it', async () => {
  const { model, submitted, replies } = openPopup();
  void model.shorten();
  replies[0]?.(null);
  const [first] = submitted;
  const refused = jobView({ id: first?.id ?? '', state: 'refused', subject: page.address });
  showView(model, fullView({ jobs: [refused] }));
  void model.shorten();
  await flushMicrotasks();
  expect(submitted.map((command) => 'replaces' in command && command.replaces)).toEqual([false, first?.id]);
});
