/** Client and request queue put together: the only way to the API. Only the account's picture is fetched beside the queue. */
import { browser } from 'wxt/browser';
import { unsent, type Call, type Outcome, type Send } from '../../../lib/api/call.ts';
import { createClient, type Credentials } from '../../../lib/api/api-client.ts';
import { fetchAvatar } from '../../../lib/api/fetch-avatar.ts';
import { allDone } from '../../../lib/time/all-done.ts';
import { delay } from '../../../lib/time/delay.ts';
import { SendAborted } from '../../../lib/outbox/outbox-deps.ts';
import { createRequestQueue, type RequestQueue } from '../../../lib/rate-limit/request-queue.ts';
import type { QueueOptions } from '../../../lib/rate-limit/queued-request.ts';
import type { LimiterStorage } from '../../../lib/rate-limit/stored-limiter.ts';
import { logError } from '../../../lib/browser/log-error.ts';
import type { WriteBatcher } from '../storage/write-batcher.ts';
import type { HostPermission } from './host-permission.ts';

/** As earlier versions named it. */
export const limiterStateKey = 'lane-memory';

export interface RequestOptions extends QueueOptions {
  /** Called when the call has to wait, with the epoch ms at which it is expected to go. */
  readonly onWait?: (goesAt: number) => void;
}

export interface Gateway {
  request<T>(call: Call<T>, options: RequestOptions): Promise<Outcome<T>>;
  /** A small picture as a `data:` URL, fetched without the key; `null` when there is none. */
  picture(address: string): Promise<string | null>;
  /** The service's present time, epoch ms; `null` until a reply has shown it. */
  serverNow(): number | null;
  readonly queue: RequestQueue;
  /** The account is left: nothing more is sent with its key, and nothing more is stored of it. */
  close(): void;
  /** The account has another key: what has not been sent fails with `account-changed`, and jobs send it with that one. */
  retire(): void;
}

export interface GatewayDeps {
  readonly disk: WriteBatcher;
  readonly permission: Pick<HostPermission, 'isGranted'>;
  /** Its key is being tried while another one is connected, whose limiter state stays stored. */
  readonly isTrial?: () => boolean;
}

/** The one place in the extension that calls the network. */
const network = (address: string, init: RequestInit) => fetch(address, init);

/** The limiter's state is bound to address and key, since the service counts by key; a hash tells them apart. */
async function limiterScope({ address, key }: Credentials): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${address}\n${key}`));
  return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

/** The service's clock, measured against the monotonic one: a jump of this device's clock does not move it. */
function createServerClock() {
  let offset: number | null = null;
  return {
    /** @param date epoch ms, from a reply that has just arrived */
    set: (date: number) => void (offset = date - performance.now()),
    now: () => (offset === null ? null : Math.round(offset + performance.now())),
  };
}

/**
 * The queue saves its state before each send. The write goes out together with the journal's, and the send awaits both
 * through `saved`.
 */
function createLimiterStorage(disk: WriteBatcher, isStored: () => boolean) {
  let saved: Promise<void> = Promise.resolve();
  const storage: LimiterStorage = {
    load: async () => (await browser.storage.local.get(limiterStateKey))[limiterStateKey],
    save: (state) => {
      if (!isStored()) return;
      saved = disk.set({ [limiterStateKey]: state });
      // A failure is met where it is awaited, by the send.
      saved.catch(() => undefined);
    },
  };
  return { storage, saved: () => saved };
}

export async function openGateway(
  connection: Credentials,
  { disk, permission, isTrial }: GatewayDeps,
): Promise<Gateway> {
  const client = createClient({
    fetch: network,
    connection,
    permitted: () => permission.isGranted(connection.address),
    now: Date.now,
    report: logError,
  });
  /** The failure of every later request. */
  let closedWith: 'cancelled' | 'account-changed' | null = null;
  const serverClock = createServerClock();
  const limiter = createLimiterStorage(disk, () => closedWith === null && isTrial?.() !== true);

  const send: Send = async (call, options = {}) => {
    try {
      // A step that still ran after the send was given up would journal it as sent.
      if (closedWith === null) await allDone([limiter.saved(), options.beforeSend?.() ?? Promise.resolve()]);
    } catch (error) {
      const kind = error instanceof SendAborted ? 'cancelled' : 'not-stored';
      return unsent({ kind });
    }
    // Also if the account was left meanwhile.
    if (closedWith !== null) return unsent({ kind: closedWith });
    const outcome = await client(call, options);
    if (outcome.ok && outcome.date !== null) serverClock.set(outcome.date);
    // Where that can't be stored, the job stays _sent_ on disk, which costs a lookup and no link.
    if (!outcome.ok && outcome.failure.kind === 'limit')
      await options.onHeldBack?.(outcome.failure.until).catch(() => undefined);
    return outcome;
  };

  const queue = createRequestQueue({
    send,
    clock: { wallClock: Date.now, monotonic: () => performance.now() },
    delay,
    storage: limiter.storage,
    scope: await limiterScope(connection),
  });
  function close(kind: NonNullable<typeof closedWith>): void {
    closedWith = kind;
    queue.close({ kind });
  }

  return {
    queue,
    close: () => close('cancelled'),
    // Also if its slot were minutes away: with the new key it may go now.
    retire: () => close(closedWith ?? 'account-changed'),
    serverNow: serverClock.now,
    picture: (address) => fetchAvatar(network, address),
    request(call, { onWait, ...options }) {
      const wait = queue.estimateWait(options.priority);
      if (wait > 0) onWait?.(Date.now() + wait);
      return queue.request(call, options);
    },
  };
}
