/** Address, key and "Connect", with the result of the last attempt. */
import { Check, CircleAlert, CircleX, Eye, EyeOff, ShieldCheck } from 'lucide';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Banner, failureIcon } from '../../components/banner.tsx';
import { Confirmation } from '../../components/confirmation.tsx';
import { Icon } from '../../components/icon.tsx';
import { outsideForm } from '../../components/outside-form.ts';
import { useFocusRestoreOf } from '../../components/use-focus-restore.ts';
import type { BaseUrlProblem } from '../../lib/api/base-url.ts';
import { describeConnectFailure } from '../../lib/i18n/describe-connect-failure.ts';
import { t, type MessageName } from '../../lib/i18n/t.ts';
import { isolate } from '../../lib/text/isolate.ts';
import { hostOf } from '../../lib/url/hosts.ts';
import { AccountLoss, DisconnectButton } from './disconnect.tsx';
import type { ModelProps, OptionsModel } from './model.ts';

const keyFieldId = 'api-key';

const addressProblems: Record<BaseUrlProblem, MessageName> = {
  empty: 'serviceUrlEmpty',
  'not-an-address': 'serviceUrlInvalid',
  scheme: 'serviceUrlScheme',
  'not-https': 'serviceUrlScheme',
  credentials: 'serviceUrlCredentials',
};

const submitLabel = ({ isSameService }: OptionsModel): string =>
  isSameService.value ? t('replaceKey') : t('connect');

export function ConnectionForm({ model }: ModelProps) {
  const connected = model.connected.value;
  const submitButton = useRef<HTMLButtonElement>(null);
  return (
    <form
      class="connection"
      onSubmit={(event) => {
        event.preventDefault();
        submit(model);
      }}
    >
      <div class="fields">
        <AddressField model={model} />
        <KeyField model={model} />
      </div>
      <div class="acts">
        <button ref={submitButton} class={model.isSameService.value ? undefined : 'main'}>
          {submitLabel(model)}
        </button>
        {connected && <DisconnectButton model={model} />}
      </div>
      <Attempt model={model} submitButton={submitButton} />
    </form>
  );
}

function submit(model: OptionsModel): void {
  void model.connect();
  const state = model.state.peek();
  if (state.name !== 'problem') return;
  document.getElementById(state.problem === 'key-missing' ? keyFieldId : 'service-address')?.focus();
}

function AddressField({ model }: ModelProps) {
  const { address, typeAddress } = model;
  const invalid = problemOf(model);
  const problem = invalid === null || invalid === 'key-missing' ? null : t(addressProblems[invalid]);
  return (
    <div class="row">
      <label for="service-address">{t('serviceUrl')}</label>
      <input
        id="service-address"
        dir="ltr"
        inputMode="url"
        autocomplete="url"
        spellcheck={false}
        aria-describedby="service-address-hint"
        aria-invalid={problem !== null}
        value={address.value}
        onInput={(event) => typeAddress(event.currentTarget.value)}
      />
      <Hint id="service-address-hint" problem={problem}>
        {t('serviceUrlHint')}
      </Hint>
    </div>
  );
}

function KeyField({ model }: ModelProps) {
  const { key, connected, isSameService, typeKey } = model;
  const [shown, setShown] = useState(false);
  const isEmpty = key.value === '';
  // The next key is masked again.
  useEffect(() => {
    if (isEmpty) setShown(false);
  }, [isEmpty]);
  const isMissing = problemOf(model) === 'key-missing';
  const problem = isMissing ? t(isSameService.value ? 'newKeyMissing' : 'keyMissing') : null;
  const hint = connected.value ? t('apiKeyStored') : null;
  return (
    <div class="row">
      <label for={keyFieldId}>{t('apiKey')}</label>
      <div class="secret">
        <input
          id={keyFieldId}
          dir="ltr"
          {...outsideForm}
          {...(shown ? { type: 'text' as const } : { type: 'password' as const })}
          autocomplete="off"
          spellcheck={false}
          placeholder={isSameService.value ? t('apiKeySaved') : undefined}
          aria-describedby={(problem ?? hint) === null ? undefined : 'api-key-hint'}
          aria-invalid={problem !== null || isKeyRejected(model) || model.keyFailure.value !== null}
          value={key.value}
          onInput={(event) => typeKey(event.currentTarget.value)}
        />
        {!isEmpty && (
          <button type="button" class="quiet" onClick={() => setShown(!shown)}>
            <Icon of={shown ? EyeOff : Eye} />
            {shown ? t('hide') : t('show')}
          </button>
        )}
      </div>
      {(problem ?? hint) !== null && (
        <Hint id="api-key-hint" problem={problem}>
          {hint}
        </Hint>
      )}
    </div>
  );
}

/** A problem of a submitted field. */
const problemOf = ({ state: { value: state } }: OptionsModel) =>
  state.name === 'problem' ? state.problem : null;

interface HintProps {
  readonly id: string;
  readonly problem: string | null;
  readonly children: ComponentChildren;
}

function Hint({ id, problem, children }: HintProps) {
  return problem === null ? (
    <p key="hint" id={id} class="hint">
      {children}
    </p>
  ) : (
    <p key="problem" id={id} class="problem small" role="alert">
      <Icon of={CircleAlert} size={14} />
      <span>{problem}</span>
    </p>
  );
}

const isKeyRejected = ({ state: { value } }: OptionsModel): boolean =>
  value.name === 'failed' && value.failure.kind === 'key';

const connectedHost = ({ account }: OptionsModel): string => hostOf(account.value.address) ?? '';

/** A failed attempt does not end the connection. */
const isStillConnected = ({ connected, accessMissing, state }: OptionsModel): boolean =>
  connected.value &&
  !accessMissing.value &&
  (state.value.name === 'failed' || state.value.name === 'permission-refused');

interface AttemptProps extends ModelProps {
  readonly submitButton: RefObject<HTMLButtonElement | null>;
}

/** The result of the last attempt; before the first one, where the key goes. */
function Attempt({ model, submitButton }: AttemptProps) {
  // The question goes with its answer.
  useFocusRestoreOf('replace-account', () => submitButton.current);
  const state = model.state.value;
  const problem = describeProblem(model);
  return (
    <>
      <AttemptStatus model={model} />
      {state.name === 'other-account' && <ReplaceAccount model={model} account={state.account} />}
      {problem !== null && (
        <Banner
          icon={state.name === 'failed' ? failureIcon(state.failure) : CircleX}
          tone="failure"
          role="alert"
          heading={t(isKeyRejected(model) ? 'keyRejected' : 'couldNotConnect')}
        >
          <p>{problem}</p>
          {isStillConnected(model) && (
            <p>
              {model.keyFailure.value === null
                ? t('stillConnected', connectedHost(model))
                : t('savedKeyRejected')}
            </p>
          )}
        </Banner>
      )}
      {problem === null && !model.connected.value && state.name !== 'connecting' && (
        <p class="key-privacy hint">
          <Icon of={ShieldCheck} />
          {t('keyPrivacy')}
        </p>
      )}
    </>
  );
}

const accountName = (account: OptionsModel['account']['value']['account']): string =>
  account?.email || account?.username || '';

interface ReplaceAccountProps extends ModelProps {
  /** The one that the typed key belongs to. */
  readonly account: string;
}

function ReplaceAccount({ model, account }: ReplaceAccountProps) {
  const { account: connected } = model.account.value;
  const current = accountName(connected);
  // At two services, both may have the same email address.
  const nextHost = hostOf(model.address.value) ?? '';
  const currentHost = connectedHost(model);
  const named = (name: string, host: string) =>
    isolate(nextHost === currentHost ? name : `${name} (${host})`);
  return (
    <Confirmation
      label={t('replaceAccount')}
      item="replace-account"
      heading={t('replaceAccountAsk')}
      confirm={t('replaceAccount')}
      keep={t('keepAccount')}
      onConfirm={() => void model.connect(true)}
      onKeep={() => void model.keepAccount()}
    >
      <p>{t('replaceAccountText', named(account, nextHost), named(current, currentHost))}</p>
      <AccountLoss model={model} />
    </Confirmation>
  );
}

/** A success that no other part of the page shows. */
function describeSuccess({ state: { value: state }, account }: OptionsModel): string | null {
  if (state.name === 'account-replaced') return t('connectedTo', accountName(account.value.account));
  if (state.name === 'key-replaced') return t(state.resumes ? 'keyReplacedQueued' : 'keyReplaced');
  if (state.name === 'everything-deleted') return t('everythingDeleted');
  return state.name === 'disconnected' ? t('accountDataRemoved') : null;
}

function AttemptStatus({ model }: ModelProps) {
  const state = model.state.value;
  const done = describeSuccess(model);
  // The account's card shows that it is connected.
  const look = state.name === 'connected' ? 'visually-hidden' : done ? 'attempt saved' : 'attempt';
  return (
    <p role="status" class={look}>
      {state.name === 'connecting' && t('connecting', state.host)}
      {state.name === 'connected' && t('connectedTo', connectedHost(model))}
      {done && (
        <>
          <Icon of={Check} />
          {done}
        </>
      )}
    </p>
  );
}

function describeProblem(model: OptionsModel): string | null {
  const state = model.state.value;
  switch (state.name) {
    case 'permission-refused':
      return t('permissionDenied', state.host, submitLabel(model));
    case 'failed':
      return describeConnectFailure(state.failure, Date.now());
    case 'no-reply':
      return t('connectNoAnswer', submitLabel(model));
    case 'replaced':
      return t('connectReplaced', submitLabel(model));
    case 'disconnect-unfinished':
      return t('disconnectUnfinished');
    case 'idle':
    case 'asking':
    case 'connecting':
    case 'connected':
    case 'key-replaced':
    case 'account-replaced':
    case 'disconnected':
    case 'everything-deleted':
    // Shown at its field.
    case 'problem':
    // A question, not a problem.
    case 'other-account':
      return null;
  }
}
