/** The status of the submitted link in the popup, and the notices about other jobs. */
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, find, fire, root, settle, textsOf } from '../../../support/dom.ts';
import { JobStatus } from '../../../../entrypoints/popup/status/job-status.tsx';
import { Notices } from '../../../../entrypoints/popup/status/notices.tsx';
import { StatusBar } from '../../../../entrypoints/popup/status/status-bar.tsx';
import { formatList } from '../../../../lib/i18n/format.ts';
import { displayUrl } from '../../../../lib/i18n/truncate.ts';
import type { JobView } from '../../../../lib/views/job-view.ts';
import type { PopupView } from '../../../../lib/views/popup-view.ts';
import { sampleResult, uuid } from '../../../support/samples.ts';
import { speak } from '../../../support/speak.ts';
import { fullView, jobView } from '../../../support/sample-views.ts';
import { openPopup, page } from '../open-popup.ts';
import { inOrder, msg, msgCount, msgPattern, msgWithin } from '../../../support/texts.ts';

const edited = vi.hoisted((): string[] => []);
vi.mock('../../../../entrypoints/popup/status/edit-failed-link.ts', () => ({
  editFailedLink: async (_model: unknown, { id }: JobView) => void edited.push(id),
}));

// Failures, questions, and the status bar without links load with the first.
await import('../../../../entrypoints/popup/status/problems.tsx');
await import('../../../../entrypoints/popup/status/idle-status.tsx');

beforeEach(() => speak());

const now = 5_000;
const question = { shortUrl: 'https://sho.rt/x', address: 'https://example.com/page' };
const lost = { kind: 'timed-out' } as const;

const pressable = () =>
  [...root.querySelectorAll('button')].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent ?? '',
  );

async function press(name: string): Promise<void> {
  await fire(root.querySelectorAll('button')[pressable().indexOf(name)] ?? root, 'click');
}

const said = (role: string) => textsOf(`[role=${role}]`).filter((text) => text.trim() !== '');

describe('the popup’s own link', () => {
  async function open(change: Partial<JobView>, view: Partial<PopupView> = {}, isPrivate = false) {
    await draw(null);
    const job = jobView(change);
    const popup = openPopup({
      view: fullView({ ...view, jobs: [job] }),
      page: { ...page, private: isPrivate },
    });
    await draw(<JobStatus model={popup.model} job={job} />);
    await settle();
    return popup;
  }

  it.each([
    ['is sent', { state: 'sent' }, msg('shortening'), []],
    ['is sent immediately', {}, msg('shortening'), [msg('cancel')]],
    [
      'waits for the limit',
      { waits: 'limit', goesAt: 17_000 },
      msg('waitingForLimit', msgCount('seconds', 12)),
      [msg('cancel')],
    ],
    [
      'is tried again',
      { waits: 'retry', goesAt: 13_000 },
      msg('retriesIn', msgCount('seconds', 8)),
      [msg('cancel')],
    ],
    ['is looked for', { state: 'unknown', failure: lost }, msg('checkingCreated'), []],
    [
      'is looked for again',
      { state: 'unknown', failure: lost, waits: 'look', goesAt: 17_000 },
      msg('checkingAgain', msgCount('seconds', 12)),
      [msg('stopChecking')],
    ],
  ] as const)('%s: said without a failure, the seconds in a timer', async (_name, change, text, names) => {
    await open(change);
    expect([
      said('status').map((one) => names.reduce((text, name) => text.replace(name, ''), one)),
      said('timer'),
      said('alert'),
    ]).toEqual([[text], [text], []]);
    expect(pressable()).toEqual(names);
  });

  it.each([
    ['had an error', { kind: 'unreachable', status: 503, message: null }, msg('sendServerError', '503')],
    ['gave no response', lost, msg('sendNoResponse')],
    ['showed a page', { kind: 'not-an-api', status: 200, host: 'sho.rt' }, msg('sendUnreadable', '200')],
  ] as const)('says why it is looked for: the service %s', async (_name, sendFailure, text) => {
    await open({ state: 'unknown', waits: 'look', goesAt: 17_000, sendFailure });
    expect(said('status').join()).toContain(text);
  });

  it('is no longer looked for where the user stops that, and the form is there for another link', async () => {
    const { model, sent } = await open({ state: 'unknown', waits: 'look', goesAt: 17_000 });
    model.job.value = jobView({ state: 'unknown' });
    await press(msg('stopChecking'));
    expect(sent).toContain(`decide ${uuid(1)} dismiss`);
    expect(model.job.value).toBeNull();
    expect(model.withdrawn.value).toBe('unconfirmed');
  });

  it('says that a held link can still be canceled', async () => {
    await open({ waits: 'hold', goesAt: 10_000 });
    expect(said('timer')).toEqual([msg('creatingIn', msgCount('seconds', 5))]);
    expect(said('status').join()).toContain(msg('canStillCancel'));
    await open({ waits: 'limit', goesAt: 10_000 });
    expect(said('status').join()).not.toContain(msg('canStillCancel'));
  });

  it('creates a delayed link now where the user wants that, unless nothing can be sent', async () => {
    const delayed = { waits: 'hold', goesAt: 10_000 } as const;
    const { sent } = await open(delayed);
    expect(pressable()).toEqual([msg('createNow'), msg('cancel')]);
    await press(msg('createNow'));
    expect(sent).toEqual([`skip-delay ${uuid(1)}`]);
    await open(delayed, { blockReason: { why: 'offline', failure: null, until: null } });
    expect(pressable()).toEqual([msg('cancel')]);
  });

  it.each([
    ['waits', { waits: 'limit', goesAt: 17_000 }, true],
    ['is looked for', { state: 'unknown', failure: lost }, true],
    ['is sent immediately', {}, false],
    ['is sent', { state: 'sent' }, false],
    ['is created', { state: 'done', result: sampleResult(1) }, false],
  ] as const)('warns about closing the browser in a private window: %s', async (_name, change, tells) => {
    await open(change, {}, true);
    expect(said('status').join().includes(msg('privateLinkQueued'))).toBe(tells);
    await open(change);
    expect(said('status').join()).not.toContain(msg('privateLinkQueued'));
  });

  it.each([
    ['offline', msg('waitingForConnection')],
    ['failure', msg('jobPaused')],
  ] as const)('waits for the end of a pause: %s', async (why, text) => {
    const { sent } = await open({}, { blockReason: { why, failure: null, until: null } });
    expect(said('timer')).toEqual([text]);
    await press(msg('cancel'));
    expect(sent).toEqual([`cancel ${uuid(1)}`]);
  });

  it('shows the names of all pixels whole: the style sheet cuts them at the end', async () => {
    const pixels = ['Short videos', 'Recipes', 'Hiring page', 'Autumn audience'];
    await open({ state: 'done', result: sampleResult(1), linkSummary: { pixels } });
    expect(textsOf('.what-was-set bdi')).toEqual([formatList(pixels)]);
  });

  it('shows its position in the queue, behind the links that were submitted before it', async () => {
    await draw(null);
    const before = (n: number, change: Partial<JobView> = {}) => jobView({ id: uuid(n), at: 1, ...change });
    const job = jobView({ at: 2, waits: 'limit', goesAt: 17_000 });
    const jobs = [before(2), before(3), before(4, { at: 3 }), before(5, { from: 'bulk' }), job];
    const { model } = openPopup({ view: fullView({ jobs }) });
    await draw(<JobStatus model={model} job={job} />);
    expect(said('status')[0]).toContain(msg('queuePosition', '3'));
  });

  it.each([
    ['waits', { waits: 'limit', goesAt: 17_000 }, true],
    ['is sent immediately', {}, false],
    ['is looked for', { state: 'unknown', failure: lost }, false],
    ['is looked for later', { state: 'unknown', failure: lost, waits: 'look', goesAt: 17_000 }, true],
  ] as const)('says that the popup may be closed: %s', async (_name, change, tells) => {
    const note = msg('closePopupNote', msg('recent'));
    await open(change);
    expect(root.textContent?.includes(note)).toBe(tells);
    // A notice says what it waits for instead.
    await open(change, { blockReason: { why: 'failure', failure: null, until: null } });
    expect(root.textContent).not.toContain(note);
    // There, the link would be lost with the browser.
    await open(change, {}, true);
    expect(root.textContent).not.toContain(note);
  });

  it.each([
    ['is copied after its delay', true, msg('closeDelayedNote')],
    [
      'is only created then, where links are not copied automatically',
      false,
      msg('closePopupNote', msg('recent')),
    ],
  ])('says of a link that is delayed that it %s', async (_case, autoCopy, note) => {
    await open({ waits: 'hold', goesAt: 17_000 }, { autoCopy });
    expect(root.textContent).toContain(note);
  });

  it('prompts the user about a link that may be another user’s', async () => {
    const { sent } = await open({ state: 'unknown', failure: lost, question });
    expect(said('status')[0]).toMatch(inOrder(msg('ambiguousLink'), 'sho.rt/x'));
    expect([said('alert'), pressable()]).toEqual([[], [msg('useThisLink'), msg('createAnotherLink')]]);
    await press(msg('useThisLink'));
    await press(msg('createAnotherLink'));
    expect(sent).toEqual([`decide ${uuid(1)} use`, `decide ${uuid(1)} again`]);
  });

  it('prompts the user with the options that can’t be seen on the link', async () => {
    await open({
      state: 'unknown',
      failure: lost,
      question: { ...question, notShown: ['password', 'targets'] },
    });
    expect(said('status')[0]).toContain(msg('notShownOnLink', `${msg('password')}, ${msg('targets')}`));
  });

  it('offers to retry or dismiss a job that was not found', async () => {
    const { sent, model } = await open({
      state: 'unknown',
      failure: lost,
      question: { shortUrl: '', address: '', unconfirmed: true },
    });
    expect(said('status')[0]).toContain(`${msg('unconfirmed')}${msg('retry')}`);
    expect([said('alert'), pressable()]).toEqual([[], [msg('retry'), msg('dismiss')]]);
    await press(msg('retry'));
    expect(sent).toEqual([`decide ${uuid(1)} again`]);
    await press(msg('dismiss'));
    expect(sent).toContain(`decide ${uuid(1)} dismiss`);
    expect(model.job.value).toBeNull();
  });

  it('says that a link existed already', async () => {
    await open({ state: 'done', result: { ...sampleResult(1), existing: true } });
    expect(said('status')[0]).toContain(msg('linkExisted'));
  });

  it('shows a created link with its actions, announced once', async () => {
    await open({ state: 'done', result: sampleResult(1) });
    const names = [msg('copy'), msg('open'), msg('qrCode'), msg('share'), msg('moreActions'), msg('addTo')];
    await expect.poll(pressable).toEqual(names);
    const forGood = msg('linksNotEditable');
    expect(root.textContent?.split(forGood)).toHaveLength(2);
    // The way out for a link that was a mistake.
    expect(find('.ending a').getAttribute('href')).toBe(fullView().site);
    // No panel that opens and closes is inside the status element.
    expect(find('[role=status]').querySelector('button')).toBeNull();
  });

  it('loads a panel of a created link when its button is pressed', async () => {
    const { model, copies } = await open({ state: 'done', result: sampleResult(1) });
    expect(root.querySelector('svg[role=img]')).toBeNull();
    await press(msg('qrCode'));
    await expect.poll(() => find('svg[role=img]').getAttribute('aria-label')).toMatch(msgPattern('qrCodeOf'));
    await press(msg('moreActions'));
    await expect.poll(() => pressable()).toContain(msg('markdown'));
    expect(root.querySelector('svg[role=img]')).toBeNull();
    expect(pressable()).toContain(msg('linkDetails'));
    expect(pressable()).toContain(msg('createAnother'));
    await press(msg('markdown'));
    const markdown = `[A page](${sampleResult(1).shortUrl})`;
    await expect.poll(() => said('status')).toContain(msg('copiedAs', msg('markdown')));
    expect([copies, model.copied.value]).toEqual([[markdown], sampleResult(1).shortUrl]);
    expect(said('status')[0]).toContain(msg('copied'));
  });

  it('shows why a link was refused, below the form', async () => {
    await open({ state: 'refused', failure: { kind: 'refused', status: 400, message: 'Taken' } });
    expect(said('alert')[0]).toMatch(msgWithin('failureRejectedBecause', 'Taken'));
    expect(pressable()).toEqual([]);
  });
});

describe('the notices about other jobs', () => {
  async function open(view: Partial<PopupView>, change: Partial<typeof page> = {}) {
    await draw(null);
    const popup = openPopup({ view: fullView(view), page: { ...page, ...change } });
    await draw(
      <>
        <Notices model={popup.model} hasStatusBar />
        <footer>
          <StatusBar model={popup.model} />
        </footer>
      </>,
    );
    await settle();
    return popup;
  }
  const other = (n: number, change: Partial<JobView> = {}) =>
    jobView({ id: uuid(n), subject: `https://example.com/other-${n}`, ...change });

  it('are empty without other jobs', async () => {
    await open({});
    expect(root.textContent).toBe('');
  });

  it.each([
    [
      [other(2, { goesAt: 17_000, waits: 'limit' })],
      `${msgCount('linksQueued', 1)} · ${msg('nextIn', msgCount('seconds', 12))}`,
    ],
    [[other(2), other(3, { state: 'sent' })], msgCount('linksQueued', 1)],
  ])('the only link that waits, in one line: %#', async (jobs, line) => {
    await open({ jobs });
    expect(textsOf('.notices .banner p')[0]).toBe(line);
    // Without its seconds.
    expect([said('status'), said('alert')]).toEqual([[msgCount('jobsQueued', 1)], []]);
    expect(pressable().at(-1)).toBe(msg('activity'));
    expect(root.querySelector('footer .service-status')).toBeNull();
  });

  it.each([
    [
      [other(2), other(3, { goesAt: now + 500, waits: 'hold' }), other(4, { goesAt: 1 })],
      msgCount('jobsQueued', 3),
      msg('queuedNext', msgCount('jobsQueued', 3), msgCount('seconds', 1)),
    ],
    [
      [other(2, { state: 'sent' }), other(3, { state: 'unknown', failure: lost })],
      msgCount('jobsInProgress', 2),
      msgCount('jobsInProgress', 2),
    ],
    [
      [other(3, { state: 'unknown', failure: lost, goesAt: now + 12_000 })],
      msgCount('jobsUnconfirmed', 1),
      msgCount('jobsUnconfirmed', 1),
    ],
    // Its bulk would pause, if it was canceled here.
    [[other(2, { from: 'bulk' })], msgCount('jobsQueued', 1), msgCount('jobsQueued', 1)],
  ])('links of other pages in the status bar, on the way to Activity: %#', async (jobs, count, shown) => {
    await open({ jobs });
    // The seconds are not announced.
    expect([said('status'), said('alert')]).toEqual([[count], []]);
    expect(pressable()).toEqual([shown]);
    expect(find('footer button').getAttribute('title')).toBe(msg('activity'));
  });

  it('paused links in the status bar, while nothing can be sent', async () => {
    const failure = { kind: 'key', status: 401, message: null } as const;
    await open({
      jobs: [other(2), other(3), other(4, { state: 'unknown', failure: lost })],
      blockReason: { why: 'failure', failure, until: null },
    });
    expect(pressable()).toContain(msgCount('linksPaused', 3));
  });

  it('a link of a right-click that was not copied, until it is copied or dismissed', async () => {
    const late = (n: number) =>
      other(n, {
        from: 'menu',
        state: 'done',
        result: { ...sampleResult(n), shortUrl: `https://sho.rt/${n}` },
      });
    const texts = () => textsOf('.notices .banner p');
    const { model, sent, copies } = await open({ jobs: [late(2), late(3)] });
    expect(texts()).toEqual(expect.arrayContaining([msg('createdNotCopied'), 'sho.rt/2']));
    await press(msg('copy'));
    await expect.poll(() => sent).toEqual([`acknowledge ${uuid(2)}`]);
    expect([texts()[0], copies]).toEqual([msg('copied'), ['https://sho.rt/2']]);
    model.view.value = { ...model.view.peek(), jobs: [] };
    await settle();
    expect(texts()[0]).toBe(msg('copied'));
    const next = await open({ jobs: [late(3)] });
    await press(msg('dismiss'));
    expect(next.sent).toEqual([`acknowledge ${uuid(3)}`]);
  });

  it.each([
    ['was copied automatically', { copied: true }, true],
    ['was not to be copied', {}, false],
  ])('a link of a right-click that %s is not offered again', async (_name, change, autoCopy) => {
    const result = { ...sampleResult(2), shortUrl: 'https://sho.rt/2' };
    await open({ autoCopy, jobs: [other(2, { from: 'menu', state: 'done', result, ...change })] });
    expect(textsOf('.notices .banner p')).toEqual([]);
  });

  it.each([
    [[], msg('offlineStatus'), msg('offline')],
    [[jobView(), other(2)], msgCount('offlineQueued', 2), msgCount('offlineLinks', 2)],
  ])('a lost connection in the status bar: %#', async (jobs, shown, title) => {
    await open({ jobs, blockReason: { why: 'offline', failure: null, until: null } });
    expect(find('footer p').textContent).toBe(shown);
    expect(find('footer p').getAttribute('title')).toBe(title);
    expect(said('status')).toEqual([title]);
  });

  it('what is announced appears in an element that was there before', async () => {
    const { model } = await open({});
    const status = find('footer [role=status]');
    const blockReason = { why: 'offline', failure: null, until: null } as const;
    await act(() => void (model.view.value = { ...model.view.value, blockReason }));
    expect([find('footer [role=status]') === status, status.textContent]).toEqual([true, msg('offline')]);
  });

  it('no service in the status bar', async () => {
    await open({ connected: false, site: '' });
    expect(find('footer').textContent).toBe(msg('notConnectedStatus'));
  });

  it('all of them where there is no status bar: on the link page', async () => {
    await draw(null);
    const { model } = openPopup({ view: fullView({ jobs: [other(2), other(3)] }) });
    await draw(<Notices model={model} />);
    expect(pressable()).toEqual([msgCount('jobsQueued', 2)]);
  });

  it('offer to cancel the only waiting job', async () => {
    const { sent } = await open({ jobs: [other(2), other(3, { state: 'sent' })] });
    await press(msg('cancelNamed', 'example.com/other-2'));
    expect(sent).toEqual([`cancel ${uuid(2)}`]);
    await open({ jobs: [other(2), other(3)] });
    expect(pressable()).toEqual([msgCount('jobsQueued', 2)]);
  });

  it('exclude the popup’s own job, and records added in a picker', async () => {
    await open({ jobs: [jobView(), other(2, { kind: 'add-campaign', subject: 'Spring' })] });
    expect(root.textContent).toBe('');
  });

  it('name the page of a question', async () => {
    const { sent } = await open({ jobs: [other(2, { state: 'unknown', failure: lost, question })] });
    expect(said('alert')[0]).toContain(`example.com/other-2${msg('ambiguousLink')}`);
    await press(msg('createAnotherLink'));
    expect(sent).toEqual([`decide ${uuid(2)} again`]);
  });

  it('show unconfirmed jobs of every kind', async () => {
    const unconfirmed = { shortUrl: '', address: '', unconfirmed: true };
    const { sent } = await open({
      jobs: [other(2, { state: 'unknown', kind: 'add-campaign', failure: lost, question: unconfirmed })],
    });
    expect(said('alert')[0]).toContain(`example.com/other-2${msg('unconfirmed')}`);
    await press(msg('dismiss'));
    expect(sent).toEqual([`decide ${uuid(2)} dismiss`]);
  });

  it('ask about a campaign by its name, and not as a link', async () => {
    const candidate = { shortUrl: '', address: 'Spring' };
    const { sent } = await open({
      jobs: [other(2, { state: 'unknown', kind: 'add-campaign', failure: lost, question: candidate })],
    });
    expect(said('alert')[0]).toContain(`${msg('ambiguousItem')} Spring`);
    expect(said('alert')[0]).not.toContain(msg('destinationLabel'));
    await press(msg('useThisItem'));
    expect(sent).toEqual([`decide ${uuid(2)} use`]);
  });

  it.each([
    ['delete', 'couldNotDelete'],
    ['update', 'couldNotUpdate'],
  ] as const)('say which change of a record failed: %s', async (act, heading) => {
    await open({
      jobs: [other(2, { state: 'refused', kind: 'change', act, subject: 'Spring', failure: lost })],
    });
    expect(said('alert')[0]).toContain(msg(heading, 'Spring'));
  });

  it('offer to edit a refused link, and no other job', async () => {
    await open({ jobs: [other(2, { state: 'refused', failure: lost })] });
    await press(msg('editFailedNamed', 'example.com/other-2'));
    expect(edited).toEqual([uuid(2)]);
    await open({ jobs: [other(3, { state: 'refused', kind: 'add-campaign', subject: 'S', failure: lost })] });
    expect(pressable()).toEqual([msg('tryAgain'), msg('dismiss')]);
  });

  it('offer to retry or dismiss a refused job', async () => {
    const { sent } = await open({ jobs: [other(2, { state: 'refused', failure: lost })] });
    expect(said('alert')[0]).toMatch(msgWithin('couldNotShorten', 'example.com/other-2'));
    await press(msg('tryAgain'));
    await press(msg('dismiss'));
    expect(sent).toEqual([`retry ${uuid(2)}`, `acknowledge ${uuid(2)}`]);
  });

  it('several problems are one line, which leads to Activity', async () => {
    await open({
      jobs: [
        other(2, { state: 'refused', failure: lost }),
        other(3, { state: 'unknown', failure: lost, question }),
        other(4, { state: 'sent' }),
      ],
    });
    expect(said('alert')).toEqual([msgCount('itemsNeedAttention', 2)]);
    expect(pressable()).toEqual([msgCount('itemsNeedAttention', 2)]);
  });

  it('one problem is that line, too, below a failure of the same URL, or where sending is paused', async () => {
    const one = other(2, { state: 'refused', failure: lost });
    const same = other(4, { state: 'refused', failure: lost, from: 'menu', subject: page.address });
    await open({ jobs: [one, same] });
    expect(said('alert')[1]).toBe(msgCount('itemsNeedAttention', 1));
    await open({ jobs: [one], blockReason: { why: 'failure', failure: lost, until: null } });
    expect(said('alert')[1]).toBe(msgCount('itemsNeedAttention', 1));
  });

  it('a failure is that line after some minutes, a question is not', async () => {
    const minutes = (count: number) => count * 60_000;
    const failed = (n: number, endedAt: number) => other(n, { state: 'refused', failure: lost, endedAt });
    await open({ jobs: [failed(2, now - minutes(9))] });
    expect(said('alert')[0]).toMatch(msgWithin('couldNotShorten', 'example.com/other-2'));
    await open({ jobs: [failed(2, now - minutes(11))] });
    expect(said('alert')).toEqual([msgCount('itemsNeedAttention', 1)]);
    await open({
      jobs: [other(3, { state: 'unknown', failure: lost, question, at: now - minutes(11) })],
    });
    expect(said('alert')[0]).toContain(msg('ambiguousLink'));
  });

  it('a problem is that line beside the popup’s own link, and in a form that belongs to no page', async () => {
    const jobs = [other(2, { state: 'refused', failure: lost })];
    const created = jobView({ state: 'done', result: sampleResult(1), subject: page.address });
    await open({ jobs: [created, ...jobs] });
    expect(said('alert')).toEqual([msgCount('itemsNeedAttention', 1)]);
    await open({ jobs }, { address: '' });
    expect(said('alert')).toEqual([msgCount('itemsNeedAttention', 1)]);
    // The popup has opened for it.
    await open({ jobs, autoOpened: { at: now, copied: null } }, { address: '' });
    expect(said('alert')[0]).toMatch(msgWithin('couldNotShorten', 'example.com/other-2'));
  });

  it('in a private window all are shown in full: Activity opens in an ordinary one, which has none of them', async () => {
    const jobs = [
      other(2, { state: 'refused', failure: lost, private: true }),
      other(3, { state: 'unknown', failure: lost, question, private: true }),
    ];
    const { sent } = await open({ jobs }, { private: true });
    expect(said('alert')).toHaveLength(2);
    await press(msg('useThisLink'));
    expect(sent).toEqual([`decide ${uuid(3)} use`]);
  });

  it('a problem of the same URL is shown in full beside that line', async () => {
    await open({
      jobs: [
        other(2, { state: 'refused', failure: lost }),
        other(3, { state: 'refused', failure: lost }),
        other(4, { state: 'refused', failure: lost, from: 'menu', subject: page.address }),
      ],
    });
    expect(said('alert')).toEqual([
      expect.stringMatching(msgWithin('couldNotShorten', displayUrl(page.address))),
      msgCount('itemsNeedAttention', 2),
    ]);
  });

  it('offer to resume a paused queue', async () => {
    const failure = { kind: 'no-permission', origin: 'https://sho.rt' } as const;
    const { sent } = await open({ blockReason: { why: 'failure', failure, until: null } });
    expect(said('alert')[0]).toContain(msg('failurePermission', 'sho.rt'));
    expect(pressable()).toEqual([msg('openSettings'), msg('tryAgainNow')]);
    await press(msg('tryAgainNow'));
    expect(sent).toEqual(['retry-now']);
  });

  it('report failing storage and damaged data', async () => {
    await open({ storageFailing: true, damaged: true });
    expect(said('alert')[0]).toContain(msg('storageFailing'));
    expect(find('.banner').textContent).toContain(msg('damagedNotice'));
  });
});
