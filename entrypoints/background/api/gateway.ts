/** Client and lane put together: the only door to the service. Every call is paced; nothing else sends. */
import { browser } from 'wxt/browser';
import { originPattern } from '../../../lib/api/base-url.ts';
import type { Call, Outcome, Send } from '../../../lib/api/call.ts';
import { createClient, type Connection } from '../../../lib/api/client.ts';
import { fetchPicture } from '../../../lib/api/fetch-avatar.ts';
import { SendBlocked } from '../../../lib/outbox/outbox-deps.ts';
import type { WriteBatcher } from '../storage/write-batcher.ts';
import {
  createRequestQueue,
  type RequestQueue,
  type Priority,
} from '../../../lib/rate-limit/request-queue.ts';
import { delay } from '../../../lib/messages/delay.ts';

export const limiterStateKey = 'lane-memory';

export interface RequestOptions {
  readonly urgency: Priority;
  readonly signal?: AbortSignal;
  /** Awaited right before the bytes leave; a failure of it keeps them here. */
  readonly beforeSend?: () => Promise<void>;
  /** Told when the call has to wait: epoch ms at which it is expected to go. */
  readonly onWait?: (goesAt: number) => void;
  /** Awaited when the service held the call back for its limit. */
  readonly onHeldBack?: (until: number) => Promise<void>;
}

export interface Gateway {
  request<T>(call: Call<T>, options: RequestOptions): Promise<Outcome<T>>;
  /** A small picture as a `data:` address, fetched without the key; `null` when there is none to be had. */
  picture(address: string): Promise<string | null>;
  /** The time of now by the service's own clock, epoch ms; `null` until an answer has told it. */
  serverNow(): number | null;
  readonly lane: RequestQueue;
  /** The account is left: nothing more is sent with its key, and nothing more is kept of it. */
  close(): void;
}

/** At most this many bytes are taken for a picture of 40 px. */
const maxPictureBytes = 256 * 1024;

/** The one place in the extension that names the network. */
const network = (address: string, init: RequestInit) => fetch(address, init);

const access = new Map<string, Promise<boolean>>();

/** Remembered until a permission changes: the question costs more than the rest of the way to the network. */
export function hasHostPermission(address: string): Promise<boolean> {
  const pattern = originPattern(address);
  const known = access.get(pattern) ?? browser.permissions.contains({ origins: [pattern] });
  access.set(pattern, known);
  return known;
}

/** Called when a permission has been given or taken away. */
export function clearPermissionCache(): void {
  access.clear();
}

/** The lane's memory is bound to address and key, since the service counts by key; a hash tells them apart. */
async function laneScope({ address, key }: Connection): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${address}\n${key}`));
  return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

export async function openGateway(connection: Connection, disk: WriteBatcher): Promise<Gateway> {
  const client = createClient({
    fetch: network,
    connection: () => Promise.resolve(connection),
    permitted: () => hasHostPermission(connection.address),
    now: Date.now,
  });
  // The lane saves before it sends; the write and the journal's go out together and are awaited as one.
  let saving: Promise<void> = Promise.resolve();
  let ahead: number | null = null;
  let closed = false;
  const send: Send = async (call, options = {}) => {
    try {
      if (!closed) await Promise.all([saving, options.beforeSend?.()]);
      // Asked once more: the account may have been left meanwhile.
      if (closed) throw new SendBlocked();
    } catch (error) {
      return {
        ok: false,
        failure: { kind: error instanceof SendBlocked ? 'cancelled' : 'not-stored' },
        rate: null,
      };
    }
    const outcome = await client(call, options);
    // Against the steady clock, so that a jump of this device's clock does not move the service's.
    if (outcome.ok && outcome.date !== null) ahead = outcome.date - performance.now();
    if (!outcome.ok && outcome.failure.kind === 'limit')
      await options.onHeldBack?.(outcome.failure.until).catch(() => undefined);
    return outcome;
  };
  const lane = createRequestQueue({
    send,
    clock: { wall: Date.now, steady: () => performance.now() },
    sleep: delay,
    memory: {
      load: async () => (await browser.storage.local.get(limiterStateKey))[limiterStateKey],
      save: (memory) => {
        if (closed) return Promise.resolve();
        saving = disk.set({ [limiterStateKey]: memory });
        // A failure is met where it is awaited, by the send.
        saving.catch(() => undefined);
        return Promise.resolve();
      },
    },
    scope: await laneScope(connection),
  });
  return {
    lane,
    close: () => void (closed = true),
    serverNow: () => (ahead === null ? null : Math.round(ahead + performance.now())),
    picture: (address) => fetchPicture(network, address, maxPictureBytes),
    request(call, { onWait, ...options }) {
      const wait = lane.forecast(options.urgency);
      if (wait > 0) onWait?.(Date.now() + wait);
      return lane.request(call, options);
    },
  };
}
