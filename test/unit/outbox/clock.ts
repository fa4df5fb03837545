/** The world's one clock: what happens, happens at its moment and in order; no test waits for real time. */
export class Clock {
  /** True time: ms since the world began. No clock of a device or a service need show it. */
  now = 0;
  readonly #events: { readonly at: number; readonly run: () => void }[] = [];

  after(ms: number, run: () => void): void {
    const at = this.now + Math.max(0, ms);
    const events = this.#events;
    let low = 0;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = events[middle];
      // Behind those of the same moment.
      if (other !== undefined && other.at <= at) low = middle + 1;
      else high = middle;
    }
    events.splice(low, 0, { at, run });
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Lets `ms` pass. */
  async run(ms: number): Promise<void> {
    const end = this.now + ms;
    await settled();
    for (let next = this.#events[0]; next !== undefined && next.at <= end; next = this.#events[0])
      await this.#step(next);
    this.now = end;
  }

  /** Lets time pass until the promise has settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    const ending = { isOver: false };
    const end = () => (ending.isOver = true);
    promise.then(end, end);
    await settled();
    while (!ending.isOver) {
      const next = this.#events[0];
      if (next === undefined) throw new Error('Nothing will happen any more');
      if (next.at > this.now + 86_400_000) throw new Error('Nothing happens for a day');
      await this.#step(next);
    }
    return promise;
  }

  async #step(next: { readonly at: number; readonly run: () => void }): Promise<void> {
    this.#events.shift();
    this.now = next.at;
    next.run();
    await settled();
  }
}

/** All that promises can do without time passing. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A seeded source of numbers in [0, 1). */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
