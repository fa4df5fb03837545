/** The account's record, and the changes of its e-mail address and password. */
import { signal, type Signal } from '@preact/signals';
import { getAccount, type Account } from '../../../lib/api/account.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { SaveResult } from '../../../lib/messages/save-account.ts';
import type { DraftStore } from '../records/draft-store.ts';
import type { SectionDeps } from '../section-deps.ts';

/** The fields that are stored; the others come with the service's response. */
export type KnownAccount = Pick<Account, 'username' | 'email' | 'status' | 'expires'> &
  Partial<Pick<Account, 'id' | 'registered'>>;

export interface StoredAccount {
  readonly account: KnownAccount | null;
  /** A `data:` address of the picture; `null` for none. */
  readonly avatar?: string | null | undefined;
  /** Minutes that the service's clock is ahead of UTC, where that has been learned. */
  readonly utcOffset: number | undefined;
}

/** Names of texts. */
type EmailProblem = 'problemEmailEmpty' | 'problemEmail' | 'problemEmailSame';
type PasswordProblem = 'problemPasswordEmpty' | 'problemPasswordDiffers';

export type Change =
  | { readonly state: 'idle' | 'saving' | 'saved' }
  | { readonly state: 'failed'; readonly failure: Failure | null };

const idle: Change = { state: 'idle' };

const changeOf = (saved: SaveResult): Change =>
  saved.ok ? { state: 'saved' } : { state: 'failed', failure: saved.failure };

/** Something else is typed. */
function forgetSaved(change: Signal<Change>): void {
  if (change.peek().state === 'saved') change.value = idle;
}

type AccountDeps = Pick<SectionDeps, 'read' | 'saveAccount'>;

export type AccountModel = ReturnType<typeof createAccountModel>;

export function createAccountModel(
  deps: AccountDeps,
  drafts: DraftStore<string>,
  readStored: () => Promise<StoredAccount>,
) {
  const { open: openRecord, ...record } = createAccountRecord(deps, readStored);
  const { restore, ...email } = createEmailChange(deps, drafts, record);
  return {
    ...record,
    ...email,
    ...createPasswordChange(deps),

    async open(): Promise<void> {
      await Promise.all([restore(), openRecord()]);
    },
  };
}

function createAccountRecord(deps: AccountDeps, readStored: () => Promise<StoredAccount>) {
  const account = signal<KnownAccount | null>(null);
  const avatar = signal<string | null>(null);
  const utcOffset = signal<number | undefined>(undefined);
  const reading = signal(false);
  const failure = signal<Failure | null>(null);

  async function read(): Promise<void> {
    if (reading.peek()) return;
    reading.value = true;
    const response = await deps.read(getAccount());
    reading.value = false;
    failure.value = response.ok ? null : response.failure;
    if (response.ok) account.value = response.value;
  }

  return {
    account,
    avatar,
    utcOffset,
    reading,
    failure,
    read,

    /** Shows the stored record until the service has answered. */
    async open(): Promise<void> {
      const answered = read();
      // The record is read from the service anyway, and a failure of that is shown.
      const stored = await readStored().catch(() => null);
      account.value ??= stored?.account ?? null;
      avatar.value = stored?.avatar ?? null;
      utcOffset.value = stored?.utcOffset;
      await answered;
    },
  };
}

function validateEmail(email: string, current: string | undefined): EmailProblem | null {
  if (email === '') return 'problemEmailEmpty';
  if (!/^[^\s@]+@[^\s@]+$/u.test(email)) return 'problemEmail';
  return email === current ? 'problemEmailSame' : null;
}

function createEmailChange(
  { saveAccount }: AccountDeps,
  drafts: DraftStore<string>,
  { account, read }: Pick<ReturnType<typeof createAccountRecord>, 'account' | 'read'>,
) {
  /** The new address, as it is typed. */
  const email = signal('');
  const emailProblem = signal<EmailProblem | null>(null);
  const emailChange = signal<Change>(idle);
  let typed = false;

  return {
    email,
    emailProblem,
    emailChange,

    async restore(): Promise<void> {
      // Without a readable draft the field stays as it is.
      const stored = await drafts.read().catch((): Readonly<Record<string, string>> => ({}));
      if (!typed) email.value = stored['email'] ?? email.peek();
    },

    typeEmail(text: string): void {
      typed = true;
      email.value = text;
      emailProblem.value = null;
      forgetSaved(emailChange);
      void drafts.save(text === '' ? {} : { email: text });
    },

    async changeEmail(): Promise<void> {
      const requested = email.peek().trim();
      if (emailChange.peek().state === 'saving') return;
      emailChange.value = idle;
      emailProblem.value = validateEmail(requested, account.peek()?.email);
      if (emailProblem.peek() !== null) return;
      emailChange.value = { state: 'saving' };
      const saved = await saveAccount({ email: requested });
      await read();
      // The response may be lost although the change was made: the record decides.
      const isChanged = saved.ok || account.peek()?.email === requested;
      emailChange.value = isChanged ? { state: 'saved' } : changeOf(saved);
      if (!isChanged || email.peek().trim() !== requested) return;
      email.value = '';
      void drafts.save({});
    },
  };
}

function createPasswordChange({ saveAccount }: AccountDeps) {
  const passwordProblem = signal<PasswordProblem | null>(null);
  const passwordChange = signal<Change>(idle);

  return {
    passwordProblem,
    passwordChange,

    /**
     * The passwords are passed from their fields and stored nowhere.
     *
     * @returns whether it was saved, so that the fields can be emptied
     */
    async changePassword(password: string, again: string): Promise<boolean> {
      if (passwordChange.peek().state === 'saving') return false;
      passwordChange.value = idle;
      passwordProblem.value =
        password === '' ? 'problemPasswordEmpty' : password === again ? null : 'problemPasswordDiffers';
      if (passwordProblem.peek() !== null) return false;
      passwordChange.value = { state: 'saving' };
      const saved = await saveAccount({ password });
      passwordChange.value = changeOf(saved);
      return saved.ok;
    },

    typePassword(): void {
      passwordProblem.value = null;
      forgetSaved(passwordChange);
    },
  };
}
