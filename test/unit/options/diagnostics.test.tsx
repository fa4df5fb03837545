/** Diagnostics: everything that helps, and nothing of the user, even where every stored text is poisoned. */
import { beforeEach, expect, it } from 'vitest';
import { draw, find, fire, root } from '../../support/dom.ts';
import { DiagnosticsRow, type DiagnosticsDeps } from '../../../entrypoints/options/diagnostics.tsx';
import type { Failure } from '../../../lib/api/failure.ts';
import {
  createDiagnostics,
  type DiagnosticsSources,
} from '../../../entrypoints/options/diagnostics-report.ts';
import { jobViewSchema, type JobView } from '../../../lib/views/job-view.ts';
import { speak } from '../../support/speak.ts';
import { msg } from '../../support/texts.ts';
import { settled } from '../../support/flush.ts';
import { jobResult } from '../../../lib/outbox/job-result.ts';

beforeEach(async () => {
  speak();
  await draw(null);
});

const poison = 'canary-7Kq';
const poisonUrl = `https://${poison}.example/${poison}?key=${poison}`;
const noon = Date.UTC(2026, 10, 5, 12);

/** Every text of it is poisoned. */
function jobOf(change: Partial<JobView>): JobView {
  return {
    id: poison,
    kind: 'shorten',
    from: 'popup',
    state: 'refused',
    at: noon,
    subject: poisonUrl,
    joined: [poison],
    to: poison,
    goesAt: null,
    waits: null,
    endedAt: noon + 1_000,
    question: null,
    result: jobResult({ id: poison, shortUrl: poisonUrl }),
    failure: { kind: 'refused', status: 400, message: `Refused for key ${poison}: ${poisonUrl}` },
    copied: false,
    ...change,
  };
}

// Failures are stored, and checked for their shape alone.
const odd = (failure: object): Failure => jobViewSchema.shape.failure.parse(failure) ?? { kind: 'internal' };
const question = { shortUrl: poisonUrl, address: poisonUrl };

const sources: DiagnosticsSources = {
  view: {
    connected: true,
    jobs: [
      jobOf({}),
      jobOf({
        endedAt: noon + 9_000,
        kind: 'change',
        what: 'campaign',
        act: 'delete',
        failure: { kind: 'key', status: 403, message: poison },
      }),
      jobOf({ state: 'queued', endedAt: null, failure: null }),
      jobOf({
        state: 'unknown',
        endedAt: null,
        question,
        failure: { kind: 'not-an-api', status: 503, host: poison },
      }),
      jobOf({ failure: odd({ kind: poisonUrl, status: poison, url: poisonUrl }) }),
      jobOf({ failure: { kind: 'no-permission', origin: poisonUrl } }),
      jobOf({ private: true }),
    ],
    meter: { limit: 30, windowMs: 60_000, remaining: 12, resetAt: null, usedHere: 1, usedElsewhere: 2 },
    blockReason: { why: 'failure', failure: { kind: 'key', status: 401, message: poison }, until: null },
    storageFailing: false,
  },
  connectFailure: { kind: 'moved', status: 302 },
};

function open(deps: Partial<DiagnosticsDeps> = {}) {
  const copied: string[] = [];
  const all: DiagnosticsDeps = {
    readDiagnosticsFacts: async () => ({
      version: '1.4.0',
      userAgent: 'Browser/150',
      platform: 'linux x86-64',
      browserLanguage: 'de',
      settingsBytes: 2_048,
      databaseBytes: null,
      permissions: ['storage', 'alarms'],
      sites: 1,
    }),
    readBackground: async () => createDiagnostics(sources),
    copy: async (text) => {
      copied.push(text);
      return true;
    },
    ...deps,
  };
  return { copied, row: <DiagnosticsRow deps={all} host="links.example.com" /> };
}

it('copies what it shows: facts, counts and errors, and nothing of the user', async () => {
  const { copied, row } = open();
  await draw(row);
  await fire(find('button'), 'click');
  await settled();
  const shown = [
    'Curtail: 1.4.0',
    'Browser: Browser/150',
    'Platform: linux x86-64',
    'Language: en (browser: de)',
    'Storage: settings 2048 bytes, database unknown',
    'Permissions: alarms, storage, 1 sites',
    'Connected: yes',
    'Links and changes: 1 queued, 1 decisions, 4 finished',
    'Last finished: 2026-11-05T12:00:09.000Z',
    'Request limit: 30, remaining 12',
    'Paused: failure',
    'Storage writes: working',
    'Errors: 7',
    '- key, status 401, any request, unknown',
    '- moved, status 302, /api/account, unknown',
    '- key, status 403, /api/campaign/:id/delete, 2026-11-05T12:00:09.000Z',
    '- refused, status 400, /api/url/add, 2026-11-05T12:00:01.000Z',
    '- other, status none, /api/url/add, 2026-11-05T12:00:01.000Z',
    '- no-permission, status none, /api/url/add, 2026-11-05T12:00:01.000Z',
    '- not-an-api, status 503, /api/url/add, 2026-11-05T12:00:00.000Z',
  ].join('\n');
  expect(copied).toEqual([shown]);
  expect(find('pre').textContent).toBe(shown);
  expect(root.innerHTML).not.toContain(poison);
  expect(find('[role=status]').textContent).toBe(msg('diagnosticsCopied'));
});

it('has no text of the user', () => {
  expect(JSON.stringify(createDiagnostics(sources))).not.toContain(poison);
});

it('has no more than the ten newest errors of jobs', () => {
  const jobs = Array.from({ length: 25 }, (_, index) => jobOf({ endedAt: index }));
  const { errors } = createDiagnostics({
    ...sources,
    view: { ...sources.view, jobs, blockReason: null },
    connectFailure: null,
  });
  expect(errors.map(({ at }) => at)).toEqual([24, 23, 22, 21, 20, 19, 18, 17, 16, 15]);
});

it('includes the service’s host only if the user chooses that', async () => {
  const { copied, row } = open();
  await draw(row);
  const [box] = root.querySelectorAll('input');
  await fire(find('button'), 'click');
  await settled();
  if (box) {
    box.checked = true;
    await fire(box, 'change');
  }
  await fire(find('button'), 'click');
  await settled();
  expect(copied.map((text) => text.includes('Service: links.example.com'))).toEqual([false, true]);
});

it('reports that the background does not answer', async () => {
  const { copied, row } = open({ readBackground: async () => Promise.reject(new Error('no response')) });
  await draw(row);
  await fire(find('button'), 'click');
  await settled();
  expect(copied[0]).toContain('Background: no answer');
});

it('shows the text for manual copying when the clipboard refuses it', async () => {
  const { row } = open({ copy: async () => false });
  await draw(row);
  await fire(find('button'), 'click');
  await settled();
  expect(find('[role=alert]').textContent).toBe(msg('diagnosticsNotCopied', msg('diagnosticsContent')));
  expect(find('details').hasAttribute('open')).toBe(true);
});
