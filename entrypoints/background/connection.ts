/**
 * The connection record: address and key as one, so that a key never travels to another origin. This is the one place
 * that reads the key; it leaves it only towards the client.
 */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { getAccount, type Account } from '../../lib/service/account.ts';
import { cleanAddress, originPattern } from '../../lib/service/address.ts';
import type { Failure } from '../../lib/service/failure.ts';
import { intentPrefix } from '../../lib/messages/intent-key.ts';
import { connectAskSchema } from '../../lib/messages/protocol.ts';
import { openItem } from '../../lib/settings/item.ts';
import type { Items } from './items.ts';
import { openGateway, type Gateway } from './gateway.ts';
import type { BatchedWrites } from './batched-writes.ts';
import { storedUnder } from './stored-under.ts';

const connectionSchema = z.object({
  address: z.string(),
  key: z.string(),
  /** Names the account: what is kept for one scope never shows under another. */
  scope: z.string(),
});
export type Connection = z.infer<typeof connectionSchema>;

export interface Connections {
  /** The gateway of the connected account; `null` when not connected. */
  gateway(): Promise<Gateway | null>;
  /** The account of now; empty when not connected. */
  scope(): Promise<string>;
  address(): Promise<string>;
  /** Tries a connect intent and, when the account answers, makes it the connection. */
  connect(intentId: string): Promise<void>;
  /**
   * Fetches the account's picture as a `data:` address, since pages load nothing remote, where that is still to be done: an
   * earlier life may have been killed before it.
   */
  bringPicture(): Promise<void>;
  /** Forgets key and address, and what was asked for and not begun. What was kept for the account is the caller's to clear. */
  disconnect(): Promise<void>;
}

export function createConnections(
  items: Items,
  parts: {
    readonly disk: BatchedWrites;
    readonly onDamaged: (key: string) => void;
    /** Told before a connection to another account takes effect. */
    readonly onOtherAccount: () => Promise<void>;
    /** Told of every gateway that is put to use. */
    readonly onGateway: (gateway: Gateway) => void;
    readonly onConnected: () => void;
  },
): Connections {
  const record = openItem(
    browser.storage.local,
    {
      key: 'connection',
      version: 1,
      schema: z.nullable(connectionSchema),
      fallback: null,
      migrations: {},
    },
    parts.onDamaged,
  );
  let open: { connection: Connection; gateway: Promise<Gateway> } | null = null;
  const trying = new Map<string, Promise<void>>();

  async function current(): Promise<typeof open> {
    const connection = await record.read();
    if (connection === null) return null;
    if (open?.connection !== connection) {
      const gateway = openGateway(connection, parts.disk);
      open = { connection, gateway };
      void gateway.then(parts.onGateway);
    }
    return open;
  }

  async function tell(id: string, state: 'checking' | 'failed', failure: Failure | null): Promise<void> {
    await items.accountView.update((view) => ({ ...view, attempt: { id, state, failure } }));
  }

  async function attempt(id: string): Promise<void> {
    const storageKey = `${intentPrefix}${id}`;
    const raw = (await browser.storage.local.get(storageKey))[storageKey];
    const ask = connectAskSchema.safeParse(raw);
    if (!ask.success) return;
    const before = await record.read();
    const cleaned = cleanAddress(ask.data.address);
    if (!('address' in cleaned)) {
      await browser.storage.local.remove(storageKey);
      return;
    }
    await tell(id, 'checking', null);
    const candidate: Connection = { address: cleaned.address, key: ask.data.key, scope: '' };
    // One lane a key: what it has queued and sent counts for the same limit.
    const isOpen = before?.address === candidate.address && before.key === candidate.key;
    const opened = isOpen ? await current() : null;
    const gateway = await (opened?.gateway ?? openGateway(candidate, parts.disk));
    const answer = await gateway.request(getAccount(), { urgency: 'person' });
    // Told before the intent goes, here and below: killed in between, the next life tries again instead of never telling.
    if (!answer.ok) {
      await tell(id, 'failed', answer.failure);
      // The typed key is not kept: the page still shows what was typed for another try.
      await browser.storage.local.remove(storageKey);
      return;
    }
    const scope = `${candidate.address}#${answer.value.id}`;
    if (before !== null && before.scope !== scope) await parts.onOtherAccount();
    const connection = { ...candidate, scope };
    await record.write(connection);
    open = { connection, gateway: Promise.resolve(gateway) };
    await items.accountView.write({
      address: connection.address,
      account: cardOf(answer.value),
      attempt: { id, state: 'connected', failure: null },
    });
    await browser.storage.local.remove(storageKey);
    if (before !== null && originPattern(before.address) !== originPattern(connection.address))
      await browser.permissions.remove({ origins: [originPattern(before.address)] });
    if (opened === null) parts.onGateway(gateway);
    parts.onConnected();
    await bringPicture();
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

  return {
    gateway: async () => (await (await current())?.gateway) ?? null,
    scope: async () => (await current())?.connection.scope ?? '',
    address: async () => (await current())?.connection.address ?? '',
    connect(id) {
      const already = trying.get(id);
      if (already !== undefined) return already;
      const attempted = attempt(id).finally(() => trying.delete(id));
      trying.set(id, attempted);
      return attempted;
    },
    bringPicture,
    async disconnect() {
      const connection = await record.read();
      await record.remove();
      // A record that was damaged and set aside may hold the key as well, and so does what is still being tried.
      const asked = await storedUnder(intentPrefix, browser.storage.local);
      await browser.storage.local.remove(['damaged:connection', ...asked.map(([key]) => key)]);
      open = null;
      await items.accountView.remove();
      if (connection !== null)
        await browser.permissions.remove({ origins: [originPattern(connection.address)] });
    },
  };
}

function cardOf({ username, email, status, expires, avatar }: Account) {
  return { username, email, status, expires, avatar: null, ...(avatar !== null && { picture: avatar }) };
}
