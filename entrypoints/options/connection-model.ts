/** Connects and disconnects the account, and follows attempts of other tabs. */
import { computed, signal } from '@preact/signals';
import { cleanAddress, originPattern, type BaseUrlProblem } from '../../lib/api/base-url.ts';
import type { Failure } from '../../lib/api/failure.ts';
import type { ConnectIntent, ReplyOf } from '../../lib/messages/protocol.ts';
import type { AccountView } from '../../lib/views/account-view.ts';
import type { OptionsDeps } from './options-deps.ts';
import { createOriginAccess, type OriginAccess } from './origin-access.ts';

type ConnectState =
  | { readonly name: 'idle' }
  /** The browser is asking for access to the service; nothing is sent yet. */
  | { readonly name: 'asking' }
  | { readonly name: 'connecting'; readonly host: string }
  | { readonly name: 'connected' }
  /** @property resumes links have waited for it */
  | { readonly name: 'key-replaced'; readonly resumes: boolean }
  | { readonly name: 'account-replaced' }
  | { readonly name: 'problem'; readonly problem: BaseUrlProblem | 'key-missing' }
  | { readonly name: 'permission-refused'; readonly host: string }
  | { readonly name: 'failed'; readonly failure: Failure }
  /** The key belongs to `account`, and another one is connected: the user decides whether it is replaced. */
  | { readonly name: 'other-account'; readonly account: string }
  | { readonly name: 'no-reply' }
  /** "Connect" was pressed later, perhaps in another tab. */
  | { readonly name: 'replaced' }
  | { readonly name: 'disconnected' }
  /** Disconnected, and the settings and the address are deleted, too. */
  | { readonly name: 'everything-deleted' }
  | { readonly name: 'disconnect-unfinished' };

interface PendingAttempt extends Pick<ConnectIntent, 'address' | 'key'> {
  /** The service was connected when the button was pressed. */
  readonly replacesKey: boolean;
  readonly replacesAccount: boolean;
  /** Something was queued. */
  readonly resumes: boolean;
  /** Nothing was connected before. */
  readonly isFirst: boolean;
}

const isUnderWay = ({ name }: ConnectState): boolean => name === 'asking' || name === 'connecting';

const isConnectedState = ({ name }: ConnectState): boolean =>
  name === 'connected' || name === 'key-replaced' || name === 'account-replaced';

function connectedState({ replacesAccount, replacesKey, resumes }: PendingAttempt): ConnectState {
  if (replacesAccount) return { name: 'account-replaced' };
  return replacesKey ? { name: 'key-replaced', resumes } : { name: 'connected' };
}

type ConnectionState = ReturnType<typeof createConnectionState>;

function createConnectionState(deps: OptionsDeps) {
  return {
    account: signal(deps.accountView),
    address: signal(deps.addressDraft ?? deps.accountView.address),
    firstSteps: signal(deps.firstSteps),
    key: signal(''),
    state: signal<ConnectState>({ name: 'idle' }),
    /** Id of the newest attempt; results of older ones are ignored. */
    attempt: signal(''),
    /** The values of the newest attempt, until its result is shown. */
    pending: signal<PendingAttempt | null>(null),
  };
}

/** Base URLs of the services that are connected or being connected, by this page or by another tab. */
function usedUrls({ account, state, pending }: ConnectionState): readonly string[] {
  const { address, attempt } = account.peek();
  const checked = attempt?.state === 'checking' ? (attempt.address ?? '') : '';
  const connecting = isUnderWay(state.peek()) ? (pending.peek()?.address ?? '') : '';
  return [address, checked, connecting];
}

/** Shows how the attempt of this page has ended. */
function showAttempt(
  { dropAddressDraft, saveFirstSteps }: OptionsDeps,
  { state, key, pending, firstSteps }: ConnectionState,
  own: NonNullable<AccountView['attempt']>,
): void {
  const asked = pending.peek();
  // Shown already: the key that is typed by now is another one.
  if (asked === null || own.state === 'checking') return;
  pending.value = null;
  if (own.state === 'connected') {
    state.value = connectedState(asked);
    key.value = '';
    dropAddressDraft();
    if (asked.isFirst && firstSteps.peek() !== false) {
      firstSteps.value = true;
      saveFirstSteps(true);
    }
  } else if (own.state === 'other-account') {
    state.value = { name: own.state, account: own.account ?? '' };
  } else if (own.failure !== null) {
    state.value = { name: 'failed', failure: own.failure };
  }
}

/** An attempt from before this page was opened: it is followed to its end, or its failure is shown while its URL is in the form. */
function adoptAttempt(deps: OptionsDeps, connection: ConnectionState): void {
  const { account, address, attempt, pending, state } = connection;
  const { account: connected, attempt: stored } = account.peek();
  // With an account, it is the one that is shown.
  if (connected !== null || !stored?.address) return;
  const typed = cleanAddress(address.peek());
  if (!('address' in typed) || typed.address !== stored.address) return;
  if (stored.state === 'failed' && stored.failure !== null)
    state.value = { name: 'failed', failure: stored.failure };
  if (stored.state !== 'checking') return;
  attempt.value = stored.id;
  pending.value = {
    address: stored.address,
    key: '',
    replacesKey: false,
    replacesAccount: false,
    resumes: false,
    isFirst: true,
  };
  state.value = { name: 'connecting', host: new URL(stored.address).host };
  const isShown = () => attempt.peek() === stored.id && state.peek().name === 'connecting';
  void deps
    .connect(stored.id)
    .catch(() => 'no-reply' as const)
    .then((result) => isShown() && showResult(connection, result));
}

function createTyping(deps: OptionsDeps, { address, key, state }: ConnectionState) {
  /** Clears a field's problem when the field changes. */
  function dropProblem(isKey: boolean): void {
    const shown = state.peek();
    const isShownHere =
      (shown.name === 'problem' && (shown.problem === 'key-missing') === isKey) ||
      (isKey && shown.name === 'failed' && shown.failure.kind === 'key');
    if (isShownHere || shown.name === 'other-account') state.value = { name: 'idle' };
  }

  return {
    typeAddress(text: string): void {
      address.value = text;
      deps.saveAddressDraft(text);
      dropProblem(false);
      // Its text names the button as it was, and the service of that attempt.
      if (state.peek().name === 'permission-refused') state.value = { name: 'idle' };
    },

    typeKey(text: string): void {
      key.value = text;
      dropProblem(true);
    },
  };
}

/** @param hasQueued something waits to be sent */
export function createConnectionModel(deps: OptionsDeps, hasQueued: () => boolean) {
  const connection = createConnectionState(deps);
  const { account, address, key, state, attempt } = connection;
  const access = createOriginAccess(
    deps,
    () => account.peek().address,
    () => usedUrls(connection),
  );
  const { checkAccess } = access;
  adoptAttempt(deps, connection);

  return {
    account,
    address,
    firstSteps: connection.firstSteps,
    key,
    state,
    ...access,
    connected: computed(() => account.value.account !== null),
    /** The form names the connected service. */
    isSameService: computed(() => {
      const cleaned = cleanAddress(address.value);
      return (
        account.value.account !== null && 'address' in cleaned && cleaned.address === account.value.address
      );
    }),
    connect: createConnect(deps, connection, access, hasQueued),
    keepAccount: createKeepAccount(deps, connection, access),
    ...createTyping(deps, connection),

    showAccount(next: AccountView): void {
      account.value = next;
      // Disconnected, perhaps in another tab.
      if (next.account === null && isConnectedState(state.peek())) state.value = { name: 'idle' };
      if (next.attempt?.id === attempt.peek()) showAttempt(deps, connection, next.attempt);
      // Another tab's attempt also changes which origins are needed.
      void checkAccess();
    },

    /** @param isEverything the settings are deleted: the typed address goes with the account */
    async disconnect(isEverything = false): Promise<void> {
      // Ends a running attempt.
      attempt.value = '';
      connection.pending.value = null;
      state.value = { name: 'idle' };
      const end: ConnectState = await deps.disconnect().then(
        () => ({ name: isEverything ? 'everything-deleted' : 'disconnected' }),
        () => ({ name: 'disconnect-unfinished' }),
      );
      // "Connect" may have been pressed meanwhile.
      if (state.peek().name === 'idle') {
        state.value = end;
        if (isEverything) forgetTyped(deps, connection);
      }
      // The browser lists those that a policy keeps.
      if (isEverything) await deps.removeOptionalPermissions().catch(() => undefined);
      await (isEverything ? access.removeOtherOrigins() : checkAccess());
    },
  };
}

function forgetTyped({ dropAddressDraft }: OptionsDeps, { address, key }: ConnectionState): void {
  address.value = '';
  key.value = '';
  dropAddressDraft();
}

type SubmitResult = ReplyOf<'connect'> | 'not-stored' | 'no-reply';

function showResult({ state }: ConnectionState, result: SubmitResult): void {
  // The result of an attempt that was made comes with the stored view.
  if (result === 'tried') return;
  if (result === 'not-stored') state.value = { name: 'failed', failure: { kind: result } };
  else state.value = { name: result === 'ended' ? 'idle' : result };
}

async function submit(deps: OptionsDeps, intent: ConnectIntent): Promise<SubmitResult> {
  try {
    await deps.writeIntent(intent);
  } catch {
    // Shown to the user.
    return 'not-stored';
  }
  // The intent is resumed when the background starts again; the stored view has the result.
  return deps.connect(intent.id).catch(() => 'no-reply');
}

async function revokeUnneeded(
  { removeOrigin }: OptionsDeps,
  access: OriginAccess,
  pattern: string,
): Promise<void> {
  // Settings list what could not be removed.
  if (!access.isNeeded(pattern)) await removeOrigin(pattern).catch(() => false);
}

/** The answer to the question about another account's key: what was typed stays, and is used for nothing. */
function createKeepAccount(deps: OptionsDeps, { address, state }: ConnectionState, access: OriginAccess) {
  return async (): Promise<void> => {
    state.value = { name: 'idle' };
    const cleaned = cleanAddress(address.peek());
    if ('address' in cleaned) await revokeUnneeded(deps, access, originPattern(cleaned.address));
    await access.checkAccess();
  };
}

/** @returns `null` for invalid input; `state` then holds the problem */
function readForm({ address, key, state }: ConnectionState): Pick<ConnectIntent, 'address' | 'key'> | null {
  const cleaned = cleanAddress(address.value);
  if (!('address' in cleaned)) {
    state.value = { name: 'problem', problem: cleaned.problem };
    return null;
  }
  const typedKey = key.value.trim();
  if (typedKey !== '') return { address: cleaned.address, key: typedKey };
  state.value = { name: 'problem', problem: 'key-missing' };
  return null;
}

/** @returns called by the click itself: the browser accepts the request for access only before any `await` */
function createConnect(
  deps: OptionsDeps,
  connection: ConnectionState,
  access: OriginAccess,
  hasQueued: () => boolean,
) {
  const { account, address, state, attempt, pending } = connection;

  return async (replacesAccount = false): Promise<void> => {
    const form = readForm(connection);
    if (form === null) return;
    const isSame = pending.peek()?.address === form.address && pending.peek()?.key === form.key;
    if (isUnderWay(state.peek()) && isSame) return;
    const { host } = new URL(form.address);
    const pattern = originPattern(form.address);
    const granting = deps.requestOrigin(pattern);
    const { account: connected, address: before } = account.peek();
    pending.value = {
      ...form,
      replacesKey: connected !== null && before === form.address,
      replacesAccount,
      resumes: hasQueued(),
      isFirst: connected === null,
    };
    address.value = form.address;
    const id = deps.newId();
    attempt.value = id;
    state.value = { name: 'asking' };
    // A request that the browser rejects grants nothing.
    const granted = await granting.catch(() => false);
    if (attempt.peek() !== id) {
      // The button was pressed again, or the account disconnected, while the browser prompted the user.
      if (granted) await revokeUnneeded(deps, access, pattern);
    } else if (granted) {
      state.value = { name: 'connecting', host };
      const intent: ConnectIntent = { id, at: deps.now(), kind: 'connect', ...form };
      const result = await submit(deps, replacesAccount ? { ...intent, replacesAccount } : intent);
      if (attempt.peek() === id && state.peek().name === 'connecting') showResult(connection, result);
      // No attempt follows that could give it back.
      if (result === 'not-stored') await revokeUnneeded(deps, access, pattern);
    } else {
      pending.value = null;
      state.value = { name: 'permission-refused', host };
    }
    await access.checkAccess();
  };
}
