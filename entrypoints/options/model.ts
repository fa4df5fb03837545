/** The settings page's state. Asks and watches through what is handed in; the component only draws it. */
import { computed, signal } from '@preact/signals';
import type { ConnectAsk } from '../../lib/messages/protocol.ts';
import { cleanAddress, originPattern, type AddressProblem } from '../../lib/service/address.ts';
import type { Failure } from '../../lib/service/failure.ts';
import type { AccountView } from '../../lib/settings/account-view.ts';
import type { JobView, PopupView } from '../../lib/settings/popup-view.ts';
import type { Preferences } from '../../lib/settings/preferences.ts';

export interface OptionsParts {
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
  readonly requestNotifications: () => Promise<boolean>;
  readonly connect: (ask: ConnectAsk) => Promise<unknown>;
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
  | { readonly name: 'no-answer' };

const unfinished: readonly JobView['state'][] = ['queued', 'sent', 'unknown'];

export type OptionsModel = ReturnType<typeof createOptionsModel>;

export function createOptionsModel(parts: OptionsParts) {
  const account = signal(parts.accountView);
  const preferences = signal(parts.preferences);
  const lists = signal(parts.popupView);
  const address = signal(parts.addressDraft ?? parts.accountView.address);
  const key = signal('');
  const state = signal<ConnectState>({ name: 'idle' });
  const accessMissing = signal(false);
  const notifyRefused = signal(false);
  const saved = signal<'no' | 'yes' | 'failed'>('no');
  let attempt = '';
  let saving = 0;

  const connected = computed(() => account.value.account !== null);
  const waiting = computed(
    () => lists.value?.jobs.filter(({ state }) => unfinished.includes(state)).length ?? 0,
  );

  async function checkAccess(): Promise<void> {
    const known = account.peek().address;
    accessMissing.value = known !== '' && !(await parts.hasOrigin(originPattern(known)));
  }

  /** Called by the click itself: the request for access must come before any `await`. */
  async function connect(): Promise<void> {
    if (state.value.name === 'connecting') return;
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
    const host = new URL(cleaned.address).host;
    const granting = parts.requestOrigin(originPattern(cleaned.address));
    address.value = cleaned.address;
    state.value = { name: 'connecting', host };
    if (!(await granting.catch(() => false))) {
      state.value = { name: 'permission-refused', host };
      return;
    }
    attempt = parts.newId();
    const id = attempt;
    try {
      await parts.connect({ id, at: parts.now(), kind: 'connect', address: cleaned.address, key: typed });
    } catch {
      // The intent is on disk and goes on at the background's next start; the stored view tells the end.
      if (attempt === id && state.peek().name === 'connecting') state.value = { name: 'no-answer' };
    }
  }

  function showAccount(next: AccountView): void {
    account.value = next;
    // Disconnected, perhaps in another tab.
    if (next.account === null && state.peek().name === 'connected') state.value = { name: 'idle' };
    if (next.attempt === null || next.attempt.id !== attempt) return;
    if (next.attempt.state === 'connected') {
      state.value = { name: 'connected' };
      key.value = '';
      parts.dropAddressDraft();
    } else if (next.attempt.state === 'failed' && next.attempt.failure !== null) {
      state.value = { name: 'failed', failure: next.attempt.failure };
    }
    void checkAccess();
  }

  /** The choice shows at once; "Saved" only after the background has stored it. */
  async function change(fields: Partial<Preferences>): Promise<void> {
    const next = { ...preferences.value, ...fields };
    preferences.value = next;
    saved.value = 'no';
    saving += 1;
    const done = await parts.savePreferences(next).then(
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
      parts.saveAddressDraft(text);
    },

    async allowAccess(): Promise<void> {
      await parts.requestOrigin(originPattern(account.value.address)).catch(() => false);
      await checkAccess();
    },

    /** Called by the press itself; without it, the page's own address is never known. */
    requestReading: () => void parts.requestReading().catch(() => false),

    async disconnect(): Promise<void> {
      state.value = { name: 'idle' };
      await parts.disconnect().catch(() => (state.value = { name: 'no-answer' }));
    },

    change,

    /** Called by the click itself: the browser asks before anything is chosen. */
    async chooseNotifications(wanted: boolean): Promise<void> {
      notifyRefused.value = wanted && !(await parts.requestNotifications().catch(() => false));
      // The box shows what is kept, also where that has not changed.
      preferences.value = { ...preferences.value };
      if (!notifyRefused.value) await change({ notify: wanted });
    },
  };
}
