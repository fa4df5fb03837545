/** Address, key and "Connect", with the result of the last attempt. */
import { useState } from 'preact/hooks';
import type { BaseUrlProblem } from '../../lib/api/base-url.ts';
import { describeFailure } from '../../lib/i18n/describe-failure.ts';
import { t, type MessageName } from '../../lib/i18n/t.ts';
import type { OptionsModel } from './model.ts';

export const keyFieldId = 'api-key';

const problems: Record<BaseUrlProblem | 'key-missing', MessageName> = {
  empty: 'serviceUrlEmpty',
  'not-an-address': 'serviceUrlInvalid',
  scheme: 'serviceUrlScheme',
  'not-https': 'serviceUrlScheme',
  credentials: 'serviceUrlCredentials',
  'key-missing': 'keyMissing',
};

export function ConnectionForm({ model }: { readonly model: OptionsModel }) {
  const [shown, setShown] = useState(false);
  const { address, key, state, connected } = model;
  const problem = state.value.name === 'problem' ? state.value.problem : null;
  return (
    <form
      class="connection"
      onSubmit={(event) => {
        event.preventDefault();
        void model.connect();
      }}
    >
      <label for="service-address">{t('serviceUrl')}</label>
      <input
        id="service-address"
        dir="ltr"
        inputMode="url"
        autocomplete="url"
        spellcheck={false}
        aria-describedby="service-address-hint"
        aria-invalid={problem !== null && problem !== 'key-missing'}
        value={address.value}
        onInput={(event) => model.typeAddress(event.currentTarget.value)}
      />
      <p id="service-address-hint" class="note">
        {t('serviceUrlHint')}
      </p>
      <label for={keyFieldId}>{t('apiKey')}</label>
      <div class="secret">
        <input
          id={keyFieldId}
          dir="ltr"
          {...(shown ? { type: 'text' as const } : { type: 'password' as const })}
          autocomplete="off"
          spellcheck={false}
          aria-describedby="api-key-hint"
          aria-invalid={problem === 'key-missing'}
          value={key.value}
          onInput={(event) => (key.value = event.currentTarget.value)}
        />
        <button type="button" aria-pressed={shown} aria-label={t('show')} onClick={() => setShown(!shown)}>
          {shown ? t('hide') : t('show')}
        </button>
      </div>
      <p id="api-key-hint" class="note">
        {connected.value ? t('apiKeyStored') : t('apiKeyHint')}
      </p>
      <button class="main">{t('connect')}</button>
      <Attempt model={model} />
    </form>
  );
}

function Attempt({ model }: { readonly model: OptionsModel }) {
  const state = model.state.value;
  const problem = describeProblem(model);
  return (
    <div class="attempt">
      <p role="status">
        {state.name === 'connecting' && t('connecting', state.host)}
        {state.name === 'connected' && t('connectedTo', new URL(model.account.value.address).host)}
      </p>
      {problem !== null && (
        <p role="alert" class="failure">
          {problem}
        </p>
      )}
    </div>
  );
}

function describeProblem(model: OptionsModel): string | null {
  const state = model.state.value;
  switch (state.name) {
    case 'problem':
      return t(problems[state.problem]);
    case 'permission-refused':
      return t('permissionDenied', state.host);
    case 'failed':
      return describeFailure(state.failure, Date.now()).sentence;
    case 'no-answer':
      return t('connectNoAnswer');
    case 'replaced':
      return t('connectReplaced');
    case 'disconnect-unfinished':
      return t('disconnectUnfinished');
    case 'idle':
    case 'connecting':
    case 'connected':
      return null;
  }
}
