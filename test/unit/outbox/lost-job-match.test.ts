/** The match of a lost job with the service's records: found, none, or unclear. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CreateRecordCommand, Command } from '../../../lib/outbox/commands.ts';
import { isNewerId } from '../../../lib/api/ids.ts';
import { matchLostJob, type CompetingJobs } from '../../../lib/outbox/lost-job-match.ts';
import type { RemoteRecord, LostJob } from '../../../lib/outbox/remote-record.ts';
import { campaignCommand, draft, linkCommand, sending, shortenCommand } from '../../support/samples.ts';

const page = 'https://example.com/1';

function link(id: string, change: Partial<RemoteRecord> = {}): RemoteRecord {
  return { id, shortUrl: `https://sho.rt/l${id}`, subject: page, alias: `l${id}`, note: '', ...change };
}

function wanted(
  command: Command = shortenCommand(1),
  newest: string | null = '100',
  noteTag: string | null = null,
): LostJob {
  return { command, sending: sending({ newest }), noteTag };
}

const alone: CompetingJobs = { claimed: new Set(), rivals: [] };
const found = (record: RemoteRecord) => ({ kind: 'found', record });
const unclear = (record: RemoteRecord) => ({ kind: 'unclear', record, notShown: [], isDoubtful: false });
const none = { kind: 'none' };

describe('a link alone', () => {
  it.each([
    ['newer, of the same address: found', [link('101')], found(link('101'))],
    ['no link at all: none', [], none],
    ['older: none', [link('99')], none],
    ['the newest one known before: none', [link('100')], none],
    [
      'older among newer ones of other addresses',
      [link('99'), link('101', { subject: 'https://a.example/' })],
      none,
    ],
    ['the older of two: the first after the send', [link('103'), link('102')], found(link('102'))],
    [
      'similar: unclear',
      [link('101', { subject: `${page}?utm_source=x` })],
      unclear(link('101', { subject: `${page}?utm_source=x` })),
    ],
    [
      'the same goes before near',
      [link('101', { subject: `${page}?utm_source=x` }), link('102')],
      found(link('102')),
    ],
    ['another page', [link('101', { subject: 'https://example.com/2' })], none],
    [
      'stored in another form',
      [link('101', { subject: 'https://EXAMPLE.com:443/1/' })],
      found(link('101', { subject: 'https://EXAMPLE.com:443/1/' })),
    ],
    ['without a long address', [link('101', { subject: '' })], none],
  ])('%s', (_name, records, verdict) => {
    expect(matchLostJob(records, wanted(), alone)).toEqual(verdict);
  });

  it('compares ids by number: 100 is newer than 99', () => {
    expect(matchLostJob([link('100')], wanted(shortenCommand(1), '99'), alone)).toEqual(found(link('100')));
    expect(matchLostJob([link('99')], wanted(shortenCommand(1), '100'), alone)).toEqual(none);
    expect([isNewerId('10', '9'), isNewerId('9', '10'), isNewerId('9', '9')]).toEqual([true, false, false]);
    expect(isNewerId('90071992547409930', '90071992547409929')).toBe(true);
  });

  it('is unclear without a newest id: it may be as old as the account', () => {
    expect(matchLostJob([link('3')], wanted(shortenCommand(1), null), alone)).toEqual(unclear(link('3')));
    expect(matchLostJob([], wanted(shortenCommand(1), null), alone)).toEqual(none);
  });

  it('is found by its own alias without a newest id', () => {
    const command = linkCommand(1, { alias: 'mine' });
    const mine = link('3', { alias: 'mine' });
    expect(matchLostJob([mine], wanted(command, null), alone)).toEqual(found(mine));
  });
});

describe('a domain', () => {
  const command: Command = {
    ...campaignCommand(1, 'https://go.example'),
    kind: 'add-domain',
  } as CreateRecordCommand;
  const domain = (subject: string) => link('3', { shortUrl: null, subject, alias: '' });
  it.each(['https://go.example', 'https://GO.example/', 'https://go.example:443'])(
    'exists once, at any age and in any form: %s',
    (subject) => {
      expect(matchLostJob([domain(subject)], wanted(command, null), alone)).toEqual(found(domain(subject)));
    },
  );
  it.each(['http://go.example', 'https://other.example', 'https://go.example/x', ''])(
    'is not %j',
    (subject) => {
      expect(matchLostJob([domain(subject)], wanted(command, null), alone)).toEqual(none);
    },
  );
});

describe('an alias', () => {
  const command = linkCommand(1, { alias: ' Mine ' });

  it.each([
    ['that fits', link('101', { alias: 'mine' }), 'found'],
    [
      'that shows in the short address only',
      link('101', { alias: '', shortUrl: 'https://sho.rt/MINE/?a#b' }),
      'found',
    ],
    ['that is another one', link('101'), 'unclear'],
    ['that fits at another page', link('101', { alias: 'mine', subject: 'https://a.example/' }), 'none'],
    ['that fits an older link', link('99', { alias: 'mine' }), 'none'],
  ])('%s', (_name, record, kind) => {
    expect(matchLostJob([record], wanted(command), alone).kind).toBe(kind);
  });
});

describe('a domain', () => {
  const command = linkCommand(1, { domain: 'https://go.example' });

  it.each([
    ['that fits', 'https://GO.example/abc', 'found'],
    ['with the other scheme', 'http://go.example/abc', 'found'],
    ['that is another one', 'https://sho.rt/abc', 'unclear'],
    ['that the service does not show', null, 'unclear'],
  ])('%s', (_name, shortUrl, kind) => {
    expect(matchLostJob([link('101', { shortUrl })], wanted(command), alone).kind).toBe(kind);
  });
});

describe('a mark', () => {
  const marked = wanted(shortenCommand(1), '100', '[0a0000]');

  it('matches exactly, however the URL was changed', () => {
    const record = link('102', { note: 'a note [0a0000]', subject: 'https://changed.example/' });
    expect(matchLostJob([link('101'), record], marked, alone)).toEqual(found(record));
  });

  it('in an older or claimed link is not ours', () => {
    const note = '[0a0000]';
    expect(matchLostJob([link('99', { note })], marked, alone)).toEqual(none);
    expect(matchLostJob([link('101', { note })], marked, { ...alone, claimed: new Set(['101']) })).toEqual(
      none,
    );
  });

  it('that is missing makes the match unclear: the service may show no notes', () => {
    expect(matchLostJob([link('101')], marked, alone)).toEqual(unclear(link('101')));
    expect(matchLostJob([], marked, alone)).toEqual(none);
  });

  it('works without a newest id', () => {
    const record = link('7', { note: '[0a0000]' });
    expect(matchLostJob([record], { ...marked, sending: sending({ newest: null }) }, alone)).toEqual(
      found(record),
    );
  });
});

describe('other jobs', () => {
  it.each(['sho.rt/l101', 'sho.rt/L101'])(
    'claim a link by its short URL (%s), with a case-sensitive alias',
    (key) => {
      const verdict = matchLostJob([link('101')], wanted(), { ...alone, claimed: new Set([key]) });
      expect(verdict).toEqual(key === 'sho.rt/l101' ? none : found(link('101')));
    },
  );

  it('claim a link by its id', () => {
    const claimed = new Set(['101']);
    expect(matchLostJob([link('101')], wanted(), { ...alone, claimed })).toEqual(none);
    expect(matchLostJob([link('101'), link('102')], wanted(), { ...alone, claimed })).toEqual(
      found(link('102')),
    );
  });

  it('with the same command may have the other link', () => {
    expect(
      matchLostJob([link('101')], wanted(), {
        ...alone,
        rivals: [wanted(linkCommand(2, { address: page }))],
      }),
    ).toEqual(found(link('101')));
  });

  it.each([
    ['another channel', { channel: { id: '5', name: 'News' } }],
    ['another campaign', { campaign: { id: '5', name: 'Spring' } }],
    ['another pixel', { pixels: [{ id: '5', name: 'P' }] }],
  ])('make the match unclear for a rival with %s', (_name, change) => {
    const rivals = [wanted(linkCommand(2, { address: page, ...change }))];
    expect(matchLostJob([link('101')], wanted(), { ...alone, rivals })).toEqual(unclear(link('101')));
  });

  it('do not compete when their alias differs', () => {
    const rivals = [wanted(linkCommand(2, { address: page, alias: 'theirs' }))];
    expect(matchLostJob([link('101')], wanted(), { ...alone, rivals })).toEqual(found(link('101')));
  });

  it('take a record that is similar to ours and exactly theirs', () => {
    const other = `${page}?utm_source=x`;
    const rivals = [wanted(linkCommand(2, { address: other }))];
    expect(matchLostJob([link('101', { subject: other })], wanted(), { ...alone, rivals })).toEqual(none);
  });

  it('leave us the matching record that no rival may have', () => {
    const theirs = link('101', { alias: 'theirs' });
    const channel = { id: '5', name: 'News' };
    const rivals = [wanted(linkCommand(2, { address: page, alias: 'theirs', channel }))];
    expect(matchLostJob([theirs, link('102')], wanted(), { ...alone, rivals })).toEqual(found(link('102')));
  });
});

describe('records other than links', () => {
  const record = (id: string, subject: string): RemoteRecord => ({
    id,
    shortUrl: null,
    subject,
    alias: '',
    note: '',
  });

  it.each([
    ['newer, of the same name', record('101', 'Spring'), 'found'],
    ['with blanks around it', record('101', ' Spring '), 'found'],
    ['in other letters', record('101', 'spring'), 'none'],
    ['older', record('99', 'Spring'), 'none'],
  ])('%s', (_name, one, kind) => {
    expect(matchLostJob([one], wanted(campaignCommand(1, 'Spring')), alone).kind).toBe(kind);
  });
});

describe('generated lists', () => {
  const id = fc.integer({ min: 90, max: 110 }).map(String);
  const records = fc.uniqueArray(
    fc.record({
      id,
      shortUrl: fc.constantFrom(null, 'https://sho.rt/a', 'https://go.example/mine'),
      subject: fc.constantFrom(page, `${page}/`, `${page}?x=1`, 'https://example.com/2', ''),
      alias: fc.constantFrom('', 'a', 'mine'),
      note: fc.constantFrom('', '[0a0000]'),
    }),
    { selector: (one) => one.id, maxLength: 12 },
  );
  const command = fc
    .record({
      address: fc.constantFrom(page, `${page}?x=1`),
      alias: fc.constantFrom('', 'mine'),
      domain: fc.constantFrom('', 'https://go.example'),
    })
    .map((change) => shortenCommand(1, { link: draft(change) }));
  const want: fc.Arbitrary<LostJob> = fc.record({
    command,
    sending: fc.option(id, { nil: null }).map((newest) => sending({ newest })),
    noteTag: fc.constantFrom(null, '[0a0000]'),
  });
  const rest = fc.record({
    claimed: fc.array(id, { maxLength: 6 }).map((ids) => new Set(ids)),
    rivals: fc.array(want, { maxLength: 3 }),
  });

  it('never give a claimed record, or one from before the send', () => {
    fc.assert(
      fc.property(records, want, rest, (list, job, others) => {
        const verdict = matchLostJob(list, job, others);
        if (verdict.kind === 'none') return;
        expect(others.claimed.has(verdict.record.id)).toBe(false);
        const { newest } = job.sending;
        if (newest !== null) expect(Number(verdict.record.id)).toBeGreaterThan(Number(newest));
      }),
      { numRuns: 1_000 },
    );
  });

  it('give the same result in any order, and stay unchanged', () => {
    fc.assert(
      fc.property(records, want, rest, (list, job, others) => {
        const before = structuredClone(list);
        const verdict = matchLostJob(list, job, others);
        expect(list).toEqual(before);
        expect(matchLostJob(list.toReversed(), job, others)).toEqual(verdict);
      }),
    );
  });

  it('with a newer unclaimed link of the same page and host never give "none"', () => {
    fc.assert(
      fc.property(records, want, (list, job) => {
        const own = link('111', { subject: `${page}?x=1` });
        expect(matchLostJob([...list, own], job, alone).kind).not.toBe('none');
      }),
    );
  });
});
