/** The settings page: the connection first, then a card for each section. Before the first connection only that is seen. */
import { useEffect, useRef } from 'preact/hooks';
import { useFocusRestoreOf } from '../../components/use-focus-restore.ts';
import { t } from '../../lib/i18n/t.ts';
import { AccountCard } from './account-card.tsx';
import { Appearance } from './appearance.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { Defaults } from './defaults.tsx';
import type { OptionsModel } from './model.ts';
import { NextStep, type NextStepProps } from './next-step.tsx';
import { OtherAccess } from './other-access.tsx';
import { PreferencesForm } from './preferences.tsx';
import type { PresetModel } from './presets-model.ts';
import { Presets } from './presets.tsx';
import { Privacy, type PrivacyProps } from './privacy.tsx';
import { Section } from './section.tsx';
import { Shortcuts, type ShortcutsProps } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';
import { UrlCleaning } from './url-cleaning.tsx';

interface OptionsProps {
  readonly model: OptionsModel;
  readonly presets: PresetModel;
  readonly shortcuts: ShortcutsProps;
  readonly isOnToolbar: NextStepProps['isOnToolbar'];
  readonly version: string;
  readonly privacy: Pick<PrivacyProps, 'settings' | 'diagnostics' | 'watchStoredLinks'>;
}

export function Options({ model, presets, shortcuts, isOnToolbar, version, privacy }: OptionsProps) {
  const presetCount = presets.presets.value.list.length;
  return (
    <>
      <Sidebar
        version={version}
        connected={model.connected.value}
        isKeyRejected={model.keyFailure.value !== null}
        presetCount={presetCount}
      />
      <main>
        <Connection model={model} shortcuts={shortcuts} isOnToolbar={isOnToolbar} />
        <Defaults model={model} />
        <Presets model={presets} />
        <PreferencesForm model={model} isOnToolbar={isOnToolbar} />
        <UrlCleaning model={model} />
        <Shortcuts {...shortcuts} />
        <Appearance model={model} />
        <Privacy model={model} presetCount={presetCount} {...privacy} />
      </main>
    </>
  );
}

function Connection({
  model,
  shortcuts,
  isOnToolbar,
}: Pick<OptionsProps, 'model' | 'shortcuts' | 'isOnToolbar'>) {
  const connected = model.connected.value;
  const top = useRef<HTMLDivElement>(null);
  const isDeleted = model.state.value.name === 'everything-deleted';
  const isDisconnected = isDeleted || model.state.value.name === 'disconnected';
  // The page now starts with the form for the next account, and says that the last one's data is gone.
  useEffect(() => {
    if (isDisconnected) top.current?.scrollIntoView();
    // The button that did it stays, far below.
    if (isDeleted) document.getElementById('service-address')?.focus();
  }, [isDisconnected, isDeleted]);
  // Dismissed: its button is gone, too.
  useFocusRestoreOf('next-step', () => document.getElementById('service-address'));
  // Disconnected: the button that did it is gone.
  useFocusRestoreOf('disconnect', () => document.getElementById('service-address'));
  return (
    <div ref={top} class={connected ? undefined : 'first-run'}>
      <header>
        {!connected && <img src="/icon/128.png" width="48" height="48" alt="" />}
        <h1>{connected ? t('optionsTitle') : t('connectHeading')}</h1>
        {!connected && <p class="note">{t('firstRunHint')}</p>}
      </header>
      {model.awaitsFirstLink.value && <NextStep {...shortcuts} model={model} isOnToolbar={isOnToolbar} />}
      <Section id="connection">
        <div class="card rows account">
          {connected && <AccountCard model={model} />}
          <ConnectionForm model={model} />
        </div>
        <OtherAccess model={model} />
      </Section>
      {!connected && <Steps />}
    </div>
  );
}

/** The way to an API key. */
function Steps() {
  return (
    <ol class="steps">
      <li>
        <strong>{t('stepOpenService')}</strong>
        <span class="note">{t('stepOpenServiceHint')}</span>
      </li>
      <li>
        <strong>{t('stepFindKey')}</strong>
        <span class="note">{t('stepFindKeyHint')}</span>
      </li>
      <li>
        <strong>{t('stepPasteKey')}</strong>
        <span class="note">{t('stepPasteKeyHint', t('connect'))}</span>
      </li>
    </ol>
  );
}
