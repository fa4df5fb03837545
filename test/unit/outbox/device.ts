/**
 * A device around the outbox: a clock that may jump, a network with latency, a disk that survives, and a sequence of
 * worker instances. A stopped instance neither writes nor sends nor receives.
 */
import type { Outcome } from '../../../lib/api/call.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { BlockReason } from '../../../lib/outbox/block-reason.ts';
import { isActive, type Job } from '../../../lib/outbox/job.ts';
import type { Command } from '../../../lib/outbox/commands.ts';
import type { JobResult } from '../../../lib/outbox/job-result.ts';
import { Outbox } from '../../../lib/outbox/outbox.ts';
import { SendAborted, type OutboxPreferences, type SendHooks } from '../../../lib/outbox/outbox-deps.ts';
import type { RemoteRecord } from '../../../lib/outbox/remote-record.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { Disk } from './disk.ts';
import { noEffects } from '../../support/fake-outbox.ts';
import { anotherLinkCommand, silent } from '../../support/samples.ts';
import { Service, type Response, type StoredRecord, type Kind, type RecordRequest } from './service.ts';

/** Our own timeout for one request. */
const timeoutMs = 25_000;
/** As in the request queue: repeats of a call refused for its limit, and the longest wait for one. */
const maxRepeats = 3;
const maxHoldMs = 5 * 60_000;
const reminderMs = 30_000;

type Heard<T> = Response<T> | { readonly is: 'timed out' | 'given up' };

interface WorkerInstance {
  alive: boolean;
  /** The service's clock minus the monotonic one, once a response had its time. */
  ahead: number | null;
}

export class Device {
  readonly clock: VirtualClock;
  readonly service: Service;
  readonly disk: Disk;
  /** This device's clock at the beginning of the test. */
  wall = 1_700_000_000_000;
  scope = 'here';
  key = 'right';
  permitted = true;
  online = true;
  choices: OutboxPreferences = { creationDelayMs: 0, tagNote: false, onAmbiguous: 'ask' };
  /** The failure of an invalid command. */
  check: (command: Command) => Failure | null = () => null;
  /** The time it takes to read the preferences. */
  choicesTakeMs = 0;
  travel: () => number = () => 10;
  /** Ms a call waits for its turn. */
  turn: () => number = () => 0;
  random: () => number = () => 0.5;
  /** A request in flight is lost with the worker that sent it. */
  lostAtShutdown: () => boolean = () => false;
  /** The UTC offset of the service's dates has been inferred, and its error since. */
  knowsZone = false;
  zoneOffMs = 0;
  /** Alarms wake the worker while work is left. */
  reminded = false;

  /** Intents that pages have stored. */
  readonly intents = new Map<string, Command>();
  readonly newest = new Map<Kind, string>();
  blockReason: BlockReason | null = null;

  readonly changes: Job[] = [];
  readonly blockChanges: (BlockReason | null)[] = [];
  readonly reports: unknown[] = [];
  readonly sends: { readonly id: string; readonly at: number; readonly scope: string; refused?: boolean }[] =
    [];
  readonly looks: { readonly id: string; readonly at: number }[] = [];
  readonly sleeps: number[] = [];
  /** Requests that left without their journal entry. */
  readonly unwritten: string[] = [];
  shutdowns = 0;
  outbox!: Outbox;
  #life: WorkerInstance = { alive: false, ahead: null };

  constructor(parts: { readonly clock: VirtualClock; readonly service: Service; readonly disk?: Disk }) {
    this.clock = parts.clock;
    this.service = parts.service;
    this.disk = parts.disk ?? new Disk(parts.clock);
  }

  /** Epoch ms, as this device believes. */
  now(): number {
    return this.wall + this.clock.now;
  }

  /** Starts the worker, which resumes open jobs as the background does. */
  async start(): Promise<void> {
    this.build();
    const { outbox, blockReason } = this;
    if (blockReason !== null && !(blockReason.until !== null && blockReason.until <= this.now()))
      outbox.block(blockReason);
    await this.nudge();
  }

  /** Creates a worker instance that has not resumed anything yet. */
  build(): void {
    this.kill();
    const instance: WorkerInstance = { alive: true, ahead: null };
    this.#life = instance;
    this.outbox = new Outbox({
      ...noEffects,
      journal: this.disk.journal(() => instance.alive),
      send: (job, hooks) => this.#run(instance, job, hooks),
      lookUp: (command, newest) => this.#look(instance, command, newest),
      blockingFailure: async () =>
        this.permitted ? null : { kind: 'no-permission', origin: 'https://links.example.com' },
      validate: async (command) => this.check(command),
      preferences: async () => {
        if (this.choicesTakeMs > 0) await this.clock.wait(this.choicesTakeMs);
        return instance.alive ? this.choices : new Promise<never>(() => {});
      },
      scope: async () => this.scope,
      online: () => this.online,
      now: () => this.now(),
      delay: (ms, signal) => {
        this.sleeps.push(ms);
        return this.#sleep(instance, ms, signal);
      },
      random: () => this.random(),
      onChange: (job) => {
        this.changes.push(job);
        if (job.state.name === 'done') this.#note(kindOf(job.command), job.state.result.id);
      },
      onBlockChange: (closed) => {
        this.blockChanges.push(closed);
        this.blockReason = closed?.failure ? closed : null;
        if (closed?.failure && closed.until !== null)
          this.clock.after(closed.until - this.now(), () => void this.#wake(instance));
      },
      report: (error) => this.reports.push(error),
    });
    if (this.reminded) this.#remind(instance);
  }

  /** @param part the fraction of pending writes that still land */
  kill(part = 0): void {
    if (!this.#life.alive) return;
    this.#life.alive = false;
    this.shutdowns += 1;
    this.disk.cut(part);
  }

  async restart(part = 0): Promise<void> {
    this.kill(part);
    await this.start();
  }

  /** Resumes the journal, then the intents of pages. */
  async nudge(): Promise<void> {
    const { outbox } = this;
    await outbox.resume();
    for (const command of this.intents.values()) void this.#take(outbox, command);
  }

  /** Submits a command as a page does: first the intent, then the message. */
  submit(command: Command): Promise<Job> {
    this.intents.set(command.id, command);
    return this.#take(this.outbox, command);
  }

  /** Submits a command for each number at once, all of them for the same URL. */
  submitForOneUrl(...numbers: readonly number[]): Promise<Job[]> {
    return Promise.all(
      numbers.map((n) => this.submit(anotherLinkCommand(n, { address: 'https://example.com/both' }))),
    );
  }

  async #take(outbox: Outbox, command: Command): Promise<Job> {
    const taken = outbox.submit(command);
    // A failing journal is reported to the caller; here the next resume follows anyway.
    taken.catch(() => undefined);
    const job = await taken;
    if (outbox.isJournaled(command.id)) this.intents.delete(command.id);
    return job;
  }

  /** The job of this command in the background. */
  job(id: string): Job | undefined {
    return this.outbox.jobs().find(({ command }) => command.id === id);
  }

  stateOf(id: string): string | undefined {
    return this.job(id)?.state.name;
  }

  goOnline(): void {
    this.online = true;
    this.outbox.retryNow();
  }

  /** The user has entered a valid key. */
  useKey(key: string): void {
    this.key = key;
    this.blockReason = null;
    this.outbox.unblock();
    void this.outbox.resume();
  }

  async #wake(instance: WorkerInstance): Promise<void> {
    if (instance.alive) await this.outbox.resume().catch((error: unknown) => this.reports.push(error));
  }

  #remind(instance: WorkerInstance): void {
    this.clock.after(reminderMs, () => {
      if (!instance.alive) return;
      if (this.outbox.jobs().some((job) => isActive(job))) void this.#wake(instance);
      this.#remind(instance);
    });
  }

  #sleep(instance: WorkerInstance, ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = () => {
        if (instance.alive) resolve();
      };
      this.clock.after(ms, wake);
      signal.addEventListener('abort', wake);
    });
  }

  #note(kind: Kind, id: string | null): void {
    const known = this.newest.get(kind);
    if (id !== null && (known === undefined || BigInt(id) > BigInt(known))) this.newest.set(kind, id);
  }

  /** A request to the service and its response, as far as the network transfers them. */
  #exchange<T>(
    instance: WorkerInstance,
    act: () => Promise<Response<T>>,
    signal?: AbortSignal,
  ): Promise<Heard<T>> {
    const { clock } = this;
    const began = clock.now;
    return new Promise((resolve) => {
      const hear = (heard: Heard<T>) => {
        if (!instance.alive) return;
        if (heard.is === 'answered') instance.ahead = heard.date - clock.now;
        resolve(heard);
      };
      if (signal?.aborted) return hear({ is: 'given up' });
      signal?.addEventListener('abort', () => hear({ is: 'given up' }));
      if (!this.online) return clock.after(1, () => hear({ is: 'dropped' }));
      clock.after(this.travel(), () => {
        if (!this.online || (!instance.alive && this.lostAtShutdown())) return hear({ is: 'dropped' });
        act().then(
          (response) => {
            if (response.is === 'silence')
              return clock.after(began + timeoutMs - clock.now, () => hear({ is: 'timed out' }));
            clock.after(this.travel(), () => hear(this.online ? response : { is: 'dropped' }));
          },
          (error: unknown) => this.reports.push(error),
        );
      });
    });
  }

  async #list(
    instance: WorkerInstance,
    kind: Kind,
    after: string | null,
  ): Promise<Outcome<readonly StoredRecord[]>> {
    const { key } = this;
    if (key === '') return { ok: false, failure: { kind: 'not-connected' }, rate: null };
    const heard = await this.#exchange(instance, () => this.service.list(key, kind, after));
    const outcome = this.#read(heard);
    if (outcome.ok) this.#note(kind, outcome.value[0]?.id ?? (kind === 'link' ? '0' : null));
    return outcome;
  }

  async #look(
    instance: WorkerInstance,
    command: Command,
    newest: string | null,
  ): Promise<Outcome<readonly RemoteRecord[]>> {
    this.looks.push({ id: command.id, at: this.clock.now });
    const listed = await this.#list(instance, kindOf(command), newest);
    if (!listed.ok) return listed;
    // The dates are to the second.
    const dateOf = (at: number) => Math.floor((this.service.epoch + at) / 1_000) * 1_000;
    const value = listed.value.map(({ id, shortUrl, subject, alias, note, at }) => ({
      id,
      shortUrl: shortUrl === null ? null : this.service.spellShortUrl(shortUrl),
      subject,
      alias,
      note,
      ...(this.knowsZone ? { madeAt: dateOf(at) + this.zoneOffMs } : { madeBy: dateOf(at) + 12 * 3_600_000 }),
    }));
    return { ...listed, value };
  }

  /** As the background does behind its request queue: reads the newest id, waits for its turn, sends. */
  async #run(instance: WorkerInstance, job: Job, hooks: SendHooks): Promise<Outcome<JobResult>> {
    const { clock, key } = this;
    const { command } = job;
    const kind = kindOf(command);
    // Not connected.
    if (key === '') return { ok: false, failure: { kind: 'not-connected' }, rate: null };
    let newest = this.newest.get(kind) ?? null;
    if (newest === null && kind === 'link') {
      const listed = await this.#list(instance, kind, null);
      if (!listed.ok) return listed;
      newest = listed.value[0]?.id ?? '0';
    }
    const given: Outcome<never> = { ok: false, failure: { kind: 'cancelled' }, rate: null };
    let wait = this.turn();
    for (let tries = 0; ; tries += 1) {
      if (wait > 0) {
        hooks.onWait(this.now() + wait);
        await this.#sleep(instance, wait, hooks.signal);
      }
      if (hooks.signal.aborted) return given;
      try {
        const serverAt = instance.ahead === null ? null : instance.ahead + clock.now;
        await hooks.beforeSend({ newest, serverAt });
      } catch (error) {
        if (error instanceof SendAborted) return given;
        return { ok: false, failure: { kind: 'not-stored' }, rate: null };
      }
      if (!instance.alive) return new Promise<never>(() => {});
      const sent: Device['sends'][number] = { id: command.id, at: clock.now, scope: this.scope };
      this.sends.push(sent);
      if (this.disk.job(command.id)?.state.name !== 'sent') this.unwritten.push(command.id);
      const request = requestOf(job);
      const heard = await this.#exchange(instance, () => this.service.create(key, request), hooks.signal);
      sent.refused = heard.is === 'too many';
      if (heard.is !== 'too many' || heard.forMs > maxHoldMs || tries === maxRepeats)
        return this.#made(command, this.#read(heard));
      await hooks.onHeldBack(this.now() + heard.forMs).catch(() => undefined);
      wait = heard.forMs;
    }
  }

  #made(command: Command, outcome: Outcome<StoredRecord>): Outcome<JobResult> {
    if (!outcome.ok) return outcome;
    const { shortUrl, alias } = outcome.value;
    const id = this.service.tellsIds ? outcome.value.id : null;
    const wanted = command.kind === 'shorten' ? command.link.alias : '';
    const aliasDiffers = wanted !== '' && alias !== wanted;
    return { ...outcome, value: { id, shortUrl, aliasDiffers, lookedUp: false, existing: false } };
  }

  #read<T>(heard: Heard<T>): Outcome<T> {
    if (heard.is === 'answered') return { ok: true, value: heard.value, rate: silent, date: heard.date };
    return { ok: false, failure: this.#failure(heard), rate: null };
  }

  #failure(heard: Exclude<Heard<unknown>, { is: 'answered' }>): Failure {
    switch (heard.is) {
      case 'dropped':
      case 'silence':
        return { kind: 'unreachable', status: null, message: null };
      case 'bad gateway':
        return { kind: 'unreachable', status: 504, message: null };
      case 'timed out':
        return { kind: 'timed-out' };
      case 'given up':
        return { kind: 'cancelled' };
      case 'garbage':
        return { kind: 'unreadable', status: 200 };
      case 'refused':
        return { kind: 'refused', status: 400, message: 'No.' };
      case 'taken':
        return { kind: 'refused', status: 400, message: 'Taken.' };
      case 'too many':
        return { kind: 'limit', until: this.now() + heard.forMs, message: null };
      case 'wrong key':
        return { kind: 'key', status: 401, message: null };
      case 'moved':
        return { kind: 'moved', status: 301 };
      case 'challenge':
        return { kind: 'challenge', status: 403 };
      case 'maintenance':
        return { kind: 'not-an-api', status: 200, host: 'links.example.com' };
      case 'firewall':
        return { kind: 'blocked', status: 403 };
    }
  }
}

function kindOf({ kind }: Command): Kind {
  if (kind === 'shorten') return 'link';
  if (kind === 'add-campaign') return 'campaign';
  return kind === 'add-channel' ? 'channel' : 'pixel';
}

function requestOf({ command, noteTag }: Job): RecordRequest {
  const base = { maker: command.id, kind: kindOf(command) };
  if (command.kind !== 'shorten') return { ...base, subject: command.name, alias: '', domain: '', note: '' };
  const { address, alias, domain } = command.link;
  return { ...base, subject: address, alias: alias.trim(), domain, note: noteTag ?? '' };
}

type WorldSetUp = (parts: {
  readonly device: Device;
  readonly service: Service;
  readonly disk: Disk;
}) => void;

/** A device with a service of its own and a running worker. */
export function world(setUp: WorldSetUp = () => undefined) {
  const clock = new VirtualClock();
  const service = new Service(clock);
  const device = new Device({ clock, service });
  const { disk } = device;
  setUp({ device, service, disk });
  device.build();
  return { clock, service, device, disk };
}

/** The newest id is known, so that the first request is the create. */
export function worldWithNewest(setUp: WorldSetUp = () => undefined) {
  return world((parts) => {
    parts.device.newest.set('link', '50');
    setUp(parts);
  });
}
