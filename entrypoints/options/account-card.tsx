/** The connected account: who it is, on which service and plan. */
import { Check, CircleAlert } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Avatar } from '../../components/avatar.tsx';
import { Banner, failureIcon } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useFocusRestoreOf } from '../../components/use-focus-restore.ts';
import { describeConnectFailure } from '../../lib/i18n/describe-connect-failure.ts';
import { formatServiceDate } from '../../lib/i18n/service-time.ts';
import { t } from '../../lib/i18n/t.ts';
import { capitalize } from '../../lib/text/capitalize.ts';
import { Detail } from '../../components/detail.tsx';
import type { ModelProps } from './model.ts';

export function AccountCard({ model }: ModelProps) {
  const { address, account } = model.account.value;
  if (account === null) return null;
  const host = new URL(address).host;
  const keyFailure = model.keyFailure.value;
  return (
    <>
      <div class="account-name">
        <Avatar
          picture={account.avatar}
          name={account.username || account.email}
          alt={t('avatarOf', account.username)}
        />
        <div>
          <p class="name line">
            <bdi>{account.username}</bdi>
            <span class={keyFailure === null ? 'pill good' : 'pill bad'}>
              <Icon of={keyFailure === null ? Check : CircleAlert} size={14} />
              {t(keyFailure === null ? 'accountConnected' : 'keyRejected')}
            </span>
          </p>
          <p class="note">
            <bdi>{account.email}</bdi>
          </p>
        </div>
      </div>
      <dl>
        <Detail name={t('service')}>
          <bdi dir="ltr">{host}</bdi>
        </Detail>
        {account.status !== '' && (
          <Detail name={t('plan')}>
            <bdi>{capitalize(account.status)}</bdi>
          </Detail>
        )}
        {account.expires !== null && (
          <Detail name={t('planExpires')}>{formatServiceDate(account.expires)}</Detail>
        )}
      </dl>
      {/* An attempt with another key reports its own failure. */}
      {keyFailure && model.state.value.name !== 'failed' && (
        <Banner icon={failureIcon(keyFailure)} tone="failure" role="alert" heading={t('sendingPaused')}>
          <p>{describeConnectFailure(keyFailure, Date.now())}</p>
        </Banner>
      )}
      <Access model={model} host={host} />
    </>
  );
}

function Access({ model, host }: ModelProps & { readonly host: string }) {
  const isMissing = model.accessMissing.value;
  const [wasMissing, setWasMissing] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  // The button goes with the problem.
  useFocusRestoreOf('access', () => status.current);
  useEffect(() => {
    if (isMissing) setWasMissing(true);
  }, [isMissing]);
  return (
    <>
      {isMissing && (
        <Banner
          icon={CircleAlert}
          tone="failure"
          role="alert"
          item="access"
          actions={<Button text={t('allowAccess')} onClick={() => void model.allowAccess()} />}
        >
          <p>{t('permissionMissing', host)}</p>
        </Banner>
      )}
      <p ref={status} role="status" class="saved" tabIndex={-1}>
        {wasMissing && !isMissing && t('connectedTo', host)}
      </p>
    </>
  );
}
