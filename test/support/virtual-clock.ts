import { flushMicrotasks } from './flush.ts';

/** A virtual clock: events run at their time and in order, and no test waits for real time. */
export class VirtualClock {
  /** True time: ms since the test began. No clock of a device or a service need show it. */
  now = 0;
  readonly #events: { readonly at: number; readonly run: () => void }[] = [];

  at(time: number, run: () => void): void {
    const at = Math.max(time, this.now);
    const events = this.#events;
    let low = 0;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = events[middle];
      // Behind the events of the same time.
      if (other !== undefined && other.at <= at) low = middle + 1;
      else high = middle;
    }
    events.splice(low, 0, { at, run });
  }

  after(ms: number, run: () => void): void {
    this.at(this.now + ms, run);
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Lets `ms` pass. */
  run(ms: number): Promise<void> {
    return this.runTo(this.now + ms);
  }

  /** Lets time pass until `time`, or until no event is left. */
  async runTo(time = Infinity): Promise<void> {
    await flushMicrotasks();
    for (let next = this.#events[0]; next !== undefined && next.at <= time; next = this.#events[0])
      await this.#step(next);
    if (time !== Infinity) this.now = Math.max(this.now, time);
  }

  /** Lets time pass until the promise has settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    const progress = { isSettled: false };
    const settle = () => void (progress.isSettled = true);
    promise.then(settle, settle);
    await flushMicrotasks();
    for (;;) {
      if (progress.isSettled) return promise;
      const next = this.#events[0];
      if (next === undefined) throw new Error('No event is left');
      if (next.at > this.now + 86_400_000) throw new Error('No event for a day');
      await this.#step(next);
    }
  }

  async #step(next: { readonly at: number; readonly run: () => void }): Promise<void> {
    this.#events.shift();
    this.now = next.at;
    next.run();
    await flushMicrotasks();
  }
}
