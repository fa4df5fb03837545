import type { Browser, CDPSession, Target } from 'puppeteer-core';

export interface Fault {
  readonly kind: 'uncaught error' | 'policy violation' | 'unchecked API error';
  readonly where: string;
  readonly text: string;
}

/** Everything that went wrong on its own in the extension's pages and worker, from the first moment of each. */
export class Faults {
  readonly #seen: {
    readonly kind: Fault['kind'];
    readonly target: Target;
    readonly text: string;
    readonly at: number;
  }[] = [];
  readonly #ended = new WeakMap<Target, number>();
  readonly #sessions = new Map<Target, Promise<CDPSession | undefined>>();
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
    browser.on('targetcreated', this.#watch);
    browser.on('targetdestroyed', this.#forget);
    for (const target of browser.targets()) this.#watch(target);
  }

  /** The faults of pages and workers below an address. */
  of(origin: string): Fault[] {
    return this.#seen
      .filter(({ target, text, at }) => {
        // A page that closes while a module is still loading reports that load as failed. That is no fault,
        // but only if it did close right then.
        const ended = this.#ended.get(target);
        const cutOff = ended !== undefined && ended - at < 500;
        return !(cutOff && text.includes('Failed to fetch dynamically imported module'));
      })
      .map(({ kind, target, text }) => ({ kind, where: target.url(), text }))
      .filter(({ where }) => where.startsWith(origin));
  }

  /** Our own session on a worker must be closed before the worker is stopped, or the worker never ends completely. */
  async detach(target: Target): Promise<void> {
    const session = await this.#sessions.get(target);
    this.#sessions.delete(target);
    await session?.detach().catch(() => undefined);
  }

  stop(): void {
    this.#browser.off('targetcreated', this.#watch);
    this.#browser.off('targetdestroyed', this.#forget);
  }

  readonly #forget = (target: Target): void => {
    this.#ended.set(target, performance.now());
    this.#sessions.delete(target);
  };

  // A new target has no address yet, so every one is attached to, and filtered by its address later.
  readonly #watch = (target: Target): void => {
    if (this.#sessions.has(target)) return;
    const type: string = target.type();
    if (type === 'browser' || type === 'tab') return;
    this.#sessions.set(target, this.#attach(target));
  };

  async #attach(target: Target): Promise<CDPSession | undefined> {
    const note = (kind: Fault['kind'], text: string): void => {
      this.#seen.push({ kind, target, text, at: performance.now() });
    };
    try {
      const session = await target.createCDPSession();
      session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text, url } }) => {
        // A page that the harness scripts reports the script's faults to the harness.
        note(
          'uncaught error',
          `${text} ${exception?.description ?? String(exception?.value ?? '')} ${url ?? ''}`.trim(),
        );
      });
      session.on('Audits.issueAdded', ({ issue }) => {
        if (issue.code === 'ContentSecurityPolicyIssue')
          note('policy violation', JSON.stringify(issue.details.contentSecurityPolicyIssueDetails));
      });
      session.on('Log.entryAdded', ({ entry }) => {
        if (entry.text.includes('Unchecked runtime.lastError')) note('unchecked API error', entry.text);
      });
      await Promise.all([
        session.send('Runtime.enable'),
        session.send('Audits.enable').catch(() => undefined),
        session.send('Log.enable').catch(() => undefined),
      ]);
      return session;
    } catch {
      // It was gone before it could be attached to.
      return undefined;
    }
  }
}
