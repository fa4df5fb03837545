import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Connection } from 'puppeteer-core';

/** How often it is checked whether the next worker instance has begun, and how long after a kill, in ms. */
const look = { every: 200, within: 60_000 };
/** How often a next instance is released: the first that is listed may be the rest of the one that was killed. */
const tries = 6;

/**
 * The debugging sessions on the extension's service worker, opened by the harness, a test, or Puppeteer.
 *
 * If a worker is stopped with a session on it, the browser keeps the target. It holds the next worker instance at its start
 * for that session, which never releases it: its status stays "starting" and it loses every message. On a busy machine a
 * session may open or close at just that moment. So all of them end before a worker is stopped, and its next instance is
 * released.
 */
export class WorkerSessions {
  readonly #open = new Set<string>();
  readonly #connection: Connection;
  #letGo = new AbortController();
  #lettingStart: Promise<void> = Promise.resolve();

  private constructor(connection: Connection) {
    this.#connection = connection;
    connection.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'service_worker') this.#open.add(sessionId);
    });
    connection.on('Target.detachedFromTarget', ({ sessionId }) => this.#open.delete(sessionId));
  }

  static async of(browser: Browser): Promise<WorkerSessions> {
    const connection = (await browser.target().createCDPSession()).connection();
    if (connection === undefined) throw new Error('The browser is gone.');
    return new WorkerSessions(connection);
  }

  /** The workers below an origin that run according to the browser. */
  async running(origin: string): Promise<readonly string[]> {
    const { targetInfos } = await this.#connection.send('Target.getTargets');
    return targetInfos
      .filter(({ type, url }) => type === 'service_worker' && url.startsWith(origin))
      .map(({ targetId }) => targetId);
  }

  /** By its number: for Puppeteer's way a session would have to be opened on it. One may just have ended on its own. */
  async close(origin: string): Promise<void> {
    this.#letGo.abort();
    await this.#lettingStart;
    for (const sessionId of this.#open)
      await this.#connection.send('Target.detachFromTarget', { sessionId }).catch(() => undefined);
    for (const targetId of await this.running(origin))
      await this.#connection.send('Target.closeTarget', { targetId }).catch(() => undefined);
    this.#letGo = new AbortController();
    // Until the next kill, or the end of the browser.
    this.#lettingStart = this.#letStart(origin, this.#letGo.signal).catch(() => undefined);
  }

  async #letStart(origin: string, signal: AbortSignal): Promise<void> {
    const end = performance.now() + look.within;
    for (let tried = 0; tried < tries && performance.now() < end;) {
      await pause(look.every * (tried + 1), undefined, { signal, ref: false });
      const ids = await this.running(origin);
      // Puppeteer releases every target that it was attached to without a request, and detaches.
      for (const targetId of ids)
        await this.#connection
          .send('Target.attachToTarget', { targetId, flatten: true })
          .catch(() => undefined);
      if (ids.length > 0) tried += 1;
    }
  }
}
