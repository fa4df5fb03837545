/** Who is connected, as the service tells it, with "Replace key" and "Disconnect". */
import { useEffect, useRef, useState } from 'preact/hooks';
import { sayCount } from '../../lib/i18n/plural.ts';
import { say } from '../../lib/i18n/t.ts';
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
          alt={say('avatarOf', account.username)}
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
          {account.status !== '' && ` · ${say('plan')}: ${account.status}`}
          {account.expires !== null && ` · ${say('planExpires')}: ${account.expires}`}
        </p>
      </div>
      {model.accessMissing.value && (
        <div role="alert" class="failure wide">
          <p>{say('permissionMissing', host)}</p>
          <button type="button" onClick={() => void model.allowAccess()}>
            {say('allowAccess')}
          </button>
        </div>
      )}
      {asking ? (
        <div class="wide" role="group" aria-label={say('disconnect')}>
          <p>
            {say('disconnectConfirm')}{' '}
            {model.waiting.value > 0 && sayCount('waitingJobs', model.waiting.value)}
          </p>
          <p class="acts">
            <button
              type="button"
              onClick={() => {
                setAsking(false);
                void model.disconnect();
              }}
            >
              {say('disconnectNow')}
            </button>
            <button type="button" ref={question} onClick={() => setAsking(false)}>
              {say('keepConnection')}
            </button>
          </p>
        </div>
      ) : (
        <p class="acts wide">
          <button type="button" onClick={() => document.getElementById(keyFieldId)?.focus()}>
            {say('replaceKey')}
          </button>
          <button type="button" ref={ask} onClick={() => setAsking(true)}>
            {say('disconnect')}
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
