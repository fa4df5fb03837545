/** What the following of a row does with errors: it tries again after each, and reports those that no other part has. */
import { expect, it } from 'vitest';
import { followRow } from '../../../lib/bulk/follow-row.ts';
import type { BulkRow } from '../../../lib/bulk/bulk-job.ts';
import { MessageError } from '../../../lib/messages/client.ts';
import { draft, uuid } from '../../support/samples.ts';

const row: BulkRow = {
  bulk: uuid(1),
  n: 0,
  id: uuid(2),
  link: draft(),
  state: 'out',
  errorText: '',
  again: false,
  result: null,
  failure: null,
};

it.each([
  ['reports a bug', new TypeError('undefined is not a function'), 1],
  ['does not report a message without a reply', new MessageError('no-reply'), 0],
])('%s, and tries again', async (_name, error, reports) => {
  const reported: unknown[] = [];
  const answers = [() => Promise.reject(error), () => Promise.resolve(null)];
  const outcome = await followRow(row, {
    signal: new AbortController().signal,
    startedAt: () => undefined,
    store: async () => true,
    acknowledge: () => {},
    submit: () => Promise.reject(new Error('paused')),
    statusOf: () => answers.shift()?.() ?? Promise.resolve(null),
    cancel: async () => true,
    retry: async () => null,
    newId: () => uuid(3),
    delay: async () => {},
    report: (one) => reported.push(one),
  });
  expect([outcome, reported]).toEqual(['released', Array(reports).fill(error)]);
});
