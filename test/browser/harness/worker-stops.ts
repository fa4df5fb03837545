/**
 * With STOP_WORKER=1 every message of the extension's pages, and every event that a test dispatches, meets a worker that
 * has just been stopped. The one exception: while this worker instance has a write in progress (a job whose state is
 * `sent`), or a test itself is looking into the worker, the message passes; a stop in mid-write costs the
 * 30 s lookup that worker-killed.test.ts and worker-killed-at.test.ts prove, and would prove nothing about the message.
 *
 * The build is not changed for it: a copy gets one script before each page's own, and a few lines before the worker's.
 */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, CDPSession, Target } from 'puppeteer-core';
import { z } from 'zod';
import { evaluate } from './evaluate.ts';
import { pause, until } from './wait.ts';

export const stopsWorker = process.env['STOP_WORKER'] === '1';

/** Counts over all browsers of this process: messages to a worker stopped for them, to one that was not running, to a spared one. */
export const counts = { stopped: 0, asleep: 0, spared: 0, mute: 0 };

/** Long enough for an event to be stored, in ms; its worker has to start first. */
const writtenMs = 1_000;

const binding = 'harnessStopWorker';

/** In a page: holds every message back until the harness has stopped the worker. Messages of wakeWorker pass. */
const pageScript = `{
  const waiting = new Map();
  globalThis.harnessMayGo = (id) => waiting.get(id)?.();
  let held = 0;
  globalThis.harnessHeld = () => held;
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const stopped = async () => {
    // The harness attaches to a page a moment after the page has begun.
    for (let waited = 0; globalThis.${binding} === undefined; waited += 5) {
      if (waited > 2000) return;
      await pause(5);
    }
    const id = crypto.randomUUID();
    await new Promise((resolve) => {
      waiting.set(id, resolve);
      globalThis.${binding}(id);
    });
    waiting.delete(id);
  };
  for (const { runtime } of new Set([globalThis.browser, globalThis.chrome].filter(Boolean))) {
    if (runtime.sendMessage.harness) continue;
    const send = runtime.sendMessage.bind(runtime);
    runtime.sendMessage = async (...args) => {
      if (args[0]?.name === 'wake') return send(...args);
      held += 1;
      await stopped();
      held -= 1;
      return send(...args);
    };
    runtime.sendMessage.harness = true;
  }
}
`;

/**
 * In the worker: knows which jobs are being sent. The check whether it may be stopped is in one turn with the freeze that
 * blocks the next job from being written as sent, so that nothing begins between the check and the stop.
 */
const workerScript = `{
  const sending = new Set();
  const last = new Map();
  let frozen = false;
  const areas = [globalThis.browser, globalThis.chrome].filter(Boolean).flatMap(({ storage }) => [storage.local, storage.session]);
  for (const area of new Set(areas)) {
    if (area.set.harness) continue;
    const set = area.set.bind(area);
    area.set = async (items, ...rest) => {
      if (frozen) return new Promise(() => undefined);
      const jobs = Object.entries(items).filter(([key]) => key.startsWith('job:'));
      for (const [key, job] of jobs) {
        last.set(key, job);
        if (job.state?.name === 'sent') sending.add(key);
      }
      await set(items, ...rest);
      // The write before that of "sent" may end after that one has begun.
      for (const [key, job] of jobs) if (job.state?.name !== 'sent' && last.get(key) === job) sending.delete(key);
    };
    area.set.harness = true;
  }
  globalThis.harnessMayStop = () => {
    if (sending.size > 0) return 'no';
    frozen = true;
    return 'yes';
  };
  globalThis.harnessIsFrozen = () => frozen;
}
`;

/** A closing page has sent its messages: those held back here are delivered first. */
export async function afterHeld(session: CDPSession): Promise<void> {
  if (!stopsWorker) return;
  await until('the messages to leave', async () => {
    const held = await evaluate(session, 'globalThis.harnessHeld?.() ?? 0').catch(() => 0);
    return held === 0 ? true : undefined;
  });
}

const manifestSchema = z.object({ background: z.object({ service_worker: z.string() }) });

/** Copies an unpacked extension so that its pages and its worker take part. */
export async function copyForStops(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
  const manifest = manifestSchema.safeParse(
    JSON.parse(await readFile(path.join(to, 'manifest.json'), 'utf8')),
  );
  if (!manifest.success) return;
  const worker = path.join(to, manifest.data.background.service_worker);
  await writeFile(worker, workerScript + (await readFile(worker, 'utf8')));
  await writeFile(path.join(to, 'harness.js'), pageScript);
  for (const name of await readdir(to)) {
    if (!name.endsWith('.html')) continue;
    const page = path.join(to, name);
    const text = await readFile(page, 'utf8');
    await writeFile(page, text.replace('<head>', '<head><script src="/harness.js"></script>'));
  }
}

export interface StopParts {
  readonly browser: Browser;
  /** The worker if it runs now. */
  readonly worker: () => Promise<Target | undefined>;
  /** Evaluates a script in it. */
  readonly ask: (worker: Target, script: string) => Promise<unknown>;
  /** Stops the instance that was checked, and resolves when it has ended; false if another one has started meanwhile. */
  readonly kill: () => Promise<boolean>;
}

/** Stops one extension's worker whenever one of its pages is about to send. */
export class WorkerStops {
  readonly #parts: StopParts;
  readonly #watched = new WeakSet<Target>();
  #running: Promise<void> | undefined;
  #held = 0;
  #ended = false;
  #eventAt = -Infinity;

  constructor(parts: StopParts) {
    this.#parts = parts;
    parts.browser.on('targetcreated', this.#watch);
    for (const target of parts.browser.targets()) this.#watch(target);
  }

  end(): void {
    this.#ended = true;
    this.#parts.browser.off('targetcreated', this.#watch);
  }

  /** Work of a test inside the worker: a stop during it would leave the worker half stopped. */
  async without<T>(work: () => Promise<Awaited<T>>): Promise<Awaited<T>> {
    while (this.#running) await this.#running;
    this.#held += 1;
    try {
      return await work();
    } finally {
      this.#held -= 1;
    }
  }

  /** Callers during a stop share it: otherwise two pages would cut off each other's messages. */
  async stop(): Promise<void> {
    this.#running ??= this.#stop().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  /**
   * For an event, which is not on disk until the worker has stored it: the event before gets the time that this takes.
   */
  async stopForEvent(): Promise<void> {
    const left = this.#eventAt + writtenMs - performance.now();
    if (left > 0) await pause(left);
    await this.stop();
    this.#eventAt = performance.now();
  }

  async #stop(): Promise<void> {
    if (this.#ended) return;
    if (this.#held > 0) {
      counts.spared += 1;
      return;
    }
    const worker = await this.#parts.worker();
    if (!worker) {
      counts.asleep += 1;
      return;
    }
    if (!(await this.#mayStop(worker))) {
      counts.spared += 1;
      return;
    }
    try {
      counts[(await this.#parts.kill()) ? 'stopped' : 'spared'] += 1;
    } catch (fault) {
      // The browser has been closed under it.
      if (!this.#ended) throw fault;
    }
  }

  /** In an instance that has just begun, the lines that answer may not have run yet. */
  async #mayStop(worker: Target): Promise<boolean> {
    for (let tried = 0; tried < 20; tried++) {
      const response = await this.#parts.ask(worker, 'globalThis.harnessMayStop?.()').catch(() => {
        counts.mute += 1;
        return 'yes';
      });
      if (response !== undefined) return response === 'yes';
      await pause(20);
    }
    return false;
  }

  // A new target has no address yet, so every page is attached to; only the extension's own send messages. Never a worker.
  readonly #watch = (target: Target): void => {
    const type: string = target.type();
    if (['browser', 'tab', 'service_worker'].includes(type) || this.#watched.has(target)) return;
    this.#watched.add(target);
    target.createCDPSession().then(this.#serve, () => undefined);
  };

  readonly #serve = async (session: CDPSession): Promise<void> => {
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== binding) return;
      const go = () =>
        session.send('Runtime.evaluate', {
          expression: `globalThis.harnessMayGo(${JSON.stringify(payload)})`,
          contextId: executionContextId,
        });
      // A page that closes meanwhile needs no response; a worker that can't be stopped fails the test that waits.
      this.stop()
        .catch((fault: unknown) => console.error('The worker could not be stopped:', fault))
        .then(go)
        .catch(() => undefined);
    });
    await Promise.all([
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: binding }),
    ]).catch(() => undefined);
  };
}
