/** The journal's records, which survive a killed worker. Writes take time, land in order, and may be cut off. */
import { parseJob } from '../../../lib/outbox/migrate-job.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import type { Journal } from '../../../lib/outbox/outbox-deps.ts';
import type { VirtualClock } from '../../support/virtual-clock.ts';

interface Change {
  readonly land: () => void;
  cutOff: boolean;
}

export class Disk {
  /** As stored: of any version, or damaged. */
  readonly records = new Map<string, unknown>();
  /** Every stored state of a job, in order: "id state". */
  readonly history: string[] = [];
  takesMs = 1;
  /** The write with this number (from 0) fails. */
  fails: (write: number) => boolean = () => false;
  removesFail = false;
  writes = 0;
  readonly #clock: VirtualClock;
  #inFlight: Change[] = [];

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  put(...jobs: readonly Job[]): void {
    for (const job of jobs) this.records.set(job.command.id, structuredClone(job));
  }

  job(id: string): Job | null {
    return parseJob(this.records.get(id));
  }

  jobs(): Job[] {
    return [...this.records.values()].map(parseJob).filter((job) => job !== null);
  }

  states(id: string): string[] {
    return this.history.filter((line) => line.startsWith(id)).map((line) => line.slice(id.length + 1));
  }

  /** The journal of one worker instance: after its end it neither answers nor changes anything. */
  journal(alive: () => boolean): Journal {
    const change = (act: () => void): Promise<void> =>
      alive()
        ? new Promise((resolve, reject) => {
            const land = () => {
              try {
                act();
                if (alive()) resolve();
              } catch (error) {
                if (alive()) reject(error instanceof Error ? error : new Error(String(error)));
              }
            };
            const one: Change = { land, cutOff: false };
            this.#inFlight.push(one);
            this.#clock.after(this.takesMs, () => {
              this.#inFlight = this.#inFlight.filter((other) => other !== one);
              if (!one.cutOff) land();
            });
          })
        : new Promise<void>(() => {});
    return {
      all: async () => {
        await this.#clock.wait(this.takesMs);
        return alive() ? structuredClone(this.jobs()) : new Promise<Job[]>(() => {});
      },
      write: (job) => {
        const copy = structuredClone(job);
        return change(() => {
          if (this.fails(this.writes++)) throw new Error('disk full');
          this.records.set(copy.command.id, copy);
          this.history.push(`${copy.command.id} ${copy.state.name}`);
        });
      },
      remove: ({ command }) =>
        change(() => {
          if (this.removesFail) throw new Error('disk');
          this.records.delete(command.id);
        }),
    };
  }

  /** The worker was killed: only the first part (0 to 1) of the pending changes lands. */
  cut(part: number): void {
    const landing = Math.floor(part * (this.#inFlight.length + 1));
    this.#inFlight.slice(landing).forEach((change) => (change.cutOff = true));
  }
}
