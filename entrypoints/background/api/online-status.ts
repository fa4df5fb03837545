/** Tracks whether the service can be reached at all, and reports the moment when it can be again. */
import { isLocal } from '../../../lib/api/base-url.ts';

/** Interval of checks while offline: not every browser fires `online` in a worker. */
const checkMs = 1_000;

export type OnlineStatus = ReturnType<typeof createOnlineStatus>;

export function createOnlineStatus(onBack: () => void) {
  /** A service on this machine is reachable without any network. */
  let isRemote = true;
  let timer: ReturnType<typeof setInterval> | null = null;

  const isOnline = () => !isRemote || navigator.onLine;

  function check(): void {
    if (!isOnline()) return;
    if (timer !== null) clearInterval(timer);
    timer = null;
    onBack();
  }

  globalThis.addEventListener('online', check);

  return {
    isOnline,
    /** @param address empty when none is connected */
    setService(address: string): void {
      isRemote = !isLocal(address);
    },
    /** Something waits for the network. */
    watch(): void {
      timer ??= setInterval(check, checkMs);
    },
  };
}
