/** What the settings take from the browser and the background, replaceable by fakes in unit tests. */
import type * as permissions from '../../lib/browser/permissions.ts';
import type { ConnectIntent, ReplyOf } from '../../lib/messages/protocol.ts';
import type { PreferenceChanges, Preferences } from '../../lib/storage/preferences.ts';
import type { AccountView } from '../../lib/views/account-view.ts';
import type { PopupView } from '../../lib/views/popup-view.ts';

type Permissions = Pick<
  typeof permissions,
  | 'requestOrigin'
  | 'hasOrigin'
  | 'grantedOrigins'
  | 'removeOrigin'
  | 'requestNotifications'
  | 'requestScripting'
  | 'removeOptionalPermissions'
>;

export interface OptionsDeps extends Permissions {
  readonly accountView: AccountView;
  readonly preferences: Preferences;
  /** Options of the pickers, and the waiting jobs. */
  readonly popupView: PopupView | null;
  readonly addressDraft: string | null;
  /** The way to the first link is shown, or was ended; `undefined` before a first account is connected. */
  readonly firstSteps: boolean | undefined;
  readonly now: () => number;
  readonly newId: () => string;
  /** @throws when it can't be stored; nothing is tried then */
  readonly writeIntent: (intent: ConnectIntent) => Promise<void>;
  /** @param id of a stored intent */
  readonly connect: (id: string) => Promise<ReplyOf<'connect'>>;
  readonly disconnect: () => Promise<unknown>;
  /** Links of unfinished batches that are no jobs yet. */
  readonly countBulkLinks: (scope: string) => Promise<number>;
  /** @param changes called for each try */
  readonly savePreferences: (changes: () => PreferenceChanges) => Promise<unknown>;
  readonly saveFirstSteps: (isShown: boolean | undefined) => void;
  readonly saveAddressDraft: (address: string) => void;
  readonly dropAddressDraft: () => void;
}
