import type { BaseUrlProblem } from '../../lib/api/base-url.ts';
import type { Failure } from '../../lib/api/failure.ts';
import type { ConnectIntent, ReplyOf } from '../../lib/messages/protocol.ts';
import type { Preferences } from '../../lib/storage/preferences.ts';
import type { AccountView } from '../../lib/views/account-view.ts';
import type { PopupView } from '../../lib/views/popup-view.ts';

export interface OptionsDeps {
  readonly accountView: AccountView;
  readonly preferences: Preferences;
  /** Options of the pickers, and the waiting jobs. */
  readonly popupView: PopupView | null;
  readonly addressDraft: string | null;
  readonly now: () => number;
  readonly newId: () => string;
  readonly requestOrigin: (pattern: string) => Promise<boolean>;
  readonly requestReading: () => Promise<boolean>;
  readonly hasOrigin: (pattern: string) => Promise<boolean>;
  /** Every origin that the browser grants, as patterns. */
  readonly grantedOrigins: () => Promise<readonly string[]>;
  /** @returns false when the origin is still granted */
  readonly removeOrigin: (pattern: string) => Promise<boolean>;
  readonly requestNotifications: () => Promise<boolean>;
  readonly connect: (intent: ConnectIntent) => Promise<ReplyOf<'connect'>>;
  readonly disconnect: () => Promise<unknown>;
  readonly savePreferences: (preferences: Preferences) => Promise<unknown>;
  readonly saveAddressDraft: (address: string) => void;
  readonly dropAddressDraft: () => void;
}

export type ConnectState =
  | { readonly name: 'idle' }
  | { readonly name: 'connecting'; readonly host: string }
  | { readonly name: 'connected' }
  | { readonly name: 'problem'; readonly problem: BaseUrlProblem | 'key-missing' }
  | { readonly name: 'permission-refused'; readonly host: string }
  | { readonly name: 'failed'; readonly failure: Failure }
  | { readonly name: 'no-answer' }
  /** "Connect" was pressed later, perhaps in another tab. */
  | { readonly name: 'replaced' }
  | { readonly name: 'disconnect-unfinished' };

/** Result of "Remove" beside an origin. */
export interface RemovedOrigin {
  readonly pattern: string;
  readonly removed: boolean;
}
