import { CircleCheck } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import * as z from 'zod/mini';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { outsideForm } from '../../../components/outside-form.ts';
import { readStorage } from '../../../lib/browser/storage.ts';
import { accountViewItem } from '../../../lib/views/account-view.ts';
import { readItem } from '../../../lib/storage/stored-item.ts';
import { parsePopupView } from '../../../lib/views/popup-view.ts';
import { popupViewKey } from '../../../lib/storage/storage-keys.ts';
import { t } from '../../../lib/i18n/t.ts';
import { createDraftStore } from '../records/draft-store.ts';
import { fieldAria, LabeledField } from '../records/labeled-field.tsx';
import type { ManageProps } from '../model.ts';
import type { SectionProps } from '../section-deps.ts';
import { FailureAlert } from '../failure-alert.tsx';
import { createAccountModel, type Change, type StoredAccount } from './account-model.ts';
import { AccountFacts, type AccountProps } from './account-facts.tsx';

async function readStored(): Promise<StoredAccount> {
  const stored = await readStorage('local', accountViewItem.key, popupViewKey);
  const { account } = readItem(accountViewItem, stored[accountViewItem.key]);
  return {
    account,
    avatar: account?.avatar,
    utcOffset: parsePopupView(stored[popupViewKey])?.zone,
  };
}

export function Account({ deps, page }: SectionProps) {
  const model = useMemo(
    () =>
      createAccountModel(
        deps,
        createDraftStore('account', z.string(), deps.scope.peek(), deps.now),
        readStored,
      ),
    [deps, deps.scope.value],
  );
  useEffect(() => void model.open(), [model]);
  const failure = model.failure.value;
  return (
    <div class="account-section">
      <div class="heading line">
        <h2 tabIndex={-1}>{t('account')}</h2>
        <p role="status" class="notice">
          {model.reading.value && t('loadingAccount')}
        </p>
      </div>
      {failure && <FailureAlert failure={failure} page={page} onRetry={() => void model.read()} />}
      <AccountFacts model={model} page={page} />
      <ChangeEmail model={model} page={page} />
      <ChangePassword model={model} page={page} />
    </div>
  );
}

interface ChangeFormProps extends ManageProps {
  readonly id: string;
  readonly heading: string;
  readonly change: Change;
  /** "Save email" */
  readonly submit: string;
  /** "Email saved" */
  readonly saved: string;
  readonly onSubmit: () => Promise<void>;
  readonly children: ComponentChildren;
}

function ChangeForm({ id, heading, change, submit, saved, page, onSubmit, children }: ChangeFormProps) {
  return (
    <section class="card" aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      <form
        class="record-form"
        aria-labelledby={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {children}
        {change.state === 'failed' && (
          <FailureAlert failure={change.failure} heading={t('failed')} page={page} />
        )}
        <p class="acts">
          <Button type="submit" text={submit} aria-disabled={change.state === 'saving'} />
        </p>
        <p role="status" class="saved">
          {change.state === 'saved' && <Icon of={CircleCheck} />}
          {change.state === 'saving' ? t('saving') : change.state === 'saved' ? saved : ''}
        </p>
      </form>
    </section>
  );
}

function ChangeEmail({ model, page }: AccountProps) {
  const { email, emailProblem, emailChange } = model;
  const field = useRef<HTMLInputElement>(null);
  const problem = emailProblem.value;
  async function submit(): Promise<void> {
    const saving = model.changeEmail();
    if (emailProblem.peek() !== null) field.current?.focus();
    await saving;
  }
  const isSaving = emailChange.value.state === 'saving';
  const fieldProps = { id: 'new-email', problem: problem && t(problem) };
  return (
    <ChangeForm
      id="change-email"
      heading={t('changeEmail')}
      change={emailChange.value}
      submit={t('saveEmail')}
      saved={t('emailSaved')}
      page={page}
      onSubmit={submit}
    >
      <LabeledField {...fieldProps} label={t('newEmail')}>
        <input
          {...fieldAria(fieldProps)}
          ref={field}
          type="email"
          dir="ltr"
          autocomplete="off"
          spellcheck={false}
          readOnly={isSaving}
          value={email.value}
          onInput={(event) => model.typeEmail(event.currentTarget.value)}
        />
      </LabeledField>
    </ChangeForm>
  );
}

/** The passwords are in the two fields alone: in no state and no draft. */
function ChangePassword({ model, page }: AccountProps) {
  const { passwordProblem, passwordChange } = model;
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const problem = passwordProblem.value;
  const isSaving = passwordChange.value.state === 'saving';
  async function submit(): Promise<void> {
    const [one, other] = [first.current, second.current];
    if (one === null || other === null) return;
    const saving = model.changePassword(one.value, other.value);
    const invalid = passwordProblem.peek();
    if (invalid !== null) (invalid === 'problemPasswordEmpty' ? one : other).focus();
    if (!(await saving)) return;
    one.value = '';
    other.value = '';
  }
  const fields = [
    ['newPassword', first, problem === 'problemPasswordEmpty' ? t(problem) : null],
    ['newPasswordAgain', second, problem === 'problemPasswordDiffers' ? t(problem) : null],
  ] as const;
  return (
    <ChangeForm
      id="change-password"
      heading={t('changePassword')}
      change={passwordChange.value}
      submit={t('savePassword')}
      saved={t('passwordSaved')}
      page={page}
      onSubmit={submit}
    >
      {fields.map(([id, field, wrong]) => (
        <LabeledField key={id} id={id} label={t(id)} problem={wrong}>
          <input
            {...fieldAria({ id, problem: wrong })}
            {...outsideForm}
            ref={field}
            type="password"
            autocomplete="new-password"
            readOnly={isSaving}
            onInput={() => model.typePassword()}
          />
        </LabeledField>
      ))}
      <p class="hint">{t('newPasswordNotStored')}</p>
    </ChangeForm>
  );
}
