/** Who is connected, as the service tells it, with "Replace key" and "Disconnect". */
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { keyFieldId } from './connection-form.tsx';
import type { OptionsModel } from './model.ts';

export function AccountCard({ model }: { readonly model: OptionsModel }) {
  const [asking, setAsking] = useState<boolean | null>(null);
  const question = useRef<HTMLButtonElement>(null);
  const ask = useRef<HTMLButtonElement>(null);
  // The focus goes with the question and comes back from it.
  useEffect(() => {
    if (asking !== null) (asking ? question : ask).current?.focus();
  }, [asking]);
  const { address, account } = model.account.value;
  if (account === null) return null;
  const host = new URL(address).host;
  return (
    <div class="account">
      {account.avatar === null ? (
        <span class="avatar" aria-hidden="true">
          {initials(account.username || account.email)}
        </span>
      ) : (
        <img
          class="avatar"
          src={account.avatar}
          alt={t('avatarOf', account.username)}
          width="48"
          height="48"
        />
      )}
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
      {asking ? (
        <div class="wide" role="group" aria-label={t('disconnect')}>
          <p>
            {t('disconnectConfirm')}{' '}
            {model.waiting.value > 0 && formatCount('waitingJobs', model.waiting.value)}
          </p>
          <p class="acts">
            <button
              type="button"
              onClick={() => {
                setAsking(false);
                void model.disconnect();
              }}
            >
              {t('disconnectNow')}
            </button>
            <button type="button" ref={question} onClick={() => setAsking(false)}>
              {t('keepConnection')}
            </button>
          </p>
        </div>
      ) : (
        <p class="acts wide">
          <button type="button" onClick={() => document.getElementById(keyFieldId)?.focus()}>
            {t('replaceKey')}
          </button>
          <button type="button" ref={ask} onClick={() => setAsking(true)}>
            {t('disconnect')}
          </button>
        </p>
      )}
    </div>
  );
}

/** The first letters of the first two words, for want of a picture. */
function initials(name: string): string {
  return name
    .split(/[\s@._-]+/u)
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('');
}
