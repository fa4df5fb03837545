/**
 * Tries connect intents. The key is sent to the typed address alone, and the intent goes last: killed before that, the
 * next worker instance tries again, and the page learns the result.
 */
import { getAccount, type Account } from '../../../lib/api/account.ts';
import { cleanAddress } from '../../../lib/api/base-url.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { ConnectIntent } from '../../../lib/messages/protocol.ts';
import { intentKey } from '../../../lib/storage/storage-keys.ts';
import { accountViewItem } from '../../../lib/views/account-view.ts';
import { readConnectIntents, removeIntents } from '../jobs/intents.ts';
import { logError } from '../log-error.ts';
import type { Items } from '../storage/stored-items.ts';
import { updateAvatar } from './avatar.ts';
import { connectionKey, type Connection } from './connection-record.ts';
import {
  supersede,
  type Attempt,
  type AttemptEnd,
  type ConnectionContext,
  type ConnectionState,
} from './connection-state.ts';
import { readConnection } from './read-connection.ts';
import {
  completeDisconnect,
  disconnectingKey,
  readUnfinishedDisconnect,
  type UnfinishedDisconnect,
} from './disconnect.ts';
import { limiterStateKey, openGateway, type Gateway } from './gateway.ts';
import { giveBackAccess } from './remove-origin-access.ts';

/** Makes an attempt of the intent; of several the last press wins. */
export async function connect(context: ConnectionContext, id: string): Promise<AttemptEnd> {
  const { state, items } = context;
  const before = state.disconnects;
  // A disconnect in progress decides which presses it ends; its own caller gets its failure.
  await state.disconnecting.catch(() => undefined);
  const intents = await readConnectIntents();
  if (state.disconnects !== before) return 'ended';
  const intent = intents.find((other) => other.id === id);
  if (intent === undefined) return endOfMissingIntent(items, id);
  const cleaned = cleanAddress(intent.address);
  const isLast = intents.every(({ at }) => at <= intent.at);
  if (!isLast || !('address' in cleaned)) {
    await removeIntents([id]);
    if ('address' in cleaned) await giveBackAccess(context, cleaned.address, [id]);
    return isLast ? 'tried' : 'replaced';
  }
  // From the check to here nothing is awaited, so two attempts never both take themselves for the latest.
  supersede(state, state.latest, 'replaced');
  const attempt: Attempt = { id, address: cleaned.address, abort: new AbortController() };
  state.latest = attempt;
  try {
    await removeIntents(intents.map((one) => one.id).filter((other) => other !== id));
    return await runAttempt(context, attempt, intent);
  } finally {
    forgetAttempt(state, attempt);
    if (attempt.end === 'replaced') await giveBackAccess(context, attempt.address, [attempt.id]);
  }
}

function forgetAttempt(state: ConnectionState, attempt: Attempt): void {
  if (state.latest === attempt) state.latest = null;
  if (state.committed === attempt) state.committed = null;
}

/** The end of an earlier attempt, whose intent is gone. */
async function endOfMissingIntent(items: Items, id: string): Promise<AttemptEnd> {
  const { attempt } = await items.accountView.read();
  if (attempt === null) return 'ended';
  return attempt.id === id ? 'tried' : 'replaced';
}

async function runAttempt(
  context: ConnectionContext,
  attempt: Attempt,
  { key, replacesAccount = false }: ConnectIntent,
): Promise<AttemptEnd> {
  const { state, record, items } = context;
  await state.committing;
  const { attempt: last } = await items.accountView.read();
  // A previous instance was killed after it had stored the end, and before it had removed the intent.
  if (last?.id === attempt.id && (last.state === 'failed' || last.state === 'other-account'))
    return failed(context, attempt);
  const before = state.disconnected ? null : await record.read();
  await storeAttemptState(items, attempt, 'checking', null);
  const candidate: Connection = { address: attempt.address, key, scope: '' };
  // One request queue per key: all that is queued and sent with it counts towards the same limit.
  const isConnected = before?.address === candidate.address && before.key === candidate.key;
  const opened = isConnected ? await readConnection(context) : null;
  const gateway = await (opened?.gateway ?? openGateway(candidate, context));
  if (opened === null) attempt.gateway = gateway;
  if (attempt.end !== undefined) {
    // The connected account's own gateway stays open.
    attempt.gateway?.close();
    return attempt.end;
  }
  const { signal } = attempt.abort;
  const response = await gateway.request(getAccount(), { priority: 'user', signal });
  if (attempt.end !== undefined) return attempt.end;
  if (!response.ok) {
    await storeAttemptState(items, attempt, 'failed', response.failure);
    return failed(context, attempt);
  }
  const connection = { ...candidate, scope: `${candidate.address}#${response.value.id}` };
  if (!replacesAccount && (await isOtherAccount(before, connection))) {
    attempt.gateway?.close();
    await storeAttemptState(
      items,
      attempt,
      'other-account',
      null,
      response.value.email || response.value.username,
    );
    // The access stays: the page needs it for "Replace account", and gives it back otherwise.
    return endWithoutConnecting(context, attempt);
  }
  const failure = await commitConnection(context, attempt, before, { connection, gateway });
  if (attempt.end !== undefined) return attempt.end;
  if (failure !== null) {
    attempt.gateway?.close();
    await storeAttemptState(items, attempt, 'failed', failure);
    return failed(context, attempt);
  }
  // First: where one of the writes fails, the next try finds the gateway open.
  if (opened === null) context.onGateway(gateway);
  return announceConnected(context, attempt, before, response.value);
}

async function announceConnected(
  context: ConnectionContext,
  attempt: Attempt,
  before: Connection | null,
  account: Account,
): Promise<AttemptEnd> {
  await storeConnected(context.items, attempt, account);
  await removeIntents([attempt.id]);
  if (attempt.end !== undefined) return attempt.end;
  if (before !== null) await giveBackAccess(context, before.address);
  context.onConnected();
  await updateAvatar(context);
  return 'tried';
}

/** Its data would be removed. What an unfinished disconnect leaves is removed anyway. */
async function isOtherAccount(before: Connection | null, { scope }: Connection): Promise<boolean> {
  return before !== null && before.scope !== scope && (await readUnfinishedDisconnect()) === null;
}

async function failed(context: ConnectionContext, attempt: Attempt): Promise<AttemptEnd> {
  forgetAttempt(context.state, attempt);
  await giveBackAccess(context, attempt.address, [attempt.id]);
  return endWithoutConnecting(context, attempt);
}

/** The typed key is not stored: the page still shows what was typed for another try. */
async function endWithoutConnecting({ state }: ConnectionContext, attempt: Attempt): Promise<AttemptEnd> {
  forgetAttempt(state, attempt);
  await removeIntents([attempt.id]);
  return attempt.end ?? 'tried';
}

async function storeAttemptState(
  items: Items,
  attempt: Attempt,
  state: 'checking' | 'failed' | 'other-account',
  failure: Failure | null,
  account?: string,
): Promise<void> {
  const { id, address } = attempt;
  const next = { id, state, failure, address, ...(account !== undefined && { account }) };
  await items.accountView.update((view) => (attempt.end === undefined ? { ...view, attempt: next } : view));
}

async function storeConnected(
  items: Items,
  attempt: Attempt,
  { username, email, status, expires, avatar }: Account,
): Promise<void> {
  const account = {
    username,
    email,
    status,
    expires,
    avatar: null,
    ...(avatar !== null && { picture: avatar }),
  };
  await items.accountView.update((view) =>
    attempt.end === undefined
      ? { address: attempt.address, account, attempt: { id: attempt.id, state: 'connected', failure: null } }
      : view,
  );
}

interface NextConnection {
  readonly connection: Connection;
  readonly gateway: Gateway;
}

/** Makes it the connection, unless its response counts no more. */
async function commitConnection(
  context: ConnectionContext,
  attempt: Attempt,
  before: Connection | null,
  next: NextConnection,
): Promise<Failure | null> {
  const { state } = context;
  const unfinished = await readUnfinishedDisconnect();
  // Replaced by now, it forgets nothing: the account before stays connected.
  if (attempt.end !== undefined) return null;
  // From here on a later press replaces the connection, not the attempt, and waits until there is one.
  if (state.latest === attempt) state.latest = null;
  state.committed = attempt;
  const isOther = before !== null && before.scope !== next.connection.scope;
  const { open } = state;
  const committing = replaceConnection(context, attempt, next, { isOther, unfinished }).then(
    () => null,
    async (error: unknown): Promise<Failure> => {
      logError(error);
      const isSame = (await open?.gateway) === next.gateway;
      // The next caller opens what is in the record.
      if (state.open?.connection === next.connection) state.open = isSame ? open : null;
      // The account before is synced again: some of what was stored for it is gone.
      if (before !== null) context.onConnected();
      return { kind: 'not-stored' };
    },
  );
  state.committing = committing;
  return committing;
}

async function replaceConnection(
  context: ConnectionContext,
  attempt: Attempt,
  next: NextConnection,
  { isOther, unfinished }: { readonly isOther: boolean; readonly unfinished: UnfinishedDisconnect | null },
): Promise<void> {
  const { state, record, forget } = context;
  if (isOther || unfinished !== null)
    await forget(async () => [
      connectionKey,
      accountViewItem.key,
      limiterStateKey,
      disconnectingKey,
      // Also a later press of "Connect" that has not begun.
      ...(await readConnectIntents()).map(({ id }) => intentKey(id)),
    ]);
  // A later "Disconnect" needs the mark.
  if (attempt.end !== undefined) return;
  if (unfinished !== null) {
    // Its key must not come back if this connection can't be stored.
    await record.remove();
    await completeDisconnect(context, unfinished);
  }
  await record.update((stored) => {
    // Looked at in the turn of the write: a disconnect that comes after it removes what is written.
    if (attempt.end !== undefined) return stored;
    void state.open?.gateway.then((gateway) => {
      if (gateway === next.gateway) return;
      if (isOther) gateway.close();
      else gateway.retire();
    });
    state.open = { connection: next.connection, gateway: Promise.resolve(next.gateway) };
    state.disconnected = false;
    return next.connection;
  });
}
