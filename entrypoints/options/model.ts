/** The settings page's state. Asks and watches through what is handed in; the component only draws it. */
import { computed, signal } from '@preact/signals';
import type { ConnectAsk, ReplyOf } from '../../lib/messages/protocol.ts';
import { cleanAddress, originPattern, type AddressProblem } from '../../lib/api/base-url.ts';
import type { Failure } from '../../lib/api/failure.ts';
import type { AccountView } from '../../lib/views/account-view.ts';
import type { JobView } from '../../lib/views/job-view.ts';
import type { PopupView } from '../../lib/views/popup-view.ts';
import type { Preferences } from '../../lib/storage/preferences.ts';

export interface OptionsDeps {
  readonly accountView: AccountView;
  readonly preferences: Preferences;
  /** The lists that the pickers offer, and the jobs that wait. */
  readonly popupView: PopupView | null;
  readonly addressDraft: string | null;
  readonly now: () => number;
  readonly newId: () => string;
  readonly requestOrigin: (pattern: string) => Promise<boolean>;
  readonly requestReading: () => Promise<boolean>;
  readonly hasOrigin: (pattern: string) => Promise<boolean>;
  /** Every origin that the browser grants, as patterns. */
  readonly grantedOrigins: () => Promise<readonly string[]>;
  /** Whether access was really given up. */
  readonly removeOrigin: (pattern: string) => Promise<boolean>;
  readonly requestNotifications: () => Promise<boolean>;
  readonly connect: (ask: ConnectAsk) => Promise<ReplyOf<'connect'>>;
  readonly disconnect: () => Promise<unknown>;
  readonly savePreferences: (preferences: Preferences) => Promise<unknown>;
  readonly saveAddressDraft: (address: string) => void;
  readonly dropAddressDraft: () => void;
}

export type ConnectState =
  | { readonly name: 'idle' }
  | { readonly name: 'connecting'; readonly host: string }
  | { readonly name: 'connected' }
  | { readonly name: 'problem'; readonly problem: AddressProblem | 'key-missing' }
  | { readonly name: 'permission-refused'; readonly host: string }
  | { readonly name: 'failed'; readonly failure: Failure }
  | { readonly name: 'no-answer' }
  /** "Connect" was pressed later, perhaps in another tab. */
  | { readonly name: 'replaced' }
  | { readonly name: 'disconnect-unfinished' };

/** What became of "Remove" beside an origin. */
export interface RemovedOrigin {
  readonly pattern: string;
  readonly removed: boolean;
}

const unfinished: readonly JobView['state'][] = ['queued', 'sent', 'unknown'];

export type OptionsModel = ReturnType<typeof createOptionsModel>;

export function createOptionsModel(deps: OptionsDeps) {
  const account = signal(deps.accountView);
  const preferences = signal(deps.preferences);
  const lists = signal(deps.popupView);
  const address = signal(deps.addressDraft ?? deps.accountView.address);
  const key = signal('');
  const state = signal<ConnectState>({ name: 'idle' });
  const accessMissing = signal(false);
  /** Access that the connected service does not need. */
  const otherOrigins = signal<readonly string[]>([]);
  const removedOrigin = signal<RemovedOrigin | null>(null);
  const notifyRefused = signal(false);
  const saved = signal<'no' | 'yes' | 'failed'>('no');
  let attempt = '';
  /** What the attempt under way was pressed for. */
  let pending: Pick<ConnectAsk, 'address' | 'key'> | null = null;
  let saving = 0;

  const connected = computed(() => account.value.account !== null);
  const waiting = computed(
    () => lists.value?.jobs.filter(({ state }) => unfinished.includes(state)).length ?? 0,
  );

  async function checkAccess(): Promise<void> {
    const known = account.peek().address;
    accessMissing.value = known !== '' && !(await deps.hasOrigin(originPattern(known)));
    // The list is extra; the connection does not depend on it.
    const held = await deps.grantedOrigins().catch(() => []);
    otherOrigins.value = held.filter((pattern) => !isNeeded(pattern));
  }

  /** By the service that is connected, or one that is being connected, here or in another tab. */
  function isNeeded(pattern: string): boolean {
    const { address: known, attempt: stored } = account.peek();
    const checked = stored?.state === 'checking' ? (stored.address ?? '') : '';
    const trying = state.peek().name === 'connecting' ? (pending?.address ?? '') : '';
    return [known, checked, trying].some((used) => used !== '' && originPattern(used) === pattern);
  }

  /** Called by the click itself: the request for access must come before any `await`. */
  async function connect(): Promise<void> {
    const cleaned = cleanAddress(address.value);
    if (!('address' in cleaned)) {
      state.value = { name: 'problem', problem: cleaned.problem };
      return;
    }
    const typed = key.value.trim();
    if (typed === '') {
      state.value = { name: 'problem', problem: 'key-missing' };
      return;
    }
    const isSame = pending?.address === cleaned.address && pending.key === typed;
    if (state.value.name === 'connecting' && isSame) return;
    const host = new URL(cleaned.address).host;
    const pattern = originPattern(cleaned.address);
    const granting = deps.requestOrigin(pattern);
    pending = { address: cleaned.address, key: typed };
    address.value = cleaned.address;
    const id = deps.newId();
    attempt = id;
    state.value = { name: 'connecting', host };
    // A request that the browser rejects grants nothing.
    const granted = await granting.catch(() => false);
    if (attempt !== id) {
      // Pressed again, or disconnected, while the browser asked.
      if (granted && !isNeeded(pattern)) await deps.removeOrigin(pattern).catch(() => false);
    } else if (granted) {
      const end = await handOver({ id, at: deps.now(), kind: 'connect', ...pending });
      if (attempt === id && state.peek().name === 'connecting') showEnd(end);
    } else {
      state.value = { name: 'permission-refused', host };
    }
    await checkAccess();
  }

  function handOver(ask: ConnectAsk): Promise<ReplyOf<'connect'> | 'no-answer'> {
    // The intent is on disk and goes on at the background's next start; the stored view tells the end.
    return deps.connect(ask).catch(() => 'no-answer');
  }

  function showEnd(end: ReplyOf<'connect'> | 'no-answer'): void {
    // How it went stands in the stored view, which is on its way here.
    if (end === 'tried') return;
    state.value = { name: end === 'ended' ? 'idle' : end };
  }

  function showAccount(next: AccountView): void {
    account.value = next;
    // Disconnected, perhaps in another tab.
    if (next.account === null && state.peek().name === 'connected') state.value = { name: 'idle' };
    if (next.attempt?.id === attempt) showAttempt(next.attempt);
    // Also for another tab's attempt: which access is needed has changed with it.
    void checkAccess();
  }

  function showAttempt(own: NonNullable<AccountView['attempt']>): void {
    if (own.state === 'connected') {
      state.value = { name: 'connected' };
      key.value = '';
      deps.dropAddressDraft();
    } else if (own.state === 'failed' && own.failure !== null) {
      state.value = { name: 'failed', failure: own.failure };
    }
  }

  /** The choice shows at once; "Saved" only after the background has stored it. */
  async function change(fields: Partial<Preferences>): Promise<void> {
    const next = { ...preferences.value, ...fields };
    preferences.value = next;
    saved.value = 'no';
    saving += 1;
    const done = await deps.savePreferences(next).then(
      () => 'yes' as const,
      () => 'failed' as const,
    );
    saving -= 1;
    if (saving === 0) saved.value = done;
  }

  return {
    account,
    preferences,
    lists,
    address,
    key,
    state,
    accessMissing,
    otherOrigins,
    removedOrigin,
    notifyRefused,
    saved,
    connected,
    waiting,
    checkAccess,
    connect,
    showAccount,
    /** What comes back while a choice is still being stored is older than what is shown. */
    showPreferences(next: Preferences): void {
      if (saving === 0) preferences.value = next;
    },
    showLists: (next: PopupView | null) => (lists.value = next),

    typeAddress(text: string): void {
      address.value = text;
      deps.saveAddressDraft(text);
    },

    async allowAccess(): Promise<void> {
      // What the browser granted is looked up next.
      await deps.requestOrigin(originPattern(account.value.address)).catch(() => false);
      await checkAccess();
    },

    async removeOrigin(pattern: string): Promise<void> {
      // The list may be older than the connection.
      if (isNeeded(pattern)) return checkAccess();
      // Shown as not removed.
      const removed = await deps.removeOrigin(pattern).catch(() => false);
      removedOrigin.value = { pattern, removed };
      await checkAccess();
    },

    /** Called by the press itself; without it, the page's own address is never known. */
    requestReading: () => void deps.requestReading().catch(() => false),

    async disconnect(): Promise<void> {
      // An attempt under way ends with it.
      attempt = '';
      state.value = { name: 'idle' };
      await deps.disconnect().catch(() => (state.value = { name: 'disconnect-unfinished' }));
      await checkAccess();
    },

    change,

    /** Called by the click itself: the browser asks before anything is chosen. */
    async chooseNotifications(wanted: boolean): Promise<void> {
      notifyRefused.value = wanted && !(await deps.requestNotifications().catch(() => false));
      // The box shows what is kept, also where that has not changed.
      preferences.value = { ...preferences.value };
      if (!notifyRefused.value) await change({ notify: wanted });
    },
  };
}
