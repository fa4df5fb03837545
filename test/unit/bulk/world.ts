/**
 * A world for bulks: the real outbox on a journal that survives, a service that counts what it makes, and instances of
 * the worker and of the sync host that end at any moment. Time passes while something waits. A terminated instance
 * neither writes nor sends nor receives.
 */
import 'fake-indexeddb/auto';
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import { BulkRunner } from '../../../lib/bulk/bulk-runner.ts';
import { setDesiredState } from '../../../lib/bulk/store/control-bulk.ts';
import { createBulk, type NewRow } from '../../../lib/bulk/store/create-bulk.ts';
import { listRows } from '../../../lib/bulk/store/queries.ts';
import { openExisting, openOrCreate, type MirrorDatabase } from '../../../lib/mirror/database.ts';
import { statusOf } from '../../../lib/outbox/job-status.ts';
import { Outbox } from '../../../lib/outbox/outbox.ts';
import { isActive, type Decision, type Job, type LostSend } from '../../../lib/outbox/job.ts';
import { isAssign, type RowCommand } from '../../../lib/outbox/commands.ts';
import type { Outcome } from '../../../lib/api/call.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { jobResult, type JobResult } from '../../../lib/outbox/job-result.ts';
import { MemoryJournal, noEffects } from '../../support/fake-outbox.ts';
import { newInstance, nothing, type Instance } from '../../support/worker-instance.ts';
import { draft as sampleDraft, good, uuid } from '../../support/samples.ts';
import type { RemoteRecord } from '../../../lib/outbox/remote-record.ts';
import { getBulk } from '../../support/sample-bulks.ts';
import { flushMicrotasks } from '../../support/flush.ts';

/** What becomes of a request. */
export type Fate =
  | 'made'
  | 'refused'
  | 'wrong key'
  | 'plan limit'
  | 'expired'
  | 'response lost'
  | 'request lost'
  | 'unreadable';

/** A draft without a title. */
export const draft = (address: string, change: Partial<LinkDraft> = {}): LinkDraft =>
  sampleDraft({ address, title: '', ...change });

export const newRows = (count: number): NewRow[] =>
  Array.from({ length: count }, (_, n) => ({ link: draft(`https://example.com/${n}`), leftOut: null }));

let worlds = 0;

export class BulkWorld {
  readonly scope = `https://sho.rt#bulk-${++worlds}`;
  readonly journal = new MemoryJournal();
  /** What the service keeps, in the order in which it was made. */
  readonly made: { readonly id: string; readonly address: string }[] = [];
  /** The URLs of all creates that were sent. */
  readonly sends: string[] = [];
  now = 1_700_000_000_000;
  outbox!: Outbox;
  runner!: BulkRunner;
  /** Resolves when the runner of now has nothing left to do. */
  over: ReturnType<BulkRunner['run']> = Promise.resolve('nothing');
  fate: (address: string) => Fate | Failure = () => 'made';
  /** How a lookup is answered. */
  list: (records: readonly RemoteRecord[]) => Outcome<readonly RemoteRecord[]> = good;
  /** Nothing is sent as long as it is closed. */
  open: Promise<void> = Promise.resolve();
  /** The user presses "Retry" for every unconfirmed job. */
  userRetries = false;
  unclear: 'ask' | 'use' | 'again' = 'ask';
  /** Messages of the sync host are lost. */
  mute = false;
  /** Turns until a response has come to the sync host. */
  slowness = 0;
  /** So often the database can't be opened. */
  failures = 0;
  /** How often the database was to be protected, and how that goes. */
  secured = 0;
  secure = (): Promise<void> => Promise.resolve();
  /** The most jobs that were in progress at the same time. */
  mostUnderWay = 0;
  /** The ids of links that were added to a campaign, and of that. */
  readonly added: [string, string][] = [];
  changes = 0;
  #ids = worlds * 1_000_000;
  #worker: Instance = newInstance();
  #syncHost: Instance = newInstance();

  readonly newId = () => uuid(++this.#ids);

  async start(rows: readonly NewRow[], id = this.newId()): Promise<string> {
    const bulk = { id, name: 'A list', at: this.now, rows, rotatorCampaign: null, newId: this.newId };
    await this.#withDatabase((database) => createBulk(database, bulk));
    return id;
  }

  async bulk(id: string): Promise<Bulk> {
    const bulk = await this.#withDatabase((database) => getBulk(database, id));
    if (bulk === null) throw new Error('no such bulk');
    return bulk;
  }

  rows(id: string) {
    return this.#withDatabase((database) => listRows(database, id));
  }

  /** As a page does it: stores the change, then notifies the sync host. */
  async page<T>(act: (database: MirrorDatabase) => Promise<T>): Promise<T> {
    const done = await this.#withDatabase(act);
    this.over = this.runner.run();
    return done;
  }

  async #withDatabase<T>(act: (database: MirrorDatabase) => Promise<T>): Promise<T> {
    const database = await openOrCreate(this.scope);
    const done = await act(database);
    database.close();
    return done;
  }

  /** The user runs, pauses or cancels a bulk on its page. */
  setDesiredState(id: string, desired: Parameters<typeof setDesiredState>[2]): Promise<unknown> {
    return this.page((database) => setDesiredState(database, id, desired));
  }

  /** The user decides; the background then notifies the sync host. */
  async decide(id: string, choice: Decision): Promise<void> {
    void this.outbox.decide(id, choice);
    await this.pass(2);
    this.over = this.runner.run();
  }

  startWorker(): void {
    this.#worker.die();
    const mine = newInstance();
    this.#worker = mine;
    const { journal } = this;
    const living = <T>(act: () => Promise<T>) => (mine.alive ? act() : nothing);
    this.outbox = new Outbox({
      ...noEffects,
      journal: {
        all: () => living(() => journal.all()),
        write: (job) => living(() => journal.write(job)),
        remove: (job) => living(() => journal.remove(job)),
      },
      send: (job, hooks) => this.#run(mine, job, hooks.beforeSend, hooks.signal),
      lookUp: async (_ask, newest) => {
        await flushMicrotasks();
        if (!mine.alive) return nothing;
        const after = Number(newest ?? 0);
        return this.list(
          this.made.flatMap(({ address }, at) => (at + 1 > after ? [found(at, address)] : [])),
        );
      },
      blockingFailure: async () => null,
      preferences: async () => ({ creationDelayMs: 0, tagNote: false, onAmbiguous: this.unclear }),
      scope: async () => this.scope,
      online: () => true,
      now: () => this.now,
      delay: (ms) => this.#sleep(mine, ms),
      random: () => 0.5,
      onChange: () => {
        if (this.userRetries) void this.#retryUnconfirmed(mine);
        const under = this.outbox
          .jobs()
          .filter(({ state }) => ['queued', 'sent', 'unknown'].includes(state.name));
        this.mostUnderWay = Math.max(this.mostUnderWay, under.length);
      },
      onBlockChange: () => {},
      report: () => {},
    });
    void this.outbox.resume().then(async () => {
      if (this.userRetries) await this.#retryUnconfirmed(mine);
    });
  }

  /** The user presses "Retry" on every row that offers it. */
  async #retryUnconfirmed(mine: Instance): Promise<void> {
    await flushMicrotasks();
    if (!mine.alive) return;
    for (const { command, state } of this.outbox.jobs())
      if (state.name === 'unknown' && state.question?.id === null)
        await this.outbox.decide(command.id, 'again').catch(() => undefined);
  }

  startSyncHost(): void {
    this.#syncHost.die();
    this.runner?.stop();
    const mine = newInstance();
    this.#syncHost = mine;
    const send = async <T>(act: (outbox: Outbox) => Promise<T>): Promise<T> => {
      if (!mine.alive || this.mute) return nothing;
      const worker = this.#worker;
      await flushMicrotasks();
      // A message that was lost with a worker that was stopping.
      const reply = worker.alive ? act(this.outbox) : nothing;
      reply.catch(() => undefined);
      const response = await Promise.race([reply, worker.died]);
      await this.pass(this.slowness);
      return mine.alive ? response : nothing;
    };
    this.runner = new BulkRunner({
      protectDatabase: () => {
        this.secured += 1;
        return this.secure();
      },
      open: async () => {
        if (!mine.alive) return nothing;
        if (this.failures-- > 0) throw new Error('disk full');
        return openExisting(this.scope);
      },
      submit: (command, lost) =>
        send(async (outbox) => {
          const job = await this.#inTime(outbox, command, lost);
          if (!outbox.isJournaled(command.id)) throw new Error('not journalled');
          return statusOf(job, outbox.blockReason() !== null);
        }),
      statusOf: (id) =>
        send(async (outbox) => {
          await outbox.loaded();
          const job = outbox.jobs().find(({ command }) => command.id === id);
          return job === undefined ? null : statusOf(job, outbox.blockReason() !== null);
        }),
      cancel: (id) => send((outbox) => outbox.cancel(id)),
      retry: (id) => send((outbox) => outbox.retry(id)),
      acknowledge: (id) => send((outbox) => outbox.acknowledge(id)),
      newId: this.newId,
      delay: (ms) => this.#sleep(mine, ms),
      // The faults of the tests are errors of any kind.
      report: () => {},
      changed: () => void this.changes++,
    });
    this.over = this.runner.run();
  }

  /** Resolves when the outbox has no job any more that can proceed without the user. */
  async ended(): Promise<void> {
    while (this.outbox.jobs().some(isActive)) await flushMicrotasks();
  }

  /** Lets everything have a turn for so long. */
  async pass(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn++) await flushMicrotasks();
  }

  /** A page is answered after a while, regardless of the state of its job. */
  async #inTime(outbox: Outbox, asked: RowCommand, lost?: LostSend): Promise<Job> {
    const state = { ended: false };
    const taken = outbox.submit(asked, lost).finally(() => (state.ended = true));
    const latest = this.now + 20_000;
    const isWaiting = () => outbox.blockReason() === null && this.now < latest;
    while (!state.ended && (isWaiting() || !outbox.isJournaled(asked.id))) await flushMicrotasks();
    const now = outbox.jobs().find(({ command }) => command.id === asked.id);
    return state.ended || now === undefined ? taken : now;
  }

  async #sleep(mine: Instance, ms: number): Promise<void> {
    await flushMicrotasks();
    if (!mine.alive) return nothing;
    this.now += Math.min(ms, 1_000);
    if (ms > 1_000) return this.#sleep(mine, ms - 1_000);
    return undefined;
  }

  async #run(
    mine: Instance,
    { command }: Job,
    beforeSend: (known: { newest: string; serverAt: number | null }) => Promise<void>,
    signal: AbortSignal,
  ): Promise<Outcome<JobResult>> {
    const given = new Promise((resolve) => signal.addEventListener('abort', resolve));
    if (!signal.aborted) await Promise.race([this.open, given]);
    if (!mine.alive) return nothing;
    if (signal.aborted) return { ok: false, failure: { kind: 'cancelled' }, rate: null };
    const newest = String(this.made.length);
    this.sends.push(command.kind === 'shorten' ? command.link.address : command.id);
    await beforeSend({ newest, serverAt: this.now });
    await flushMicrotasks();
    if (isAssign(command)) {
      const fate = this.fate(command.name);
      const isAdded = fate === 'made';
      if (isAdded) this.added.push([command.item, command.to.id]);
      if (!mine.alive) return nothing;
      const failure: Failure = { kind: 'refused', status: 400, message: 'No.' };
      return isAdded ? good(jobResult({})) : { ok: false, failure, rate: null };
    }
    if (command.kind !== 'shorten') throw new Error('not here');
    const { address } = command.link;
    const fate = this.fate(address);
    // A request that was sent arrives, even if its sender is killed.
    if (fate === 'made' || fate === 'response lost' || fate === 'unreadable')
      this.made.push({ id: command.id, address });
    const at = this.made.length - 1;
    await flushMicrotasks();
    if (!mine.alive) return nothing;
    if (typeof fate !== 'string') return { ok: false, failure: fate, rate: null };
    switch (fate) {
      case 'made':
        return good(madeOf(at));
      case 'refused':
        // In words of its own, as a service says no to one link.
        return {
          ok: false,
          failure: { kind: 'refused', status: 400, message: `No: ${address}` },
          rate: null,
        };
      case 'wrong key':
        return { ok: false, failure: { kind: 'key', status: 401, message: 'Invalid key' }, rate: null };
      case 'plan limit':
        return {
          ok: false,
          failure: { kind: 'refused', status: 200, message: 'Plan limit reached' },
          rate: null,
        };
      case 'expired':
        return { ok: false, failure: { kind: 'invalid-link', field: 'expired' }, rate: null };
      case 'unreadable':
        return { ok: false, failure: { kind: 'unreadable', status: 200 }, rate: null };
      case 'response lost':
      case 'request lost':
        return { ok: false, failure: { kind: 'unreachable', status: null, message: null }, rate: null };
    }
  }
}

const shortOf = (at: number) => `https://sho.rt/l${at}`;

const madeOf = (at: number) => jobResult({ id: String(at + 1), shortUrl: shortOf(at) });

const found = (at: number, subject: string): RemoteRecord => ({
  id: String(at + 1),
  shortUrl: shortOf(at),
  subject,
  alias: `l${at}`,
  note: '',
});
