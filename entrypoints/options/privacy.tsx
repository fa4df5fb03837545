/** What is stored in this browser, what is sent where, and how the account's data is removed. */
import { ShieldCheck, Trash2 } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import type { readStorageUse } from '../../lib/browser/environment.ts';
import type { countStoredLinks } from '../../lib/mirror/count-stored-links.ts';
import { formatBytes, formatNumber } from '../../lib/i18n/format.ts';
import { t } from '../../lib/i18n/t.ts';
import { hostOf } from '../../lib/url/hosts.ts';
import { DisconnectQuestion, useQuestion } from './disconnect-question.tsx';
import { DiagnosticsRow, type DiagnosticsDeps } from './diagnostics.tsx';
import type { OptionsModel } from './model.ts';
import { InfoRow } from '../../components/setting-rows.tsx';
import { Section } from './section.tsx';
import { SettingsExchange } from './settings-exchange.tsx';
import type { SettingsModel } from './settings-import-model.ts';

export interface PrivacyProps {
  readonly model: OptionsModel;
  readonly presetCount: number;
  readonly settings: SettingsModel;
  readonly diagnostics: DiagnosticsDeps;
  readonly readStorageUse: typeof readStorageUse;
  readonly countStoredLinks: typeof countStoredLinks;
}

export function Privacy({ model, presetCount, settings, diagnostics, ...deps }: PrivacyProps) {
  const connected = model.connected.value;
  const scope = model.lists.value?.scope ?? '';
  const host = hostOf(model.account.value.address) ?? '';
  return (
    <Section id="privacy">
      <div class="card rows">
        <p class="privacy">
          <Icon of={ShieldCheck} />
          {connected ? t('privacyConnected', host) : t('privacyNotConnected')}
        </p>
        <InfoRow label={t('storedHere')} hint={t('storedHereHint')}>
          <dl class="counts">
            <Count name={t('presetsHeading')} count={presetCount} />
            {connected && (
              <StoredLinks scope={scope} view={model.lists.value} count={deps.countStoredLinks} />
            )}
            <Count name={t('recent')} count={model.lists.value?.recents.length ?? 0} />
            <Count name={t('storedQueued')} count={model.waiting.value} />
            <StoredSize read={deps.readStorageUse} view={model.lists.value} />
          </dl>
        </InfoRow>
        <InfoRow label={t('sentToService')} hint={t('sentToServiceHint')} />
        <SettingsExchange model={settings} />
        <DiagnosticsRow deps={diagnostics} host={host} />
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

interface StoredLinksProps {
  readonly scope: string;
  /** Changes with what is stored. */
  readonly view: OptionsModel['lists']['value'];
  readonly count: PrivacyProps['countStoredLinks'];
}

/** The local copy of the account's links. */
function StoredLinks({ scope, view, count }: StoredLinksProps) {
  const [links, setLinks] = useState<number | null>(null);
  useEffect(() => {
    let isOutdated = false;
    void count(scope).then((found) => {
      if (!isOutdated) setLinks(found);
    });
    return () => {
      isOutdated = true;
    };
  }, [scope, view]);
  return links === null ? null : <Count name={t('links')} count={links} />;
}

interface StoredSizeProps {
  readonly read: PrivacyProps['readStorageUse'];
  /** Changes with what is stored. */
  readonly view: OptionsModel['lists']['value'];
}

/** Settings, lists and the copy of the links together. */
function StoredSize({ read, view }: StoredSizeProps) {
  const [size, setSize] = useState<number | null>(null);
  useEffect(() => {
    void read().then(({ settingsBytes, databaseBytes }) =>
      setSize((settingsBytes ?? 0) + (databaseBytes ?? 0)),
    );
  }, [view]);
  if (size === null || size === 0) return null;
  return (
    <>
      <dt>{t('storedSize')}</dt>
      <dd>{formatBytes(size)}</dd>
    </>
  );
}

function RemoveData({ model }: Pick<PrivacyProps, 'model'>) {
  const { isAsking, button, ask, onAnswer } = useQuestion();
  return (
    <>
      <InfoRow label={t('accountData')} hint={t('accountDataHint')}>
        {!isAsking && (
          <button type="button" class="danger" data-item="disconnect" ref={button} onClick={ask}>
            <Icon of={Trash2} />
            {t('removeAccountData')}
          </button>
        )}
      </InfoRow>
      {isAsking && <DisconnectQuestion model={model} onAnswer={onAnswer} />}
    </>
  );
}
