/** Reads the journal of earlier versions, and rejects anything but a job. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFinished, jobSchema, jobVersion } from '../../../lib/outbox/job.ts';
import { parseJob, toStoredJob } from '../../../lib/outbox/migrate-job.ts';
import {
  campaignCommand,
  cancelled,
  done,
  jobOf,
  linkCommand,
  queued,
  refused,
  sent,
  shortenCommand,
  unknown,
  unreachable,
  uuid,
} from '../../support/samples.ts';
import { world } from './device.ts';

/** As version 1 wrote them. */
const firstMade = { id: '12', shortUrl: 'https://sho.rt/12', aliasDiffers: false, lookedUp: false };
const first = (state: object, ask: object = shortenCommand(1)) => ({
  ask,
  scope: 'here',
  state,
  seen: false,
});
const examples = {
  queued: first({ name: 'queued' }),
  sent: first({ name: 'sent', at: 1_700_000_000_000 }),
  unknown: first({ name: 'unknown', at: 1_700_000_000_000, failure: unreachable }),
  refused: first({ name: 'refused', at: 5, failure: { kind: 'refused', status: 400, message: 'No.' } }),
  done: first({ name: 'done', at: 5, made: firstMade }),
  cancelled: first({ name: 'cancelled', at: 5 }),
};

describe('the first version', () => {
  it.each(Object.entries(examples))('%s', (name, raw) => {
    const job = parseJob(raw);
    expect(job).toMatchObject({
      version: jobVersion,
      command: raw.ask,
      scope: 'here',
      acknowledged: false,
      noteTag: null,
    });
    // In version 1, "unknown" was a final state that was shown to the user.
    expect(job?.state.name).toBe(name === 'unknown' ? 'refused' : name);
  });

  it('has the time of a send only, and nothing to look up by', () => {
    for (const raw of [examples.sent, examples.unknown])
      expect(parseJob(raw)?.state).toMatchObject({
        sending: { at: 1_700_000_000_000, serverAt: null, newest: null },
      });
  });

  it('leaves done and refused jobs as they were', () => {
    expect(parseJob(examples.done)?.state).toEqual({
      name: 'done',
      at: 5,
      result: { ...firstMade, existing: false },
    });
    expect(parseJob(examples.refused)?.state).toEqual({ ...examples.refused.state, sending: null });
  });

  it('has other records than links, too', () => {
    expect(parseJob(first({ name: 'queued' }, campaignCommand(1)))?.command).toEqual(campaignCommand(1));
  });

  it('is the same when read, written and read again', () => {
    for (const raw of Object.values(examples)) {
      const once = parseJob(raw);
      expect(parseJob(structuredClone(once))).toEqual(once);
    }
  });

  it('makes fifty links of fifty queued jobs', async () => {
    const { clock, device, service, disk } = world();
    for (let n = 1; n <= 50; n++)
      disk.records.set(
        uuid(n),
        first({ name: 'queued' }, linkCommand(n, { address: `https://a.example/${n}` })),
      );
    await clock.until(device.start());
    await clock.run(600_000);
    expect(service.records).toHaveLength(50);
    expect(disk.jobs().filter(isFinished)).toHaveLength(50);
  });

  it('leads to a question about a link sent before the update, and never to a second link', async () => {
    const { clock, device, service, disk } = world();
    const request = {
      kind: 'link',
      subject: 'https://example.com/1',
      alias: '',
      domain: '',
      note: '',
    } as const;
    service.store({ ...request, maker: uuid(1) });
    disk.records.set(uuid(1), examples.sent);
    await clock.until(device.start());
    await clock.run(600_000);
    expect(disk.job(uuid(1))?.state).toMatchObject({ name: 'unknown', question: { id: '98' } });
    expect(service.creates).toBe(0);
  });
});

/** As versions 2 and 3 wrote them. */
const thirdSending = { at: 1_000, serverAt: null, newest: '7' };
const thirdStates = [
  { name: 'queued', tries: 0, notBefore: null, waits: null, sending: null },
  { name: 'sent', tries: 1, sending: thirdSending },
  {
    name: 'unknown',
    tries: 1,
    sending: thirdSending,
    failure: unreachable,
    answered: false,
    question: null,
    failedLooks: 3,
  },
  { name: 'done', at: 5, made: { ...firstMade, existing: false } },
  { name: 'refused', at: 5, failure: unreachable, sending: null },
  { name: 'cancelled', at: 5 },
] as const;
const third = { version: 3, scope: 'here', seen: false, mark: '[abc123]', taken: ['8', 'sho.rt/8'] };

it('a job of this version is stored with the first name of `acknowledged`', () => {
  const job = jobOf(1, cancelled, { acknowledged: true });
  const { acknowledged, ...rest } = job;
  expect(toStoredJob(job)).toEqual({ ...rest, seen: acknowledged });
  expect(parseJob({ ...rest, seen: true })).toEqual(job);
});

describe.each([
  [2, 'ask'],
  [3, 'command'],
])('version %i', (version, commandKey) => {
  it.each(thirdStates)('$name', (state) => {
    const { made, failedLooks, ...same } = { made: undefined, failedLooks: undefined, ...state };
    expect(parseJob({ ...third, version, [commandKey]: shortenCommand(1), state })).toEqual({
      version: jobVersion,
      command: shortenCommand(1),
      scope: 'here',
      acknowledged: false,
      noteTag: '[abc123]',
      claimed: ['8', 'sho.rt/8'],
      state: { ...same, ...(made && { result: made }), ...(failedLooks && { failedLookups: failedLooks }) },
    });
  });

  it('is rejected without its command', () => {
    expect(parseJob({ ...third, version, state: thirdStates[0] })).toBeNull();
  });
});

describe('this version', () => {
  const states = [queued, sent(), unknown(), done(), refused(), cancelled];

  it.each(states)('$name is read as it was written', (state) => {
    expect(parseJob(structuredClone(jobOf(1, state)))).toEqual(jobOf(1, state));
  });

  it.each(['popup', 'menu', 'places'] as const)('from %s is read as it was written', (from) => {
    const job = { ...jobOf(1, queued), command: shortenCommand(1, { from }) };
    expect(parseJob(structuredClone(job))).toEqual(job);
  });

  it('does not read jobs of a later version', () => {
    expect(parseJob({ ...jobOf(1, queued), version: jobVersion + 1 })).toBeNull();
  });

  it.each(states)('$name with a missing or damaged field is rejected', (state) => {
    const job = jobOf(1, state);
    for (const key of Object.keys(job)) {
      if (key === 'version') continue;
      expect(parseJob({ ...job, [key]: undefined })).toBeNull();
      expect(parseJob({ ...job, [key]: Symbol.iterator })).toBeNull();
    }
    for (const key of Object.keys(state))
      expect(parseJob({ ...job, state: { ...state, [key]: Symbol.iterator } })).toBeNull();
  });
});

describe('damaged entries', () => {
  it.each([
    [null],
    [undefined],
    [0],
    ['job'],
    [[]],
    [{}],
    [{ state: null }],
    [{ state: { name: 'constructor' } }],
    [{ ...examples.queued, state: { name: '__proto__' } }],
    [{ ...examples.queued, state: { name: 'gone' } }],
    [{ ...examples.queued, ask: null }],
    [{ ...examples.done, state: { name: 'done', at: 5, made: null } }],
    [{ ...examples.done, state: { name: 'done', at: 5, made: 'x' } }],
    [{ ...examples.sent, state: { name: 'sent', at: 'x' } }],
    [{ ...examples.refused, state: { name: 'refused', at: 5 } }],
  ])('%j is rejected', (raw) => {
    expect(parseJob(raw)).toBeNull();
  });

  it('give a valid job or null, and never an error', () => {
    const damaged = fc
      .tuple(fc.constantFrom(...Object.values(examples), jobOf(1, unknown()), jobOf(1, sent())), fc.object())
      .map(([job, rubbish]) => ({ ...job, ...rubbish }));
    const states = fc
      .tuple(fc.constantFrom(...Object.values(examples)), fc.object(), fc.string())
      .map(([job, state, name]) => ({ ...job, state: { ...state, name } }));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), damaged, states), (raw) => {
        const job = parseJob(raw);
        expect(job === null || jobSchema.safeParse(job).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
