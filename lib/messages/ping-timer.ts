/** Pings the background, and again on ticks: a second after a ping without a reply, else every ten seconds. */

interface PingTimerDeps {
  readonly now: () => number;
  readonly send: () => Promise<unknown>;
  readonly onReply: (sentAt: number) => void;
}

/** Waits between two pings, in ms. */
const intervals = { unanswered: 1_000, other: 10_000 };

export function createPingTimer({ now, send, onReply }: PingTimerDeps) {
  let last = { at: 0, interval: 0 };

  function ping(): void {
    const sentAt = now();
    // Also for one that is never answered: a worker that is shutting down swallows messages.
    last = { at: sentAt, interval: intervals.other };
    send().then(
      () => onReply(sentAt),
      () => (last = { at: now(), interval: intervals.unanswered }),
    );
  }

  return {
    ping,
    /** To be called on every tick while there is something to wait for. */
    pingIfDue(): void {
      // Absolute, because the clock may have been set back meanwhile.
      if (Math.abs(now() - last.at) >= last.interval) ping();
    },
  };
}
