/** The account's record, and the changes of its e-mail address and password. */
import { signal } from '@preact/signals';
import * as z from 'zod/mini';
import { getAccount, type Account } from '../../../lib/api/account.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { DraftStore } from '../records/draft-store.ts';
import type { SectionDeps } from '../section-deps.ts';

/** What is known of it before the service has answered. */
export type KnownAccount = Pick<Account, 'username' | 'email' | 'status' | 'expires'> &
  Partial<Pick<Account, 'id' | 'registered'>>;

/** What lies here already. */
export interface Known {
  readonly account: KnownAccount | null;
  /** Minutes that the service's clock is ahead of UTC, where that has been learned. */
  readonly zone: number | undefined;
}

export const accountDraftSchema = z.string();

export type EmailProblem = 'empty' | 'no-email' | 'same';
export type PasswordProblem = 'empty' | 'different';

/** How a change stands. */
export type Change =
  | { readonly state: 'idle' | 'going' | 'saved' }
  | { readonly state: 'failed'; readonly failure: Failure | null };

const idle: Change = { state: 'idle' };

export type AccountModel = ReturnType<typeof createAccountModel>;

export function createAccountModel(
  deps: Pick<SectionDeps, 'read' | 'saveAccount'>,
  drafts: DraftStore<string>,
  known: () => Promise<Known>,
) {
  const account = signal<KnownAccount | null>(null);
  const zone = signal<number | undefined>(undefined);
  const reading = signal(false);
  const failure = signal<Failure | null>(null);
  /** The new address, as it is typed. */
  const email = signal('');
  const emailProblem = signal<EmailProblem | null>(null);
  const emailChange = signal<Change>(idle);
  const passwordProblem = signal<PasswordProblem | null>(null);
  const passwordChange = signal<Change>(idle);
  let typed = false;

  async function read(): Promise<void> {
    if (reading.peek()) return;
    reading.value = true;
    const answer = await deps.read(getAccount());
    reading.value = false;
    failure.value = answer.ok ? null : answer.failure;
    if (answer.ok) account.value = answer.value;
  }

  function checkEmail(wanted: string): EmailProblem | null {
    if (wanted === '') return 'empty';
    if (!/^[^\s@]+@[^\s@]+$/u.test(wanted)) return 'no-email';
    return wanted === account.peek()?.email ? 'same' : null;
  }

  return {
    account,
    zone,
    reading,
    failure,
    email,
    emailProblem,
    emailChange,
    passwordProblem,
    passwordChange,
    read,

    async open(): Promise<void> {
      // Without a draft the field starts with what the account says.
      const kept = drafts.read().catch((): Readonly<Record<string, string>> => ({}));
      const fresh = read();
      // The service is asked anyway, and its failure is shown.
      const before = await known().catch(() => null);
      account.value ??= before?.account ?? null;
      zone.value = before?.zone;
      const { email: draft } = await kept;
      if (!typed && draft !== undefined) email.value = draft;
      await fresh;
    },

    typeEmail(text: string): void {
      typed = true;
      email.value = text;
      emailProblem.value = null;
      void drafts.save(text === '' ? {} : { email: text });
    },

    async changeEmail(): Promise<void> {
      const wanted = email.peek().trim();
      if (emailChange.peek().state === 'going') return;
      emailProblem.value = checkEmail(wanted);
      if (emailProblem.peek() !== null) return;
      emailChange.value = { state: 'going' };
      const saved = await deps.saveAccount({ email: wanted });
      await read();
      // An answer that was lost says nothing; what the account says now does.
      const done = saved.ok || account.peek()?.email === wanted;
      emailChange.value = done
        ? { state: 'saved' }
        : { state: 'failed', failure: saved.ok ? null : saved.failure };
      if (!done || email.peek().trim() !== wanted) return;
      email.value = '';
      void drafts.save({});
    },

    /**
     * The passwords come straight from their fields and stay nowhere else.
     *
     * @returns whether it was saved, so that the fields can be emptied
     */
    async changePassword(password: string, again: string): Promise<boolean> {
      if (passwordChange.peek().state === 'going') return false;
      passwordChange.value = idle;
      passwordProblem.value = password === '' ? 'empty' : password === again ? null : 'different';
      if (passwordProblem.peek() !== null) return false;
      passwordChange.value = { state: 'going' };
      const saved = await deps.saveAccount({ password });
      passwordChange.value = saved.ok ? { state: 'saved' } : { state: 'failed', failure: saved.failure };
      return saved.ok;
    },

    /** Something is typed anew. */
    typePassword(): void {
      passwordProblem.value = null;
      if (passwordChange.peek().state === 'saved') passwordChange.value = idle;
    },
  };
}
