/** The account's record: who it is, its plan, and a warning before that ends. */
import { CalendarClock, ExternalLink } from 'lucide';
import { Avatar } from '../../../components/avatar.tsx';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { Detail } from '../../../components/detail.tsx';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageProps } from '../model.ts';
import { capitalize } from '../../../lib/text/capitalize.ts';
import { ServiceTime } from '../records/facts.tsx';
import type { AccountModel } from './account-model.ts';
import { planEnd } from './plan-expiry.ts';

export interface AccountProps extends ManageProps {
  readonly model: AccountModel;
}

export function AccountFacts({ model, page }: AccountProps) {
  const account = model.account.value;
  if (account === null) return null;
  const site = page.view.value?.site ?? '';
  const missing = <span class="note">{t('notAvailable')}</span>;
  return (
    <>
      <PlanEnd model={model} page={page} />
      <section class="card account">
        <div class="account-head line">
          <Avatar picture={model.avatar.value} name={account.username} />
          <div>
            <p class="account-name line">
              <bdi>{account.username === '' ? t('notAvailable') : account.username}</bdi>
            </p>
            <p class="note">
              <bdi>{account.email === '' ? t('notAvailable') : account.email}</bdi>
            </p>
          </div>
          {site !== '' && (
            <Button
              icon={ExternalLink}
              mirrors
              text={t('openWebsite', displayUrl(site))}
              onClick={() => page.deps.openPage(site)}
            />
          )}
        </div>
        <dl class="account-record">
          {site !== '' && (
            <Detail name={t('service')}>
              <bdi dir="ltr">{displayUrl(site)}</bdi>
            </Detail>
          )}
          <Detail name={t('plan')} fallback={missing}>
            {account.status !== '' && <bdi>{capitalize(account.status)}</bdi>}
          </Detail>
          <Detail name={t('planExpires')}>
            {account.expires === null ? t('planEndNotSpecified') : <ServiceTime text={account.expires} />}
          </Detail>
          {account.registered !== undefined && (
            <Detail name={t('registered')} fallback={missing}>
              {account.registered && <ServiceTime text={account.registered} />}
            </Detail>
          )}
          {account.id !== undefined && (
            <Detail name={t('accountId')} fallback={missing}>
              {account.id}
            </Detail>
          )}
        </dl>
      </section>
      <p class="hint">{t('serviceTimeZoneNote')}</p>
    </>
  );
}

function PlanEnd({ model, page }: AccountProps) {
  const end = planEnd(model.account.value?.expires ?? null, page.now.value, model.utcOffset.value);
  if (end === null) return null;
  return (
    <Banner
      role="note"
      icon={CalendarClock}
      tone={end.ended ? 'failure' : 'decision'}
      heading={
        end.ended
          ? t('planExpired')
          : end.days === 0
            ? t('planExpiresNow')
            : formatCount('planExpiresIn', end.days)
      }
    >
      <p>{t(end.ended ? 'planExpiredHint' : 'planExpiresHint')}</p>
    </Banner>
  );
}
