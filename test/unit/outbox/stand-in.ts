/** A journal in memory, with faults where the test wants them, and an outbox whose service is the test itself. */
import type { Outcome } from '../../../lib/service/call.ts';
import type { Ask, Job } from '../../../lib/outbox/job.ts';
import type { Made } from '../../../lib/outbox/made.ts';
import { createOutbox, type Journal, type RunHooks } from '../../../lib/outbox/outbox.ts';
import { bad, good, made } from './samples.ts';

export class MemoryJournal implements Journal {
  readonly disk = new Map<string, Job>();
  /** Every state a job had on disk, in order: "id state". */
  readonly history: string[] = [];
  /** Whether the write with this number (from 0) fails. */
  fails: (write: number) => boolean = () => false;
  #writes = 0;

  constructor(jobs: readonly Job[] = []) {
    for (const job of jobs) this.disk.set(job.ask.id, job);
  }

  async all(): Promise<Job[]> {
    await breath();
    return structuredClone([...this.disk.values()]);
  }

  async write(job: Job): Promise<void> {
    await breath();
    if (this.fails(this.#writes++)) throw new Error('disk full');
    this.disk.set(job.ask.id, structuredClone(job));
    this.history.push(`${job.ask.id} ${job.state.name}`);
  }

  async remove(job: Job): Promise<void> {
    await breath();
    this.disk.delete(job.ask.id);
  }

  states(id: string): string[] {
    return this.history.filter((line) => line.startsWith(id)).map((line) => line.slice(id.length + 1));
  }
}

/** Lets other promises have a turn. */
export function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await breath();
}

export interface Gate {
  readonly passed: Promise<void>;
  open(): void;
}

export function gate(): Gate {
  let open = () => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

type Run = (ask: Ask, hooks: RunHooks) => Promise<Outcome<Made>>;

/** Sends at once and succeeds. */
export const runWell: Run = async (ask, { beforeSend }) => {
  await beforeSend();
  return good(made(ask.at));
};

/** Waits for its turn like the lane does, until it may go or is given up. */
export function runBehind(turn: Gate): Run {
  return async (ask, { beforeSend, signal }) => {
    const given = new Promise<'given up'>((resolve) =>
      signal.addEventListener('abort', () => resolve('given up')),
    );
    if ((await Promise.race([turn.passed, given])) === 'given up') return bad({ kind: 'cancelled' });
    await beforeSend();
    return good(made(ask.at));
  };
}

export function standIn(
  options: {
    readonly journal?: MemoryJournal;
    readonly run?: Run;
    readonly lookUp?: (ask: Ask) => Promise<Outcome<Made | null>>;
    readonly scope?: () => Promise<string>;
  } = {},
) {
  const journal = options.journal ?? new MemoryJournal();
  const runs: string[] = [];
  const lookUps: string[] = [];
  const changes: Job[] = [];
  const reports: unknown[] = [];
  let clock = 1_000;
  const outbox = createOutbox({
    journal,
    // Counted when the bytes would leave: a run may look for its place before its job is on disk.
    run: (ask, hooks) =>
      (options.run ?? runWell)(ask, {
        ...hooks,
        beforeSend: async () => {
          await hooks.beforeSend();
          runs.push(ask.id);
        },
      }),
    lookUp: async (ask) => {
      lookUps.push(ask.id);
      return options.lookUp ? options.lookUp(ask) : good(null);
    },
    scope: options.scope ?? (async () => 'here'),
    now: () => clock++,
    onChange: (job) => changes.push(job),
    report: (error) => reports.push(error),
  });
  return { outbox, journal, runs, lookUps, changes, reports };
}
