/** An outbox without a clock, on a journal in memory. The outbox's own tests use test/unit/outbox/device.ts. */
import type { Outcome } from '../../lib/api/call.ts';
import type { Command } from '../../lib/outbox/commands.ts';
import type { Job } from '../../lib/outbox/job.ts';
import type { JobResult } from '../../lib/outbox/job-result.ts';
import { Outbox } from '../../lib/outbox/outbox.ts';
import type { Journal, OutboxDeps, SendHooks } from '../../lib/outbox/outbox-deps.ts';
import { flushMicrotasks } from './flush.ts';
import { good, sampleResult } from './samples.ts';

export class MemoryJournal implements Journal {
  readonly disk = new Map<string, Job>();
  /** The write with this number (from 0) fails. */
  fails: (write: number) => boolean = () => false;
  #writes = 0;

  constructor(jobs: readonly Job[] = []) {
    for (const job of jobs) this.disk.set(job.command.id, job);
  }

  async all(): Promise<Job[]> {
    await flushMicrotasks();
    return structuredClone([...this.disk.values()]);
  }

  async write(job: Job): Promise<void> {
    await flushMicrotasks();
    if (this.fails(this.#writes++)) throw new Error('disk full');
    this.disk.set(job.command.id, structuredClone(job));
  }

  async remove(job: Job): Promise<void> {
    await flushMicrotasks();
    this.disk.delete(job.command.id);
  }
}

type Run = (command: Command, hooks: SendHooks) => Promise<Outcome<JobResult>>;

/** Sends immediately and succeeds. */
const runWell: Run = async (command, { beforeSend }) => {
  await beforeSend({ newest: '0', serverAt: null });
  return good(sampleResult(command.at));
};

export function fakeOutbox(
  options: {
    readonly journal?: MemoryJournal;
    readonly run?: Run;
    readonly scope?: () => Promise<string>;
  } = {},
) {
  const journal = options.journal ?? new MemoryJournal();
  const changes: Job[] = [];
  const reports: unknown[] = [];
  let clock = 1_000;
  const outbox = new Outbox({
    ...noEffects,
    journal,
    send: ({ command }, hooks) => (options.run ?? runWell)(command, hooks),
    lookUp: async () => good([]),
    blockingFailure: async () => null,
    preferences: async () => ({ creationDelayMs: 0, tagNote: false, onAmbiguous: 'ask' }),
    scope: options.scope ?? (async () => 'here'),
    online: () => true,
    now: () => clock++,
    delay: (_ms, signal) => new Promise((resolve) => signal.addEventListener('abort', resolve)),
    random: () => 0.5,
    onChange: (job) => changes.push(job),
    onBlockChange: () => {},
    report: (error) => reports.push(error),
  });
  return { outbox, journal, changes, reports };
}

/** Dependencies that most tests of an outbox have no part in. */
export const noEffects = {
  validate: async () => null,
  onRunEnd: () => {},
  beforeDrop: async () => {},
  onJoined: () => {},
} satisfies Partial<OutboxDeps>;
