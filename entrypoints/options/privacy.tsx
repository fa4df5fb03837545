/** What is stored in this browser, what is sent where, and how the account's data is removed. */
import { ShieldCheck, Trash2 } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { formatNumber } from '../../lib/i18n/format.ts';
import { t } from '../../lib/i18n/t.ts';
import { DisconnectQuestion } from './disconnect-question.tsx';
import type { OptionsModel } from './model.ts';
import { InfoRow } from '../../components/setting-rows.tsx';
import { Section } from './section.tsx';

interface PrivacyProps {
  readonly model: OptionsModel;
  readonly presetCount: number;
}

export function Privacy({ model, presetCount }: PrivacyProps) {
  const connected = model.connected.value;
  return (
    <Section id="privacy">
      <div class="card rows">
        <p class="privacy">
          <Icon of={ShieldCheck} />
          {connected
            ? t('privacyConnected', new URL(model.account.value.address).host)
            : t('privacyNotConnected')}
        </p>
        <InfoRow label={t('storedHere')} hint={t('storedHereHint')}>
          <dl class="counts">
            <Count name={t('presetsHeading')} count={presetCount} />
            <Count name={t('recent')} count={model.lists.value?.recents.length ?? 0} />
            <Count name={t('storedQueued')} count={model.waiting.value} />
          </dl>
        </InfoRow>
        <InfoRow label={t('sentToService')} hint={t('sentToServiceHint')} />
        {connected && <RemoveData model={model} />}
      </div>
    </Section>
  );
}

function Count({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{formatNumber(count)}</dd>
    </>
  );
}

function RemoveData({ model }: Pick<PrivacyProps, 'model'>) {
  /** `null` until the button was pressed. */
  const [isConfirming, setIsConfirming] = useState<boolean | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isConfirming === false) button.current?.focus();
  }, [isConfirming]);
  return (
    <>
      <InfoRow label={t('accountData')} hint={t('accountDataHint')}>
        {!isConfirming && (
          <button
            type="button"
            class="danger"
            data-item="disconnect"
            ref={button}
            onClick={() => setIsConfirming(true)}
          >
            <Icon of={Trash2} />
            {t('removeAccountData')}
          </button>
        )}
      </InfoRow>
      {isConfirming && <DisconnectQuestion model={model} onAnswer={() => setIsConfirming(false)} />}
    </>
  );
}
