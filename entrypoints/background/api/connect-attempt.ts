/**
 * One press of "Connect", from its intent to its end. The key is sent to the typed address alone, and the intent goes
 * last: killed before that, the next worker instance tries again, and the page learns the result.
 */
import { getAccount, type Account } from '../../../lib/api/account.ts';
import { cleanAddress } from '../../../lib/api/base-url.ts';
import type { Outcome } from '../../../lib/api/call.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { ConnectIntent } from '../../../lib/messages/protocol.ts';
import { intentKey } from '../../../lib/storage/storage-keys.ts';
import { orAborted } from '../../../lib/time/or-aborted.ts';
import { accountViewItem, type AccountView } from '../../../lib/views/account-view.ts';
import { readConnectIntents, removeIntents } from '../jobs/intents.ts';
import { logError } from '../../../lib/browser/log-error.ts';
import { updateAvatar } from './avatar.ts';
import type { AttemptEnd, ConnectionContext } from './connection-context.ts';
import {
  completeDisconnect,
  disconnectingKey,
  readUnfinishedDisconnect,
  type UnfinishedDisconnect,
} from './disconnect.ts';
import { limiterStateKey, openGateway, type Gateway } from './gateway.ts';
import { connectionKey, type Connection, type OpenConnection } from './stored-connection.ts';
import { patternOf, removeAccess } from './remove-origin-access.ts';

interface Trial {
  /** With its address cleaned. */
  readonly intent: ConnectIntent;
  readonly gateway: Promise<Gateway>;
  // Only a later attempt or a disconnect changes these two, and each of them stops this attempt.
  readonly before: OpenConnection | null;
  readonly unfinished: UnfinishedDisconnect | null;
}

export class ConnectAttempt {
  readonly ended: Promise<AttemptEnd>;
  readonly #context: ConnectionContext;
  /** Of its intent. */
  readonly #id: string;
  readonly #abort = new AbortController();
  /** Aborted when the attempt counts no more. */
  readonly #signal = this.#abort.signal;
  #end: AttemptEnd = 'tried';
  #isTrial = false;

  constructor(context: ConnectionContext, id: string) {
    this.#context = context;
    this.#id = id;
    this.ended = this.#run();
  }

  /** From here on it counts no more, nor does its response. */
  stop(end: AttemptEnd): void {
    // First: in Chromium code that awaits the signal resumes before `abort` returns.
    this.#end = end;
    this.#abort.abort();
  }

  async #run(): Promise<AttemptEnd> {
    const { inTurn, attempts } = this.#context;
    const signal = this.#signal;
    try {
      const trial = await inTurn(() => this.#begin());
      if (typeof trial === 'string') return trial;
      const gateway = await trial.gateway;
      const response = await gateway.request(getAccount(), { priority: 'user', signal });
      await inTurn(() => this.#apply(trial, response));
      await updateAvatar(this.#context);
    } catch (error) {
      // Stopped: nothing of it counts.
      if (!signal.aborted) throw error;
    } finally {
      attempts.delete(this.#id);
    }
    return this.#end;
  }

  /** Of several presses the last one wins: it stops the attempts before it. */
  async #begin(): Promise<Trial | AttemptEnd> {
    this.#signal.throwIfAborted();
    const { items, attempts } = this.#context;
    const { attempt: shown } = await items.accountView.read();
    const isShown = shown?.id === this.#id;
    const intents = await readConnectIntents();
    const intent = intents.find(({ id }) => id === this.#id);
    // It has ended before.
    if (intent === undefined) return shown === null ? 'ended' : isShown ? 'tried' : 'replaced';
    const isReplaced = intents.some(({ at }) => at > intent.at);
    // A previous instance was killed after it had stored the end, and before it had removed the intent.
    const isTried = isShown && (shown.state === 'failed' || shown.state === 'other-account');
    const cleaned = cleanAddress(intent.address);
    if (isReplaced || isTried || !('address' in cleaned)) {
      await this.#drop([intent]);
      return isReplaced ? 'replaced' : 'tried';
    }
    const earlier = intents.filter((other) => other !== intent);
    for (const { id } of earlier) attempts.get(id)?.stop('replaced');
    await this.#drop(earlier);
    return this.#prepare({ ...intent, ...cleaned });
  }

  async #prepare(intent: ConnectIntent): Promise<Trial> {
    const { address, key } = intent;
    const unfinished = await readUnfinishedDisconnect();
    const before = await this.#context.current.read();
    await this.#show({ state: 'checking', failure: null, address });
    // One request queue per key: all that is queued and sent with it counts towards the same limit.
    if (before?.connection.address === address && before.connection.key === key)
      return { intent, gateway: before.gateway, before, unfinished };
    this.#isTrial = before !== null;
    const gateway = openGateway({ address, key }, { ...this.#context, isTrial: () => this.#isTrial });
    // So that a late response stores nothing.
    this.#signal.addEventListener('abort', () => void gateway.then((own) => own.close()));
    return { intent, gateway, before, unfinished };
  }

  async #apply(trial: Trial, response: Outcome<Account>): Promise<void> {
    this.#signal.throwIfAborted();
    const { intent, before } = trial;
    if (!response.ok) return this.#fail(intent, response.failure);
    const { address, key } = intent;
    const { value: account } = response;
    const connection = { address, key, scope: `${address}#${account.id}` };
    const isOther = before !== null && before.connection.scope !== connection.scope;
    if (isOther && intent.replacesAccount !== true) return this.#ask(address, account);
    try {
      await this.#commit(trial, connection, isOther);
    } catch (error) {
      this.#signal.throwIfAborted();
      logError(error);
      // The account before is synced again: some of what was stored for it is gone.
      if (before !== null) this.#context.onConnected();
      return this.#fail(intent, { kind: 'not-stored' });
    }
    await this.#announce(trial, account);
  }

  /** The typed key is not stored: the page still shows what was typed for another try. */
  async #fail(intent: ConnectIntent, failure: Failure): Promise<void> {
    await this.#show({ state: 'failed', failure, address: intent.address });
    await this.#drop([intent]);
  }

  /** The data of the account before would be removed. The access stays: the page needs it, or gives it back. */
  async #ask(address: string, { email, username }: Account): Promise<void> {
    await this.#show({ state: 'other-account', failure: null, address, account: email || username });
    await removeIntents([this.#id]);
  }

  /** Makes it the connection; the account before stays connected until that is stored. */
  async #commit({ gateway, unfinished }: Trial, connection: Connection, isOther: boolean): Promise<void> {
    const { record, current } = this.#context;
    if (isOther || unfinished !== null) await this.#forgetBefore();
    if (unfinished !== null) {
      // Its key must not come back if this connection can't be stored.
      await record.remove();
      await completeDisconnect(this.#context, unfinished);
    }
    await record.write(connection);
    // "Disconnect" was pressed: in its turn, which is next, it removes what was written.
    this.#signal.throwIfAborted();
    this.#isTrial = false;
    current.replace({ connection, gateway });
  }

  async #forgetBefore(): Promise<void> {
    const forgotten = this.#context.forget(async () => [
      connectionKey,
      accountViewItem.key,
      limiterStateKey,
      disconnectingKey,
      // Also a later press of "Connect" that has not begun.
      ...(await readConnectIntents()).map(({ id }) => intentKey(id)),
    ]);
    // "Disconnect" does not wait for it: the key goes immediately, and then it forgets the same.
    await orAborted(forgotten, this.#signal);
    this.#signal.throwIfAborted();
  }

  async #announce({ intent: { address }, before }: Trial, account: Account): Promise<void> {
    const { items, onConnected } = this.#context;
    const { username, email, status, expires, avatar } = account;
    await items.accountView.write({
      address,
      account: { username, email, status, expires, avatar: null, picture: avatar ?? undefined },
      attempt: { id: this.#id, state: 'connected', failure: null },
    });
    await removeIntents([this.#id]);
    const left = patternOf(before?.connection.address);
    await removeAccess(this.#context, left).catch(logError);
    this.#signal.throwIfAborted();
    onConnected();
  }

  /** Removes intents, after the access that they were given. */
  async #drop(intents: readonly ConnectIntent[]): Promise<void> {
    const ids = intents.map(({ id }) => id);
    for (const { address } of intents)
      await removeAccess(this.#context, patternOf(address), ids).catch(logError);
    await removeIntents(ids);
  }

  async #show(attempt: Omit<NonNullable<AccountView['attempt']>, 'id'>): Promise<void> {
    const { accountView } = this.#context.items;
    await accountView.update((view) => ({ ...view, attempt: { id: this.#id, ...attempt } }));
  }
}
