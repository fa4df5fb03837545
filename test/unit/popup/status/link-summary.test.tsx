/** The summary of a created link's options: never the password. */
import type { VNode } from 'preact';
import { beforeEach, expect, it } from 'vitest';
import { draw, root, settle, textsOf } from '../../../support/dom.ts';
import { buildJobView as viewOf } from '../../../../entrypoints/background/views/build-job-view.ts';
import { JobStatus } from '../../../../entrypoints/popup/status/job-status.tsx';
import { redactJob } from '../../../../lib/outbox/job.ts';
import { defaultLinkOptions } from '../../../../lib/draft/parse-options.ts';
import { done, draft, jobOf, sampleResult, shortenCommand } from '../../../support/samples.ts';
import { speak } from '../../../support/speak.ts';
import { fullView, jobView } from '../../../support/sample-views.ts';
import '../render-popup.tsx';
import { openPopup, page } from '../open-popup.ts';
import { formatServiceTime } from '../../../../lib/i18n/service-time.ts';
import { msg } from '../../../support/texts.ts';
import { flushMicrotasks } from '../../../support/flush.ts';

beforeEach(() => speak());

/** The summary loads on demand. */
async function drawAndLoad(status: VNode): Promise<void> {
  await import('../../../../entrypoints/popup/status/link-summary.tsx');
  await draw(status);
  await settle();
}

const link = draft({
  address: page.address,
  campaign: { id: '1', name: 'Spring' },
  channel: { id: '2', name: 'Mail' },
  pixels: [
    { id: '3', name: 'Recipes' },
    { id: '4', name: 'Shop' },
  ],
  extras: {
    ...defaultLinkOptions,
    type: 'frame',
    password: 'hush-hush',
    expiry: '+7d',
    visibility: 'public',
    note: 'For the flyer',
    card: { title: 'T', description: '', picture: '' },
    countries: [
      { when: 'France', link: 'https://example.com/fr' },
      { when: '', link: '' },
    ],
    devices: [{ when: 'iPhone', link: 'https://example.com/ios' }],
    deepLink: { apple: '', google: '', auto: true },
    parameters: [
      { name: 'utm_source', value: 'newsletter' },
      { name: 'utm_medium', value: ' email ' },
      { name: 'utm_campaign', value: 'spring' },
    ],
  },
});
const all = [
  msg('setTo', msg('campaign'), 'Spring'),
  msg('setTo', msg('channel'), 'Mail'),
  msg('setTo', msg('pixels'), 'Recipes, Shop'),
  msg('setTo', msg('expires'), formatServiceTime('2026-12-01 09:30:00')),
  msg('passwordProtected'),
  msg('setTo', msg('targets'), '2'),
  msg('setTo', msg('linkType'), msg('typeFrame')),
  msg('setTo', msg('visibility'), msg('visibilityPublic')),
  msg('setTo', msg('note'), 'For the flyer'),
  msg('linkPreview'),
  msg('deepLink'),
  msg('setTo', msg('utmParameters'), 'newsletter / email / spring'),
];
const rows = () =>
  [...root.querySelectorAll('.what-was-set li')].map((row) => {
    const [name = '', value] = [...row.querySelectorAll('span, bdi')].map((part) => part.textContent ?? '');
    return value === undefined ? name : msg('setTo', name, value);
  });
const result = { ...sampleResult(1), expiry: '2026-12-01 09:30:00' };

it('lists the options of a link submitted in this popup', async () => {
  await draw(null);
  const { model, replies } = openPopup({ draft: link });
  const asked = model.shorten();
  await flushMicrotasks();
  replies[0]?.({ result: result });
  await asked;
  const job = model.job.value ?? jobView();
  await drawAndLoad(<JobStatus model={model} job={job} />);
  expect(rows()).toEqual(all);
  expect(root.textContent).not.toContain('hush');
});

it('lists the options of an earlier opening’s link from the view', async () => {
  await draw(null);
  const job = redactJob({
    ...jobOf(1, { ...done(1), result: result }),
    command: shortenCommand(1, { link }),
  });
  const view = viewOf(job, { copiedJob: null, waitOf: () => null });
  expect(JSON.stringify(view)).not.toContain('hush');
  const { model } = openPopup({ view: fullView({ jobs: [view] }) });
  await drawAndLoad(<JobStatus model={model} job={view} />);
  expect(rows()).toEqual(all);
});

it('names a time that is counted when the link is sent', async () => {
  await draw(null);
  const job = { ...jobView(), linkSummary: { expiry: '+1w' } };
  const { model } = openPopup({ view: fullView({ jobs: [job] }) });
  await drawAndLoad(<JobStatus model={model} job={job} />);
  expect(rows()).toEqual([msg('setTo', msg('expires'), '1 week')]);
});

it('names the type as in the form', async () => {
  const lists = {
    splashPages: [{ id: '4', name: 'Welcome' }],
    // A splash page has the id of the first.
    overlays: [
      { id: '4', name: 'Hidden' },
      { id: '5', name: 'Ask us' },
    ],
  };
  for (const [type, line] of [
    ['direct', msg('setTo', msg('linkType'), msg('typeDirect'))],
    ['splash', msg('setTo', msg('linkType'), msg('typeSplash'))],
    ['4', msg('setTo', msg('linkType'), msg('typeSplashNamed', 'Welcome'))],
    ['5', msg('setTo', msg('linkType'), msg('typeOverlayNamed', 'Ask us'))],
    ['77', msg('setTo', msg('typeId'), '77')],
  ] as const) {
    await draw(null);
    const job = jobView({ state: 'done', result: result, linkSummary: { type } });
    const { model } = openPopup({ view: fullView({ ...lists, jobs: [job] }) });
    await drawAndLoad(<JobStatus model={model} job={job} />);
    expect(rows()).toEqual([line]);
  }
});

it('claims no requested options for an existing link', async () => {
  await draw(null);
  const { model, replies } = openPopup({ draft: link });
  const asked = model.shorten();
  await flushMicrotasks();
  replies[0]?.(null);
  await asked;
  const question = {
    shortUrl: 'https://sho.rt/theirs',
    address: page.address,
    notShown: ['password' as const],
  };
  // “Use this link”, as the view then has it.
  const taken = { ...sampleResult(2), lookedUp: true };
  const state = { ...done(1), result: taken };
  const job = { ...jobOf(1, state), command: shortenCommand(1, { link }) };
  const view = { ...viewOf(job, { copiedJob: null, waitOf: () => null }), id: model.job.value?.id ?? '' };
  await drawAndLoad(<JobStatus model={model} job={jobView({ id: view.id, state: 'unknown', question })} />);
  await drawAndLoad(<JobStatus model={model} job={view} />);
  expect(root.textContent).toContain('sho.rt/2');
  expect(textsOf('.what-was-set')).toEqual([]);
  const later = openPopup({ view: fullView({ jobs: [view] }) });
  await drawAndLoad(<JobStatus model={later.model} job={view} />);
  expect(textsOf('.what-was-set')).toEqual([]);
});

it.each([
  ['in none', {}, true],
  ['in a channel', { channel: 'Mail' }, true],
  ['in a campaign', { campaign: 'Spring' }, false],
  ['in both', { campaign: 'Spring', channel: 'Mail' }, false],
])(
  'is followed by “Add to campaign or channel…” while a campaign can be set: a link %s',
  async (_, linkSummary, isOffered) => {
    await draw(null);
    const job = jobView({ state: 'done', result, linkSummary });
    const { model } = openPopup({ view: fullView({ jobs: [job] }) });
    await drawAndLoad(<JobStatus model={model} job={job} />);
    expect(textsOf('.ending > .properties .more')).toEqual(isOffered ? [msg('addTo')] : []);
  },
);

it('is omitted without options, and for an existing link', async () => {
  for (const job of [
    viewOf(jobOf(1, done(1)), { copiedJob: null, waitOf: () => null }),
    viewOf(
      {
        ...jobOf(1, { ...done(1), result: { ...result, existing: true } }),
        command: shortenCommand(1, { link }),
      },
      { copiedJob: null, waitOf: () => null },
    ),
  ]) {
    await draw(null);
    const { model } = openPopup({ view: fullView({ jobs: [job] }) });
    await drawAndLoad(<JobStatus model={model} job={job} />);
    expect(textsOf('.what-was-set')).toEqual([]);
  }
});
