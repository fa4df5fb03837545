/**
 * The connection record: address and key as one, so that a key never travels to another origin. This is the one place
 * that reads the key; it leaves it only towards the client.
 */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { getAccount, type Account } from '../../../lib/api/account.ts';
import { cleanAddress, originPattern } from '../../../lib/api/base-url.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { intentKey, intentPrefix } from '../../../lib/storage/keys.ts';
import { connectAskSchema, type ConnectAsk, type ReplyOf } from '../../../lib/messages/protocol.ts';
import { createItem } from '../../../lib/storage/stored-item.ts';
import type { Items } from '../storage/stored-items.ts';
import { limiterStateKey, openGateway, type Gateway } from './gateway.ts';
import type { WriteBatcher } from '../storage/write-batcher.ts';
import { logError } from '../log-error.ts';
import { removeIntents } from '../jobs/intents.ts';
import { runSteps } from '../run-steps.ts';
import { readByPrefix } from '../storage/read-by-prefix.ts';

const connectionSchema = z.object({
  address: z.string(),
  key: z.string(),
  /** Names the account: what is kept for one scope never shows under another. */
  scope: z.string(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** How an attempt to connect ended: its answer is told, a later press took its place, or "Disconnect" ended it. */
export type AttemptEnd = ReplyOf<'connect'>;

export interface Connections {
  /** The gateway of the connected account; `null` when not connected. */
  gateway(): Promise<Gateway | null>;
  /** The account of now; empty when not connected. */
  scope(): Promise<string>;
  address(): Promise<string>;
  /** Tries a connect intent and, when the account answers, makes it the connection. Of several the last press wins. */
  connect(intentId: string): Promise<AttemptEnd>;
  /**
   * Fetches the account's picture as a `data:` address, since pages load nothing remote, where that is still to be done: an
   * earlier life may have been killed before it.
   */
  bringPicture(): Promise<void>;
  /**
   * Forgets key, address and all that was kept for the account, and ends an attempt to connect. Every step is carried out
   * whichever other fails.
   *
   * @throws when a step has failed: the next start of the background repeats them
   */
  disconnect(): Promise<void>;
  /** Repeats a disconnect that an earlier life could not finish. */
  finishDisconnect(): Promise<void>;
}

/** Set as long as a disconnect is not finished, with the origins whose access it still has to remove. */
const disconnectingKey = 'disconnecting';
/** Earlier versions wrote `true`. */
const disconnectingSchema = z.object({ origins: z.array(z.string()) });

const originsToRemove = (mark: unknown): readonly string[] =>
  disconnectingSchema.safeParse(mark).data?.origins ?? [];

/** A press of "Connect" whose answer is awaited. */
interface Attempt {
  readonly id: string;
  readonly address: string;
  readonly abort: AbortController;
  /** Opened for this attempt alone: closed when its answer does not count. */
  gateway?: Gateway;
  /** Set when its answer counts no more. */
  end?: AttemptEnd;
}

export function createConnections(
  items: Items,
  deps: {
    readonly disk: WriteBatcher;
    readonly onDamaged: (key: string) => void;
    /**
     * Forgets everything that was kept for an account, with what was asked for and not begun: before a connection to
     * another account takes effect, and for a disconnect.
     *
     * @param stays the keys of what goes on, looked up right before the rest is removed
     * @throws when some of it could not be forgotten
     */
    readonly forget: (stays: () => Promise<readonly string[]>) => Promise<void>;
    /** Told of every gateway that is put to use. */
    readonly onGateway: (gateway: Gateway) => void;
    readonly onConnected: () => void;
  },
): Connections {
  const { local } = browser.storage;
  const record = createItem(
    local,
    {
      key: 'connection',
      version: 1,
      schema: z.nullable(connectionSchema),
      fallback: null,
      migrations: {},
    },
    deps.onDamaged,
  );
  let open: { connection: Connection; gateway: Promise<Gateway> } | null = null;
  const trying = new Map<string, Promise<AttemptEnd>>();
  /** The attempt whose answer counts. */
  let latest: Attempt | null = null;
  /** The attempt that is being made the connection: a later press waits for nothing of it and ends nothing of it. */
  let committed: Attempt | null = null;
  /** Disconnected, whether or not the record could be removed. */
  let disconnected = false;
  /** How often it was: an attempt that began before does not go on. */
  let disconnects = 0;
  /** What was kept is being forgotten: nothing is put in its place before that has ended. */
  let disconnecting: Promise<unknown> = Promise.resolve();

  async function current(): Promise<typeof open> {
    const connection = await record.read();
    if (connection === null || disconnected) return null;
    if (open?.connection !== connection) {
      const gateway = openGateway(connection, deps.disk);
      open = { connection, gateway };
      void gateway.then(deps.onGateway);
    }
    return open;
  }

  async function tell(
    attempt: Attempt,
    state: 'checking' | 'failed',
    failure: Failure | null,
  ): Promise<void> {
    const { id, address } = attempt;
    await items.accountView.update((view) =>
      attempt.end === undefined ? { ...view, attempt: { id, state, failure, address } } : view,
    );
  }

  /** Its answer counts no more. */
  function supersede(attempt: Attempt | null, end: AttemptEnd): void {
    if (attempt === null) return;
    if (latest === attempt) latest = null;
    attempt.end = end;
    attempt.gateway?.close();
    // Last: in Chromium what waits for it goes on before this returns.
    attempt.abort.abort();
  }

  /**
   * Removes the access to an origin, unless the connection, an attempt under way or a press that has not begun needs it.
   *
   * @param ended the presses that need nothing any more, whether or not they are still stored
   * @throws when the browser rejects it
   */
  async function removeAccess(pattern: string, ended: readonly string[]): Promise<void> {
    const connection = disconnected ? null : await record.read();
    const asks = (await connectAsks()).filter(({ id }) => !ended.includes(id));
    const needed = [connection?.address, latest?.address, ...asks.map(({ address }) => address)].flatMap(
      (address) => originOf(address) ?? [],
    );
    if (!needed.includes(pattern)) await browser.permissions.remove({ origins: [pattern] });
  }

  /** An origin that did not become the service's is given back. The settings list what is still held. */
  const giveBack = (address: string, ended: readonly string[] = []) =>
    removeAccess(originPattern(address), ended).catch(logError);

  /** How an attempt ended whose intent is gone. */
  async function pastEnd(id: string): Promise<AttemptEnd> {
    const { attempt } = await items.accountView.read();
    if (attempt === null) return 'ended';
    return attempt.id === id ? 'tried' : 'replaced';
  }

  async function connectAsks(): Promise<readonly ConnectAsk[]> {
    const stored = await readByPrefix(intentPrefix, local);
    return stored.flatMap(([, raw]) => connectAskSchema.safeParse(raw).data ?? []);
  }

  async function begin(id: string): Promise<AttemptEnd> {
    const before = disconnects;
    const asks = await connectAsks();
    if (disconnects !== before) return 'ended';
    const ask = asks.find((one) => one.id === id);
    if (ask === undefined) return pastEnd(id);
    const cleaned = cleanAddress(ask.address);
    const isLast = asks.every(({ at }) => at <= ask.at);
    if (!isLast || !('address' in cleaned)) {
      await removeIntents([id]);
      if ('address' in cleaned) await giveBack(cleaned.address, [id]);
      return isLast ? 'tried' : 'replaced';
    }
    // From the check to here nothing is awaited, so two attempts never both take themselves for the latest.
    supersede(latest, 'replaced');
    const attempt: Attempt = { id, address: cleaned.address, abort: new AbortController() };
    latest = attempt;
    try {
      await removeIntents(asks.map((one) => one.id).filter((other) => other !== id));
      return await carryOut(attempt, ask.key);
    } finally {
      if (latest === attempt) latest = null;
      if (committed === attempt) committed = null;
      if (attempt.end === 'replaced') await giveBack(attempt.address, [attempt.id]);
    }
  }

  async function carryOut(attempt: Attempt, key: string): Promise<AttemptEnd> {
    // Its caller gets the failure; a new attempt only waits for the end.
    await disconnecting.catch(() => undefined);
    const { attempt: last } = await items.accountView.read();
    // An earlier life was killed between telling how it failed and the end of it.
    if (last?.id === attempt.id && last.state === 'failed') return failed(attempt);
    const before = disconnected ? null : await record.read();
    await tell(attempt, 'checking', null);
    const candidate: Connection = { address: attempt.address, key, scope: '' };
    // One lane a key: what it has queued and sent counts for the same limit.
    const isOpen = before?.address === candidate.address && before.key === candidate.key;
    const opened = isOpen ? await current() : null;
    const gateway = await (opened?.gateway ?? openGateway(candidate, deps.disk));
    if (opened === null) attempt.gateway = gateway;
    if (attempt.end !== undefined) {
      // The connected account's own goes on.
      attempt.gateway?.close();
      return attempt.end;
    }
    const { signal } = attempt.abort;
    const answer = await gateway.request(getAccount(), { urgency: 'person', signal });
    if (attempt.end !== undefined) return attempt.end;
    // Told before the intent goes, here and below: killed in between, the next life tries again instead of never telling.
    if (!answer.ok) {
      await tell(attempt, 'failed', answer.failure);
      return failed(attempt);
    }
    const connection = { ...candidate, scope: `${candidate.address}#${answer.value.id}` };
    await takeOver(attempt, before, { connection, gateway });
    if (attempt.end !== undefined) return attempt.end;
    await items.accountView.update((view) =>
      attempt.end === undefined
        ? {
            address: connection.address,
            account: cardOf(answer.value),
            attempt: { id: attempt.id, state: 'connected', failure: null },
          }
        : view,
    );
    await removeIntents([attempt.id]);
    if (attempt.end !== undefined) return attempt.end;
    if (before !== null) await giveBack(before.address);
    if (opened === null) deps.onGateway(gateway);
    deps.onConnected();
    await bringPicture();
    return 'tried';
  }

  /** The typed key is not kept: the page still shows what was typed for another try. */
  async function failed(attempt: Attempt): Promise<AttemptEnd> {
    if (latest === attempt) latest = null;
    await giveBack(attempt.address, [attempt.id]);
    await removeIntents([attempt.id]);
    return attempt.end ?? 'tried';
  }

  /** Makes it the connection, unless its answer counts no more. */
  async function takeOver(
    attempt: Attempt,
    before: Connection | null,
    next: { readonly connection: Connection; readonly gateway: Gateway },
  ): Promise<void> {
    const marks = await local.get(disconnectingKey);
    const isUnfinished = disconnectingKey in marks;
    const isOther = before !== null && before.scope !== next.connection.scope;
    // Replaced by now, it forgets nothing: the account before stays connected.
    if (attempt.end !== undefined) return;
    if (isOther || isUnfinished)
      await deps.forget(async () => [
        'connection',
        'account-view',
        limiterStateKey,
        // Also a later press of "Connect" that has not begun.
        ...(await connectAsks()).map(({ id }) => intentKey(id)),
      ]);
    if (isUnfinished) {
      for (const origin of originsToRemove(marks[disconnectingKey]))
        await removeAccess(origin, []).catch(logError);
      // Else the next start would end the new connection.
      await local.remove(disconnectingKey);
    }
    await record.update((kept) => {
      // Looked at in the turn of the write: a disconnect that comes after it removes what is written.
      if (attempt.end !== undefined) return kept;
      // From here on a later press replaces the connection, not the attempt: only "Disconnect" ends it.
      if (latest === attempt) latest = null;
      committed = attempt;
      if (isOther) void open?.gateway.then((gateway) => gateway.close());
      open = { connection: next.connection, gateway: Promise.resolve(next.gateway) };
      disconnected = false;
      return next.connection;
    });
  }

  async function bringPicture(): Promise<void> {
    const { address, account } = await items.accountView.read();
    const gateway = await (await current())?.gateway;
    const { picture } = account ?? {};
    if (picture === undefined || gateway === undefined) return;
    // Only from the service's own origin, for which access has been granted; else initials stand in.
    const avatar =
      new URL(picture).origin === new URL(address).origin ? await gateway.picture(picture) : null;
    await items.accountView.update((view) =>
      view.account !== null && view.account.picture === picture
        ? { ...view, account: { ...view.account, picture: undefined, avatar } }
        : view,
    );
  }

  /** In this order the key goes first. */
  async function disconnectNow(): Promise<void> {
    const connection = await record.read().catch(() => null);
    // A press of "Connect" that came after "Disconnect" goes on.
    const asks = (await connectAsks().catch(() => [])).filter(({ id }) => id !== latest?.id);
    const ended = asks.map(({ id }) => id);
    const marks = await local.get(disconnectingKey).catch(() => ({ [disconnectingKey]: undefined }));
    const used = [connection?.address, ...asks.map(({ address }) => address)];
    // An earlier life may have forgotten the address, and not removed the access to it.
    const origins = new Set([
      ...originsToRemove(marks[disconnectingKey]),
      ...used.flatMap((address) => originOf(address) ?? []),
    ]);
    const isDone = await runSteps([
      () => local.set({ [disconnectingKey]: { origins: [...origins] } }),
      () => record.remove(),
      () => items.accountView.remove(),
      // What is still being tried has a key; a record that was damaged and set aside by an earlier version may have one.
      () => removeIntents(ended),
      () => local.remove('damaged:connection'),
      () => deps.disk.remove(limiterStateKey),
      ...[...origins].map((origin) => () => removeAccess(origin, ended)),
      () => deps.forget(async () => [disconnectingKey, ...(latest === null ? [] : [intentKey(latest.id)])]),
    ]);
    if (!isDone) throw new Error('not all is forgotten');
    await local.remove(disconnectingKey);
  }

  function disconnect(): Promise<void> {
    // At once: whatever is answered from here on counts no more.
    disconnected = true;
    disconnects++;
    supersede(latest, 'ended');
    supersede(committed, 'ended');
    void open?.gateway.then((gateway) => gateway.close());
    open = null;
    // The caller of the one before gets its failure.
    disconnecting = disconnecting.catch(() => undefined).then(disconnectNow);
    return disconnecting.then(() => undefined);
  }

  return {
    gateway: async () => (await (await current())?.gateway) ?? null,
    scope: async () => (await current())?.connection.scope ?? '',
    address: async () => (await current())?.connection.address ?? '',
    connect(id) {
      const already = trying.get(id);
      if (already !== undefined) return already;
      const attempted = begin(id).finally(() => trying.delete(id));
      trying.set(id, attempted);
      return attempted;
    },
    bringPicture,
    disconnect,
    async finishDisconnect() {
      if (disconnectingKey in (await local.get(disconnectingKey))) await disconnect();
    },
  };
}

function cardOf({ username, email, status, expires, avatar }: Account) {
  return { username, email, status, expires, avatar: null, ...(avatar !== null && { picture: avatar }) };
}

/** `null` where nothing stands there that access can be asked for. */
function originOf(address: string | undefined): string | null {
  const cleaned = cleanAddress(address ?? '');
  return 'address' in cleaned ? originPattern(cleaned.address) : null;
}
