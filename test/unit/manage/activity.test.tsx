/** The section "Activity" as it is rendered and read out. */
import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';
import { draw, find, fire, root, textsOf, until } from '../../support/dom.ts';
import { Manage } from '../../../entrypoints/manage/manage.tsx';
import { createRouter } from '../../../entrypoints/manage/router.ts';
import { createSectionModels } from '../../../entrypoints/manage/section-props.ts';
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import { sampleResult, uuid } from '../../support/samples.ts';
import { activityView, jobView } from '../../support/sample-views.ts';
import { speak } from '../../support/speak.ts';
import { fakeSectionDeps } from './section-deps.ts';
import { bulkOf, noRows } from '../../support/sample-bulks.ts';
import { openManage } from './open-manage.ts';
import { inOrder, msg, msgCount, msgPattern, msgWithin } from '../../support/texts.ts';
import { flushMicrotasks } from '../../support/flush.ts';

beforeEach(() => speak());

async function open(
  change: Partial<ActivityView> | null = {},
  { hash = '#activity', scope = signal('account'), bulks = signal<readonly Bulk[]>([]) } = {},
) {
  await draw(null);
  const page = openManage(change && activityView(change));
  // As the page does at its start: the clock of a slow run would greet the background amid what a test asks of it.
  page.model.ping();
  await flushMicrotasks();
  page.asked.length = 0;
  const router = createRouter({ hash, fallback: 'activity', visit: () => undefined });
  await draw(
    <Manage
      page={page.model}
      router={router}
      deps={fakeSectionDeps({ view: page.model.view, scope, bulks })}
      models={createSectionModels()}
      account={signal({ username: 'Robin Vale', email: '', avatar: null })}
    />,
  );
  // Until the section has loaded.
  await until(() => root.querySelector('main h2') !== null);
  return page;
}

/** Accessible names of all buttons and links. */
const buttons = () =>
  [...root.querySelectorAll('main button')].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent ?? '',
  );

async function press(name: string): Promise<void> {
  const button = [...root.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
  if (button === undefined) throw new Error(`${name} is not there`);
  await fire(button, 'click');
  await flushMicrotasks();
}

const statuses = () => textsOf('[role=status]').filter((text) => text !== '');
const job = (n: number, change: Parameters<typeof jobView>[0] = {}) =>
  jobView({ id: uuid(n), subject: `https://example.com/${n}`, at: n, ...change });

describe('the frame', () => {
  it('has a title and the navigation between its sections', async () => {
    const { acts } = await open();
    expect(textsOf('h1').map((text) => text.trim())).toEqual([msg('extName')]);
    expect(find('nav').getAttribute('aria-label')).toBe(msg('manageNavigation'));
    expect(textsOf('nav a[aria-current=page]')).toEqual([msg('activity')]);
    expect(textsOf('main h2')).toEqual([msg('activity')]);
    expect(textsOf('.side-account bdi')).toEqual(['Robin Vale']);
    await press(msg('settings'));
    await press(msg('newLink'));
    expect(acts).toEqual(['settings', 'new link']);
  });

  it('shows no jobs before the background has stored them', async () => {
    await open(null);
    expect(textsOf('main p').filter((text) => text !== '')).toEqual([]);
  });

  it('not connected: shows the button of the settings, and no meter', async () => {
    const { acts } = await open({ connected: false, site: '' });
    expect(buttons()).toEqual([msg('openSettings')]);
    await press(msg('openSettings'));
    expect(acts).toEqual(['settings']);
    expect(root.querySelector('meter')).toBeNull();
  });

  it('opens a section once the account is known, since it would be replaced then', async () => {
    const scope = signal('');
    const { model } = await open(null, { hash: '#account', scope });
    expect(textsOf('main > *')).toEqual([msg('account')]);
    model.show(activityView());
    scope.value = 'account';
    await until(() => root.querySelectorAll('main > * > *').length > 1);
  });

  it('shows that there are no jobs', async () => {
    await open();
    expect(find('.empty').textContent).toContain(msg('activityEmpty'));
    expect([buttons(), statuses()]).toEqual([[], []]);
  });
});

describe('active jobs', () => {
  it('are listed in the order of sending, with a countdown', async () => {
    const { model, world } = await open({
      jobs: [
        job(5, { state: 'unknown', waits: 'look', goesAt: 103_000 }),
        job(4, { waits: 'limit', goesAt: 112_000 }),
        job(3, { waits: 'hold', goesAt: 105_000 }),
        job(2, { waits: 'retry', goesAt: 108_000 }),
        job(1, { state: 'sent' }),
      ],
    });
    const rows = () => textsOf('.job-note');
    expect(textsOf('h3')).toEqual([msg('activityInProgress')]);
    expect(rows()).toEqual([
      msg('shortening'),
      msg('checkingAgain', msgCount('seconds', 3)),
      msg('creatingIn', msgCount('seconds', 5)),
      msg('retriesIn', msgCount('seconds', 8)),
      msg('waitingForLimit', msgCount('seconds', 12)),
    ]);
    expect(textsOf('.subject bdi')[0]).toBe('example.com/1');
    const before = statuses();
    expect(before).toEqual([`${msgCount('jobsQueued', 3)}, ${msgCount('jobsInProgress', 2)}`]);
    world.now += 1_000;
    model.tick();
    await flushMicrotasks();
    expect(rows()[4]).toBe(msg('waitingForLimit', msgCount('seconds', 11)));
    // No live region: the countdown is not read out every second.
    expect(statuses()).toEqual(before);
  });

  it('can be cancelled while they wait, one by one or all together', async () => {
    const { asked } = await open({ jobs: [job(3, { state: 'sent' }), job(2), job(1)] });
    expect(buttons()).toEqual([
      msg('cancelAllQueued'),
      msg('cancelNamed', 'example.com/1'),
      msg('cancelNamed', 'example.com/2'),
    ]);
    await press(msg('cancelNamed', 'example.com/2'));
    await press(msg('cancelAllQueued'));
    expect(asked).toEqual([`cancel ${uuid(2)}`, 'cancel-queued']);
    expect(statuses()).toContain(msgCount('canceledCount', 3));
  });

  it('can be created now while they are delayed, unless nothing can be sent', async () => {
    const jobs = [job(2, { waits: 'hold', goesAt: 105_000 }), job(1, { waits: 'limit', goesAt: 105_000 })];
    const { asked } = await open({ jobs });
    const name = msg('createNowNamed', 'example.com/2');
    expect(buttons().filter((one) => one.startsWith(msg('createNow')))).toEqual([name]);
    await press(name);
    expect(asked).toEqual([`skip-delay ${uuid(2)}`]);
    await open({ jobs, blockReason: { why: 'offline', failure: null, until: null } });
    expect(buttons()).not.toContain(name);
  });

  it('can be dismissed while they are looked up; a row of a bulk is ended there', async () => {
    const lookup = { state: 'unknown', waits: 'look', goesAt: 103_000 } as const;
    const { asked } = await open({ jobs: [job(2, { ...lookup, from: 'bulk' }), job(1, lookup)] });
    expect(buttons()).toEqual([msg('stopCheckingNamed', 'example.com/1')]);
    await press(msg('stopCheckingNamed', 'example.com/1'));
    expect(asked).toEqual([`decide ${uuid(1)} dismiss`]);
  });

  it('of a bulk: the row is marked as cancelled before its job is, so that the bulk continues', async () => {
    const { asked } = await open({ jobs: [job(2, { from: 'bulk' }), job(1, { from: 'bulk' })] });
    await press(msg('cancelNamed', 'example.com/2'));
    expect(asked).toEqual([`drop ${uuid(2)}`, `cancel ${uuid(2)}`]);
  });

  it('cannot be cancelled once all are sent', async () => {
    await open({ jobs: [job(1, { state: 'sent' })] });
    expect(buttons()).toEqual([]);
  });

  it('name the record that is added', async () => {
    await open({ jobs: [job(1, { kind: 'add-pixel', subject: 'Ads', state: 'sent' })] });
    expect([textsOf('.subject bdi'), textsOf('.job-note')]).toEqual([
      [msg('jobAddPixel', isolate('Ads'))],
      [msg('adding')],
    ]);
  });

  it('a long URL is truncated in the middle, and has its full text for screen readers and as a tooltip', async () => {
    const subject = `https://example.com/${'x'.repeat(200)}/end`;
    await open({ jobs: [job(1, { subject })] });
    expect(find('.subject bdi').getAttribute('title')).toBe(subject);
    expect(textsOf('.subject [aria-hidden]')[0]).toMatch(/^example\.com\/x+…x+\/end$/u);
    expect(textsOf('.subject .visually-hidden')).toEqual([subject.slice('https://'.length)]);
    expect(buttons().at(-1)).toMatch(msgWithin('cancelNamed', /example\.com.{1,60}….*/));
  });
});

it('jobs with a question come first, with both choices explained', async () => {
  const question = { shortUrl: 'https://sho.rt/x', address: 'https://example.com/2?a=b' };
  const { asked } = await open({
    jobs: [job(1), job(2, { state: 'unknown', failure: { kind: 'timed-out' }, question })],
  });
  expect(textsOf('h3')).toEqual([msg('activityNeedsDecision'), msg('activityInProgress')]);
  const group = find('[role=group]');
  expect(find(`[id="${group.getAttribute('aria-labelledby')}"]`).textContent).toMatch(
    inOrder(msg('ambiguousLink'), 'sho.rt/x'),
  );
  expect(group.textContent).toContain(`${msg('destinationLabel')} example.com/2?a=b`);
  for (const [name, hint] of [
    [msg('useThisLink'), msg('useThisLinkHint')],
    [msg('createAnotherLink'), msg('createAnotherLinkHint')],
  ] as const) {
    const button = [...group.querySelectorAll('button')].find((one) => one.textContent === name);
    expect(find(`[id="${button?.getAttribute('aria-describedby')}"]`).textContent).toMatch(hint);
    await press(name);
  }
  expect(asked).toEqual([`decide ${uuid(2)} use`, `decide ${uuid(2)} again`]);
  expect(statuses()).toEqual([`${msgCount('jobsQueued', 1)}, ${msgCount('jobsNeedDecision', 1)}`]);
  expect(root.querySelector('.failure')).toBeNull();
});

it('an unconfirmed job can be retried or dismissed, and shows that afterwards', async () => {
  const question = { shortUrl: '', address: '', unconfirmed: true };
  const failure = { kind: 'timed-out' } as const;
  const { asked } = await open({
    jobs: [
      job(1, { state: 'unknown', from: 'bulk', failure, question }),
      job(2, { state: 'refused', endedAt: 40_000, failure, unconfirmed: true }),
    ],
  });
  expect(textsOf('h3')).toEqual([msg('activityNeedsDecision'), msg('activityDismissed')]);
  expect(find('[role=group]').textContent).toContain(msg('unconfirmed'));
  await press(msg('retry'));
  await press(msg('dismiss'));
  expect(asked).toEqual([`decide ${uuid(1)} again`, `decide ${uuid(1)} dismiss`]);
  expect(find('.jobs strong').textContent).toBe(msg('dismissedUnconfirmed'));
});

describe('finished jobs', () => {
  it('created: its buttons copy and open the link, and name it', async () => {
    const { acts, world } = await open({
      jobs: [job(1, { state: 'done', endedAt: 40_000, result: { ...sampleResult(1), existing: true } })],
    });
    expect(textsOf('h3')).toEqual([msg('activityFinished')]);
    expect(textsOf('.short-link')).toEqual(['sho.rt/1']);
    expect(textsOf('.subject')).toEqual(['example.com/1']);
    expect(textsOf('.job-note').map((text) => text.trim())).toEqual([msg('linkExisted')]);
    expect(textsOf('.when')).toEqual([msg('minutesAgo', '1')]);
    const first = [
      msg('clearFinished'),
      msg('copyLink', 'sho.rt/1'),
      msg('openLink', 'sho.rt/1'),
      msg('moreActionsNamed', 'sho.rt/1'),
    ];
    expect(buttons()).toEqual(first);
    await press(msg('moreActionsNamed', 'sho.rt/1'));
    expect(buttons()).toEqual([
      ...first,
      msg('qrCodeNamed', 'sho.rt/1'),
      msg('copyAsNamed', 'sho.rt/1'),
      msg('shareNamed', 'sho.rt/1'),
      msg('addToNamed', 'sho.rt/1'),
    ]);
    await press(msg('openLink', 'sho.rt/1'));
    await press(msg('copyLink', 'sho.rt/1'));
    expect(acts).toEqual(['open https://sho.rt/1', 'copy https://sho.rt/1']);
    expect([statuses(), textsOf('.copied')]).toEqual([[msg('copied')], [msg('copied')]]);
    world.copies = false;
    await press(msg('copyLink', 'sho.rt/1'));
    expect(textsOf('.copied')).toEqual([]);
    expect(statuses()[0]).toContain(msg('copyFailed', msg('copy')));
  });

  it('refused: show the reason, the next step, and a button to retry', async () => {
    const { asked, acts } = await open({
      jobs: [
        job(1, {
          state: 'refused',
          endedAt: 2,
          failure: { kind: 'challenge', status: 403 },
        }),
      ],
    });
    expect(find('.job-note').textContent).toContain(`${msg('failed')} ${msg('failureChallenge')}`);
    await press(msg('openWebsite', 'sho.rt'));
    await press(msg('tryAgainNamed', 'example.com/1'));
    expect([acts, asked]).toEqual([['open https://sho.rt'], [`retry ${uuid(1)}`]]);
    // Old failures are no alert.
    expect(root.querySelector('[role=alert]')).toBeNull();
  });

  it('refused: a row of a batch is retried by its batch, which shows the result', async () => {
    const failure = { kind: 'refused', status: 400, message: 'Alias taken' } as const;
    const { asked } = await open({ jobs: [job(1, { state: 'refused', endedAt: 2, failure, from: 'bulk' })] });
    await press(msg('tryAgainNamed', 'example.com/1'));
    expect(asked).toEqual([`retry row ${uuid(1)}`]);
  });

  it('refused: a link is corrected in the form, also a row of a batch; another record is not', async () => {
    const failure = { kind: 'refused', status: 400, message: 'Alias taken' } as const;
    const refused = { state: 'refused', endedAt: 2, failure } as const;
    const { asked, world } = await open({
      jobs: [
        job(1, { ...refused, passwordDropped: true }),
        job(2, { ...refused, from: 'bulk' }),
        job(3, { ...refused, kind: 'add-campaign' }),
      ],
    });
    const edit = msg('editFailedNamed', 'example.com/1');
    expect(buttons().filter((name) => name.startsWith(msg('edit')))).toEqual([
      edit,
      msg('editFailedNamed', 'example.com/2'),
    ]);
    await press(edit);
    expect(asked).toEqual([`link ${uuid(1)}`]);
    expect(statuses()).toEqual([]);
    world.responses = ['failed'];
    await press(edit);
    expect(statuses()).toEqual([msg('actionFailed')]);
  });

  it('refused: shows the alias that was requested', async () => {
    const refused = { state: 'refused', endedAt: 2 } as const;
    await open(activityView({ jobs: [job(1, { ...refused, alias: 'spring' }), job(2, refused)] }));
    expect(textsOf('.job-note bdi')).toEqual([msg('setTo', msg('alias'), 'spring')]);
  });

  it('refused: a failure can be dismissed, and is listed as such then, no longer as failed', async () => {
    const refused = { state: 'refused', endedAt: 2 } as const;
    const { asked, model } = await open({
      jobs: [
        job(1, refused),
        job(2, { ...refused, from: 'bulk' }),
        job(3, { ...refused, unconfirmed: true }),
      ],
    });
    const dismiss = msg('dismissNamed', 'example.com/1');
    const dismissRow = msg('dismissNamed', 'example.com/2');
    expect(buttons().filter((name) => msgPattern('dismissNamed', /.+/u).test(name))).toEqual([
      dismiss,
      dismissRow,
    ]);
    await press(dismiss);
    await press(dismissRow);
    expect(asked).toEqual([`acknowledge ${uuid(1)}`, `decide ${uuid(2)} dismiss`]);
    const unconfirmed = job(4, { ...refused, dismissed: true, unconfirmed: true });
    model.show(activityView({ jobs: [job(1, { ...refused, dismissed: true }), unconfirmed] }));
    await until(() => textsOf('h3')[0] === msg('activityDismissed'));
    expect(textsOf('.dismissed .job-note > strong')).toEqual([msg('dismissed'), msg('dismissedUnconfirmed')]);
    expect(textsOf('button')).toContain(msg('clearFinished'));
    expect(buttons()).not.toContain(dismiss);
    // A later press for the URL dismisses it as well: trying again would make a second link.
    expect(buttons()).not.toContain(msg('tryAgainNamed', 'example.com/1'));
    // Looked up first.
    expect(buttons()).toContain(msg('tryAgainNamed', 'example.com/4'));
    expect(buttons()).toContain(msg('editFailedNamed', 'example.com/1'));
  });

  it.each(['done', 'cancelled'] as const)(
    'are not listed where they are rows of a batch: %s',
    async (state) => {
      const row = { from: 'bulk', state, endedAt: 1 } as const;
      await open({ jobs: [job(1, row), job(2, row)] });
      expect(textsOf('h3')).toEqual([msg('activityEmpty')]);
      await open({ jobs: [job(1, row), job(2, { ...row, from: 'popup' })] });
      expect(textsOf('.subject bdi')).toEqual(['example.com/2']);
    },
  );

  it('are listed newest first, failures above the others, and cleared together', async () => {
    const campaign = { ...sampleResult(2), shortUrl: null, existing: false };
    const { asked } = await open({
      jobs: [
        job(1, { state: 'cancelled', endedAt: 1 }),
        job(2, { kind: 'add-campaign', subject: 'Spring', state: 'done', endedAt: 3, result: campaign }),
        job(3, { kind: 'add-channel', subject: 'Mail', state: 'refused', endedAt: 2 }),
      ],
    });
    expect(textsOf('h3')).toEqual([msg('activityFailed'), msg('activityFinished')]);
    expect(textsOf('.subject bdi')).toEqual([
      msg('newChannel', isolate('Mail')),
      msg('newCampaign', isolate('Spring')),
      'example.com/1',
    ]);
    expect(textsOf('.job-note').map((text) => text.trim())).toEqual([
      msg('failed'),
      msg('added'),
      msg('canceled'),
    ]);
    expect(buttons()).toEqual([
      msg('tryAgainNamed', msg('newChannel', isolate('Mail'))),
      msg('dismissNamed', msg('newChannel', isolate('Mail'))),
      msg('clearFinished'),
    ]);
    await press(msg('clearFinished'));
    expect(asked).toEqual(['clear-finished']);
    expect(statuses()).toEqual([msg('cleared')]);
  });
});

it('batches are listed with their progress, and lead to their page', async () => {
  const bulks = [
    bulkOf('b', {
      desiredState: 'pause',
      counts: { ...noRows, waiting: 2, done: 1, refused: 2, cancelled: 1 },
    }),
    bulkOf('a'),
  ];
  const { asked } = await open({}, { bulks: signal(bulks) });
  expect(textsOf('h3')).toEqual([msg('bulkBatches')]);
  expect(textsOf('.bulk-facts .hint span')).toEqual([
    msg('bulkPaused'),
    `${msgCount('bulkDoneOf', 6, '1')} · ${msgCount('failedCount', 2)} · ${msgCount('placementsCanceled', 1)}`,
    msg('bulkInProgress'),
    msgCount('bulkDoneOf', 2, '0'),
  ]);
  expect([...root.querySelectorAll('.bulk-facts a')].map((link) => link.getAttribute('href'))).toEqual([
    '#bulk/b',
    '#bulk/a',
  ]);
  expect(root.querySelector('.empty')).toBeNull();
  await press(msg('bulkResumeNamed', 'Bulk b'));
  expect([asked, buttons()]).toEqual([['resume bulk b'], [msg('bulkResumeNamed', 'Bulk b')]]);
});

it('a finished batch is listed for a day', async () => {
  const counts = { ...noRows, done: 2 };
  const dayMs = 24 * 60 * 60_000;
  const bulks = signal([
    bulkOf('a', { counts, at: 100_001 - dayMs }),
    bulkOf('b', { counts, at: 100_000 - dayMs }),
  ]);
  await open({}, { bulks });
  expect(textsOf('.bulk-facts a')).toEqual(['Bulk a']);
  expect(buttons()).toEqual([]);
});

it('a batch that can not be resumed is reported', async () => {
  const { world } = await open({}, { bulks: signal([bulkOf('a', { desiredState: 'pause' })]) });
  world.responses = ['no-reply'];
  await press(msg('bulkResumeNamed', 'Bulk a'));
  expect(statuses()).toEqual([msg('actionFailed')]);
});

describe('a blocked queue', () => {
  it('is described, with a button to resume', async () => {
    const failure = { kind: 'key', status: 401, message: null } as const;
    const { asked, acts } = await open({
      jobs: [job(1)],
      blockReason: { why: 'failure', failure, until: 130_000 },
    });
    expect(find('[role=alert]').textContent).toMatch(inOrder(msg('sendingPaused'), msg('failureKey')));
    expect(textsOf('[role=alert] [role=timer]').at(-1)).toBe(
      msg('retryingAutomatically', msgCount('seconds', 30)),
    );
    expect(textsOf('.job-note')).toEqual([msg('jobPaused')]);
    await press(msg('openSettings'));
    await press(msg('tryAgainNow'));
    expect([acts, asked]).toEqual([['settings api-key'], ['retry-now']]);
  });

  it('offline: waits for the network', async () => {
    await open({ jobs: [job(1), job(2)], blockReason: { why: 'offline', failure: null, until: null } });
    expect(statuses()).toContain(msgCount('offlineLinks', 2));
    expect(textsOf('.job-note')).toEqual([msg('waitingForConnection'), msg('waitingForConnection')]);
  });

  it('a storage failure is shown', async () => {
    await open({ storageFailing: true });
    expect(find('[role=alert]').textContent).toContain(msg('storageFailing'));
  });
});

describe('the meter', () => {
  const meter = {
    limit: 30,
    windowMs: 60_000,
    remaining: 17,
    resetAt: 124_000,
    usedHere: 3,
    usedElsewhere: 10,
  };

  it('shows the requests that are used, by whom, as the bar does, and when the limit resets', async () => {
    const { model, world } = await open({ meter });
    expect(find('meter').getAttribute('aria-labelledby')).toBe('requests-used');
    expect(find('[id="requests-used"]').textContent).toBe(msgCount('meterUsedOf', 13, '30'));
    expect(find('meter').getAttribute('value')).toBe('13');
    expect(textsOf('.legend li')).toEqual([
      msgCount('meterUsedHere', 3),
      msgCount('meterUsedElsewhere', 10),
      msgCount('meterUnused', 17),
    ]);
    expect([
      textsOf('.meter .cells .here').length,
      textsOf('.meter .cells .elsewhere').length,
      textsOf('.meter .cells span').length,
    ]).toEqual([3, 10, 30]);
    expect(textsOf('.meter .note')).toEqual([msg('meterResets', msgCount('seconds', 24))]);
    world.now = 124_000;
    model.tick();
    await flushMicrotasks();
    expect(textsOf('.meter .note')).toEqual([]);
  });

  it('counts also what the service holds back', async () => {
    await open({ meter: { ...meter, remaining: 0 } });
    expect(find('[id="requests-used"]').textContent).toBe(msgCount('meterUsedOrUnavailableOf', 30, '30'));
    expect(textsOf('.legend li')).toEqual([
      msgCount('meterUsedHere', 3),
      msgCount('meterUnavailable', 27),
      msgCount('meterUnused', 0),
    ]);
  });

  it('shows that there is no limit', async () => {
    await open({ meter: { ...meter, limit: 'none', remaining: null, resetAt: null } });
    expect(root.querySelector('meter')).toBeNull();
    expect(find('.meter p').textContent).toBe(msg('meterNone'));
  });
});
