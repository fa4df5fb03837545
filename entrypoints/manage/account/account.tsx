/** The section "Account". */
import { CircleCheck } from 'lucide';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { readStorage } from '../../../lib/browser/storage.ts';
import { accountViewItem } from '../../../lib/views/account-view.ts';
import { readItem } from '../../../lib/storage/stored-item.ts';
import { parsePopupView } from '../../../lib/views/popup-view.ts';
import { popupViewKey } from '../../../lib/storage/keys.ts';
import { t } from '../../../lib/i18n/t.ts';
import { createDraftStore } from '../records/draft-store.ts';
import { FieldProblem } from '../records/field-problem.tsx';
import type { ManageModel } from '../model.ts';
import type { SectionProps } from '../section-deps.ts';
import { FailureAlert } from '../failure-alert.tsx';
import {
  accountDraftSchema,
  createAccountModel,
  type AccountModel,
  type Change,
  type EmailProblem,
  type StoredAccount,
} from './account-model.ts';
import { AccountFacts } from './account-facts.tsx';

interface AccountProps {
  readonly model: AccountModel;
  readonly page: ManageModel;
}

async function readStored(): Promise<StoredAccount> {
  const stored = await readStorage('local', accountViewItem.key, popupViewKey);
  const { account } = readItem(accountViewItem, stored[accountViewItem.key]);
  return {
    account,
    avatar: account?.avatar,
    zone: parsePopupView(stored[popupViewKey])?.zone,
  };
}

export function Account({ deps, page }: SectionProps) {
  const model = useMemo(
    () =>
      createAccountModel(
        deps,
        createDraftStore('account', accountDraftSchema, deps.scope.peek(), deps.now),
        readStored,
      ),
    [deps, deps.scope.value],
  );
  useEffect(() => void model.open(), [model]);
  return (
    <div class="account-section">
      <div class="heading">
        <h2 tabIndex={-1}>{t('account')}</h2>
        <p role="status" class="notice">
          {model.reading.value && t('loadingAccount')}
        </p>
      </div>
      <Record model={model} page={page} />
      <ChangeEmail model={model} page={page} />
      <ChangePassword model={model} page={page} />
    </div>
  );
}

function Record({ model, page }: AccountProps) {
  const account = model.account.value;
  const failure = model.failure.value;
  return (
    <>
      {failure && (
        <FailureAlert failure={failure} page={page}>
          <button type="button" onClick={() => void model.read()}>
            {t('tryAgain')}
          </button>
        </FailureAlert>
      )}
      {account && (
        <AccountFacts account={account} avatar={model.avatar.value} zone={model.zone.value} page={page} />
      )}
    </>
  );
}

interface ChangeStatusProps {
  readonly change: Change;
  /** "Email saved" */
  readonly saved: string;
  readonly page: ManageModel;
}

function ChangeStatus({ change, saved, page }: ChangeStatusProps) {
  return (
    <>
      <p role="status" class="saved">
        {change.state === 'saved' && <Icon of={CircleCheck} />}
        {change.state === 'going' ? t('saving') : change.state === 'saved' ? saved : ''}
      </p>
      {change.state === 'failed' && <FailureAlert failure={change.failure} page={page} />}
    </>
  );
}

const emailProblems = {
  empty: 'problemEmailEmpty',
  'no-email': 'problemEmail',
  same: 'problemEmailSame',
} as const satisfies Record<EmailProblem, string>;

function ChangeEmail({ model, page }: AccountProps) {
  const { email, emailProblem, emailChange } = model;
  const field = useRef<HTMLInputElement>(null);
  const problem = emailProblem.value;
  useEffect(() => {
    if (problem !== null) field.current?.focus();
  }, [problem]);
  return (
    <section class="card" aria-labelledby="change-email">
      <h3 id="change-email">{t('changeEmail')}</h3>
      <form
        class="record-form"
        aria-labelledby="change-email"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void model.changeEmail();
        }}
      >
        <div class="record-field">
          <label for="new-email">{t('newEmail')}</label>
          <input
            ref={field}
            id="new-email"
            type="email"
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            aria-invalid={problem !== null}
            aria-describedby="new-email-problem"
            readOnly={emailChange.value.state === 'going'}
            value={email.value}
            onInput={(event) => model.typeEmail(event.currentTarget.value)}
          />
          <FieldProblem id="new-email-problem" text={problem === null ? null : t(emailProblems[problem])} />
        </div>
        <p class="acts">
          <button type="submit" class="main" aria-disabled={emailChange.value.state === 'going'}>
            {t('saveEmail')}
          </button>
        </p>
        <ChangeStatus change={emailChange.value} saved={t('emailSaved')} page={page} />
      </form>
    </section>
  );
}

/** The passwords are in the two fields alone: in no state and no draft. */
function ChangePassword({ model, page }: AccountProps) {
  const { passwordProblem, passwordChange } = model;
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const problem = passwordProblem.value;
  const going = passwordChange.value.state === 'going';
  useEffect(() => {
    if (problem !== null) (problem === 'empty' ? first : second).current?.focus();
  }, [problem]);
  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    const [one, other] = [first.current, second.current];
    if (one === null || other === null || !(await model.changePassword(one.value, other.value))) return;
    one.value = '';
    other.value = '';
  }
  return (
    <section class="card" aria-labelledby="change-password">
      <h3 id="change-password">{t('changePassword')}</h3>
      <form
        class="record-form"
        aria-labelledby="change-password"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {(['newPassword', 'newPasswordAgain'] as const).map((name) => {
          const wrong = problem === (name === 'newPassword' ? 'empty' : 'different');
          return (
            <div key={name} class="record-field">
              <label for={name}>{t(name)}</label>
              <input
                ref={name === 'newPassword' ? first : second}
                id={name}
                type="password"
                autocomplete="new-password"
                aria-invalid={wrong}
                aria-describedby={`${name}-problem`}
                readOnly={going}
                onInput={() => model.typePassword()}
              />
              <FieldProblem
                id={`${name}-problem`}
                text={
                  wrong ? t(problem === 'empty' ? 'problemPasswordEmpty' : 'problemPasswordDiffers') : null
                }
              />
            </div>
          );
        })}
        <p class="note">{t('newPasswordNotStored')}</p>
        <p class="acts">
          <button type="submit" aria-disabled={going}>
            {t('savePassword')}
          </button>
        </p>
        <ChangeStatus change={passwordChange.value} saved={t('passwordSaved')} page={page} />
      </form>
    </section>
  );
}
