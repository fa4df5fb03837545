/** Wakes the background with a hello, and repeats it on ticks: soon when there was no reply, else every ten seconds. */

interface HelloTimerDeps {
  readonly now: () => number;
  readonly send: () => Promise<unknown>;
  readonly onReply: (sentAt: number) => void;
}

/** Waits between two hellos, in ms. */
const intervals = { unanswered: 1_000, other: 10_000 };

export function createHelloTimer({ now, send, onReply }: HelloTimerDeps) {
  let last = { at: 0, interval: 0 };

  function sayHello(): void {
    const sentAt = now();
    // Also for one that is never answered: a worker that is shutting down swallows messages.
    last = { at: sentAt, interval: intervals.other };
    send().then(
      () => onReply(sentAt),
      () => (last = { at: now(), interval: intervals.unanswered }),
    );
  }

  return {
    sayHello,
    /** To be called on every tick while there is something to wait for. */
    sayHelloIfDue(): void {
      // Absolute, because the clock may have been set back meanwhile.
      if (Math.abs(now() - last.at) >= last.interval) sayHello();
    },
  };
}
