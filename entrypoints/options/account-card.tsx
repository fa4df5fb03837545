/** The connected account, with "Replace key" and "Disconnect". */
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { AccountView } from '../../lib/views/account-view.ts';
import { keyFieldId } from './connection-form.tsx';
import type { OptionsModel } from './model.ts';

interface AccountCardProps {
  readonly model: OptionsModel;
}

export function AccountCard({ model }: AccountCardProps) {
  const { address, account } = model.account.value;
  if (account === null) return null;
  const host = new URL(address).host;
  return (
    <div class="account">
      <Avatar account={account} />
      <div>
        <p class="name">
          <bdi>{account.username}</bdi>
        </p>
        <p>
          <bdi>{account.email}</bdi>
        </p>
        <p class="note">
          <bdi dir="ltr">{host}</bdi>
          {account.status !== '' && ` · ${t('plan')}: ${account.status}`}
          {account.expires !== null && ` · ${t('planExpires')}: ${account.expires}`}
        </p>
      </div>
      {model.accessMissing.value && (
        <div role="alert" class="failure wide">
          <p>{t('permissionMissing', host)}</p>
          <button type="button" onClick={() => void model.allowAccess()}>
            {t('allowAccess')}
          </button>
        </div>
      )}
      <AccountActions model={model} />
    </div>
  );
}

function Avatar({ account }: { readonly account: NonNullable<AccountView['account']> }) {
  const { avatar, username, email } = account;
  if (avatar !== null)
    return <img class="avatar" src={avatar} alt={t('avatarOf', username)} width="48" height="48" />;
  return (
    <span class="avatar" aria-hidden="true">
      {initials(username || email)}
    </span>
  );
}

function AccountActions({ model }: AccountCardProps) {
  /** `null` until "Disconnect" was pressed. */
  const [isConfirming, setIsConfirming] = useState<boolean | null>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const disconnectButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isConfirming !== null) (isConfirming ? cancelButton : disconnectButton).current?.focus();
  }, [isConfirming]);
  if (!isConfirming)
    return (
      <p class="acts wide">
        <button type="button" onClick={() => document.getElementById(keyFieldId)?.focus()}>
          {t('replaceKey')}
        </button>
        <button type="button" ref={disconnectButton} onClick={() => setIsConfirming(true)}>
          {t('disconnect')}
        </button>
      </p>
    );
  return (
    <div class="wide" role="group" aria-label={t('disconnect')}>
      <p>
        {t('disconnectConfirm')}{' '}
        {model.waiting.value > 0 && formatCount('disconnectCancels', model.waiting.value)}
      </p>
      <p class="acts">
        <button
          type="button"
          onClick={() => {
            setIsConfirming(false);
            void model.disconnect();
          }}
        >
          {t('confirmDisconnect')}
        </button>
        <button type="button" ref={cancelButton} onClick={() => setIsConfirming(false)}>
          {t('stayConnected')}
        </button>
      </p>
    </div>
  );
}

/** The first letters of the first two words; shown where there is no avatar. */
function initials(name: string): string {
  return name
    .split(/[\s@._-]+/u)
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('');
}
