/** What is stored in this browser, what is sent where, and how the account's data is removed. */
import { ShieldCheck } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import type { watchStoredLinks } from '../../lib/mirror/watch-stored-links.ts';
import { formatNumber } from '../../lib/i18n/format.ts';
import { t } from '../../lib/i18n/t.ts';
import { hostOf } from '../../lib/url/hosts.ts';
import { DeleteEverything, RemoveAccountData, ResetSettings } from './danger-rows.tsx';
import { Detail } from '../../components/detail.tsx';
import { DiagnosticsRow, type DiagnosticsDeps } from './diagnostics.tsx';
import type { ModelProps } from './model.ts';
import { SettingRow } from '../../components/setting-rows.tsx';
import { Section, useEndOfStatus } from './section.tsx';
import { SettingsImportExport } from './settings-import-export.tsx';
import type { SettingsModel } from './settings-import-model.ts';

export interface PrivacyProps extends ModelProps {
  readonly presetCount: number;
  readonly settings: SettingsModel;
  readonly diagnostics: DiagnosticsDeps;
  readonly watchStoredLinks: typeof watchStoredLinks;
}

export function Privacy({ model, presetCount, settings, diagnostics, watchStoredLinks }: PrivacyProps) {
  const connected = model.connected.value;
  const view = model.lists.value;
  const host = hostOf(model.account.value.address) ?? '';
  const { state } = settings;
  useEndOfStatus(
    state.value === 'imported' || state.value === 'reset',
    state.value,
    () => (state.value = 'none'),
  );
  return (
    <Section id="privacy">
      <div class="card rows">
        <p class="privacy">
          <Icon of={ShieldCheck} />
          {connected ? t('privacyConnected', host) : t('privacyNotConnected')}
        </p>
        <SettingRow label={t('storedHere')} hint={t(connected ? 'storedHereHint' : 'storedHereSettings')}>
          <dl class="counts">
            <Detail name={t('presetsHeading')}>{formatNumber(presetCount)}</Detail>
            {connected && (
              <>
                <StoredLinks watchStoredLinks={watchStoredLinks} scope={view?.scope ?? ''} />
                <Detail name={t('recent')}>{formatNumber(view?.recents.length ?? 0)}</Detail>
                <Detail name={t('storedQueued')}>{formatNumber(model.waiting.value)}</Detail>
              </>
            )}
          </dl>
        </SettingRow>
        <SettingRow label={t('sentToService')} hint={t('sentToServiceHint')} />
        <SettingsImportExport model={settings} />
        <DiagnosticsRow deps={diagnostics} host={host} />
        <ResetSettings model={settings} />
        {connected && <RemoveAccountData model={model} />}
        <DeleteEverything model={model} settings={settings} />
      </div>
    </Section>
  );
}

interface StoredLinksProps extends Pick<PrivacyProps, 'watchStoredLinks'> {
  readonly scope: string;
}

function StoredLinks({ watchStoredLinks, scope }: StoredLinksProps) {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => watchStoredLinks(scope, setCount), [scope]);
  return count === null ? null : <Detail name={t('links')}>{formatNumber(count)}</Detail>;
}
